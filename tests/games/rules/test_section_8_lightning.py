"""RULES section 8, the lightning family, sentence by sentence."""

from __future__ import annotations

import pytest

from games.rules import (
    End,
    Outcome,
    Pending,
    Rank,
    Refusal,
    Seat,
    State,
    Viewer,
    apply,
    legal_turns,
    parse_turn,
    refusal,
    variant,
)

from .positions import elsewhere, played, seated

FAMILY = ("lightning", "ultimate_lightning", "campaign")
family = pytest.mark.parametrize("slug", FAMILY)


def refused(state: State, text: str) -> Refusal | None:
    return refusal(state, parse_turn(state.variant, text))


def texts(state: State) -> list[str]:
    return [turn.text for turn in legal_turns(state)]


def number(state: State, square: str) -> int:
    (piece,) = [
        piece.id for piece in state.view(Viewer.ALL).pieces if piece.square == state.variant.board.square(square)
    ]
    return piece


def without_entries(state: State, *turns: str) -> State:
    for turn in turns:
        state = played(state, turn)
        if state.pending is not None and state.pending.kind == "entry":
            state = played(state, "+0")
    return state


def standing(state: State) -> dict[str, tuple[str, str]]:
    name = state.variant.board.name
    return {name(piece.square): (piece.seat.slug, piece.rank.symbol) for piece in state.view(Viewer.ALL).pieces}


def about_to_arrive(slug: str, arriving: str = "9") -> State:
    """Red has lost a Sergeant to blue's Marshal; a red piece stands on c9, before blue's back row."""
    state = seated(slug, red=f"{arriving}a4 4b4 7c4 2d4 5e4 Fj1", blue="Mb7 Fj10 5e7 2h7 Bh8")
    state = played(elsewhere(state, "b7>b5"), "b4-b5", "b5-b6")
    return elsewhere(state, "a4>c9")


# Rescue


@family
def test_a_piece_that_ends_on_the_enemys_back_row_may_return_a_captured_piece(slug):
    state = about_to_arrive(slug)
    fallen = state.view(Viewer.RED).captured[0].id
    assert refused(state, f"c9-c10*{fallen}@a1") is None
    after = played(state, f"c9-c10*{fallen}@a1")
    assert standing(after)["a1"] == ("red", "4")
    assert standing(after)["c10"] == ("red", "9")
    assert after.view(Viewer.RED).captured == ()
    assert after.to_move is Seat.BLUE
    assert after.view(Viewer.SPECTATOR).rescues == (1, 2)


@family
def test_a_rescue_is_optional(slug):
    state = about_to_arrive(slug)
    after = played(state, "c9-c10")
    assert (after.pending, after.to_move) == (None, Seat.BLUE)
    assert after.view(Viewer.RED).rescues == (2, 2)


@family
@pytest.mark.parametrize(
    ("square", "allowed"), [("a1", True), ("j5", True), ("a6", False), ("c5", False), ("c4", False)]
)
def test_to_any_empty_square_of_its_own_half(slug, square, allowed):
    state = about_to_arrive(slug)
    fallen = state.view(Viewer.RED).captured[0].id
    text = f"c9-c10*{fallen}@{square}"
    expected = None if allowed else Refusal("rescue", {"reason": "square", "square": square})
    assert refused(state, text) == expected
    assert (text in texts(state)) == allowed


@family
def test_by_a_won_attack_the_rescue_is_a_choice_of_its_own(slug):
    state = elsewhere(about_to_arrive(slug), "e7>c10")
    fallen = state.view(Viewer.RED).captured[0].id
    assert refused(state, f"c9-c10*{fallen}@a1") == Refusal("rescue", {"reason": "after-battle"})
    won = played(state, "c9-c10")
    assert won.pending == Pending("rescue", Seat.RED)
    assert {f"*{fallen}@a1", "*0"} < set(texts(won))
    assert refused(won, "c4-c5") == Refusal("choice-first", {"kind": "rescue"})
    assert (won.ply, won.to_move) == (state.ply + 1, Seat.RED)
    rescued = played(won, f"*{fallen}@a1")
    assert standing(rescued)["a1"] == ("red", "4")
    assert rescued.view(Viewer.SPECTATOR).last.text == f"c9xc10*{fallen}@a1"
    declined = played(won, "*0")
    assert declined.view(Viewer.SPECTATOR).last.text == "c9xc10"
    assert (declined.ply, declined.view(Viewer.RED).rescues) == (state.ply + 1, (2, 2))
    for after in (rescued, declined):
        # Campaign's bonus entry comes after it.
        assert after.pending == (Pending("entry", Seat.RED) if slug == "campaign" else None)


