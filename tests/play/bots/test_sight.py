"""A bot gets views only: in two worlds that differ in what it may not know its input is the same, byte for byte."""

from __future__ import annotations

import ast
import io
import pickle
import random
from dataclasses import fields
from itertools import islice
from pathlib import Path

import pytest

import play.bots
from accounts.people.bots import USUAL_LEVEL
from games.rules import LastTurn, Seat, Viewer, apply, parse_turn
from play.bots.draw_offers import accepts_draw
from play.bots.levels import choose
from play.bots.sight import Sight, sight_of
from tests.books import each_book
from tests.two_worlds.worlds import Pair, World, begin, pairs

PAIRS = 4
"""Of each rule book; and of each so many moments."""


def _pickled(sight: Sight) -> bytes:
    """The sight as bytes, without the memo: what it shares within itself is no matter of its reader."""
    result = io.BytesIO()
    pickler = pickle.Pickler(result, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(sight)
    return result.getvalue()


def _told(world: World, seat: Seat) -> list[LastTurn]:
    start = begin(world.state.variant, dict(world.ledger.setups), dict(world.ledger.chance), world.state.options)
    state, turns = start.state, []
    for step in world.steps:
        ply = state.ply
        state, _facts = apply(state, parse_turn(state.variant, step.text))
        last = state.last_turn(Viewer.of(seat))
        assert last is not None
        turns[len(turns) - (state.ply == ply) :] = [last]
    return turns


def _sights(pair: Pair, seat: Seat) -> list[Sight]:
    return [sight_of(world.state, _told(world, seat), seat) for world in (pair.here, pair.there)]


@pytest.mark.slow
@each_book
def test_two_worlds_are_one_to_a_bot(slug: str) -> None:
    tried = 0
    for seed in range(50):
        for pair in islice(pairs(slug, seed, longest=80), 4):
            if pair is None or pair.viewer.seat is None:
                continue
            seat = pair.viewer.seat
            for _moment in range(3):
                if pair.here.state.outcome is not None:
                    break
                item, other = _sights(pair, seat)
                assert _pickled(item) == _pickled(other)
                assert accepts_draw(item) == accepts_draw(other)
                if item.legal:
                    for level in (1, USUAL_LEVEL, 6):
                        assert choose(item, random.Random(7), level) == choose(other, random.Random(7), level)
                    tried += 1
                if not pair.play_on():
                    break
        if tried >= PAIRS:
            return
    raise AssertionError(f"only {tried} moments in which a bot of {slug} was to move")


def test_a_sight_holds_no_state_and_prints_no_rank() -> None:
    pair = next(pair for pair in pairs("cards", 3) if pair is not None and pair.viewer.seat is not None)
    sight = _sights(pair, pair.viewer.seat)[0]
    assert [field.name for field in fields(Sight)] == ["view", "legal", "turns"]
    assert repr(sight) == f"<Sight cards ply {sight.view.ply}, {sight.view.viewer}>"


THINKING = (
    *("belief", "evaluation", "cards", "distances", "draw_offers", "field", "memory", "piece_values"),
    *("search", "tree"),
)
_CLOSED = {"State", "Cursor", "apply", "advance", "legal_turns", "load", "dump", "replay", "start"}


@pytest.mark.parametrize("module", THINKING)
def test_what_thinks_cannot_come_by_a_state(module: str) -> None:
    """No name that gives a state, no database, no clock, no other room than the rules."""
    source = Path(play.bots.__file__).with_name(f"{module}.py").read_text()
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    rooms = {node.module for node in imports if isinstance(node, ast.ImportFrom) and node.module}
    plain = {name.name for node in imports if isinstance(node, ast.Import) for name in node.names}
    names = {name.name for node in imports if isinstance(node, ast.ImportFrom) for name in node.names}
    assert names.isdisjoint(_CLOSED)
    assert plain <= {"numpy", "random"}
    ours = {room for room in rooms if room.startswith(("accounts", "django", "games", "play"))}
    assert ours <= {f"play.bots.{name}" for name in (*THINKING, "sight")} | {
        "games.rules",
        "games.rules.acts",
        "games.rules.card_table",
        "games.rules.turn",
    }
