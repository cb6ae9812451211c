"""Why a hidden piece cannot have a rank: what it did, or else the count. Made of what a seat saw."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from games.rules import LastTurn, Rank, Variant
from games.rules.turn import GAIT_NONE


class Excluded(Enum):
    MOVED = "it moved, and the rank never does"
    WENT = "it went as the rank does not go"
    RESCUED = "it rescued, which the rank does not"
    ENTERED = "it entered, which the rank does not"
    COUNTED = "where the other ranks must be leaves none of it"


class Exclusion(NamedTuple):
    """By what, and in which ply; 0 for what no one ply says."""

    how: Excluded
    ply: int = 0


def excluded_by(turns: Iterable[tuple[int, LastTurn]], piece: int, rank: Rank, book: Variant) -> Exclusion:
    """The first thing that a piece did which its having a rank excludes.

    Args:
        turns: the plies up to the position, as the viewer saw them.
        piece: its id. It is hidden, so it has never fought.
        rank: one that it cannot have.
        book: the rule book.
    """
    goes = book.gaits.get(rank, GAIT_NONE)
    for ply, last in turns:
        entered = [part for part in last.parts if part.kind == "entry" and part.piece and part.piece.id == piece]
        if entered and rank is Rank.FLAG:
            return Exclusion(Excluded.ENTERED, ply)
        if last.piece != piece or len(last.path) < 2:
            continue
        if not goes:
            return Exclusion(Excluded.MOVED, ply)
        if _gait(last, book) & ~goes:
            return Exclusion(Excluded.WENT, ply)
        if rank is Rank.SCOUT and any(part.kind == "rescue" for part in last.parts):
            return Exclusion(Excluded.RESCUED, ply)
    return Exclusion(Excluded.COUNTED)


def _gait(last: LastTurn, book: Variant) -> int:
    return book.board.turn("-".join(book.board.names[square] for square in last.path)).gait