@family
def test_a_lost_attack_arrives_nowhere(slug):
    state = elsewhere(about_to_arrive(slug, arriving="3"), "e7>c10")
    after = played(state, "c9-c10")
    assert (after.pending, after.to_move) == (None, Seat.BLUE)


@family
def test_a_scout_rescues_nobody(slug):
    state = about_to_arrive(slug, arriving="2")
    fallen = state.view(Viewer.RED).captured[0].id
    assert refused(state, f"c9-c10*{fallen}@a1") == Refusal("rescue", {"reason": "scout", "target": "c10"})
    assert not [text for text in texts(state) if "*" in text]


@family
def test_the_turn_must_have_begun_off_the_row(slug):
    state = elsewhere(about_to_arrive(slug), "c9>c10")
    fallen = state.view(Viewer.RED).captured[0].id
    assert refused(state, f"c10-b10*{fallen}@a1") == Refusal("rescue", {"reason": "slid", "target": "b10"})
    away_and_back = played(state, "c10-c9", "e7-e6")
    assert refused(away_and_back, f"c9-c10*{fallen}@a1") is None


@family
def test_a_captains_first_step_does_not_count(slug):
    state = about_to_arrive(slug, arriving="6")
    fallen = state.view(Viewer.RED).captured[0].id
    assert refused(state, f"c9-c10-b10*{fallen}@a1") is None
    assert refused(state, f"c9-b9-b10*{fallen}@a1") is None
    there = elsewhere(state, "c9>c10")
    assert refused(there, f"c10-c9-b9*{fallen}@a1") == Refusal("rescue", {"reason": "not-there", "target": "b9"})
    assert refused(there, f"c10-b10-b9*{fallen}@a1") == Refusal("rescue", {"reason": "not-there", "target": "b9"})


@family
def test_only_ones_own_pieces_captured_by_the_enemy(slug):
    state = about_to_arrive(slug)
    theirs = number(state, "b6")
    assert refused(state, f"c9-c10*{theirs}@a1") == Refusal("rescue", {"reason": "not-captured", "piece": theirs})
    standing_piece = number(state, "c4")
    assert refused(state, f"c9-c10*{standing_piece}@a1") == Refusal(
        "rescue", {"reason": "not-captured", "piece": standing_piece}
    )


@family
def test_a_destroyed_bomb_is_captured_by_nobody_and_its_attacker_by_the_enemy(slug):
    state = seated(slug, red="9a4 4b4 Ba3 Bb3 Fj1", blue="5a7 6b7 Bd7 Fj10 3e7")
    state = elsewhere(state, "a3>a5", "a7>a6", "b3>b5", "b7>b6", "b4>d6", "a4>c9", to_move=Seat.BLUE)
    state = played(state, "a6-a5", "d6-d7")
    bomb = [item.id for item in state.view(Viewer.ALL).captured if item.rank is Rank.BOMB and item.seat is Seat.RED]
    sergeant = [item.id for item in state.view(Viewer.ALL).captured if item.rank is Rank.SERGEANT]
    state = played(state, "e7-e6")
    assert refused(state, f"c9-c10*{bomb[0]}@a1") == Refusal("rescue", {"reason": "not-captured", "piece": bomb[0]})
    assert refused(state, f"c9-c10*{sergeant[0]}@a1") is None


