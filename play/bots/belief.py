"""What hidden pieces may be, from what everybody has seen (RULES section 9).

A hidden piece is one of those that its seat has left and has not shown. One that has moved is nothing that cannot
move; one that went far is something that can; and most players keep their Flag and Bombs at the back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from games.rules import LastTurn, PieceView, Rank, Reserve, Seat, Variant, variant
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_STEP, GAIT_TWO
from play.bots.sight import Sight

Chances = Mapping[Rank, float]

_ROUNDS = 4
_AT_THE_BACK = {Rank.FLAG: (6.0, 2.0, 0.6, 0.25), Rank.BOMB: (2.0, 1.6, 0.9, 0.6)}
"""How much likelier than other ranks they stand there, from the back row on: what most set-ups look like."""


class Belief(NamedTuple):
    """What hidden pieces may be.

    Args:
        moved: pieces that have moved since they stood on the board.
        chances: for each hidden piece of another seat, how likely each rank is; those of a piece add up to 1.
    """

    moved: frozenset[int]
    chances: Mapping[int, Chances]

    def __repr__(self) -> str:
        """How many pieces it is about: what they may be follows from what the own seat knows."""
        return f"<Belief about {len(self.chances)} pieces>"


class _PieceKind(NamedTuple):
    """Hidden pieces that nothing tells apart: what they may be, and how far from the back they stand unmoved."""

    gaits: int
    depth: int


def believe(sight: Sight) -> Belief:
    """Works out what the other seats' hidden pieces may be."""
    view, book = sight.view, variant(sight.view.variant, sight.view.edition)
    gaits = seen_moving(sight.turns, book)
    hidden: dict[Seat, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.rank is None:
            hidden.setdefault(piece.seat, []).append(piece)
    chances: dict[int, Chances] = {}
    for seat, pieces in hidden.items():
        pool = pool_of(sight, seat)
        kinds: dict[_PieceKind, list[int]] = {}
        for piece in pieces:
            shown = gaits.get(piece.id, 0)
            kinds.setdefault(_PieceKind(shown, 0 if shown else _depth(book, piece)), []).append(piece.id)
        counts = {kind: len(ids) for kind, ids in kinds.items()}
        for kind, numbers in _fit(book, counts, pool).items():
            chances.update(dict.fromkeys(kinds[kind], numbers))
    return Belief(frozenset(gaits), chances)


def seen_moving(turns: Iterable[LastTurn], book: Variant) -> dict[int, int]:
    """For each piece that has moved the gaits that it needed for it, as a mask."""
    numbers: dict[int, int] = {}
    columns = book.board.columns
    for turn in turns:
        if len(turn.path) > 1:
            numbers[turn.piece] = numbers.get(turn.piece, 0) | _gait(turn.path, columns)
    return numbers


@cache
def _gait(path: tuple[int, ...], columns: int) -> int:
    if len(path) == 3:
        return GAIT_BENT
    rows, files = (abs(a - b) for a, b in zip(divmod(path[0], columns), divmod(path[-1], columns), strict=True))
    return {1: GAIT_STEP, 2: GAIT_TWO}.get(rows + files, GAIT_FAR)


def pool_of(sight: Sight, seat: Seat) -> Counter[Rank]:
    """The pieces that `seat` has left and that this viewer cannot name, by rank, those in a reserve too."""
    view, book = sight.view, variant(sight.view.variant, sight.view.edition)
    reserve = sum(holding.count for holding in view.holdings if holding.seat is seat and holding.kind == "reserve")
    pool = Counter(book.army)
    entered = book.reserve is Reserve.SECOND_ARMY and reserve < book.army_size
    if entered:
        pool += Counter(book.army)
    for piece in (*view.pieces, *view.captured):
        if piece.seat is seat and piece.rank is not None:
            pool[piece.rank] -= 1
    return +pool


def _depth(book: Variant, piece: PieceView) -> int:
    """How many rows an unmoved piece stands from its seat's back row, at most 3; four players' from their own edge."""
    row, column = divmod(piece.square, book.board.columns)
    last_row, last_column = book.board.rows - 1, book.board.columns - 1
    if len(book.seats) == 2:
        rows = row if piece.seat.side == 0 else last_row - row
    else:
        rows = (row, column, last_row - row, last_column - column)[piece.seat]
    return min(rows, 3)


def _fit(book: Variant, counts: Mapping[_PieceKind, int], pool: Counter[Rank]) -> dict[_PieceKind, Chances]:
    """Chances for each kind of piece, so that each piece is something and each rank comes up as often as it must:
    rows and columns of a table are scaled in turns until both nearly fit.
    """
    pieces = sum(counts.values())
    flags = min(pool[Rank.FLAG], pieces)  # a Flag in play is never in a reserve
    others = sum(pool.values()) - pool[Rank.FLAG]
    share = (pieces - flags) / others if others else 0.0
    due = {rank: float(flags) if rank is Rank.FLAG else count * share for rank, count in pool.items()}
    table = {kind: {rank: _weight(book, kind, rank) for rank, total in due.items() if total > 0} for kind in counts}
    for _round in range(_ROUNDS):
        for rank, total in due.items():
            number = sum(table[kind].get(rank, 0.0) * count for kind, count in counts.items())
            if number > 0:
                for weights in table.values():
                    if rank in weights:
                        weights[rank] *= total / number
        for weights in table.values():
            whole = sum(weights.values())
            for rank in weights:
                weights[rank] = weights[rank] / whole if whole > 0 else 1 / len(weights)
    return {kind: {rank: chance for rank, chance in weights.items() if chance > 0} for kind, weights in table.items()}


def _weight(book: Variant, kind: _PieceKind, rank: Rank) -> float:
    if kind.gaits:
        # An attack with a gait shows the piece, so what is hidden has moved by it.
        return 1.0 if kind.gaits & ~book.gaits.get(rank, 0) == 0 else 0.0
    return _AT_THE_BACK[rank][kind.depth] if rank in _AT_THE_BACK else 1.0
