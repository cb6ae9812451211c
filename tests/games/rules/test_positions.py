"""A small table of positions for each rule, with its section of RULES."""

from __future__ import annotations

from collections import Counter

import pytest

import games.rules
from games.rules import (
    VARIANTS,
    Combat,
    End,
    Fact,
    Illegal,
    Options,
    Outcome,
    Rank,
    Refusal,
    Seat,
    Viewer,
    apply,
    conclude,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    resign,
    start,
    time_out,
    variant,
)
from games.rules.combat import aggressive, classic

from .positions import NOTED, elsewhere, played, position, seated


def refused(state, text: str) -> Refusal | None:
    return refusal(state, parse_turn(state.variant, text))


# Section 3: moving


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e5-e6", Refusal("not-your-piece", {"source": "e5", "target": "e6", "empty": True})),
        ("e7-e6", Refusal("not-your-piece", {"source": "e7", "target": "e6", "empty": False})),
        ("c5-c4", Refusal("not-your-piece", {"source": "c5", "target": "c4", "empty": True})),
        ("a1-a2", Refusal("immovable", {"source": "a1", "target": "a2", "rank": int(Rank.FLAG)})),
        ("b4-b5", Refusal("immovable", {"source": "b4", "target": "b5", "rank": int(Rank.BOMB)})),
        ("e4-e6", Refusal("too-far", {"source": "e4", "target": "e6", "rank": int(Rank.MARSHAL), "reach": 1})),
        ("e4-f5", Refusal("not-straight", {"source": "e4", "target": "f5"})),
        ("a4-b6", Refusal("not-straight", {"source": "a4", "target": "b6"})),
        ("e4-e5-f5", Refusal("not-straight", {"source": "e4", "target": "f5"})),
        ("c4-c5", Refusal("lake", {"source": "c4", "target": "c5"})),
        ("c4-c7", Refusal("lake", {"source": "c4", "target": "c7"})),
        ("a4-a9", Refusal("blocked", {"source": "a4", "target": "a9", "square": "a7"})),
        ("e4-d4", Refusal("own-piece", {"source": "e4", "target": "d4"})),
        ("a4-j4", Refusal("blocked", {"source": "a4", "target": "j4", "square": "b4"})),
        ("a4-b4", Refusal("own-piece", {"source": "a4", "target": "b4"})),
        ("d4-d7", Refusal("lake", {"source": "d4", "target": "d7"})),
        ("d4-d5", Refusal("lake", {"source": "d4", "target": "d5"})),
        ("e4-e4", Refusal("not-straight", {"source": "e4", "target": "e4"})),
        ("a4-a7", None),
        ("a4-a6", None),
        ("a4-a5", None),
        ("e4-e5", None),
        ("e4-f4", None),
        ("e4-e3", None),
    ],
)
def test_section_3_moving(text, expected):
    state = position("classic", "Me4 2d4 2c4 2a4 Bb4", "9e7 8a7 7a9")
    assert refused(state, text) == expected
    assert (parse_turn(state.variant, text) in legal_turns(state)) == (expected is None)


@pytest.mark.parametrize("rank", ["S", "3", "4", "5", "6", "7", "8", "9", "M"])
def test_section_3_all_but_the_scout_go_one_square(rank):
    state = position("classic", f"{rank}e4", "9j7")
    assert sorted(str(turn) for turn in legal_turns(state)) == ["e4-d4", "e4-e3", "e4-e5", "e4-f4"]
    result = refused(state, "e4-e6")
    assert result is not None
    assert result.code == "too-far"


def test_section_3_a_scout_goes_as_far_as_nothing_is_in_its_way_and_may_attack_there():
    state = position("classic", "2e4 8e2 9c4", "9e8 8e9")
    straight = "e4-e3 e4-e5 e4-e6 e4-e7 e4-e8 e4-d4 e4-f4 e4-g4 e4-h4 e4-i4 e4-j4"
    assert Counter(str(turn) for turn in legal_turns(state) if str(turn).startswith("e4")) == Counter(straight.split())


