"""A position as a JSON value and back, so that a long game is not replayed for every turn."""

from __future__ import annotations

from typing import Any

from .engine import EMPTY, FIRST_PIECE, NOWHERE, WALL, Capture, Played, Position
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
        "side": position.side[FIRST_PIECE:],
        "known": [piece for piece in range(FIRST_PIECE, len(position.known)) if position.known[piece]],
        "ply": position.ply,
        "to_move": position.to_move,
        "quiet": position.quiet,
        "rows": [[row[0], *(format(mask, "x") for mask in row[1:])] for row in position.rows],
        "chase": position.chase,
        "last_target": position.last_target,
        "trail": [list(step) for step in position.trail[-max(4, *position.chase) :]],
        "captured": [list(capture) for capture in position.captured],
        "noted": [list(mark) for mark in position.noted],
        "last": None
        if last is None
        else [last.turn.text, last.seat, last.piece, last.defender, last.result, last.breach],
        "outcome": None if position.outcome is None else [position.outcome.kind.value, position.outcome.winner],
    }


def load_position(variant: Variant, options: Options, value: dict[str, Any]) -> Position:
    """The position that `dump_position` wrote for the same variant and options."""
    position = object.__new__(Position)
    board = variant.board
    position.variant = variant
    position.options = options
    position.bind()
    position.where = [NOWHERE, NOWHERE, *value["where"]]
    position.rank = [-1, -1, *value["rank"]]
    position.side = [-1, -2, *value["side"]]
    position.known = bytearray(len(position.rank))
    for piece in value["known"]:
        position.known[piece] = 1
    position.at = [WALL if board.lake_mask >> square & 1 else EMPTY for square in range(board.size)]
    position.occ = [0, 0]
    position.mine = [[] for _ in variant.seats]
    position.movers = [0, 0]
    for piece in range(FIRST_PIECE, len(position.where)):
        square = position.where[piece]
        if square == NOWHERE:
            continue
        side = position.side[piece]
        position.at[square] = piece
        position.occ[side] |= 1 << square
        if position.mobility[position.rank[piece]]:
            position.mine[side].append(piece)
            position.movers[side] += 1
    position.occupied = position.occ[0] | position.occ[1] | board.lake_mask
    position.to_move = value["to_move"]
    position.ply = value["ply"]
    position.quiet = value["quiet"]
    position.rows = [(row[0], int(row[1], 16), int(row[2], 16), int(row[3], 16)) for row in value["rows"]]
    position.chase = list(value["chase"])
    position.last_target = value["last_target"]
    position.trail = [(piece, source, target) for piece, source, target in value["trail"]]
    position.captured = [Capture(*capture) for capture in value["captured"]]
    position.noted = [(ply, rule) for ply, rule in value["noted"]]
    last = value["last"]
    position.last = None if last is None else Played(board.turn(last[0]), *last[1:])
    position.witness = [EMPTY] * len(variant.seats)
    outcome = value["outcome"]
    position.outcome = None if outcome is None else Outcome(End(outcome[0]), outcome[1])
    position.settle()
    return position