@family
def test_two_rescues_a_seat_a_game_and_one_a_piece(slug):
    state = seated(slug, red="9a4 8b4 7c4 3a3 4b3 5c3 Fj1", blue="Ma7 Fj10 5e7")
    state = elsewhere(state, "a3>a5", "a7>a6", to_move=Seat.BLUE)
    state = without_entries(state, "a6-a5")
    state = elsewhere(state, "b3>b5")
    state = without_entries(elsewhere(state, to_move=Seat.BLUE), "a5-b5")
    state = without_entries(elsewhere(state, "c4>d4", "c3>a5", to_move=Seat.BLUE), "b5-a5")
    corporal, sergeant, lieutenant = (item.id for item in state.view(Viewer.ALL).captured)
    state = without_entries(
        elsewhere(state, "a4>c9"), f"c9-c10*{corporal}@a1", "e7-e6", "c10-c9", "e6-e5", "c9-d9", "e5-f5"
    )
    assert refused(state, f"d9-d10*{sergeant}@b1") == Refusal("rescue", {"reason": "once", "target": "d10"})
    state = without_entries(elsewhere(state, "b4>f9"), f"f9-f10*{sergeant}@b1", "f5-e5")
    assert state.view(Viewer.BLUE).rescues == (0, 2)
    state = elsewhere(state, "d4>i9")
    assert refused(state, f"i9-i10*{lieutenant}@c1") == Refusal("rescue", {"reason": "none-left", "target": "i10"})


@family
def test_a_rescuer_keeps_its_mark_through_capture_and_return(slug):
    state = seated(slug, red="9a4 8b4 3a3 Fj1", blue="Ma7 Fj10 5e7")
    state = without_entries(elsewhere(state, "a3>a5", "a7>a6", to_move=Seat.BLUE), "a6-a5")
    corporal = state.view(Viewer.ALL).captured[0].id
    general = number(state, "a4")
    state = without_entries(elsewhere(state, "a4>c9"), f"c9-c10*{corporal}@a1")
    marked = {piece.id for piece in state.view(Viewer.SPECTATOR).pieces if piece.rescuer}
    assert marked == {general}
    state = without_entries(elsewhere(state, "a5>c9"), "c9-c10")
    state = without_entries(elsewhere(state, "b4>f9"), f"f9-f10*{general}@b1", "e7-e6")
    state = elsewhere(state, "b1>a9")
    assert {piece.id for piece in state.view(Viewer.SPECTATOR).pieces if piece.rescuer} >= {general}
    assert state.view(Viewer.RED).rescues == (0, 2)


def test_a_flag_cannot_be_rescued():
    """In the other two the game is over once the only Flag is taken."""
    state = played(seated("campaign", red="9a4 Fj4", blue="Mj7 Fa10 5e7"), "+F@a1", "+F@b10")
    state = played(elsewhere(state, "j7>j5", to_move=Seat.BLUE), "j5-j4", "+0")
    flag = state.view(Viewer.ALL).captured[0].id
    state = elsewhere(state, "a4>c9")
    assert refused(state, f"c9-c10*{flag}@c1") == Refusal("rescue", {"reason": "not-captured", "piece": flag})


@family
def test_a_rescued_piece_is_known_to_all(slug):
    state = about_to_arrive(slug)
    fallen = state.view(Viewer.RED).captured[0].id
    after = played(state, f"c9-c10*{fallen}@a1")
    seen = [piece for piece in after.view(Viewer.BLUE).pieces if piece.id == fallen]
    assert [(item.rank, item.revealed) for item in seen] == [(Rank.SERGEANT, True)]
    rescuer = [piece for piece in after.view(Viewer.BLUE).pieces if piece.rescuer]
    assert [(item.rank, item.revealed) for item in rescuer] == [(None, False)]


def test_an_option_declined_looks_like_one_that_never_existed():
    """Two worlds: blue sees a Scout or a General arrive, and cannot tell whether a rescue was possible."""
    views = [played(about_to_arrive("lightning", rank), "c9-c10").view(Viewer.BLUE) for rank in "29"]
    assert views[0] == views[1]


# Cavalry and combat


@family
def test_the_captain_goes_one_or_two_squares_and_never_back_to_its_start(slug):
    state = seated(slug, red="6e4 4e3 Fj1", blue="5e7 Fj10")
    mine = sorted(text for text in texts(state) if text.startswith("e4") and "*" not in text)
    assert mine == sorted(
        ["e4-e5", "e4-e6", "e4-e5-f5", "e4-d4", "e4-c4", "e4-d4-d3", "e4-f4", "e4-g4", "e4-f4-f5", "e4-f4-f3"]
    )


@family
def test_an_attack_ends_the_captains_move(slug):
    state = elsewhere(seated(slug, red="6e4 Fj1", blue="5e7 4h7 Fj10"), "e7>e5", "h7>f4")
    assert {"e4-e5", "e4-f4", "e4-d4-d3"} < set(texts(state))
    assert refused(state, "e4-e6") == Refusal("blocked", {"source": "e4", "target": "e6", "square": "e5"})
    assert refused(state, "e4-f4-f5") == Refusal("blocked", {"source": "e4", "target": "f5", "square": "f4"})