def test_section_1_red_makes_the_first_ply_and_seats_take_turns():
    state = position("classic", "9a4", "9j7")
    assert (state.to_move, state.ply) == (Seat.RED, 0)
    state = played(state, "a4-a5")
    assert (state.to_move, state.ply) == (Seat.BLUE, 1)
    assert refused(state, "a5-a6") == Refusal("not-your-piece", {"source": "a5", "target": "a6", "empty": False})


@pytest.mark.parametrize("text", ["", "a1", "a1-", "a1a2", "a1-a2-a3-a4", "A1-A2", "a1 - a2", "a1-a2" * 20])
def test_what_is_no_turn_is_refused_as_notation(text):
    with pytest.raises(Illegal) as error:
        parse_turn(variant("classic"), text)
    assert error.value.refusal == Refusal("notation", {"text": text[:40]})


@pytest.mark.parametrize(
    ("text", "square"), [("k1-k2", "k1"), ("a1-a11", "a11"), ("a0-a1", "a0"), ("a1-a99", "a99"), ("a1-a2-a11", "a11")]
)
def test_squares_off_the_board(text, square):
    with pytest.raises(Illegal) as error:
        parse_turn(variant("classic"), text)
    assert error.value.refusal == Refusal("off-board", {"square": square})


def test_turn_texts_are_canonical():
    board = variant("classic").board
    assert [str(board.turn(text)) for text in ("d4xd5", "d4-d5", "d4-d5-d6")] == ["d4-d5", "d4-d5", "d4-d6"]


def test_section_3_a_scout_that_goes_far_is_revealed_and_one_step_reveals_nothing():
    state = position("classic", "2a4 2b4", "9e7")
    near, far = played(state, "a4-a5"), played(state, "a4-a6")
    (piece,) = (piece for piece in near.view(Viewer.BLUE).pieces if near.variant.board.name(piece.square) == "a5")
    assert (piece.rank, piece.revealed) == (None, False)
    (piece,) = (piece for piece in far.view(Viewer.BLUE).pieces if far.variant.board.name(piece.square) == "a6")
    assert (piece.rank, piece.revealed) == (Rank.SCOUT, True)


# Section 3: combat, as the text has it

RANKS = "S23456789M"


def expected_classic(attacker: str, defender: str) -> str:
    if defender == "F" or (attacker, defender) in {("3", "B"), ("S", "M")}:
        return "WIN"
    if defender == "B" or RANKS.index(attacker) < RANKS.index(defender):
        return "LOSS"
    return "BOTH" if attacker == defender else "WIN"


def expected_aggressive(attacker: str, defender: str) -> str:
    if attacker == "C":
        return "WIN"
    if defender == "B":
        return "WIN" if attacker == "2" else "BOTH"
    if attacker == "S":
        return "WIN" if defender in "SFMC" else "LOSS"
    if defender in "FCS":
        return "WIN"
    return "WIN" if RANKS.index(attacker) >= RANKS.index(defender) else "LOSS"


@pytest.mark.parametrize(
    ("table", "expected", "others"), [(classic, expected_classic, "FB"), (aggressive, expected_aggressive, "FBC")]
)
def test_section_3_combat(table: Combat, expected, others):
    by_symbol = games.rules.RANK_OF_SYMBOL
    attackers = RANKS + others.replace("F", "").replace("B", "")
    for attacker in attackers:
        for defender in RANKS + others:
            result = table.result(by_symbol[attacker], by_symbol[defender])
            assert (attacker, defender, result.name) == (attacker, defender, expected(attacker, defender))


def meeting(attacker: str, defender: str):
    """Red's attacker stands before blue's defender, red to move; both sides can move after any result."""
    state = position("classic", f"{attacker}a4 2j4", f"{defender}a7 2j7" if defender != "F" else "Fa7 2j7")
    return played(state, "a4-a5 j7-i7 a5-a6 i7-j7")


