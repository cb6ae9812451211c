"""What one viewer could know in the course of a game, computed once, ply by ply, and cached (docs/knowledge.md).

Made of views alone. What is kept of a ply is small: what was seen up to it, and a few numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2

from games.knowledge import Knowledge, Seen, known_at
from games.rules import LastTurn, Options, PieceView, Rank, Reserve, Seat, Variant, View


@dataclass(frozen=True, slots=True, repr=False)
class Loss:
    """A piece that fell; `last` if it was the last of its rank."""

    seat: Seat
    rank: Rank
    last: bool


@dataclass(frozen=True, slots=True, repr=False)
class KnownPly:
    """The knowledge after a ply.

    Args:
        ply: which.
        bits: for each seat with hidden pieces the bits that are hidden of it.
        standing: by seat, the number of pieces on the board.
        attacked: the ply was an attack.
        losses: the pieces that fell.
        certain: hidden pieces of which all worlds agree, by number.
        told: of these the ones that are newly so, with the square and the rank.
    """

    ply: int
    bits: Mapping[Seat, float]
    standing: tuple[int, ...]
    attacked: bool
    losses: tuple[Loss, ...]
    certain: frozenset[int]
    told: tuple[tuple[int, Seat, Rank], ...]

    @property
    def all_bits(self) -> float:
        return sum(self.bits.values())


class KnowledgeCourse:
    """The plies of a game so far that can no longer change, for one viewer.

    Args:
        book, options: of the game.
    """

    def __init__(self, book: Variant, options: Options) -> None:
        self._book = book
        self._options = options
        self._seen: list[Seen] = []
        self._moments: list[KnownPly] = []

    def __len__(self) -> int:
        return len(self._moments)

    def add(self, view: View) -> None:
        """Adds the next ply, once its choices are made.

        Args:
            view: the viewer's, of that ply.
        """
        seen = self._seen_at(view)
        self._moments.append(self._moment(seen, view))
        self._seen.append(seen)

    def moments(self, view: View) -> tuple[KnownPly, ...]:
        """Every ply up to that of a view, which may be the next one. Raises `IndexError` for one beyond that."""
        before = self._moments[: view.ply]
        if len(before) < view.ply:
            raise IndexError(view.ply)
        return (*before, self._moment(self._seen_at(view), view))

    def knowledge(self, view: View) -> Knowledge:
        """What is known at the ply of a view. Raises as `moments`."""
        return known_at(self._seen_at(view), view)

    def _seen_at(self, view: View) -> Seen:
        if view.ply == 0:
            return Seen.first(view, self._options)
        return self._seen[view.ply - 1].after(view)

    def _moment(self, seen: Seen, view: View) -> KnownPly:
        known = known_at(seen, view)
        before = self._moments[view.ply - 1].certain if view.ply else frozenset()
        sure = [(piece, piece.certain) for piece in known.pieces if piece.certain is not None]
        certain = frozenset(piece.id for piece, _rank in sure)
        seats = self._book.seats
        return KnownPly(
            ply=view.ply,
            bits={seat: log2(worlds) for seat, worlds in known.seats.items()},
            standing=tuple(sum(piece.seat is seat for piece in view.pieces) for seat in seats),
            attacked=view.last is not None and view.last.attack is not None,
            losses=() if view.last is None else tuple(self._losses(view, view.last)),
            certain=before if certain == before else certain,
            told=tuple((piece.square, piece.seat, rank) for piece, rank in sure if piece.id not in before),
        )

    def _losses(self, view: View, last: LastTurn) -> list[Loss]:
        if last.attack is None:
            return []
        fallen = {
            "win": (last.attack.defender,),
            "loss": (last.attack.attacker,),
            "both": (last.attack.attacker, last.attack.defender),
        }[last.attack.result]
        return [Loss(piece.seat, piece.rank, self._last(view, piece)) for piece in fallen if piece.rank is not None]

    def _last(self, view: View, piece: PieceView) -> bool:
        armies = 2 if self._book.reserve is Reserve.SECOND_ARMY else 1
        lost = sum(item.seat is piece.seat and item.rank is piece.rank for item in view.captured)
        return piece.rank is not None and lost == armies * self._book.army.get(piece.rank, 0)
