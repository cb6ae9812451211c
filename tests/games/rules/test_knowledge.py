"""Section 9: what each viewer may know, by whole values; and that a view depends on nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from games.rules import (
    RANK_OF_SYMBOL,
    Attack,
    Caution,
    End,
    Fact,
    LastTurn,
    Options,
    Outcome,
    PieceView,
    Rank,
    Seat,
    State,
    View,
    Viewer,
    apply,
    conclude,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    start,
    variant,
)
from games.rules.marks import Marks

from .chases import BOOKS, chase
from .positions import NOTED, played, position
from .test_against_oracle import full_game

BOARD = variant("classic").board
KNOWS = {
    Viewer.RED: "red",
    Viewer.BLUE: "blue",
    Viewer.RED2: "",
    Viewer.BLUE2: "",
    Viewer.SPECTATOR: "",
    Viewer.ALL: "red blue",
}
"""Whose hidden ranks each viewer knows in a game of two seats."""


def piece(number: int, seat: Seat, square: str, symbol: str, *, viewer: Viewer, revealed: bool = False) -> PieceView:
    rank = RANK_OF_SYMBOL[symbol] if revealed or seat.slug in KNOWS[viewer].split() else None
    return PieceView(number, seat, BOARD.square(square), rank, revealed)


@pytest.mark.parametrize("viewer", Viewer)
def test_section_9_the_view_of_a_new_game(viewer):
    def at(number: int, seat: Seat, square: str, symbol: str) -> PieceView:
        return piece(number, seat, square, symbol, viewer=viewer)

    assert position("classic", "Ma4 Fb1", "9a7 Bb7").view(viewer) == View(
        variant="classic",
        viewer=viewer,
        ply=0,
        to_move=Seat.RED,
        pending=None,
        outcome=None,
        pieces=(
            at(2, Seat.RED, "b1", "F"),
            at(3, Seat.RED, "a4", "M"),
            at(4, Seat.BLUE, "a7", "9"),
            at(5, Seat.BLUE, "b7", "B"),
            at(6, Seat.BLUE, "a10", "F"),
        ),
        captured=(),
        last=None,
        quiet=0,
        quiet_limit=None,
        cautions=(),
        noted=(),
    )


@pytest.mark.parametrize("viewer", Viewer)
def test_section_9_the_view_after_attacks(viewer):
    """Won, lost and equal attacks; who fell and who stood is known to all from then on, the others are not."""

    def at(number: int, seat: Seat, square: str, symbol: str, **revealed: bool) -> PieceView:
        return piece(number, seat, square, symbol, viewer=viewer, **revealed)

    state = position("classic", "Ma4 5e4 4b4", "9a7 6e7 4b7 8j7", no_attack_limit=50)
    state = played(state, "a4-a5 j7-j6 a5-a6 j6-j5 a6xa7 j5-j4 b4-b5 e7-e6 b5-b6 b7xb6 e4-e5 e6xe5 a7-b7 e5-e4")
    assert state.view(viewer) == View(
        variant="classic",
        viewer=viewer,
        ply=14,
        to_move=Seat.RED,
        pending=None,
        outcome=None,
        pieces=(
            at(2, Seat.RED, "a1", "F"),
            at(8, Seat.BLUE, "e4", "6", revealed=True),
            at(9, Seat.BLUE, "j4", "8"),
            at(3, Seat.RED, "b7", "M", revealed=True),
            at(10, Seat.BLUE, "a10", "F"),
        ),
        captured=(
            at(6, Seat.BLUE, "a7", "9", revealed=True),
            at(4, Seat.RED, "b6", "4", revealed=True),
            at(7, Seat.BLUE, "b6", "4", revealed=True),
            at(5, Seat.RED, "e5", "5", revealed=True),
        ),
        last=LastTurn(Seat.BLUE, 8, (BOARD.square("e5"), BOARD.square("e4")), None, None, None, (), "e5-e4"),
        quiet=2,
        quiet_limit=50,
        cautions=(),
        noted=(),
    )


@pytest.mark.parametrize("viewer", Viewer)
@pytest.mark.parametrize(
    ("attacker", "result", "staying"),
    [("M", "win", (3, Seat.RED, "M")), ("8", "loss", (4, Seat.BLUE, "9")), ("9", "both", None)],
)
def test_section_9_an_attack_is_told_to_all(viewer, attacker, result, staying):
    before = played(position("classic", f"{attacker}a4", "9a7 Mj7"), "a4-a5 j7-j6 a5-a6 j6-j7")
    state, facts = apply(before, parse_turn(before.variant, "a6xa7"))
    view = state.view(viewer)
    red = piece(3, Seat.RED, "a6", attacker, viewer=viewer, revealed=True)
    blue = piece(4, Seat.BLUE, "a7", "9", viewer=viewer, revealed=True)
    path = (BOARD.square("a6"), BOARD.square("a7"))
    assert view.last == LastTurn(Seat.RED, 3, path, Attack(red, blue, result), None, None, (), "a6xa7")
    (attacked, *_over) = facts
    assert attacked == Fact(
        "attacked",
        {
            "seat": "red",
            "path": ("a6", "a7"),
            "piece": 3,
            "rank": RANK_OF_SYMBOL[attacker],
            "defender": 4,
            "defender_rank": Rank.GENERAL,
            "result": result,
        },
    )
    there = [item for item in view.pieces if item.square == BOARD.square("a7")]
    number_seat_symbol = staying and [piece(staying[0], staying[1], "a7", staying[2], viewer=viewer, revealed=True)]
    assert there == (number_seat_symbol or [])


def test_section_3_a_scout_that_moves_two_squares_or_more_is_known_and_no_other_piece_by_its_move():
    state = position("classic", "2a4 2b4 Me4", "9e7")
    for turn, symbol in (("a4-a5", None), ("a4-a6", "2"), ("a4-a8", "2"), ("e4-e5", None), ("b4-b6", "2")):
        after, facts = apply(state, parse_turn(state.variant, turn))
        view = after.view(Viewer.BLUE)
        target = BOARD.square(turn[3:])
        (moved,) = (item for item in view.pieces if item.square == target)
        rank = symbol and RANK_OF_SYMBOL[symbol]
        assert (moved.rank, moved.revealed, view.last.revealed) == (rank, symbol is not None, rank)
        result = [Fact("moved", {"seat": "red", "piece": moved.id, "path": (turn[:2], turn[3:])})]
        assert list(facts) == result + ([Fact("revealed", {"piece": moved.id, "rank": rank})] if symbol else [])
        assert [item.revealed for item in view.pieces if item.id != moved.id] == [False] * 5


def test_section_9_the_end_of_a_game_opens_nothing_by_itself():
    """Until the reveal nobody sees more than during play; the reveal is the viewer `all`."""
    state = position("classic", "Ma4", "9a7 Bb7")
    over = conclude(state, Outcome(End.AGREED_DRAW))
    for viewer in Viewer:
        assert over.view(viewer).pieces == state.view(viewer).pieces
        assert over.view(viewer).outcome == Outcome(End.AGREED_DRAW)


def test_section_9_piece_ids_follow_places_and_not_ranks():
    first, second = position("classic", "Ma4 9b4", "9a7"), position("classic", "9a4 Mb4", "9a7")
    assert first.view(Viewer.ALL) != second.view(Viewer.ALL)
    assert first.view(Viewer.BLUE) == second.view(Viewer.BLUE)
    assert [item.id for item in first.view(Viewer.ALL).pieces] == [2, 3, 4, 5, 6]


def test_section_9_the_view_holds_plain_values_and_no_way_back():
    """What a view is made of, all the way down: its own frozen values, and nothing that knows the game."""
    state = played(position("classic", "2a4 8e4", "9j7 8a7", no_attack_limit=9), "a4xa7 j7-j6")
    plain = (View, LastTurn, Attack, Caution, Outcome, Marks)
    marked = played(position("classic", "9a4", "9j7", **NOTED), "a4-a5 j7-j6 a5-a4 j6-j5 a4-a5 j5-i5 a5-a4")
    todo: list[object] = [state.view(Viewer.SPECTATOR), marked.view(Viewer.SPECTATOR)]
    while todo:
        value = todo.pop()
        if isinstance(value, plain):
            assert not hasattr(value, "__dict__")
            todo += [getattr(value, name) for name in value.__slots__]
        elif isinstance(value, tuple | list):
            assert isinstance(value, PieceView) or type(value) in (tuple, list)
            todo += value
        elif isinstance(value, dict):
            todo += value.values()
        else:
            assert value is None or isinstance(value, str | int | bool | Viewer | Seat | Rank)


# What a player sees of the repetition rules before it moves (sections 4 to 7)


def cautions(state: State) -> dict[str, object]:
    result = {viewer: state.view(viewer).cautions for viewer in Viewer}
    assert len(set(map(repr, result.values()))) == 1
    return {caution.code: caution.params for caution in result[Viewer.SPECTATOR]}


def test_section_4_is_announced():
    state = played(position("classic", "9a4 8e4", "9j7 8e7"), "a4-a5 j7-j6 a5-a4 j6-j5")
    assert cautions(state) == {"two-squares-near": {"square": "a4", "borders": (("a4", "a5"),), "limit": 3}}
    state = played(state, "a4-a5 j5-i5")
    assert cautions(state) == {"two-squares-reached": {"square": "a5", "borders": (("a4", "a5"),), "limit": 3}}
    state = played(state, "a5-a6")
    assert cautions(state) == {}


def test_section_6_is_announced():
    state = played(position("battle", "Ma4 2j4", "9a7 2j7"), "a4-a5 j7-i7 a5-a6 a7-b7 a6-b6 b7-c7")
    assert cautions(state) == {"chase-limit-reached": {"square": "c7"}}


def test_section_7_the_limit_is_announced_from_twenty_plies_before():
    state = position("duel", "9a4", "9j7", no_attack_limit=23)
    seen = []
    for turn in ["a4-a5", "j7-j6", "a5-a6", "j6-j5", "a6-a7"]:
        seen.append(cautions(state).get("quiet-limit-near"))
        state = played(state, turn)
    assert seen == [None, None, None, {"left": 20, "limit": 23}, {"left": 19, "limit": 23}]


# Two worlds


def test_repr_shows_no_rank():
    """Two states that differ in ranks alone print alike, at the start, in play and at the end."""
    first = position("classic", "Ma4 9b4 Fc1", "9a7 Fb7", **NOTED)
    second = position("classic", "3a4 Mb4 Fc1", "6a7 Fb7", **NOTED)
    assert repr(first) == repr(second) == "<State classic ply 0, red to move>"
    first, second = played(first, "a4-a5 a7-a6"), played(second, "a4-a5 a7-a6")
    assert repr(first) == repr(second) == "<State classic ply 2, red to move>"
    assert repr(conclude(first, Outcome(End.AGREED_DRAW))) == "<State classic ply 2, agreed-draw>"
    for inside in (first._position, first._position.last):
        assert not {"MARSHAL", "Rank", "'M'"} & set(repr(inside).replace("(", " ").replace(",", " ").split())


def other_world(chance: random.Random, setups: dict[Seat, str], states: list[State], seats: set[Seat]):
    """The same set-ups with ranks changed about among pieces of these seats that were never revealed.

    What has moved must be able to move, and what went one square may be anything that does.
    """
    last = states[-1].view(Viewer.ALL)
    moved = {state.view(Viewer.ALL).last.piece for state in states[1:]}
    revealed = {item.id for item in (*last.pieces, *last.captured) if item.revealed}
    first = states[0].view(Viewer.ALL).pieces
    board = states[0].variant.board
    changed = {seat: list(setup) for seat, setup in setups.items()}
    for seat in seats:
        hidden = [item for item in first if item.seat is seat and item.id not in revealed]
        ranks = [item.rank.symbol for item in hidden]
        chance.shuffle(ranks)
        for item in sorted(hidden, key=lambda item: item.id not in moved):
            fit = next(rank for rank in ranks if item.id not in moved or rank not in "FB")
            ranks.remove(fit)
            changed[seat][board.homes[seat].index(item.square)] = fit
    return {seat: "".join(result) for seat, result in changed.items()}


def states_of(slug: str, setups: dict[Seat, str], turns: Sequence[str], options: Options) -> list[State]:
    """The states before each turn of a game. In both worlds that turn could be played, so neither has ended there."""
    states = [start(variant(slug), setups, options)]
    for text in turns[:-1]:
        states.append(apply(states[-1], parse_turn(states[-1].variant, text))[0])
    return states


def look_the_same(slug: str, viewer: Viewer, setups: dict[Seat, str], turns: Sequence[str], options: Options) -> int:
    """Plays a game again with ranks changed that `viewer` does not know, and compares all that it is shown or told.

    Returns at how many plies there was something to hide.
    """
    chance = random.Random(f"{setups}")
    states = states_of(slug, setups, turns, options)
    other = other_world(chance, setups, states, {Seat.RED, Seat.BLUE} - {viewer.seat})
    if other == setups:
        return 0
    twins = states_of(slug, other, turns, options)
    for state, twin, text in zip(states, twins, turns, strict=True):
        assert twin.view(viewer) == state.view(viewer)
        assert twin.view(Viewer.ALL) != state.view(Viewer.ALL)
        if viewer.seat is state.to_move:
            assert [str(turn) for turn in legal_turns(twin)] == [str(turn) for turn in legal_turns(state)]
            for square in range(0, state.variant.board.size, 7):
                turn = parse_turn(state.variant, f"{text[:2]}-{BOARD.name(square)}")
                assert refusal(twin, turn) == refusal(state, turn)
        if state is not states[-1]:
            turn = parse_turn(state.variant, text)
            assert apply(twin, turn)[1] == apply(state, turn)[1]
    return len(states)


@pytest.mark.parametrize("viewer", Viewer)
def test_memory_marks_say_what_everybody_could_have_noted(viewer):
    state = position("barrage", red="Ma1 2b1 9c1 Fd1", blue="Ma10 3b10 Bc10 Fd10", memory=True)
    assert (
        state.view(viewer).out
        == (tuple((rank, state.variant.army[rank]) for rank in sorted(state.variant.army, reverse=True)),) * 2
    )
    state = played(state, "a1-a2 a10-a9 a2-a1 b10-b9 b1-b8 a9-a8")  # there and back; a Scout, shown by its way
    state = played(state, "b8xb9")
    for now in (state, load(state.variant, state.options, json.loads(json.dumps(dump(state))))):
        view = now.view(viewer)
        assert {now.variant.board.name(item.square) for item in view.pieces if item.moved} == {"a1", "a8", "b9"}
        assert [dict(army).get(Rank.SCOUT, 0) for army in view.out] == [1, 2]  # Red's was known, and is lost
        assert [dict(army).get(Rank.MINER, 0) for army in view.out] == [1, 0]  # on the board, and known
        assert [dict(army).get(Rank.MARSHAL, 0) for army in view.out] == [1, 1]


def test_a_game_without_memory_marks_says_nothing_of_them():
    view = played(position("barrage", red="Mb1", blue="Mb10"), "b1-b2").view(Viewer.BLUE)
    assert (view.out, [item.moved for item in view.pieces]) == ((), [False] * 4)


@pytest.mark.slow
@pytest.mark.parametrize("slug", BOOKS)
@pytest.mark.parametrize("viewer", [Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR])
def test_section_9_two_worlds_that_differ_in_hidden_ranks_look_the_same(slug, viewer):
    """Views, facts, and for a seat its own legal turns and refusals, at every ply, in full games and in chases."""
    full = chased = 0
    for seed in range(3):
        setups, turns, _state = full_game(slug, seed, 40)
        full += look_the_same(slug, viewer, setups, turns, Options())
    for seed in range(20):
        game = chase(slug, seed)
        if game.turns:
            chased += look_the_same(slug, viewer, game.setups, game.turns, Options(free_setup=True))
    assert full > 40
    assert chased > 40