@pytest.mark.parametrize("attacker", RANKS)
def test_section_3_every_attack_of_classic_on_the_board(attacker):
    for defender in RANKS + "BF":
        state, facts = apply(meeting(attacker, defender), parse_turn(variant("classic"), "a6xa7"))
        result = expected_classic(attacker, defender)
        view, board = state.view(Viewer.SPECTATOR), state.variant.board
        on = {board.name(piece.square): piece for piece in view.pieces}
        winner = {"WIN": (Seat.RED, attacker), "LOSS": (Seat.BLUE, defender), "BOTH": None}[result]
        assert "a6" not in on
        assert (winner is None) == ("a7" not in on)
        if winner is not None:
            assert (on["a7"].seat, on["a7"].rank.symbol, on["a7"].revealed) == (*winner, True)
        fallen = [(piece.seat, piece.rank.symbol, board.name(piece.square)) for piece in view.captured]
        lost = {"WIN": [(Seat.BLUE, defender)], "LOSS": [(Seat.RED, attacker)]}
        both = [(Seat.BLUE, defender), (Seat.RED, attacker)]
        assert fallen == [(*item, "a7") for item in lost.get(result, both)]
        assert [fact.code for fact in facts] == ["attacked"] + ["over"] * (defender == "F")
        assert (view.last.attack.attacker.rank.symbol, view.last.attack.defender.rank.symbol) == (attacker, defender)
        assert view.last.attack.result == result.lower()
        assert state.outcome == (Outcome(End.FLAG_CAPTURED, 0) if defender == "F" else None)


# Section 4: two squares

BACK_AND_FORTH = "a4-a5 j7-j6 a5-a4 j6-j5 a4-a5 j5-i5"


def test_section_4_the_fourth_crossing_in_a_row_is_forbidden_in_classic():
    state = played(position("classic", "9a4 8e4", "9j7 8e7"), BACK_AND_FORTH)
    assert refused(state, "a5-a4") == Refusal(
        "two-squares", {"source": "a5", "target": "a4", "borders": (("a4", "a5"),), "limit": 3}
    )
    assert refused(state, "a5-a6") is None
    assert parse_turn(state.variant, "a5-a4") not in legal_turns(state)


def test_section_4_the_third_crossing_is_forbidden_in_battle():
    state = played(position("battle", "9a4 8e4", "9j7 8e7"), "a4-a5 j7-j6 a5-a4 j6-j5")
    assert refused(state, "a4-a5") == Refusal(
        "two-squares", {"source": "a4", "target": "a5", "borders": (("a4", "a5"),), "limit": 2}
    )


def test_section_4_another_piece_in_between_breaks_the_row():
    state = played(position("classic", "9a4 8e4", "9j7 8e7"), BACK_AND_FORTH, "e4-e5 i5-i4")
    assert refused(state, "a5-a4") is None


def test_section_4_a_scout_may_stop_short_of_the_overused_border():
    state = played(position("classic", "2a1 Fb1 9e4", "9j7 8e7"), "a1-a3 j7-j6 a3-a1 j6-j5 a1-a3 j5-i5")
    assert refused(state, "a3-a1").code == "two-squares"
    assert refused(state, "a3-a2").code == "two-squares"
    state = played(position("classic", "2a1 Fb1 9e4", "9j7 8e7"), "a1-a2 j7-j6 a2-a1 j6-j5 a1-a3 j5-i5")
    assert refused(state, "a3-a1").params["borders"] == (("a1", "a2"),)
    assert refused(state, "a3-a2") is None


@pytest.mark.parametrize(
    "book", [book for newest in VARIANTS.values() for book in newest.editions if book.two_squares], ids=str
)
def test_reading_16_section_4_counts_borders_in_every_book(book):
    """A Scout's long moves over one border count like short ones. It may go elsewhere, and any other piece anywhere."""
    if len(book.seats) == 2:
        (home, near, far), aside, other = ("a4", "a5", "a6"), {"a4": "b4", "a6": "b6"}, "e4-e5"
        state = position(book.slug, "2a4 9e4", "9j7", edition=book.edition)
    else:
        (home, near, far), aside, other = ("f3", "f4", "f5"), {"f3": "e3", "f5": "e5"}, "g3-g4"
        state = seated(book.slug, edition=book.edition, red="Fd1 2f3 4g3")
    moves = [f"{home}-{far}", f"{far}-{home}", f"{home}-{far}"][: int(book.two_squares)]
    for move in moves:
        state = elsewhere(played(state, move), to_move=Seat.RED)
    stands = moves[-1].split("-")[1]
    legal = {turn.text for turn in legal_turns(state)}
    assert refused(state, f"{stands}-{near}").code == "two-squares"
    assert refused(state, f"{stands}-{home if stands == far else far}").code == "two-squares"
    assert {f"{stands}-{aside[stands]}", other} <= legal
    assert not {f"{stands}-{near}", moves[-1], moves[-2]} & legal
    assert refused(elsewhere(played(state, other), to_move=Seat.RED), f"{stands}-{near}") is None


