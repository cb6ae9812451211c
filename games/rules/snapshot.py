"""A position as a JSON value and back, so that a long game is not replayed for every turn."""

from __future__ import annotations

from typing import Any

from .engine import FIRST_PIECE, NOWHERE, Capture, Played, Position
from .outcome import End, Outcome
from .variant import Options, Variant

__all__ = ["ENGINE", "dump_position", "load_position"]

ENGINE = 1
"""The version of this form and of the rules behind it. A snapshot of another version is dropped and made anew."""


def dump_position(position: Position) -> dict[str, Any]:
    """The position as a JSON value. The trail is cut to what the repetition rules can still ask for."""
    last = position.last
    return {
        "where": position.where[FIRST_PIECE:],
        "rank": position.rank[FIRST_PIECE:],
        "seat": position.seat[FIRST_PIECE:],
        "known": [piece for piece in range(FIRST_PIECE, len(position.known)) if position.known[piece]],
        "ply": position.ply,
        "to_move": position.to_move,
        "quiet_since": position.quiet_since,
        "rows": [[row[0], *(format(mask, "x") for mask in row[1:])] for row in position.rows],
        "chase": position.chase,
        "near_left": format(position.near_left, "x"),
        "barred": format(position.barred, "x"),
        "trail": [turn.text for turn in position.trail[-max(4, *position.chase) :]],
        "captured": [list(capture) for capture in position.captured],
        "noted": [list(mark) for mark in position.noted],
        "last": None if last is None else [last.turn.text, *last[1:]],
        "outcome": None if position.outcome is None else [position.outcome.kind.value, position.outcome.winner],
    }


def load_position(variant: Variant, options: Options, value: dict[str, Any]) -> Position:
    """The position that `dump_position` wrote for the same variant and options."""
    position = object.__new__(Position)
    turn = variant.board.turn
    position.variant = variant
    position.options = options
    position.board = variant.board
    position.where = [NOWHERE, NOWHERE, *value["where"]]
    position.rank = [-1, -1, *value["rank"]]
    position.seat = [-1, -1, *value["seat"]]
    position.known = bytearray(len(position.rank))
    for piece in value["known"]:
        position.known[piece] = 1
    position.stand()
    position.to_move = value["to_move"]
    position.ply = value["ply"]
    position.quiet_since = value["quiet_since"]
    position.rows = [(row[0], int(row[1], 16), int(row[2], 16), int(row[3], 16)) for row in value["rows"]]
    position.chase = list(value["chase"])
    position.near_left = int(value["near_left"], 16)
    position.barred = int(value["barred"], 16)
    position.trail = [turn(text) for text in value["trail"]]
    position.captured = [Capture(*capture) for capture in value["captured"]]
    position.noted = [(ply, rule) for ply, rule in value["noted"]]
    last, outcome = value["last"], value["outcome"]
    position.last = None if last is None else Played(turn(last[0]), *last[1:])
    position.outcome = None if outcome is None else Outcome(End(outcome[0]), outcome[1])
    return position
