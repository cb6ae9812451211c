"""How two worlds are held against each other: everything that reaches a viewer, by value and as bytes."""

from __future__ import annotations

import io
import json
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import Any

from games.presentation.words import refusal_text
from games.rules import Fact, Illegal, State, Turn, View, Viewer, legal_turns, parse_turn, refusal

from .worlds import Pair, World

_getters: dict[type, Callable[[Any], Any]] = {}


def _values(value: Any) -> Any:
    """A dataclass as its type's name and the values of its fields, those that are not compared too."""
    kind = type(value)
    if kind not in _getters:
        _getters[kind] = attrgetter("__class__.__name__", *(field.name for field in fields(kind)))
    return _getters[kind](value)


_json = json.JSONEncoder(default=_values, separators=(",", ":")).encode


def _pickled(view: View) -> bytes:
    """The view pickled without the memo: what it shares within itself is no matter of its viewer."""
    result = io.BytesIO()
    pickler = pickle.Pickler(result, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(view)
    return result.getvalue()


def differences(pair: Pair, *, thorough: bool = True) -> Iterator[str]:
    """What a viewer could tell the two worlds by, now; nothing, if nothing leaks.

    Args:
        thorough: the views as `repr` and pickle too, which take long and say the same as JSON if all is well.
    """
    here, there = pair.here.state, pair.there.state
    for name in ("ply", "to_move", "pending", "outcome", "noted"):
        if getattr(here, name) != getattr(there, name):
            yield name
    if repr(here) != repr(there):
        yield "repr of the state"
    item, other = here.view(pair.viewer), there.view(pair.viewer)
    if item != other:
        yield from (
            f"view.{field.name}" for field in fields(View) if _field(item, field.name) != _field(other, field.name)
        )
    if (here.last_turn(pair.viewer), there.last_turn(pair.viewer)) != (item.last, other.last):
        yield "last turn"
    if _json(item) != _json(other):
        yield "JSON of the view"
    if thorough and repr(item) != repr(other):
        yield "repr of the view"
    if thorough and _pickled(item) != _pickled(other):
        yield "pickle of the view"
    if _told(pair.here, pair.viewer) != _told(pair.there, pair.viewer):
        yield "facts"
    if pair.viewer.seat is here.to_move is there.to_move:
        yield from _choices(here, there, pair.chance)


def misjudged(pair: Pair) -> list[str]:
    """Where the ledger and the view do not agree on what is hidden from the viewer, or the ledger and the engine on
    what is there: then the pair proves nothing.
    """
    results = []
    for world in (pair.here, pair.there):
        state, ledger = world.state, world.ledger
        board = state.variant.board
        seen = {board.name(piece.square) for piece in state.view(pair.viewer).pieces if piece.rank is None}
        there = {
            board.name(piece.square): piece.rank.symbol
            for piece in state.view(Viewer.ALL).pieces
            if piece.rank is not None
        }
        if seen != ledger.hidden(pair.viewer).keys():
            results.append(f"{pair.name} for {pair.viewer}: hidden")
        if there != {square: ledger.tokens[token].rank for square, token in ledger.at.items()}:
            results.append(f"{pair.name}: pieces")
    return results


def _field(view: View, name: str) -> Any:
    return getattr(view, name)


def _told(world: World, viewer: Viewer) -> list[str]:
    return [repr(fact) for fact in world.facts if _is_for(fact, viewer)]


def _is_for(fact: Fact, viewer: Viewer) -> bool:
    return fact.audience is None or viewer.seat in fact.audience


def _choices(here: State, there: State, chance: random.Random) -> Iterator[str]:
    """What the seat to move may play, and why it may not play something else."""
    item, other = ([turn.text for turn in legal_turns(state)] for state in (here, there))
    if item != other:
        yield "legal turns"
    for turn in _attempts(here, item, chance):
        refused = refusal(here, turn), refusal(there, turn)
        if repr(refused[0]) != repr(refused[1]):
            yield f"refusal of {turn}"
        elif refused[0] is not None and refused[1] is not None and refusal_text(refused[0]) != refusal_text(refused[1]):
            yield f"words of the refusal of {turn}"


def _attempts(state: State, legal: list[str], chance: random.Random) -> Iterator[Turn]:
    """Some turns that a player might try: any two squares, and what nearly is one of the legal turns."""
    names = state.variant.board.names
    texts = [f"{chance.choice(names)}-{chance.choice(names)}" for _one in range(3)]
    parts = ("", "*2@e4", "*0", "+7@d3", "+F@a1", "+0", ">i2", "=f1", "?g6", "!", "?0", "?a2,b2", "=a2:7")
    if legal:
        texts += [chance.choice(legal).split("*")[0] + chance.choice(parts) for _one in range(2)]
        texts.append(chance.choice(legal)[:-2] + chance.choice(names))
    texts.append(chance.choice(parts))
    for text in texts:
        try:
            yield parse_turn(state.variant, text)
        except Illegal:
            continue


def leaks(pair: Pair) -> Iterator[tuple[int, str]]:
    """Plays a pair on to its end and gives everything that tells the worlds apart, with the submissions since the
    fork.
    """
    yield from ((0, what) for what in differences(pair))
    for played in range(1, 1_000):
        if not pair.play_on():
            return
        thorough = played % 5 == 0 or pair.here.state.outcome is not None
        yield from ((played, what) for what in differences(pair, thorough=thorough))