@pytest.mark.parametrize(
    "book", [book for newest in VARIANTS.values() for book in newest.editions if book.chase_limit], ids=str
)
def test_reading_17_a_long_move_reveals_the_scout_where_the_chase_limit_holds(book):
    state = position(book.slug, "2a4 9e4", "9j7", edition=book.edition)

    def seen(move: str) -> list[tuple[Rank | None, bool]]:
        view = played(state, move).view(Viewer.SPECTATOR)
        return [(piece.rank, piece.revealed) for piece in view.pieces if piece.id == view.last.piece]

    assert [seen(move) for move in ("a4-a6", "a4-a5", "e4-e5")] == [
        [(Rank.SCOUT, True)],
        [(None, False)],
        [(None, False)],
    ]


def test_section_4_holds_for_attacks_too():
    state = position("classic", "9a4 2e4", "Fa10 8a7 9j7")
    state = played(state, "a4-a5 a7-a6 e4-e5 j7-j6 e5-e4 j6-j7 e4-e5 j7-j6")
    assert refused(state, "e5-e4").code == "two-squares"
    assert refused(state, "a5xa6") is None


# Section 5: more squares, see also the recorded games below


def chased_in_a_ring():
    """Red's Lieutenant drives a Captain up the board and around the four squares c9, c10, d10, d9."""
    setups = {Seat.RED: "." * 23 + "F" + "." * 11 + "5" + "." * 4, Seat.BLUE: "." * 6 + "6" + "." * 12 + "F" + "." * 20}
    drive = "f4-f5 g7-f7 f5-f6 f7-e7 f6-e6 e7-e8 e6-e7 e8-d8 e7-d7 d8-d9 d7-d8 d9-d10 d8-d9"
    lap = "d10-c10 d9-d10 c10-c9 d10-c10 c9-d9 c10-c9 d9-d10"
    return played(start(variant("classic"), setups, Options(free_setup=True)), drive, lap)


def test_section_5_a_chasing_move_may_not_repeat_a_position():
    state = chased_in_a_ring()
    result = refused(state, "c9-d9")
    assert result is not None
    assert (result.code, result.params["ply"]) == ("more-squares", 13)
    assert parse_turn(state.variant, "c9-d9") not in legal_turns(state)
    (caution,) = (
        caution for caution in state.view(Viewer.SPECTATOR).cautions if caution.code == "more-squares-reached"
    )
    assert caution.params["barred"] == (("c9", "d9"),)


def test_section_5_a_move_may_take_back_the_last_one_and_end_elsewhere():
    state = chased_in_a_ring()
    assert refused(state, "c9-c10") is None
    assert refused(state, "c9-b9") is None


def test_section_5_a_ply_away_from_the_chase_starts_it_anew():
    state = played(chased_in_a_ring(), "c9-b9 d10-e10 b9-c9 e10-d10")
    assert refused(state, "c9-d9") is None


# Section 6: the chase limit


def test_section_6_a_third_threat_to_the_same_piece_is_forbidden():
    state = played(position("battle", "Ma4 2j4", "9a7 2j7"), "a4-a5 j7-i7 a5-a6 a7-b7 a6-b6 b7-c7")
    result = refused(state, "b6-b7")
    assert result == Refusal("chase-limit", {"source": "b6", "target": "b7", "chased": "c7"})
    assert refused(state, "b6-a6") is None


def test_section_6_the_chased_piece_may_still_be_attacked():
    state = position("battle", "Ma4 2j4", "9a7 2e7")
    state = played(state, "j4-j8 e7-e6 a4-a5 e6-e7 a5-a6 a7-b7 a6-b6 b7-b8")
    assert refused(state, "b6-b7") == Refusal("chase-limit", {"source": "b6", "target": "b7", "chased": "b8"})
    assert refused(state, "j8-c8") == Refusal("chase-limit", {"source": "j8", "target": "c8", "chased": "b8"})
    assert refused(state, "j8xb8") is None
    assert refused(state, "j8-d8") is None