@pytest.mark.parametrize("slug", ["lightning", "campaign"])
@pytest.mark.parametrize(
    ("rank", "turn", "shown"),
    [("6", "e4-e5-f5", True), ("6", "e4-e6", False), ("2", "e4-e6", False), ("2", "e4-e7", True)],
)
def test_a_move_reveals_only_what_its_shape_proves(slug, rank, turn, shown):
    state = seated(slug, red=f"{rank}e4 Fj1", blue="5a7 Fj10")
    (piece,) = [piece for piece in played(state, turn).view(Viewer.BLUE).pieces if piece.id == number(state, "e4")]
    assert piece.revealed == shown


@pytest.mark.parametrize(("rank", "turn"), [("6", "e4-e5-f5"), ("6", "e4-e6"), ("2", "e4-e6"), ("2", "e4-e7")])
def test_in_ultimate_lightning_two_squares_reveal(rank, turn):
    state = seated("ultimate_lightning", red=f"{rank}e4 Fj1", blue="5a7 Fj10")
    (piece,) = [piece for piece in played(state, turn).view(Viewer.BLUE).pieces if piece.id == number(state, "e4")]
    assert piece.revealed


@family
@pytest.mark.parametrize(
    ("attacker", "defender", "stays"),
    [
        ("5", "5", "red"),
        ("5", "4", "red"),
        ("4", "5", "blue"),
        ("5", "B", None),
        ("2", "B", "red"),
        ("S", "S", "red"),
        ("S", "M", "red"),
        ("S", "2", "blue"),
        ("2", "S", "red"),
    ],
)
def test_aggressive_combat(slug, attacker, defender, stays):
    state = elsewhere(seated(slug, red=f"{attacker}e4 Fj1 3a1", blue=f"{defender}e7 Fj10 3a7"), "e7>e5")
    after = played(state, "e4-e5")
    assert standing(after).get("e5", (None,))[0] == stays


@pytest.mark.parametrize(("slug", "crossings"), [("lightning", 2), ("campaign", 2), ("ultimate_lightning", 3)])
def test_the_crossing_in_a_row_that_is_forbidden(slug, crossings):
    state = seated(slug, red="9a4 Fj1", blue="9j7 Fj10")
    there_and_back = ["a4-a5", "a5-a4", "a4-a5", "a5-a4"]
    for number_, turn in enumerate(there_and_back[:crossings]):
        assert refused(state, turn) is None
        state = played(state, turn, f"j{7 - number_ % 2}-j{6 + number_ % 2}")
    refusal_ = refused(state, there_and_back[crossings])
    assert refusal_ is not None
    assert refusal_.code == "two-squares"


def test_ultimate_lightning_draws_when_both_go_and_nobody_can_move():
    state = elsewhere(seated("ultimate_lightning", red="5e4 Fj1", blue="Be7 Fj10"), "e7>e5")
    assert played(state, "e4-e5").outcome == Outcome(End.NOBODY_CAN_MOVE)
    assert played(elsewhere(seated("lightning", red="5e4 Fj1", blue="Be7 Fj10"), "e7>e5"), "e4-e5").outcome == Outcome(
        End.NO_LEGAL_TURN, 0
    )


# Campaign


def test_the_second_army_is_in_reserve_and_secret():
    view = seated("campaign", red="9a4 Fj1", blue="5e7 Fj10").view(Viewer.RED)
    own, theirs = view.holdings
    assert (own.seat, own.kind, own.count, dict(own.ranks)) == (
        Seat.RED,
        "reserve",
        20,
        dict(variant("campaign").army),
    )
    assert (theirs.seat, theirs.kind, theirs.count, theirs.ranks) == (Seat.BLUE, "reserve", 20, None)


