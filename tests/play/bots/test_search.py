"""The computer that looks ahead: its tree against the rules, the worlds that it draws, and positions that it solves."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from games.domain.random_play import random_chance, random_setup
from games.rules import Options, Rank, Reserve, Result, State, Viewer, apply, legal_turns, parse_turn, start, variant
from play.bots import tree
from play.bots.field import Field
from play.bots.levels import choose
from play.bots.memory import remembered
from play.bots.search import rules_of, turn_values, worlds
from play.bots.sight import Sight, sight_of

TOP = 8


def played(slug: str, seed: int, plies: int) -> tuple[State, Sight]:
    """A game of random turns that is not over, and what the seat to move sees."""
    chance, book = random.Random(seed), variant(slug)
    orders = random_chance(book, Options(), chance)
    setups = {seat: random_setup(book, seat, Options(), orders.get(seat, ""), chance) for seat in book.seats}
    state, seen = start(book, setups, Options()), {seat: [] for seat in book.seats}
    for _ply in range(plies):
        following, _facts = apply(state, chance.choice(legal_turns(state)))
        if following.outcome is not None or following.view(Viewer.ALL).pending is not None:
            break
        state = following
        for seat, turns in seen.items():
            last = state.last_turn(Viewer.of(seat))
            assert last is not None
            turns.append(last)
    return state, sight_of(state, seen[state.to_move])


@pytest.mark.parametrize("slug", ["classic", "battle", "lightning"])
def test_the_tree_plays_as_the_rules_do(slug: str) -> None:
    """Each attack and each move of a world leaves the pieces that the rules leave."""
    tried: Counter[bool] = Counter()
    for seed in range(12):
        state, sight = played(slug, seed, 60 + 9 * seed)
        field = Field(sight)
        truth = {piece.square: piece for piece in state.view(Viewer.ALL).pieces}
        world = next(worlds(field, random.Random(seed), 1))
        numbers = [truth[square].rank for square in world.square.tolist()]
        world.rank[:] = numbers
        for text in sight.legal:
            turn = parse_turn(state.variant, text)
            if not hasattr(turn, "gait"):
                continue
            after, _facts = apply(state, turn)
            if after.view(Viewer.ALL).pending is not None:
                continue
            left = {piece.square: piece.rank for piece in after.view(Viewer.ALL).pieces}
            undo, before = np.zeros((1, 4), np.int32), world.at.copy()
            tree._play(rules_of(field), world, turn.source, turn.target, turn.gait, undo, 0)
            assert {square: world.rank[piece] for square, piece in enumerate(world.at) if piece >= 0} == left
            tree._take_back(world.at, world.square, world.known, turn.source, turn.target, undo, 0)
            assert (world.at == before).all()
            tried[turn.target in truth] += 1
    assert min(tried[False], tried[True]) > 10


@pytest.mark.parametrize("slug", ["barrage", "classic", "campaign"])
def test_a_world_is_one_that_may_be_true(slug: str) -> None:
    """What the seat knows is as it is, no piece that has moved is a Flag or a Bomb, and each army is as large as it
    was: what is drawn, what is known and what is lost make it up, as far as there is no reserve."""
    for seed in range(6):
        state, sight = played(slug, seed, 40)
        field, book = Field(sight), state.variant
        for world in worlds(field, random.Random(seed), 5):
            drawn = dict(zip(world.square.tolist(), world.rank.tolist(), strict=True))
            for piece in sight.view.pieces:
                assert piece.rank is None or drawn[piece.square] == piece.rank
                assert piece.id not in field.moved or book.gaits.get(drawn[piece.square])
            foe = [piece for piece in sight.view.pieces if piece.seat is not state.to_move]
            army = Counter(drawn[piece.square] for piece in foe)
            if book.reserve is not Reserve.NONE:
                flags = [piece for piece in state.view(Viewer.ALL).pieces if piece.rank is Rank.FLAG]
                assert army[Rank.FLAG] == sum(flag.seat is not state.to_move for flag in flags)
                continue
            army += Counter(lost.rank for lost in sight.view.captured if lost.seat is not state.to_move)
            assert army == book.army


@pytest.mark.parametrize("slug", ["barrage", "classic", "battle", "campaign"])
def test_it_attacks_nothing_that_it_knows_to_be_stronger(slug: str) -> None:
    tried = 0
    for seed in range(10):
        state, sight = played(slug, seed, 50 + 10 * seed)
        at = {piece.square: piece for piece in sight.view.pieces}
        turn = parse_turn(state.variant, choose(sight, random.Random(seed), TOP - 1))
        foe = at.get(getattr(turn, "target", -1))
        if foe is not None and foe.rank is not None:
            mine = at[turn.source].rank
            assert state.variant.combat.result(mine, foe.rank) is not Result.LOSS
        tried += any(piece.rank is not None and piece.seat is not state.to_move for piece in at.values())
    assert tried >= 5


def test_the_same_sight_and_chance_give_the_same_turn() -> None:
    _state, sight = played("barrage", 3, 20)
    assert len({choose(sight, random.Random(5), 7) for _time in range(2)}) == 1


def test_every_legal_turn_has_a_value() -> None:
    """Entries, rescues and other parts of turns too."""
    for seed in range(8):
        _state, sight = played("campaign", seed, 60)
        values = turn_values(Field(sight), random.Random(seed), 4000)
        assert set(values) == set(sight.legal)
        assert all(np.isfinite(list(values.values())))


def test_what_is_forgotten_is_gone_and_nothing_else() -> None:
    """A rank that was shown lately stays, one that was shown long ago goes, and own pieces never do."""
    _state, sight = played("classic", 2, 300)
    for plies in (4, 1000, None):
        seen = remembered(sight, plies)
        assert [piece._replace(rank=None, revealed=False) for piece in seen.view.pieces] == [
            piece._replace(rank=None, revealed=False) for piece in sight.view.pieces
        ]
        known = [sum(piece.rank is not None for piece in some.view.pieces) for some in (sight, seen)]
        assert known[0] > known[1] if plies == 4 else known[0] == known[1]
        own = [piece for piece in seen.view.pieces if piece.seat is sight.view.viewer.seat]
        assert all(piece.rank is not None for piece in own)
