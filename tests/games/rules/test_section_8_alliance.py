"""RULES section 8, Alliance and Alliance Lightning, sentence by sentence."""

from __future__ import annotations

import pytest

from games.rules import (
    End,
    Illegal,
    Options,
    Outcome,
    Pending,
    Rank,
    Refusal,
    Repetition,
    Seat,
    State,
    Viewer,
    apply,
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

from .positions import elsewhere, played, seated

BOOKS = ("alliance", "alliance_lightning")
both = pytest.mark.parametrize("slug", BOOKS)

RED, BLUE, RED2, BLUE2 = Seat
SEATS = {"red": "Fd1 9f3 2e3", "blue": "Fa5 5c6", "red2": "Fe11 4f9", "blue2": "Fk6 6i6"}


def refused(state: State, text: str) -> Refusal | None:
    return refusal(state, parse_turn(state.variant, text))


def texts(state: State) -> list[str]:
    return [turn.text for turn in legal_turns(state)]


def put_up(
    slug: str = "alliance", *moves: str, to_move: Seat = RED, edition: int | None = None, **pieces: str
) -> State:
    """A state with a few pieces, `SEATS` unless told, then put on other squares."""
    return elsewhere(seated(slug, edition=edition, **(SEATS | pieces)), *moves, to_move=to_move)


def under(state: State, **options: object) -> State:
    return load(state.variant, Options(free_setup=True, **options), dump(state))  # type: ignore[arg-type]


def standing(state: State) -> dict[str, tuple[str, str]]:
    name = state.variant.board.name
    return {name(piece.square): (piece.seat.slug, piece.rank.symbol) for piece in state.view(Viewer.ALL).pieces}


def without_entry(state: State) -> State:
    return played(state, "+0") if state.pending is not None and state.pending.kind == "entry" else state


# The board and the seats


@both
def test_the_board(slug):
    board = variant(slug).board
    name = board.name
    camps = [{name(square) for square in home} for home in board.homes]
    assert camps[RED] == {f"{column}{row}" for row in (1, 2) for column in "defgh"} | {"e3", "f3", "g3"}
    assert camps[BLUE] == {f"{column}{row}" for column in "ab" for row in range(4, 9)} | {"c5", "c6", "c7"}
    assert camps[RED2] == {f"{column}{row}" for row in (10, 11) for column in "defgh"} | {"e9", "f9", "g9"}
    assert camps[BLUE2] == {f"{column}{row}" for column in "jk" for row in range(4, 9)} | {"i5", "i6", "i7"}
    assert {name(square) for square in board.lakes} == {"d4", "e4", "h4", "h5", "h8", "g8", "d8", "d7"}
    assert [name(square) for square in board.stockades] == ["i2", "b3", "c10", "j9"]


@both
def test_four_seats_clockwise_from_red_1(slug):
    state = put_up(slug)
    order = [state.to_move]
    for turn in ("f3-f4", "c6-d6", "f9-f8"):
        state = played(state, turn)
        order.append(state.to_move)
    assert order == [RED, BLUE, RED2, BLUE2]
    assert played(state, "i6-h6").to_move is RED


def test_thirteen_of_twenty_are_set_up_and_seven_are_in_reserve():
    board = variant("alliance").board
    placement = "F" + "2222M98766554"[:12]
    setups = dict.fromkeys(variant("alliance").seats, placement)
    view = start(variant("alliance"), setups).view(Viewer.RED)
    own, *others = view.holdings
    assert own.count == 7
    whole = dict(variant("alliance").army)
    for symbol in placement:
        rank = next(rank for rank in Rank if rank.symbol == symbol)
        whole[rank] -= 1
    assert dict(own.ranks) == {rank: count for rank, count in whole.items() if count}
    assert [(holding.count, holding.ranks) for holding in others] == [(7, None)] * 3
    assert len(board.homes[0]) == 13


@pytest.mark.parametrize(
    ("placement", "reason"),
    [("." + "F2222M987665", "empty-square"), ("22225566M9877", "count"), ("F" + "M" * 12, "count"), ("F", "length")],
)
def test_a_camp_is_filled_with_the_flag_among_its_pieces(placement, reason):
    book = variant("alliance")
    good = "F2222M9876655"
    setups = dict.fromkeys(book.seats, good) | {RED2: placement}
    with pytest.raises(Illegal) as caught:
        start(book, setups)
    assert (caught.value.refusal.code, caught.value.refusal.params["reason"]) == ("set-up", reason)


# Moving, attacking, partners


@both
def test_nobody_attacks_a_partner(slug):
    state = put_up(slug, "f9>f4")
    assert refused(state, "f3-f4") == Refusal("own-piece", {"source": "f3", "target": "f4"})


@both
def test_partners_do_not_see_each_others_pieces(slug):
    seen = [piece.rank for piece in put_up(slug).view(Viewer.RED2).pieces if piece.seat is RED]
    assert seen == [None] * 3


@both
def test_no_piece_moves_onto_or_through_a_stockade(slug):
    state = put_up(slug, "f3>i1", "e3>h2")
    assert refused(state, "i1-i2") == Refusal("stockade", {"reason": "closed", "square": "i2"})
    assert refused(state, "h2-j2") == Refusal("stockade", {"reason": "closed", "square": "i2"})
    assert not {"i1-i2", "h2-i2", "h2-j2", "h2-k2"} & set(texts(state))


@both
def test_a_piece_lost_in_an_attack_is_gone_without_rescue(slug):
    state = put_up(slug, "c6>f4", "e3>e5")
    after = without_entry(played(state, "f3-f4"))
    assert after.view(Viewer.RED).rescues == ()
    assert [item.rank for item in after.view(Viewer.ALL).captured] == [Rank.LIEUTENANT]


# The Cannon


@both
@pytest.mark.parametrize(
    ("target", "between", "allowed"),
    [
        ("f6", "", True),
        ("f5", "", False),
        ("f4", "", False),
        ("f6", "f5", False),
        ("f6", "f4", False),
        ("f7", "", False),
    ],
)
def test_a_cannon_fires_exactly_three_squares_over_empty_ones(slug, target, between, allowed):
    moves = [f"c6>{target}"] + ([f"i6>{between}"] if between else [])
    state = put_up(slug, *moves, red="Fd1 Cf3")
    assert (refused(state, f"f3-{target}") is None) == allowed
    assert (f"f3-{target}" in texts(state)) == allowed


@both
def test_a_cannon_does_not_move_when_it_has_nothing_to_fire_at(slug):
    state = put_up(slug, red="Fd1 Cf3")
    assert refused(state, "f3-f6") == Refusal("shot", {"source": "f3", "target": "f6", "reason": "nobody"})
    assert refused(state, "f3-f4") is None


@both
def test_lakes_and_empty_stockades_count_as_empty(slug):
    over_a_lake = put_up(slug, "c6>d6", "f3>d3", red="Fd1 Cf3")
    assert refused(over_a_lake, "d3-d6") is None
    over_a_stockade = put_up(slug, "c6>k2", "f3>h2", red="Fd1 Cf3")
    assert refused(over_a_stockade, "h2-k2") is None


@both
def test_a_held_stockade_stops_the_shot(slug):
    state = put_up(slug, "a5>f4", "c6>k2", red="Fd1 9f3 Ch2")
    state = played(without_entry(played(state, "f3-f4", ">i2")), "k2-k3", "f9-f8", "i6-h6")
    state = elsewhere(state, "k3>k2")
    assert refused(state, "h2-k2") == Refusal("shot", {"source": "h2", "target": "k2", "reason": "blocked"})


@both
@pytest.mark.parametrize("defender", ["M", "S", "C"])
def test_the_target_is_taken_whatever_it_is(slug, defender):
    state = put_up(slug, "c6>f6", red="Fd1 Cf3", blue=f"Fa5 {defender}c6")
    after = played(state, "f3-f6")
    assert [(item.seat, item.rank) for item in after.view(Viewer.RED2).captured] == [
        (BLUE, next(rank for rank in Rank if rank.symbol == defender))
    ]


def test_a_fired_cannon_goes_to_the_reserve_and_may_enter_at_once():
    state = put_up("alliance", "c6>f6", red="Fd1 Cf3")
    cannons = dict(state.view(Viewer.RED).holdings[0].ranks)[Rank.CANNON]
    after = played(state, "f3-f6")
    view = after.view(Viewer.RED)
    assert dict(view.holdings[0].ranks)[Rank.CANNON] == cannons + 1
    assert not {"f3", "f6"} & set(standing(after))
    assert (after.pending, "+C@f3" in texts(after)) == (Pending("entry", RED), True)
    entered = played(after, "+C@f3")
    (seen,) = [
        piece for piece in entered.view(Viewer.BLUE).pieces if piece.square == variant("alliance").board.square("f3")
    ]
    assert (seen.rank, seen.revealed) == (None, False)
    assert {piece.id for piece in state.view(Viewer.ALL).pieces}.isdisjoint({seen.id})


def test_reading_18_a_fired_cannon_that_enters_again_is_a_new_piece_for_section_4():
    state = put_up("alliance", "i6>f6", "f3>f4", red="Fd1 Cf3")
    state = played(state, "f4-f3", "c6-c7", "f9-f8", "k6-k7", "f3-f6", "+C@f3", "c7-c6", "f8-f9", "k7-k6")
    assert refused(state, "f3-f4") is None
    assert "f3-f4" in texts(state)


def test_in_alliance_lightning_it_moves_to_the_square_and_stays():
    state = put_up("alliance_lightning", "c6>f6", red="Fd1 Cf3")
    after = played(state, "f3-f6")
    assert standing(after)["f6"] == ("red", "C")
    assert (after.pending, after.to_move) == (None, BLUE)
    # Its shot crosses three borders for section 4.
    after = elsewhere(after, "i6>f3", to_move=RED)
    after = elsewhere(played(after, "f6-f3"), "f9>f8", to_move=RED)
    assert refused(after, "f3-f4").code == "two-squares"


@both
def test_any_attack_takes_a_cannon(slug):
    state = put_up(slug, "c6>f4", blue="Fa5 Cc6", red="Fd1 Sf3")
    assert standing(without_entry(played(state, "f3-f4")))["f4"] == ("red", "S")


@both
def test_a_cannon_attacks_only_by_firing(slug):
    state = put_up(slug, "c6>f4", red="Fd1 Cf3")
    assert refused(state, "f3-f4") == Refusal("shot", {"source": "f3", "target": "f4", "reason": "distance"})
    assert "f3-f4" not in texts(state)


# The Flag


@both
def test_the_flag_moves_one_square_and_never_attacks(slug):
    state = put_up(slug, "c6>e1", red="Fd1 9f3")
    assert refused(state, "d1-e1") == Refusal("never-attacks", {"source": "d1", "target": "e1"})
    assert refused(state, "d1-c1") is None
    assert refused(state, "d1-b1") == Refusal("too-far", {"source": "d1", "target": "b1", "rank": 0, "reach": 1})
    assert {text for text in texts(state) if text.startswith("d1")} == {"d1-c1", "d1-d2"}


@both
def test_a_taken_flag_stands_in_an_empty_stockade_of_its_captors(slug):
    state = played(put_up(slug, "a5>f4"), "f3-f4")
    assert (state.pending, set(texts(state))) == (Pending("stockade", RED), {">i2", ">c10"})
    assert refused(state, ">b3") == Refusal("stockade", {"reason": "choose", "square": "b3"})
    held = played(state, ">c10")
    (flag,) = [piece for piece in held.view(Viewer.SPECTATOR).pieces if piece.captive]
    assert (flag.seat, flag.rank, variant(slug).board.name(flag.square)) == (BLUE, Rank.FLAG, "c10")
    assert held.view(Viewer.SPECTATOR).captured == ()
    assert without_entry(held).outcome is None


def captive(
    slug: str = "alliance", *moves: str, stockade: str = "i2", edition: int | None = None, **pieces: str
) -> State:
    """Blue 1's Flag has been taken by red 1's General on f4 and stands in a stockade; blue 1 is to move."""
    taken = played(put_up(slug, "a5>f4", *moves, edition=edition, **pieces), "f3-f4", f">{stockade}")
    return without_entry(taken)


@both
def test_a_seat_whose_flag_is_captive_plays_on(slug):
    state = captive(slug)
    assert (state.to_move, state.outcome) == (BLUE, None)
    assert refused(state, "c6-d6") is None


@both
def test_a_captive_flag_escapes_to_an_adjacent_square(slug):
    state = captive(slug)
    assert {text for text in texts(state) if text.startswith("i2")} == {"i2-i1", "i2-i3", "i2-h2", "i2-j2"}
    free = played(state, "i2-i3")
    assert standing(free)["i3"] == ("blue", "F")
    assert not [piece for piece in free.view(Viewer.ALL).pieces if piece.captive]


@both
@pytest.mark.parametrize("guard", ["h2", "i1", "i3", "j2"])
def test_not_while_an_enemy_stands_next_to_the_stockade(slug, guard):
    state = captive(slug, f"e3>{guard}")
    target = "i3" if guard != "i3" else "i1"
    assert refused(state, f"i2-{target}") == Refusal("escape", {"reason": "guarded", "source": "i2", "target": target})
    assert not [text for text in texts(state) if text.startswith("i2")]


@both
def test_only_as_its_owners_turn(slug):
    state = elsewhere(captive(slug), to_move=BLUE2)
    assert refused(state, "i2-i3") == Refusal("escape", {"reason": "not-yours", "source": "i2", "target": "i3"})


@both
def test_a_move_that_ends_next_to_the_stockade_rescues_and_must(slug):
    state = captive(slug, "i6>i4", "c6>d6")
    state = elsewhere(state, to_move=BLUE2)
    assert refused(state, "i4-i3") == Refusal("freed", {"reason": "due", "target": "i3"})
    answers = {text for text in texts(state) if text.startswith("i4-i3=")}
    camp = {f"{column}{row}" for column in "ab" for row in range(4, 9)} | {"c5", "c6", "c7"}
    assert answers == {f"i4-i3={square}" for square in camp}
    freed = played(state, "i4-i3=a8")
    assert standing(freed)["a8"] == ("blue", "F")
    assert freed.view(Viewer.RED).last.text == "i4-i3=a8"
    assert refused(state, "i4-i3=k6") == Refusal("freed", {"reason": "square", "square": "k6"})
    assert refused(state, "i4-h4=a8").code == "lake"
    assert refused(state, "i4-j4=a8") == Refusal("freed", {"reason": "none", "target": "j4"})


@both
def test_a_rescue_is_due_in_a_record_under_other_house_rules_too(slug):
    """`noted` lets sections 4 to 6 be broken, not section 8."""
    state = elsewhere(captive(slug, "i6>i4", "c6>d6"), to_move=BLUE2)
    noted = under(state, repetition=Repetition.NOTED)
    assert texts(noted) == texts(state)
    assert "i4-i3" not in texts(noted)


def crossed_too_often(state: State, text: str) -> State:
    """The state, in a game with `noted`, with the borders of a turn crossed by its piece in the last turns."""
    turn, value = parse_turn(state.variant, text), dump(state)
    piece = next(piece.id for piece in state.view(Viewer.ALL).pieces if piece.square == turn.source)
    value["rows"][state.to_move] = [piece, *[format(turn.borders, "x")] * 3]
    return load(state.variant, Options(free_setup=True, repetition=Repetition.NOTED), value)


@both
def test_a_noted_breach_frees_the_flag_all_the_same(slug):
    """A move that breaks section 4 and ends next to the stockade owes what any other does, and is marked."""
    state = crossed_too_often(elsewhere(captive(slug, "i6>i4", "c6>d6"), to_move=BLUE2), "i4-i3")
    assert refused(state, "i4-i3") == Refusal("freed", {"reason": "due", "target": "i3"})
    assert "i4-i3" not in texts(state)
    assert {text for text in texts(state) if text.startswith("i4-i3=")} == {
        f"i4-i3={square}" for square in {*_camp(slug, BLUE)} - set(standing(state))
    }
    freed = played(state, "i4-i3=a8")
    assert standing(freed)["a8"] == ("blue", "F")
    last = freed.view(Viewer.RED).last
    assert (last.text, last.noted) == ("i4-i3=a8", "two-squares")
    assert [(mark.ply, mark.rule) for mark in freed.noted] == [(freed.ply, "two-squares")]


@both
def test_a_noted_breach_with_a_claim_frees_the_flag_all_the_same(slug):
    """The Flag of blue 2 goes to i3, beside its partner's captive Flag and a piece of its partner's."""
    state = crossed_too_often(elsewhere(captive(slug, "k6>i4", "c6>h3"), to_move=BLUE2), "i4-i3")
    assert refused(state, "i4-i3?h3") == Refusal("freed", {"reason": "due", "target": "i3"})
    claimed = played(state, "i4-i3=a8?h3")
    assert standing(claimed)["a8"] == ("blue", "F")
    assert [(claim.seat, claim.ply) for claim in claimed.view(Viewer.BLUE).claims] == [(BLUE2, claimed.ply)]


@both
def test_a_noted_breach_by_an_attack_still_opens_the_choice(slug):
    attacked = elsewhere(captive(slug, "i6>i4", red="Fd1 9f3 2e3 4g3"), "g3>i3", to_move=BLUE2)
    won = played(crossed_too_often(attacked, "i4-i3"), "i4-i3")
    assert (won.pending, [mark.rule for mark in won.noted]) == (Pending("freed", BLUE2), ["two-squares"])


@both
def test_in_the_first_edition_a_noted_breach_did_not_have_to_free_the_flag(slug):
    first = captive(slug, "i6>i4", "c6>d6", edition=1)
    state = crossed_too_often(elsewhere(first, to_move=BLUE2), "i4-i3")
    assert {"i4-i3", "i4-i3=a8"} <= set(texts(state))
    assert standing(played(state, "i4-i3"))["i2"] == ("blue", "F")
    assert standing(played(state, "i4-i3=a8"))["a8"] == ("blue", "F")


@both
def test_so_does_a_won_attack_before_any_bonus_entry(slug):
    state = elsewhere(captive(slug, "i6>i4", red="Fd1 9f3 2e3 4g3"), "g3>i3", to_move=BLUE2)
    won = played(state, "i4-i3")
    assert won.pending == Pending("freed", BLUE2)
    assert set(texts(won)) == {f"={square}" for square in {*_camp(slug, BLUE)} - set(standing(won))}
    freed = played(won, "=b8")
    assert standing(freed)["b8"] == ("blue", "F")
    assert freed.pending == (Pending("entry", BLUE2) if slug == "alliance" else None)


def _camp(slug: str, seat: Seat) -> list[str]:
    board = variant(slug).board
    return [board.name(square) for square in board.homes[seat]]


@both
def test_if_that_camp_is_full_it_stays(slug):
    army = "2222556673SM" if slug == "alliance" else "22345678SM9C"
    camp = [square for square in _camp(slug, BLUE) if square != "a5"]
    blue = " ".join(f"{symbol}{square}" for symbol, square in zip(army, camp, strict=True)) + " Fa5"
    state = captive(slug, "i6>i4", blue=blue)
    state = elsewhere(state, "e3>a5", to_move=BLUE2)
    assert refused(state, "i4-i3") is None
    assert standing(played(state, "i4-i3"))["i2"] == ("blue", "F")


def test_an_entry_does_not_rescue():
    """No camp of the owners has a square beside the captors' stockades; the camp beside one is the captors' own."""
    state = elsewhere(captive(), to_move=RED)
    assert standing(played(state, "+2@h2"))["i2"] == ("blue", "F")
    board = variant("alliance").board
    beside = set(_camp("alliance", BLUE) + _camp("alliance", BLUE2))
    assert not beside & {board.name(square) for square in board.squares_of(board.near[board.square("i2")])}


@both
def test_taking_the_second_flag_while_the_first_is_captive_wins(slug):
    state = elsewhere(captive(slug), "k6>f5", to_move=RED)
    assert played(state, "f4-f5").outcome == Outcome(End.FLAG_CAPTURED, 0)


@both
def test_taking_a_flag_again_after_its_escape_does_not(slug):
    state = elsewhere(played(captive(slug), "i2-i3"), "i3>f5", to_move=RED)
    assert played(state, "f4-f5").pending == Pending("stockade", RED)


# The reserve


def test_instead_of_moving_a_piece_enters_ones_own_camp():
    state = put_up()
    assert refused(state, "+M@d2") is None
    assert refused(state, "+M@d10") == Refusal("entry", {"reason": "home", "square": "d10"})
    assert refused(state, "+M@d1") == Refusal("entry", {"reason": "taken", "square": "d1"})
    after = played(state, "+M@d2")
    assert (after.view(Viewer.RED2).last.text, after.view(Viewer.RED).last.text) == ("+@d2", "+M@d2")


@pytest.mark.parametrize("slug", BOOKS)
def test_a_won_attack_allows_one_entry(slug):
    state = played(put_up(slug, "c6>f4"), "f3-f4")
    assert state.pending == (Pending("entry", RED) if slug == "alliance" else None)


def test_alliance_lightning_has_no_reserve():
    state = put_up("alliance_lightning")
    assert state.view(Viewer.ALL).holdings == ()
    assert refused(state, "+M@d2") == Refusal("entry", {"reason": "reserve-empty"})


# Uniting


def meeting(slug: str, edition: int | None = None, *moves: str) -> State:
    """Red 1's Flag on f5, red 2's Flag on f7 and Sergeant on g6: a move to f6 is next to both."""
    return put_up(slug, "d1>f5", "e11>f7", "f9>g6", *moves, edition=edition)


FLAG_SHOWN, FLAG_KNOWN, HIDDEN = (Rank.FLAG, True), (Rank.FLAG, False), (None, False)


@both
@pytest.mark.parametrize(
    ("edition", "told"),
    [
        (1, {Viewer.RED: (FLAG_KNOWN, "?f7"), Viewer.RED2: (FLAG_KNOWN, "?f7"), Viewer.ALL: (FLAG_KNOWN, "?f7")}),
        (2, dict.fromkeys(Viewer, (FLAG_SHOWN, "?f7"))),
    ],
)
def test_a_right_claim_wins_and_shows_both_flags_to_all(slug, edition, told):
    """In the first edition to the two partners alone. Nothing else is shown by it."""
    state = meeting(slug, edition)
    assert {"f5-f6", "f5-f6?f7", "f5-f6?g6"} <= set(texts(state))
    united, facts = apply(state, parse_turn(state.variant, "f5-f6?f7"))
    assert united.outcome == Outcome(End.FLAGS_UNITED, 0)
    flags = [state.variant.board.square(name) for name in ("f6", "f7")]
    before = {viewer: {piece.id: piece.rank for piece in state.view(viewer).pieces} for viewer in Viewer}
    for viewer in Viewer:
        flag, claim = told.get(viewer, (HIDDEN, ""))
        view = united.view(viewer)
        assert [(piece.rank, piece.revealed) for piece in view.pieces if piece.square in flags] == [flag, flag]
        assert view.last.text == f"f5-f6{claim}"
        assert [part.kind for part in view.last.parts] == (["claim"] if claim else [])
        others = {piece.id: piece.rank for piece in view.pieces if piece.square not in flags}
        assert others == {id: before[viewer][id] for id in others}
    assert [(fact.code, fact.audience) for fact in facts] == [
        ("moved", None),
        ("claim", None) if edition == 2 else ("claim-known", frozenset({RED, RED2})),
        ("over", None),
    ]


@both
def test_united_flags_are_still_shown_after_a_snapshot(slug):
    united = played(meeting(slug), "f5-f6?f7")
    again = load(united.variant, united.options, dump(united))
    assert [again.view(viewer) for viewer in Viewer] == [united.view(viewer) for viewer in Viewer]


@both
def test_a_claim_in_the_ply_that_reaches_the_limit_comes_before_it(slug):
    state = under(meeting(slug), no_attack_limit=1)
    assert played(state, "f5-f6").outcome == Outcome(End.NO_ATTACK_LIMIT)
    assert played(state, "f5-f6?f7").outcome == Outcome(End.FLAGS_UNITED, 0)
    failed = played(state, "f5-f6?g6")
    assert failed.outcome == Outcome(End.NO_ATTACK_LIMIT)
    assert [(claim.seat, claim.ply) for claim in failed.view(Viewer.RED2).claims] == [(RED, 1)]


@both
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(
    ("text", "unlimited", "limited"),
    [
        ("b4-b5", Outcome(End.NO_LEGAL_TURN, 0), Outcome(End.NO_ATTACK_LIMIT)),
        ("b4-b5?c5", Outcome(End.NO_LEGAL_TURN, 0), Outcome(End.NO_ATTACK_LIMIT)),
        ("b4-b5?b6", Outcome(End.FLAGS_UNITED, 0), Outcome(End.FLAGS_UNITED, 0)),
    ],
)
def test_the_limit_comes_before_a_missing_turn_and_a_claim_before_both(slug, edition, text, unlimited, limited):
    """Blue 1 has its Flag alone, which never attacks, and red closes the last square beside it."""
    moves = ("d1>b4", "f3>a4", "e3>a6", "e11>b6", "f9>c5")
    value = dump(put_up(slug, *moves, edition=edition, blue="Fa5"))
    spent = value | {"stock": [[0] * len(counts) for counts in value["stock"]]}
    book = variant(slug, edition)
    for limit, outcome in ((None, unlimited), (1, limited)):
        state = load(book, Options(free_setup=True, no_attack_limit=limit), spent)
        assert played(state, text).outcome == outcome


@both
def test_reading_19_a_claim_may_be_in_vain(slug):
    """On a piece that all know to be no Flag, and on one that was refused before: legal, and it fails."""
    state = put_up(slug, "d1>f5", "e11>f7", "f9>g7", "c6>g6", red2="Fe11 9f9")
    state = elsewhere(state, to_move=RED2)
    shown = elsewhere(without_entry(played(state, "g7-g6")), to_move=RED)
    (known,) = [piece for piece in shown.view(Viewer.BLUE).pieces if piece.square == shown.variant.board.square("g6")]
    assert (known.rank, known.revealed) == (Rank.GENERAL, True)
    once = played(shown, "f5-f6?g6")
    assert (once.outcome, len(once.view(Viewer.RED).claims)) == (None, 1)
    back = elsewhere(played(elsewhere(once, to_move=RED), "f6-e6"), to_move=RED)
    again = played(back, "e6-f6?g6")
    assert "e6-f6?g6" in texts(back)
    assert (again.outcome, [claim.ply for claim in again.view(Viewer.RED).claims]) == (None, [again.ply])


@both
def test_of_a_wrong_claim_only_the_two_partners_learn(slug):
    state = meeting(slug)
    claimed, facts = apply(state, parse_turn(state.variant, "f5-f6?g6"))
    quiet = played(state, "f5-f6")
    assert claimed.outcome is None
    for viewer in (Viewer.BLUE, Viewer.BLUE2, Viewer.SPECTATOR):
        assert claimed.view(viewer) == quiet.view(viewer)
        assert claimed.view(viewer).last.text == "f5-f6"
    assert [(fact.code, fact.audience) for fact in facts] == [
        ("moved", None),
        ("claim-known", frozenset({RED, RED2})),
    ]
    assert "rank" not in facts[-1].params
    mine, partners = claimed.view(Viewer.RED), claimed.view(Viewer.RED2)
    (claim,) = mine.claims
    assert partners.claims == (claim,)
    assert (claim.seat, claim.ply, mine.last.text, partners.last.text) == (RED, 1, "f5-f6?g6", "f5-f6?g6")
    flag = [piece.rank for piece in partners.pieces if piece.id == claim.flag]
    named = [piece.rank for piece in mine.pieces if piece.id == claim.named]
    assert (flag, named) == ([Rank.FLAG], [None])


@pytest.mark.parametrize("slug", ["alliance", "alliance_lightning"])
def test_the_same_claim_again_is_told_once_with_its_last_ply(slug):
    state = played(meeting(slug), "f5-f6?g6")
    for text in ("f6-f5", "f5-g5?g6"):
        for _seat in (BLUE, RED2, BLUE2):
            standing = {piece.square for piece in state.view(Viewer.ALL).pieces}
            aside = [turn for turn in legal_turns(state) if len(turn.text) < 7 and turn.target not in standing]
            names = {turn: state.variant.board.name(turn.source) for turn in aside if turn.source != turn.target}
            state, _facts = apply(state, next(turn for turn, name in names.items() if name != "g6"))
        state = played(state, text)
    assert [(claim.ply, claim.seat) for claim in state.view(Viewer.RED2).claims] == [(9, RED)]
    assert state.view(Viewer.BLUE).claims == ()


@both
def test_a_claim_tells_the_enemy_nothing_by_what_became_of_theirs(slug):
    """What red 1 claimed in vain is gone with the piece, and not with the next claim, which red does not learn of."""
    claimed = played(meeting(slug, None, "c6>h6"), "f5-f6?g6")
    gone = without_entry(played(elsewhere(claimed, to_move=BLUE), "h6-g6"))
    assert claimed.view(Viewer.RED2).claims[0].named in {piece.id for piece in gone.view(Viewer.RED).captured}
    state = elsewhere(gone, "a5>h5", to_move=BLUE)
    quiet, secret = played(state, "h5-i5"), played(state, "h5-i5?i6")
    assert secret.outcome is None
    assert quiet.view(Viewer.BLUE2) != secret.view(Viewer.BLUE2)
    for viewer in (Viewer.RED, Viewer.RED2, Viewer.SPECTATOR):
        assert quiet.view(viewer) == secret.view(viewer)
    assert gone.view(Viewer.RED).claims == ()


@both
def test_adjacent_flags_without_a_claim_change_nothing(slug):
    assert played(meeting(slug), "f5-f6").outcome is None


@both
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f5-f6?g7", Refusal("claim", {"reason": "nobody", "square": "g7", "target": "f6"})),
        ("f5-f6?k6", Refusal("claim", {"reason": "nobody", "square": "k6", "target": "f6"})),
        ("f3-f4?f5", Refusal("claim", {"reason": "no-flag", "source": "f3"})),
    ],
)
def test_a_claim_needs_a_flags_move_and_a_partners_piece_beside_it(slug, text, expected):
    assert refused(meeting(slug), text) == expected