def test_section_6_counts_threats_by_any_pieces():
    """Red threatens with two pieces in turn; a third threat by either is one too many."""
    state = position("battle", "Ma4 8b4", "9a7 2j7")
    state = played(state, "b4-b5 j7-j6 b5-b6 j6-j5 b6-b7 j5-i5 a4-a5 i5-i6 a5-a6 a7-a8 b7-b8 a8-a9")
    assert refused(state, "b8-b9") == Refusal("chase-limit", {"source": "b8", "target": "b9", "chased": "a9"})
    assert refused(state, "a6-a7") is None


def test_section_6_a_turn_elsewhere_by_either_seat_breaks_the_chase():
    state = played(position("battle", "Ma4 2j4", "9a7 2i7"), "a4-a5 i7-h7 a5-a6 a7-b7 a6-b6 b7-c7")
    assert refused(state, "b6-b7").code == "chase-limit"
    assert refused(played(state, "j4-j5 h7-h8"), "b6-b7") is None
    state = played(position("battle", "Ma4 8b4", "9a7 2j7"), "b4-b5 j7-j6 a4-a5 j6-j5 a5-a6 a7-b7 a6-a7")
    assert refused(played(state, "j5-i5"), "b5-b6") is None


def test_section_6_any_attack_starts_the_count_anew():
    state = position("battle", "Ma4 2j4", "9a7 2j7")
    state = played(state, "a4-a5 j7-i7 a5-a6 a7-b7 j4-j9 b7-c7")
    assert refused(state, "a6-b6") is None


def test_section_6_does_not_hold_in_classic():
    state = played(position("classic", "Ma4 2j4", "9a7 2j7"), "a4-a5 j7-i7 a5-a6 a7-b7 a6-b6 b7-c7")
    assert refused(state, "b6-b7") is None


# Section 7: the end


def test_section_7_a_flag_taken_wins():
    state = played(position("classic", "2b4", "Fb7 9j7"), "b4-b6 j7-j6 b6xb7")
    assert state.outcome == Outcome(End.FLAG_CAPTURED, 0)
    assert legal_turns(state) == []
    assert refused(state, "j6-j5") == Refusal("game-over", {"kind": "flag-captured"})


def test_section_7_without_a_legal_turn_a_seat_loses():
    state = played(position("classic", "Ma4", "9a7"), "a4-a5 a7-a6 a5xa6")
    assert state.outcome == Outcome(End.NO_LEGAL_TURN, 0)


def test_section_7_the_repetition_rules_can_take_the_last_turn():
    state = position("classic", "Fj1 Bi1 9j2 Bi2 Bj3", "9a7 8b7")
    assert state.outcome == Outcome(End.NO_LEGAL_TURN, 1)
    state = position("classic", "Fj1 Bi1 9j2 Bi2 Bi3 Bj4", "9a7 8b7")
    state = played(state, "j2-j3 a7-a6 j3-j2 a6-a5 j2-j3 b7-b6")
    assert state.outcome == Outcome(End.NO_LEGAL_TURN, 1)


def test_section_7_equal_last_pieces_draw_when_neither_can_move():
    for slug in ("classic", "battle"):
        state = played(position(slug, "9a4", "9a7"), "a4-a5 a7-a6 a5xa6")
        assert state.outcome == Outcome(End.NOBODY_CAN_MOVE)


BOXED = {"red": "Fj1 Bi1 Bh2 5i2 5j2 Bi3 Bj3", "blue": "Fj10 Bi10 Bh9 5i9 5j9 Bi8 Bj8"}


@pytest.mark.parametrize(
    ("slug", "edition", "outcome"),
    [
        ("classic", 1, Outcome(End.NOBODY_CAN_MOVE)),
        ("battle", 1, Outcome(End.NOBODY_CAN_MOVE)),
        ("battle", 2, Outcome(End.NO_LEGAL_TURN, 0)),
    ],
)
def test_section_7_both_blocked_after_an_equal_trade_although_pieces_are_left(slug, edition, outcome):
    """A draw where the classic documents rule, as in the first edition of battle; in its second the next seat loses."""
    state = position(slug, f"9a4 {BOXED['red']}", f"9a7 {BOXED['blue']}", edition=edition)
    assert [str(turn) for turn in legal_turns(state)] == ["a4-a3", "a4-b4", "a4-a5"]
    state = played(state, "a4-a5 a7-a6 a5xa6")
    assert state.outcome == outcome


