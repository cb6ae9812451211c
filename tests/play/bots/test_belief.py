"""What a bot believes follows from what all have seen."""

from __future__ import annotations

import random

import pytest

from games.domain.random_play import random_submission
from games.rules import LastTurn, Options, Rank, Seat, State, Viewer, apply, parse_turn, start, variant
from play.bots.belief import believe, pool_of
from play.bots.sight import Sight, sight_of

BARRAGE = variant("barrage")
RED = "F9...M....B3S2......2..................."


def begun(blue: str = "..................2S......2B3M9.F......") -> State:
    return start(BARRAGE, {Seat.RED: RED, Seat.BLUE: blue + "." * (40 - len(blue))}, Options())


def after(state: State, *texts: str) -> Sight:
    turns: list[LastTurn] = []
    for text in texts:
        state, _facts = apply(state, parse_turn(state.variant, text))
        last = state.last_turn(Viewer.RED)
        assert last is not None
        turns.append(last)
    return sight_of(state, turns, Seat.RED)


def chances(sight: Sight, square: str) -> dict[Rank, float]:
    index = variant(sight.view.variant, sight.view.edition).board.square(square)
    (piece,) = [piece for piece in sight.view.pieces if piece.square == index]
    return dict(believe(sight).chances[piece.id])


def test_the_army_is_divided_among_the_hidden() -> None:
    sight = after(begun())
    belief = believe(sight)
    assert len(belief.chances) == 8
    assert [sum(chance.values()) for chance in belief.chances.values()] == [pytest.approx(1)] * 8
    for rank, count in BARRAGE.army.items():
        assert sum(chance.get(rank, 0) for chance in belief.chances.values()) == pytest.approx(count, abs=0.15)


def test_what_has_moved_is_neither_flag_nor_bomb() -> None:
    sight = after(begun(), "f1-f2", "i8-i7")
    moved = chances(sight, "i7")
    assert {Rank.FLAG, Rank.BOMB}.isdisjoint(moved)
    assert sum(moved.values()) == pytest.approx(1)
    assert {Rank.FLAG, Rank.BOMB} <= chances(sight, "j8").keys()


def test_the_flag_is_likelier_at_the_back() -> None:
    sight = after(begun())
    assert chances(sight, "c10")[Rank.FLAG] > 2 * chances(sight, "i8")[Rank.FLAG]


def test_what_was_seen_is_in_no_pool() -> None:
    sight = after(begun(), "f1-f2", "i8-i3")  # a Scout shows itself by its long move
    assert pool_of(sight, Seat.BLUE) == {**BARRAGE.army, Rank.SCOUT: 1}


@pytest.mark.parametrize("slug", ["campaign", "alliance", "lightning"])
def test_nothing_possible_is_ruled_out(slug: str) -> None:
    """Whatever a hidden piece really is has a chance in the eyes of each seat, all through a random game."""
    from games.domain.random_play import random_start

    chance = random.Random(4)
    state = random_start(variant(slug), Options(), chance)
    result: dict[Seat, list[LastTurn]] = {seat: [] for seat in state.variant.seats}
    for _submission in range(150):
        ply = state.ply
        state, _facts = apply(state, random_submission(state, chance))
        for seat, turns in result.items():
            turns[len(turns) - (state.ply == ply) :] = [state.last_turn(Viewer.of(seat))]
        if state.outcome is not None:
            break
        seat = state.to_move
        belief = believe(sight_of(state, result[seat]))
        real = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces}
        assert all(chances.get(real[id], 0) > 0 for id, chances in belief.chances.items())