def test_the_first_entry_is_the_second_flag_shown_to_all():
    state = seated("campaign", red="9a4 Fj1", blue="5e7 Fj10")
    assert {text[:2] for text in texts(state) if text.startswith("+")} == {"+F"}
    assert refused(state, "+9@a1") == Refusal("entry", {"reason": "flag-first"})
    after, facts = apply(state, parse_turn(state.variant, "+F@a1"))
    assert after.to_move is Seat.BLUE
    (flag,) = [piece for piece in after.view(Viewer.BLUE).pieces if piece.square == 0]
    assert (flag.rank, flag.revealed) == (Rank.FLAG, True)
    assert after.view(Viewer.SPECTATOR).last.text == "+F@a1"
    assert [(fact.code, fact.audience) for fact in facts] == [("entry", None)]


def test_later_entries_are_hidden():
    state = played(seated("campaign", red="9a4 Fj1", blue="5e7 Fj10"), "+F@a1", "+F@a10")
    after, facts = apply(state, parse_turn(state.variant, "+M@b1"))
    assert after.view(Viewer.BLUE).last.text == "+@b1"
    assert after.view(Viewer.RED).last.text == "+M@b1"
    (seen,) = [piece for piece in after.view(Viewer.BLUE).pieces if piece.square == 1]
    assert (seen.rank, seen.revealed) == (None, False)
    assert [(fact.code, fact.audience) for fact in facts] == [("entry", None), ("entry-known", frozenset({0}))]
    other, _facts = apply(state, parse_turn(state.variant, "+2@b1"))
    assert other.view(Viewer.BLUE) == after.view(Viewer.BLUE)


@pytest.mark.parametrize(("square", "reason"), [("e5", "home"), ("e7", "home"), ("a4", "taken"), ("e4", None)])
def test_entry_on_any_empty_home_square(square, reason):
    state = seated("campaign", red="9a4 Fj1", blue="5e7 Fj10")
    expected = None if reason is None else Refusal("entry", {"reason": reason, "square": square})
    assert refused(state, f"+F@{square}") == expected
    assert (f"+F@{square}" in texts(state)) == (reason is None)


def test_what_the_reserve_does_not_hold_cannot_enter():
    state = played(seated("campaign", red="9a4 Fj1", blue="5e7 Fj10"), "+F@a1", "+F@a10", "+M@b1", "+2@b10")
    assert refused(state, "+M@c1") == Refusal("entry", {"reason": "rank", "rank": int(Rank.MARSHAL)})


def test_a_won_attack_allows_one_more_entry():
    state = elsewhere(seated("campaign", red="9e4 Fj1", blue="5e7 Fj10"), "e7>e5")
    won = played(state, "e4-e5")
    assert won.pending == Pending("entry", Seat.RED)
    assert {text[:2] for text in texts(won)} == {"+F", "+0"}
    entered = played(won, "+F@a1")
    assert (entered.pending, entered.to_move, entered.ply) == (None, Seat.BLUE, 1)
    declined = played(won, "+0")
    assert (declined.pending, declined.to_move, declined.ply) == (None, Seat.BLUE, 1)
    assert declined.view(Viewer.SPECTATOR).last.text == "e4xe5"


def test_a_defenders_win_earns_nothing():
    state = elsewhere(seated("campaign", red="4e4 Fj1", blue="5e7 Fj10"), "e7>e5")
    assert played(state, "e4-e5").pending is None


def test_a_turn_of_entry_alone_breaks_the_row():
    state = played(seated("campaign", red="9a4 Fj1", blue="9j7 Fj10"), "a4-a5 j7-j6 a5-a4 j6-j5")
    assert refused(state, "a4-a5").code == "two-squares"
    assert refused(played(state, "+F@a1", "j5-i5"), "a4-a5") is None


def test_taking_the_first_flag_before_the_second_has_entered_wins():
    state = elsewhere(seated("campaign", red="9e4 Fj1", blue="Fe7 5a7"), "e7>e5")
    assert played(state, "e4-e5").outcome == Outcome(End.FLAG_CAPTURED, 0)


def test_taking_the_last_flag_that_stands_wins():
    state = played(seated("campaign", red="9e4 Fj1", blue="Fe7 5a7"), "+F@a1", "+F@e8")
    one_left = played(elsewhere(state, "e7>e5"), "e4-e5")
    assert (one_left.outcome, one_left.pending) == (None, Pending("entry", Seat.RED))
    state = played(one_left, "+0", "a7-a6")
    assert played(elsewhere(state, "e8>e6"), "e5-e6").outcome == Outcome(End.FLAG_CAPTURED, 0)
