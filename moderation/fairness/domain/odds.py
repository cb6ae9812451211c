"""The odds of the ranks of a hidden piece that is attacked, by the view of its attacker. Pure.

The exact count of worlds (`games.knowledge`) holds all set-ups equally likely. Nobody sets up so: Flags stand behind,
Majors in front. So each rank weighs as often as fair players met it by the row in which the piece began, in games with
set-ups of people and of the computer (`leanings.json`; docs/moderation.md says how it was learned).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.domain.placement import cells, view_order
from games.rules import RANK_OF_SYMBOL, PieceView, Rank, Seat, Variant

RankOdds = Mapping[Rank, float]
OddsTable = Mapping[Rank, tuple[float, ...]]

LEARNED = frozenset({"classic"})
"""The rule books for which it is known what stands in which row. In others the exact odds are taken as they are."""


@cache
def leanings() -> Mapping[str, Any]:
    """What was learned from simulated games, as it is stored."""
    stored: Mapping[str, Any] = json.loads(Path(__file__).with_name("leanings.json").read_text())
    return stored


@cache
def _weights(moved: bool) -> OddsTable:
    """How much oftener than by the exact odds each rank was met, by row, the front row first."""
    table = leanings()["rows_moved" if moved else "rows_still"]
    return {RANK_OF_SYMBOL[symbol]: tuple(rows) for symbol, rows in table.items()}


@cache
def _rows(book: Variant, seat: Seat) -> Mapping[int, int]:
    """The row of each home square, as its seat sees it."""
    row_of = {cell.place: cell.row for row in cells(book, seat) for cell in row if cell.place is not None}
    return {square: row_of[place] for place, square in enumerate(view_order(book, seat))}


def start_rows(book: Variant, pieces: Iterable[PieceView]) -> Mapping[int, int]:
    """The row in which each piece began, by its number, 1 the front row.

    Args:
        book: the rule book.
        pieces: before the first ply; places of pieces are public.
    """
    return {
        piece.id: _rows(book, piece.seat)[piece.square] for piece in pieces if piece.square in _rows(book, piece.seat)
    }


def odds_of(book: Variant, ranks: Mapping[Rank, int], row: int | None, *, moved: bool) -> RankOdds:
    """The odds of a hidden piece that is attacked; they add up to 1.

    Args:
        book: the rule book.
        ranks: in how many worlds it has each rank (`games.knowledge`).
        row: in which it began (`start_rows`); None for one that came later.
        moved: it has moved since.
    """
    worlds = sum(ranks.values())
    odds = {rank: number / worlds for rank, number in ranks.items()}
    if row is None or book.slug not in LEARNED:
        return odds
    weights = _weights(moved)
    odds = {rank: share * weights[rank][row - 1] for rank, share in odds.items()}
    whole = sum(odds.values())
    return {rank: share / whole for rank, share in odds.items()}
