"""Ladders: who stands where, as it follows from what happened one after the other. Pure.

places(moves, won=lambda board, entry: ...)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple


class MoveKind(StrEnum):
    JOINED = "joined"  # at the bottom
    LEFT = "left"
    GAME = "game"  # of a challenger, at a board
    DEFAULT = "default"  # who was challenged refused, or did not answer in time
    FELL = "fell"  # neither played nor answered for too long


class LadderMove(NamedTuple):
    """Something after which somebody may stand elsewhere.

    Args:
        entry: of whom; the challenger, of a game and of a challenge that was lost by default.
        other: who was challenged; 0 without a challenge.
        board: of the game; 0 without one.
        places: how many somebody falls.
    """

    kind: MoveKind
    entry: int
    other: int = 0
    board: int = 0
    places: int = 0


Won = Callable[[int, int], bool]
"""Whether an entry won at a board."""


def moved(order: tuple[int, ...], move: LadderMove, *, won: bool) -> tuple[int, ...]:
    """Who stands where after one more move, the first one first.

    >>> moved((1, 2, 3, 4), LadderMove(MoveKind.GAME, 4, other=2, board=1), won=True)
    (1, 4, 2, 3)

    Args:
        order: the entries before it.
        won: the challenger won; of a game.
    """
    rest = tuple(entry for entry in order if entry != move.entry)
    if move.kind is MoveKind.JOINED:
        return (*rest, move.entry)
    if move.entry not in order or move.kind is MoveKind.LEFT:
        return rest
    at = order.index(move.entry)
    if move.kind is MoveKind.FELL:
        at += move.places
    elif move.other in order and (won or move.kind is MoveKind.DEFAULT):
        at = min(at, order.index(move.other))  # who stands above already stays there
    return (*rest[:at], move.entry, *rest[at:])


def places(moves: Iterable[LadderMove], won: Won) -> tuple[int, ...]:
    """Who stands where after all moves, the first one first.

    Args:
        won: whether an entry won at a board, as the results stand now.
    """
    order: tuple[int, ...] = ()
    for move in moves:
        order = moved(order, move, won=move.board > 0 and won(move.board, move.entry))
    return order
