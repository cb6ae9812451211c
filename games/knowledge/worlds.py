"""How many worlds a viewer cannot tell apart, ply by ply (docs/knowledge.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log2, prod

from games.rules import End, Options, Rank, Seat, Variant, View

from .possible import RankCounts, Ways, armies_of, ways_of
from .seen import Seen
from .standstill import immovable, stuck


@dataclass(frozen=True, slots=True, repr=False)
class PieceKnowledge:
    """What a viewer knows of one piece whose rank is hidden from it.

    Args:
        id, square, seat: of the piece.
        ranks: the ranks that it may have, highest first, each with the number of worlds in which it has it.
    """

    id: int
    square: int
    seat: Seat
    ranks: RankCounts

    @property
    def certain(self) -> Rank | None:
        return next(iter(self.ranks)) if len(self.ranks) == 1 else None

    def __repr__(self) -> str:
        """Without its ranks: what a seat knows is its own."""
        return f"<PieceKnowledge {self.id}>"


@dataclass(frozen=True, slots=True, repr=False)
class Knowledge:
    """What a viewer knows of a game after some plies.

    Args:
        ply: the plies so far.
        worlds: in how many ways the hidden pieces on the board may have their ranks, for all that the viewer has seen.
        pieces: those hidden from the viewer, by square.
        seats: for each seat with hidden pieces in how many ways these may have theirs. Where the end of a game ties
            seats together, their product counts worlds that `worlds` does not.
    """

    ply: int
    worlds: int
    pieces: tuple[PieceKnowledge, ...]
    seats: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def bits(self) -> float:
        """The binary logarithm of `worlds`: 0 if all is known."""
        return log2(self.worlds)

    def __repr__(self) -> str:
        return f"<Knowledge at ply {self.ply}>"


def knowledge(views: Iterable[View], options: Options, book: Variant | None = None) -> Iterator[Knowledge]:
    """What a viewer knows at each ply.

    Args:
        views: the same viewer's, from before the first ply on, one a ply, after the ply's last choice.
        options: those of the game, which are public.
        book: the rule book, if it is not one of `games.rules.VARIANTS`.

    Raises:
        ValueError: a ply is left out, or the viewer changes.
    """
    seen: Seen | None = None
    for view in views:
        if seen is None:
            seen = Seen.first(view, options) if book is None else Seen.of(book, view, options)
        else:
            seen = seen.after(view)
        yield known_at(seen, view)


def known_at(seen: Seen, view: View) -> Knowledge:
    """What a viewer knows at one ply.

    Args:
        seen: what it was shown up to that ply.
        view: the view of that ply.
    """
    return _Count(seen, view).knowledge()


class _Count:
    """The count of one ply: each seat, and what the course of the game shows about legal turns."""

    def __init__(self, seen: Seen, view: View) -> None:
        self.seen, self.view = seen, view
        self.armies = {seat: armies_of(seen, view, seat) for seat in seen.book.seats}

    def knowledge(self) -> Knowledge:
        ways = {seat: ways_of(armies) for seat, armies in self.armies.items() if armies}
        less: Mapping[Seat, Ways | None] = {}
        view, outcome = self.view, self.view.outcome
        if outcome is None or not outcome.kind.on_board:
            if view.pending is None and (view.last is None or view.last.seat is not view.to_move):
                less = {view.to_move: self._stuck(view.to_move)}
        elif outcome.kind is End.NO_LEGAL_TURN:
            less = self._drawn()
            ways |= self._hidden({view.to_move: self._stuck(view.to_move)})
        elif outcome.kind is End.NOBODY_CAN_MOVE:
            ways |= self._hidden(self._drawn())
        impossible = not less or any(ways is None or not ways.worlds for ways in less.values())
        return self._told(ways, {} if impossible else self._hidden(less))

    def _hidden(self, ways: Mapping[Seat, Ways | None]) -> dict[Seat, Ways]:
        return {seat: way for seat, way in ways.items() if way is not None and self.armies[seat]}

    def _drawn(self) -> dict[Seat, Ways | None]:
        """The seats as they are where the game is drawn because nobody can move (RULES section 7)."""
        book, last = self.seen.book, self.view.last
        if book.drawn_if_blocked and last is not None and last.attack is not None and last.attack.result == "both":
            return {seat: self._stuck(seat) for seat in book.seats}
        return {seat: self._immovable(seat) for seat in book.seats} if book.drawn_without_movers else {}

    def _stuck(self, seat: Seat) -> Ways | None:
        """A seat without a legal turn; None if it has one for certain."""
        if not self.armies[seat] and self.view.outcome is None:
            return None
        possible = {piece: mask for army in self.armies[seat] for piece, mask in army.pieces.items()}
        idle = stuck(self.seen, self.view, seat, possible)
        return None if idle is None else ways_of(self.armies[seat], idle)

    def _immovable(self, seat: Seat) -> Ways | None:
        """A seat without a movable piece; None if it has one for certain."""
        mask = immovable(self.seen)
        mine = [piece for piece in self.view.pieces if piece.seat is seat]
        if any(piece.rank is not None and not mask >> piece.rank & 1 for piece in mine):
            return None
        return ways_of(self.armies[seat], {piece.id: mask for piece in mine})

    def _told(self, ways: Mapping[Seat, Ways], less: Mapping[Seat, Ways]) -> Knowledge:
        """The worlds of `ways` without those in which the seats of `less` are as it says, all of them at once."""
        view = self.view
        worlds = prod(way.worlds for way in ways.values())
        taken: Mapping[Seat, Ways] = {**ways, **less} if less else {}
        fewer = prod(ways.worlds for ways in taken.values()) if less else 0
        seats = {seat: way.worlds for seat, way in ways.items()}
        if len(less) == 1:
            ((seat, item),) = less.items()
            seats[seat] -= item.worlds
        shared: dict[tuple[Seat, int, int], RankCounts] = {}
        pieces = []
        for piece in view.pieces:
            if piece.rank is not None:
                continue
            seat, all_ways, fewer_ways = piece.seat, ways[piece.seat], taken.get(piece.seat)
            key = seat, all_ways.classes[piece.id], -1 if fewer_ways is None else fewer_ways.classes[piece.id]
            if key not in shared:
                minus = {} if fewer_ways is None else fewer_ways.of_piece(piece.id)
                more, few = worlds // all_ways.worlds, 0 if fewer_ways is None else fewer // fewer_ways.worlds
                numbers = {rank: n * more - minus.get(rank, 0) * few for rank, n in all_ways.of_piece(piece.id).items()}
                shared[key] = {rank: number for rank, number in numbers.items() if number}
            pieces.append(PieceKnowledge(piece.id, piece.square, seat, shared[key]))
        return Knowledge(view.ply, worlds - fewer, tuple(pieces), seats)