@both
def test_an_escape_may_claim_too(slug):
    state = elsewhere(captive(slug), "k6>i4")
    assert played(state, "i2-i3?i4").outcome == Outcome(End.FLAGS_UNITED, 1)


@both
def test_captives_cannot_unite(slug):
    """A Flag that ends beside its partner's captive Flag frees it; there is nobody to name."""
    state = elsewhere(captive(slug, "k6>i4"), to_move=BLUE2)
    assert {text for text in texts(state) if text.startswith("i4-i3=")} == {
        f"i4-i3={square}" for square in {*_camp(slug, BLUE)} - set(standing(state))
    }
    assert refused(state, "i4-i3=a8?i2") == Refusal("claim", {"reason": "nobody", "square": "i2", "target": "i3"})


# The end


@both
def test_a_seats_resignation_or_time_out_loses_for_its_alliance(slug):
    state = put_up(slug)
    assert [resign(state, seat).outcome.winner for seat in Seat] == [1, 0, 1, 0]
    assert [time_out(state, seat).outcome.winner for seat in Seat] == [1, 0, 1, 0]


def test_a_seat_with_no_legal_turn_loses_for_its_alliance():
    book = variant("alliance_lightning")
    setups = dict.fromkeys(book.seats, "." * 13)
    setups[RED] = "F" + "." * 11 + "9"
    setups[BLUE] = "F" + "." * 12
    setups[RED2] = "." * 12 + "F"
    setups[BLUE2] = "F" + "." * 12
    state = start(book, setups, Options(free_setup=True))
    name = book.board.name
    flag = name(book.board.homes[BLUE][0])
    around = [name(square) for square in book.board.squares_of(book.board.near[book.board.square(flag)])]
    general = name(book.board.homes[RED][12])
    assert len(around) > 1
    walled = elsewhere(state, f"{flag}>a1", f"{name(book.board.homes[RED][0])}>b1", f"{general}>a3")
    after = played(walled, "a3-a2")
    assert after.outcome == Outcome(End.NO_LEGAL_TURN, 0)


@both
def test_a_game_that_ends_while_a_choice_is_open_waits_for_nothing(slug):
    state = played(put_up(slug, "a5>f4"), "f3-f4")
    assert state.pending == Pending("stockade", RED)
    for ended in (resign(state, RED), time_out(state, RED)):
        assert (ended.pending, ended.view(Viewer.BLUE).pending, legal_turns(ended)) == (None, None, [])