@pytest.mark.parametrize("slug", ["classic", "battle"])
@pytest.mark.parametrize(("attacker", "defender", "winner"), [("M", "9", 0), ("8", "9", 1)])
def test_section_7_blocked_after_an_unequal_attack_loses(slug, attacker, defender, winner):
    state = position(slug, f"{attacker}a4 {BOXED['red']}", f"{defender}a7 {BOXED['blue']}")
    state = played(state, "a4-a5 a7-a6 a5xa6")
    if winner == 1:
        assert state.outcome is None
        state = played(state, "a6-a5")
    assert state.outcome == Outcome(End.NO_LEGAL_TURN, winner)


@pytest.mark.parametrize("slug", ["classic", "battle"])
def test_section_7_an_equal_trade_that_blocks_only_the_next_seat_loses_for_it(slug):
    state = played(position(slug, "9a4 6c1", f"9a7 {BOXED['blue']}"), "a4-a5 a7-a6 a5xa6")
    assert state.outcome == Outcome(End.NO_LEGAL_TURN, 0)


@pytest.mark.parametrize("slug", ["classic", "battle"])
def test_section_7_an_equal_trade_that_blocks_only_its_attacker_is_lost_a_ply_later(slug):
    state = played(position(slug, f"9a4 {BOXED['red']}", "9a7 6c10"), "a4-a5 a7-a6 a5xa6")
    assert state.outcome is None
    assert played(state, "c10-c9").outcome == Outcome(End.NO_LEGAL_TURN, 1)


@pytest.mark.parametrize(
    ("slug", "outcome"),
    [
        ("classic", Outcome(End.NO_LEGAL_TURN, 0)),
        ("barrage", Outcome(End.NO_LEGAL_TURN, 0)),
        ("battle", Outcome(End.NOBODY_CAN_MOVE)),
        ("duel", Outcome(End.NOBODY_CAN_MOVE)),
    ],
)
def test_section_7_the_last_movable_piece_of_all_falls_at_a_bomb(slug, outcome):
    """In battle and duel a draw, before any loss; elsewhere the seat whose turn it is loses, though it lost nothing."""
    assert played(position(slug, "2a4", "Ba7 Fb7"), "a4xa7").outcome == outcome


def test_section_7_battle_is_not_drawn_while_one_side_has_a_movable_piece_even_blocked():
    state = position("battle", "2a4", f"Ba7 {BOXED['blue']}")
    assert played(state, "a4xa7").outcome == Outcome(End.NO_LEGAL_TURN, 0)


def test_section_7_battle_draws_without_movable_pieces_before_any_loss():
    assert position("battle", "Ba4", "Ba7").outcome == Outcome(End.NOBODY_CAN_MOVE)
    assert position("classic", "Ba4", "Ba7").outcome == Outcome(End.NO_LEGAL_TURN, 1)


def test_section_7_the_limit_without_attacks_draws_and_is_shown_before():
    state = position("duel", "9a4", "9j7", no_attack_limit=4)
    state = played(state, "a4-a5 j7-j6 a5-a4")
    assert state.outcome is None
    cautions = {caution.code: caution.params for caution in state.view(Viewer.SPECTATOR).cautions}
    assert cautions["quiet-limit-near"] == {"left": 1, "limit": 4}
    assert played(state, "j6-j5").outcome == Outcome(End.NO_ATTACK_LIMIT)


def test_section_7_the_limit_comes_before_a_loss_for_lack_of_a_turn():
    """Both come with the same ply: the game is drawn after it, and the seat without a turn never has its turn."""
    limited = {"red": "Fj1 Bi1 9j2 Bi2 Bi3 Bj4", "blue": "9a7 8b7"}
    turns = "j2-j3 a7-a6 j3-j2 a6-a5 j2-j3 b7-b6"
    assert played(position("classic", **limited), turns).outcome == Outcome(End.NO_LEGAL_TURN, 1)
    assert played(position("classic", **limited, no_attack_limit=6), turns).outcome == Outcome(End.NO_ATTACK_LIMIT)


