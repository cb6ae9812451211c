"""How likely a hidden piece has which rank, for who knows what a viewer knows and what set-ups look like. Pure.

The exact count of worlds (`games.knowledge`) holds all set-ups equally likely. Nobody sets up so: Flags stand behind,
Marshals in front. Each rank of a piece weighs as often as it stands in its row in the ready set-ups; rows and columns
are then scaled in turns, until each piece is something and each rank comes up as often as it must.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from games.domain.placement import cells, form_of, view_order
from games.domain.ready_setups import ready
from games.knowledge import Knowledge
from games.rules import RANK_OF_SYMBOL, PieceView, Rank, Seat, Variant

Odds = Mapping[Rank, float]
_Kind = tuple[Seat, tuple[tuple[Rank, int], ...], int | None]

_SMOOTH = 0.36
"""How many set-ups with every rank equally often in each row are counted beside the ready ones."""

_ROUNDS = 4


@cache
def _rows(book: Variant, seat: Seat) -> Mapping[int, int]:
    """The row of each home square, as its seat sees it."""
    row_of = {cell.place: cell.row for row in cells(book, seat) for cell in row if cell.place is not None}
    return {square: row_of[place] for place, square in enumerate(view_order(book, seat))}


@cache
def _weights(book: Variant) -> Mapping[tuple[Rank, int | None], float]:
    """How much oftener than anywhere each rank stands in each row."""
    rows = [_rows(book, Seat.RED)[square] for square in view_order(book, Seat.RED)]
    forms = [form_of(one.placements[Seat.RED], book, Seat.RED) for one in ready(book)]
    found = Counter(
        (RANK_OF_SYMBOL[symbol], rows[place])
        for form in forms
        for place, symbol in enumerate(form)
        if symbol in RANK_OF_SYMBOL
    )
    told: dict[tuple[Rank, int | None], float] = {}
    for rank in book.army:
        placed = sum(found[rank, row] for row in set(rows))
        for row, squares in Counter(rows).items():
            usual = squares / len(rows)
            told[rank, row] = (found[rank, row] + _SMOOTH * usual) / ((placed + _SMOOTH) * usual)
    return told


def start_rows(book: Variant, pieces: Iterable[PieceView]) -> Mapping[int, int]:
    """The row in which each piece began, by its number.

    Args:
        book: the rule book.
        pieces: as they stand before the first ply; where a piece stands is public.
    """
    return {
        piece.id: _rows(book, piece.seat)[piece.square] for piece in pieces if piece.square in _rows(book, piece.seat)
    }


def odds_of(book: Variant, known: Knowledge, rows: Mapping[int, int]) -> Mapping[int, Odds]:
    """The odds of each piece that is hidden, by its number; those of a piece add up to 1.

    Args:
        book: the rule book.
        known: what the viewer knows.
        rows: in which each piece began (`start_rows`); one that came later has none.
    """
    kinds: dict[_Kind, list[int]] = {}
    for piece in known.pieces:
        kinds.setdefault((piece.seat, tuple(piece.ranks.items()), rows.get(piece.id)), []).append(piece.id)
    found: dict[int, Odds] = {}
    for seat in known.seats:
        mine = {kind: pieces for kind, pieces in kinds.items() if kind[0] is seat}
        for kind, table in _fitted(book, mine).items():
            found.update(dict.fromkeys(mine[kind], table))
    return found


def _fitted(book: Variant, kinds: Mapping[_Kind, list[int]]) -> Mapping[_Kind, Odds]:
    """The odds of each kind of pieces of a seat."""
    weights = _weights(book)
    tables: dict[_Kind, dict[Rank, float]] = {}
    due: defaultdict[Rank, float] = defaultdict(float)
    for kind, pieces in kinds.items():
        worlds = sum(number for _rank, number in kind[1])
        for rank, number in kind[1]:
            due[rank] += number / worlds * len(pieces)
        tables[kind] = {rank: number / worlds * weights.get((rank, kind[2]), 1.0) for rank, number in kind[1]}
    for _round in range(_ROUNDS):
        _level(tables)
        for rank, total in due.items():
            come = sum(table.get(rank, 0.0) * len(kinds[kind]) for kind, table in tables.items())
            for table in tables.values():
                if come and rank in table:
                    table[rank] *= total / come
    _level(tables)
    return tables


def _level(tables: Mapping[_Kind, dict[Rank, float]]) -> None:
    """Has the odds of each piece add up to 1."""
    for table in tables.values():
        whole = sum(table.values())
        for rank in table:
            table[rank] /= whole
