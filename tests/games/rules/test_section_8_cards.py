"""RULES section 8, cards, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.rules import (
    End,
    Illegal,
    Options,
    Outcome,
    Pending,
    Rank,
    Refusal,
    Seat,
    State,
    View,
    Viewer,
    apply,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    start,
    to_shuffle,
    variant,
    with_order,
)

from .positions import played

BOOK = variant("cards")
ARMY = "".join(rank.symbol * count for rank, count in BOOK.army.items())
RED_LINE, RED_HAND = "M9S2F", "2BB"
BLUE_LINE, BLUE_HAND = "M9S2F", "2BB"


def table(
    red: str = RED_LINE,
    blue: str = BLUE_LINE,
    red_hand: str = RED_HAND,
    blue_hand: str = BLUE_HAND,
    red_deck: str = "",
    spotter: bool = False,
    **options: object,
) -> State:
    """A game whose front lines and hands are these; what is left of the cards lies in the decks, `red_deck` on top."""
    army = ARMY + ("P" if spotter else "")
    orders = {}
    for seat, top in ((Seat.RED, red + red_hand + red_deck), (Seat.BLUE, blue + blue_hand)):
        rest = Counter(army)
        rest.subtract(top)
        assert min(rest.values()) >= 0, top
        orders[seat] = top + "".join(sorted(rest.elements()))
    return start(BOOK, {Seat.RED: red, Seat.BLUE: blue}, Options(spotter=spotter, **options), orders)


def refused(state: State, text: str) -> Refusal | None:
    return refusal(state, parse_turn(BOOK, text))


def texts(state: State) -> list[str]:
    return [turn.text for turn in legal_turns(state)]


def lying(view: View) -> dict[str, str]:
    """The front lines as a viewer sees them: `?` for what may not be known."""
    return {BOOK.board.name(card.square): "?" if card.rank is None else card.rank.symbol for card in view.pieces}


def holding(view: View, seat: Seat, kind: str) -> tuple[int, str | None]:
    (result,) = [item for item in view.holdings if (item.seat, item.kind) == (seat, kind)]
    if result.ranks is None:
        return result.count, None
    return result.count, "".join(rank.symbol * count for rank, count in reversed(result.ranks))


# The deal


def test_twenty_three_cards_of_which_eight_are_drawn_and_five_lie_in_front():
    view = table().view(Viewer.RED)
    assert len(ARMY) == 23
    assert lying(view) == {
        **dict(zip(["a1", "b1", "c1", "d1", "e1"], RED_LINE, strict=True)),
        **dict.fromkeys(["a2", "b2", "c2", "d2", "e2"], "?"),
    }
    assert holding(view, Seat.RED, "hand") == (3, "2BB")
    assert holding(view, Seat.BLUE, "hand") == (3, None)
    assert holding(view, Seat.RED, "deck")[0] == holding(view, Seat.BLUE, "deck")[0] == 15
    assert (view.to_move, view.pending) == (Seat.RED, None)


def test_the_line_is_chosen_from_the_eight():
    orders = {seat: "M9S2F2BB" + "".join(sorted((Counter(ARMY) - Counter("M9S2F2BB")).elements())) for seat in Seat}
    with pytest.raises(Illegal) as caught:
        start(BOOK, {Seat.RED: "M9S28", Seat.BLUE: "M9S2F"}, Options(), orders)
    assert (caught.value.refusal.code, caught.value.refusal.params["reason"]) == ("set-up", "not-drawn")


@pytest.mark.parametrize("order", ["", "M" * 23, ARMY + "M", ARMY + "P"])
def test_a_deck_is_the_cards_of_the_seat(order):
    with pytest.raises(Illegal) as caught:
        start(BOOK, {Seat.RED: "M9S2F", Seat.BLUE: "M9S2F"}, Options(), {Seat.RED: order, Seat.BLUE: ARMY})
    assert caught.value.refusal.code == "shuffle"


def test_nobody_knows_the_order_of_a_deck():
    view = table(red_deck="345").view(Viewer.RED)
    other = table(red_deck="543").view(Viewer.RED)
    assert view == other


# Attacks


@pytest.mark.parametrize(
    ("attacker", "defender", "stays"),
    [
        ("M", "9", "red"),
        ("9", "M", "blue"),
        ("9", "9", None),
        ("3", "B", "red"),
        ("9", "B", "blue"),
        ("S", "M", "red"),
        ("S", "9", "blue"),
        ("2", "S", "red"),
        ("M", "S", "red"),
        ("S", "S", None),
    ],
)
def test_classic_combat_in_which_an_attacked_spy_always_loses(attacker, defender, stays):
    state = table(red=f"{attacker}54F6", blue=f"{defender}54F6", red_hand="78B", blue_hand="78B")
    after, facts = apply(state, parse_turn(BOOK, "a1xa2"))
    view = after.view(Viewer.SPECTATOR)
    lines = lying(view)
    assert ("a1" in lines, "a2" in lines) == (stays == "red", stays == "blue")
    assert facts[0].code == "attacked"
    assert facts[0].audience is None
    shown = view.last.attack
    assert (shown.attacker.rank.symbol, shown.defender.rank.symbol) == (attacker, defender)


def test_winners_go_back_face_down_known_from_then_on():
    view = played(table(), "a1xb2").view(Viewer.BLUE)
    (winner,) = [card for card in view.pieces if card.square == 0]
    assert (winner.rank, winner.revealed) == (Rank.MARSHAL, True)


@pytest.mark.parametrize(("card", "rank"), [("e1", Rank.FLAG), ("d1", Rank.BOMB)])
def test_flag_and_bomb_do_not_attack(card, rank):
    state = table(red="M9SBF", red_hand="22B")
    assert refused(state, f"{card}xa2") == Refusal("immovable", {"source": card, "target": "a2", "rank": int(rank)})
    assert f"{card}-a2" not in texts(state)


@pytest.mark.parametrize(
    ("text", "code"), [("a1xb1", "card"), ("a2xa1", "not-your-piece"), ("a1xa1", "card"), ("a1xa2", None)]
)
def test_against_any_enemy_card_of_the_front_line(text, code):
    result = refused(table(), text)
    assert (None if result is None else result.code) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a1-f2", "off-board"),
        ("a1-a12", "off-board"),
        ("a3!", "off-board"),
        ("a1?b2,a10", "off-board"),
        ("+2@k1", "off-board"),
    ]
    + [(text, "notation") for text in ("a1-a123", "a1-a2-a1", "a1?", "a1=b2", "A1-a2", "a1-a2\n", "+2@", "")],
)
def test_a_place_that_the_lines_do_not_have_is_told_from_what_is_no_submission(text, code):
    with pytest.raises(Illegal) as error:
        parse_turn(BOOK, text)
    assert error.value.refusal.code == code


def test_cards_keep_their_places_and_a_loser_leaves_a_gap_until_its_owners_own_filling():
    state = played(table(), "a1xb2")
    assert (state.to_move, state.pending) == (Seat.BLUE, None)
    assert "b2" not in lying(state.view(Viewer.ALL))
    after = played(state, "c2?0")
    assert after.pending == Pending("lay", Seat.BLUE)
    assert set(texts(after)) == {"+2@b2", "+B@b2"}
    filled = played(after, "+2@b2")
    assert (filled.pending, filled.to_move) == (None, Seat.RED)
    assert lying(filled.view(Viewer.BLUE))["b2"] == "2"


def test_filling_is_compulsory_the_player_choosing_which_card_goes_where():
    state = played(table(red="9MS2F", red_hand="3BB"), "a1xa2")
    assert state.pending == Pending("lay", Seat.RED)
    assert set(texts(state)) == {"+3@a1", "+B@a1"}
    assert refused(state, "b1xb2") == Refusal("choice-first", {"kind": "lay"})
    assert refused(state, "+M@a1") == Refusal("lay", {"reason": "hand", "square": "a1"})
    assert refused(state, "+3@b1") == Refusal("lay", {"reason": "place", "square": "b1"})
    assert refused(state, "+3@a2") == Refusal("lay", {"reason": "place", "square": "a2"})
    assert refused(table(), "+2@a1") == Refusal("no-choice", {"kind": "lay"})


def test_a_laid_card_is_hidden_and_new():
    state = played(table(red="9MS2F", red_hand="3BB"), "a1xa2")
    item, two = played(state, "+3@a1"), played(state, "+B@a1")
    assert item.view(Viewer.BLUE) == two.view(Viewer.BLUE)
    assert item.view(Viewer.BLUE).last.text == "a1xa2+@a1"
    assert item.view(Viewer.RED).last.text == "a1xa2+3@a1"


def test_a_turn_begins_by_drawing_up_to_three():
    state = played(table(red="9MS2F", red_hand="3BB", red_deck="7"), "a1xa2", "+3@a1")
    assert holding(state.view(Viewer.RED), Seat.RED, "hand") == (2, "BB")
    state = played(state, "b2xa1")
    assert state.to_move is Seat.RED
    assert holding(state.view(Viewer.RED), Seat.RED, "hand") == (3, "7BB")


# Looks


def test_a_spy_sees_the_enemys_hand():
    state = table()
    after = played(state, "c1?0")
    (look,) = after.view(Viewer.RED).looks
    assert (look.seat, look.kind, look.squares) == (Seat.RED, "hand", ())
    assert look.ranks == (Rank.BOMB, Rank.BOMB, Rank.SCOUT)
    for viewer in (Viewer.BLUE, Viewer.SPECTATOR):
        view = after.view(viewer)
        assert view.looks == ()
        assert (view.last.text, [part.ranks for part in view.last.parts]) == ("c1?0", [None])
    (spy,) = [card for card in after.view(Viewer.BLUE).pieces if card.square == 2]
    assert (spy.rank, spy.revealed) == (Rank.SPY, True)


def test_a_card_laid_from_a_hand_that_was_seen_is_unknown():
    state = played(table(), "c1?0", "b2xa1", "+2@b2")
    laid = max(state.view(Viewer.RED).pieces, key=lambda card: card.id)
    assert (laid.seat, laid.rank) == (Seat.BLUE, None)


@pytest.mark.parametrize(("card", "reason"), [("a1", "hand-look"), ("d1", "hand-look")])
def test_only_a_spy_looks_at_a_hand(card, reason):
    result = refused(table(), f"{card}?0")
    assert result == Refusal("card", {"reason": reason, "source": card, "target": card})


def test_a_scout_sees_two_cards_of_the_front_line_named_together():
    state = table()
    after = played(state, "d1?b2,c2")
    assert [lying(after.view(viewer))["b2"] for viewer in (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)] == [
        "9",
        "9",
        "?",
    ]
    (look,) = after.view(Viewer.RED).looks
    assert [(BOOK.board.name(square), rank) for square, rank in zip(look.squares, look.ranks, strict=True)] == [
        ("b2", Rank.GENERAL),
        ("c2", Rank.SPY),
    ]
    seen = [card for card in after.view(Viewer.RED).pieces if card.rank is Rank.GENERAL and card.seat is Seat.BLUE]
    assert [card.revealed for card in seen] == [False]
    assert after.view(Viewer.SPECTATOR).last.text == "d1?b2,c2"
    assert parse_turn(BOOK, "d1?c2,b2") == parse_turn(BOOK, "d1?b2,c2")
    for text in ("d1?b2", "d1?b2,b2"):
        assert refused(state, text).params["reason"] == "two"
    assert refused(state, "d1?a1,b2").params["reason"] == "nobody"
    assert refused(state, "a1?a2,b2").params["reason"] == "line-look"


@pytest.mark.parametrize(("text", "place"), [("c1?0", 2), ("d1?b2,c2", 3)])
def test_the_card_that_looks_is_shown_on_its_own_place(text, place):
    (part,) = played(table(), text).view(Viewer.BLUE).last.parts
    assert (part.piece.square, part.piece.revealed) == (place, True)


# The Flag's shuffle


def test_the_flag_shuffles_line_hand_and_deck_and_eight_are_drawn_anew():
    state = table()
    turn = parse_turn(BOOK, "e1!")
    cards = to_shuffle(state, turn)
    assert cards == "".join(sorted(ARMY, key="FS23456789MB".index))
    assert refused(state, "e1!") == Refusal("order-missing")
    assert refused(state, "e1!MMM").code == "shuffle"
    shuffled_, facts = apply(state, with_order(state, turn, cards))
    assert (shuffled_.pending, shuffled_.to_move, shuffled_.ply) == (Pending("lay", Seat.RED), Seat.RED, 1)
    view = shuffled_.view(Viewer.RED)
    assert (holding(view, Seat.RED, "hand"), holding(view, Seat.RED, "deck")[0]) == ((8, "FS222233"), 15)
    assert [fact.audience for fact in facts] == [None, None]
    for rank in "S2222":
        gap = next(text for text in texts(shuffled_) if text.startswith(f"+{rank}"))
        shuffled_ = played(shuffled_, gap)
    assert (shuffled_.pending, shuffled_.to_move) == (None, Seat.BLUE)
    assert holding(shuffled_.view(Viewer.RED), Seat.RED, "hand") == (3, "F33")


def test_what_was_known_of_them_ends_with_the_shuffle():
    state = played(table(), "a1xb2", "d2?a1,b1")
    state = played(state, texts(state)[0]) if state.pending else state
    cards = to_shuffle(state, parse_turn(BOOK, "e1!"))
    state = played(state, f"e1!{cards}")
    while state.pending:
        state = played(state, texts(state)[0])
    seen = [card.rank for card in state.view(Viewer.BLUE).pieces if card.seat is Seat.RED]
    assert seen == [None] * 5


def test_the_order_is_told_to_nobody():
    state = table()
    cards = to_shuffle(state, parse_turn(BOOK, "e1!"))
    after = played(state, f"e1!{cards}")
    assert {after.view(viewer).last.text for viewer in Viewer} == {"e1!"}


@pytest.mark.parametrize("card", ["a1", "c1"])
def test_only_the_flag_shuffles(card):
    assert refused(table(), f"{card}!").params["reason"] == "shuffle"
    assert to_shuffle(table(), parse_turn(BOOK, f"{card}!")) is None


# The end


def test_taking_the_flag_wins():
    state = played(table(), "a1xe2")
    assert (state.outcome, state.to_move) == (Outcome(End.FLAG_CAPTURED, 0), Seat.BLUE)


def test_who_must_act_and_has_no_card_that_can_attack_loses():
    state = table(blue="BBB9F", blue_hand="222", red="M9S2F")
    after = played(state, "a1xd2")
    assert after.outcome == Outcome(End.NO_LEGAL_TURN, 0)


def test_even_if_it_could_shuffle():
    state = table(blue="FBBB9", blue_hand="222", red="M9S2F")
    assert played(state, "a1xe2").outcome == Outcome(End.NO_LEGAL_TURN, 0)


def test_a_limit_of_plies_without_an_attack_draws():
    state = table(no_attack_limit=2)
    assert played(state, "c1?0", "c2?0").outcome == Outcome(End.NO_ATTACK_LIMIT)


@pytest.mark.parametrize(
    ("limit", "outcome"), [(None, Outcome(End.NO_LEGAL_TURN, 0)), (1, Outcome(End.NO_ATTACK_LIMIT))]
)
def test_the_limit_comes_before_a_missing_turn(limit, outcome):
    """Blue's one card that can attack is gone, and red looks at blue's hand."""
    value = dump(table(blue="FBBB9", blue_hand="222"))
    value["where"][value["where"].index(BOOK.board.square("e2"))] = -1
    assert played(load(BOOK, Options(no_attack_limit=limit), value), "c1?0").outcome == outcome


# The Spotter


def spotting() -> State:
    return table(red="PMS2F", red_hand="9BB", spotter=True)


def test_the_option_adds_a_card_of_rank_2():
    state = spotting()
    assert sum(count for _rank, count in BOOK.army.items()) == 23
    after = played(state, "a1xd2")
    lines = lying(after.view(Viewer.ALL))
    assert ("a1" in lines, "d2" in lines) == (False, False)


def test_a_right_name_takes_the_card_and_counts_as_an_attack():
    state = played(table(red="PMS2F", red_hand="9BB", spotter=True, no_attack_limit=50), "c1?0", "c2?0")
    after = played(state, "a1=b2:9")
    view = after.view(Viewer.SPECTATOR)
    assert [card.rank for card in view.captured] == [Rank.GENERAL]
    assert (view.quiet, view.last.text, view.last.attack.result) == (0, "a1=b2:9", "win")


def test_a_bomb_too_and_naming_the_flag_wins():
    state = table(red="PMS2F", red_hand="9BB", blue="MBS2F", blue_hand="29B", spotter=True)
    assert [card.rank for card in played(state, "a1=b2:B").view(Viewer.BLUE).captured] == [Rank.BOMB]
    assert played(state, "a1=e2:F").outcome == Outcome(End.FLAG_CAPTURED, 0)


def test_a_wrong_name_does_nothing_and_the_card_stays_hidden():
    state = spotting()
    after = played(state, "a1=b2:8")
    view = after.view(Viewer.RED)
    assert (view.captured, lying(view)["b2"], view.quiet) == ((), "?", 1)
    assert [(part.kind, part.ranks) for part in view.last.parts] == [("missed", (Rank.COLONEL,))]
    (spotter,) = [card for card in after.view(Viewer.BLUE).pieces if card.square == 0]
    assert (spotter.rank, spotter.revealed) == (Rank.SPOTTER, True)


def test_scout_and_spotter_differ_by_name():
    state = table(red="PMS2F", red_hand="9BB", blue="PMS2F", blue_hand="9BB", spotter=True)
    assert played(state, "a1=a2:2").view(Viewer.RED).captured == ()
    assert len(played(state, "a1=a2:P").view(Viewer.RED).captured) == 1


def test_only_a_spotter_names():
    assert refused(spotting(), "b1=b2:9").params["reason"] == "name"
    assert refused(table(), "a1=b2:9").params["reason"] == "name"
    assert refused(spotting(), "a1=b1:9").params["reason"] == "nobody"


# Two worlds


def test_hands_decks_and_hidden_cards_do_not_show():
    """What a viewer may not know changes nothing that the viewer sees."""
    item = table()
    other = table(blue="8765F", blue_hand="234")
    for viewer in (Viewer.RED, Viewer.SPECTATOR):
        assert item.view(viewer) == other.view(viewer)
    assert replace(item.view(Viewer.BLUE), viewer=Viewer.RED) != item.view(Viewer.RED)
    assert [turn.text for turn in legal_turns(item)] == [turn.text for turn in legal_turns(other)]