BOX = "9j1 Bi1 Bi2 Fj3"
"""A General that may only go from j1 to j2 and back, until section 4 forbids that too."""

BOXES = [
    pytest.param(book, id=f"{book.slug}-{book.edition}")
    for newest in VARIANTS.values()
    for book in newest.editions
    if len(book.seats) == 2 and book.army.get(Rank.BOMB, 0) > 1 and not book.deals
]


@pytest.mark.parametrize("book", BOXES)
def test_section_7_the_limit_comes_before_a_missing_turn_in_every_book(book):
    """In every edition. Barrage has too few Bombs for the box; Alliance and cards have tests of their own."""
    turns = ["j1-j2", "a7-a6", "j2-j1", "a6-a5", "j1-j2", "b7-b6"][: 2 * int(book.two_squares)]

    def end(**options: int) -> Outcome | None:
        state = position(book.slug, BOX, "9a7 Mb7", edition=book.edition, **options)
        if state.view(Viewer.ALL).holdings:  # the second army is spent
            value = dump(state)
            state = load(book, state.options, value | {"stock": [[0] * len(counts) for counts in value["stock"]]})
        return played(state, *turns).outcome

    assert end() == Outcome(End.NO_LEGAL_TURN, 1)
    assert end(no_attack_limit=len(turns)) == Outcome(End.NO_ATTACK_LIMIT)


def test_section_7_an_attack_starts_the_limit_anew():
    state = played(
        position("duel", "2a4 Me4", "9a7 2j7", no_attack_limit=3),
        "a4xa7 j7-j6 e4-e5",
    )
    assert (state.outcome, state.view(Viewer.SPECTATOR).quiet) == (None, 2)
    assert played(state, "j6-j5").outcome == Outcome(End.NO_ATTACK_LIMIT)


def test_section_7_resignation_time_and_agreement():
    state = position("duel", "9a4", "9j7")
    assert resign(state, Seat.RED).outcome == Outcome(End.RESIGNATION, 1)
    assert time_out(state, Seat.BLUE).outcome == Outcome(End.TIME_OUT, 0)
    over = conclude(state, Outcome(End.AGREED_DRAW))
    assert over.outcome == Outcome(End.AGREED_DRAW)
    assert state.outcome is None
    with pytest.raises(Illegal) as error:
        conclude(over, Outcome(End.AGREED_DRAW))
    assert error.value.refusal.code == "game-over"


def test_section_7_noted_marks_what_enforced_refuses():
    state = played(position("classic", "9a4 8e4", "9j7 8e7", **NOTED), BACK_AND_FORTH)
    after, facts = apply(state, parse_turn(state.variant, "a5-a4"))
    assert [(mark.ply, mark.rule) for mark in after.noted] == [(7, "two-squares")]
    assert facts[-1] == Fact("noted", {"ply": 7, "rule": "two-squares"})
    assert after.view(Viewer.SPECTATOR).last.noted == "two-squares"


# Section 2: set-ups


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("F" * 39, {"reason": "length", "seat": "red", "squares": 40, "found": 39}),
        ("X" + "." * 39, {"reason": "symbol", "seat": "red", "symbol": "X"}),
        ("F" + "." * 39, {"reason": "count", "seat": "red", "rank": int(Rank.SPY), "allowed": 1, "found": 0}),
        ("FF" + "." * 38, {"reason": "count", "seat": "red", "rank": int(Rank.FLAG), "allowed": 1, "found": 2}),
    ],
)
def test_section_2_set_ups_that_do_not_fit(setup, reason):
    good = "." * 32 + "MF93S22B"
    with pytest.raises(Illegal) as error:
        start(variant("barrage"), {Seat.RED: setup, Seat.BLUE: good})
    assert error.value.refusal == Refusal("set-up", reason)


def test_section_2_a_free_set_up_still_needs_its_flag():
    with pytest.raises(Illegal) as error:
        start(variant("classic"), {Seat.RED: "." * 40, Seat.BLUE: "." * 40}, Options(free_setup=True))
    assert error.value.refusal.params["rank"] == int(Rank.FLAG)
