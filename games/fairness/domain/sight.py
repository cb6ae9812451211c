"""Second sight: what a player did to pieces whose rank was hidden from the player, against the odds of it. Pure.

Two things are counted, in which who plays fair can do no better than the odds:

- *attacks* on a piece that has never moved. By moving a piece tells much of itself, and good players read that; one
  that stands still tells nothing.
- *flights* of a piece of which nobody knows the rank, the first time that a hidden piece that has moved stands beside
  it. Its enemy does not know whom it threatens either, so that it came there says little; from a piece that is known
  the enemy's approach says much, so that is not counted.

Each scores how it came out, 1 for a win, 0 for both, -1 for a loss, less what the odds expect; a flight the other way
round. Under fair play the sum of scores wanders about nothing, by as much as the odds say. The odds are the exact ones
(`games.knowledge`) with what set-ups look like (`odds.py`), corrected for what fair players meet: a piece that stays
beside an enemy is likelier one that cannot move, and what is attacked is oftener a Bomb, and seldomer the Flag.

In Alliance partners may tell each other all that they know, and so they may know more than a seat's own view has: of
their own pieces. So nothing is counted but what is done to the enemies' pieces, of which both partners know the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

from games.fairness.domain.odds import Odds, odds_of, start_rows
from games.knowledge import Seen, known_at
from games.rules import Options, PieceView, Rank, Result, Seat, Variant, View

ATTACK, FLIGHT = "attack", "flight"

_STAYED = 0.85
"""How much less likely a piece can move, for each turn of its seat in which it stood beside an enemy."""
_STAYED_MOST = 4
_MET = {Rank.FLAG: 0.45, Rank.BOMB: 1.5}
"""How much oftener than by the odds fair players meet these when they attack what never moved."""
_ROAMING = {
    Rank.MARSHAL: 1.35,
    Rank.GENERAL: 1.35,
    Rank.COLONEL: 1.35,
    Rank.MAJOR: 1.1,
    Rank.CAPTAIN: 1.1,
    Rank.SCOUT: 0.8,
}
"""And these, of what has moved."""
_WEIGHT = {ATTACK: 1.0, FLIGHT: 3.0}
"""How much more a flight tells than an attack, between players who peek and fair ones."""
_USUAL = {ATTACK: 0.03, FLIGHT: 0.31}
"""What fair players score on average: no odds are right in all."""
_VARIES = {ATTACK: 1.0, FLIGHT: 0.6}
"""How much of the variance by the odds is found with fair players."""
_WORTH = {Result.WIN: 1.0, Result.BOTH: 0.0, Result.LOSS: -1.0}


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that was done to a hidden piece, or because of it.

    Args:
        ply: the one that did it, the first being 1.
        kind: `attack` or `flight`.
        square: of the hidden piece.
        score: how much better it came out than by the odds.
        variance: of the score, by the odds.
    """

    ply: int
    kind: str
    square: int
    score: float
    variance: float


@dataclass(frozen=True, slots=True)
class GameSight:
    """What the sightings of one seat in one game come to.

    Args:
        value: the weighed sum of scores, less what fair players score; it wanders about 0.
        spread: its variance, by the odds.
    """

    value: float
    spread: float


def weigh(sightings: Iterable[Sighting]) -> GameSight:
    """The sum of sightings."""
    value = spread = 0.0
    for one in sightings:
        weight = _WEIGHT[one.kind]
        value += weight * (one.score - _USUAL[one.kind])
        spread += weight * weight * _VARIES[one.kind] * one.variance
    return GameSight(value, spread)


def deviation(games: Iterable[GameSight]) -> float:
    """By how many standard deviations games together lie above what is usual; 0 of none."""
    told = list(games)
    spread = sum(one.spread for one in told)
    return sum(one.value for one in told) / sqrt(spread) if spread else 0.0


def sightings(
    book: Variant, options: Options, seat: Seat, views: Iterable[View], truth: Mapping[int, Rank]
) -> Iterator[Sighting]:
    """What a seat did to hidden pieces in a game.

    Args:
        book, options: of the game; a book that is played on a board.
        seat: whose.
        views: that seat's, from before the first ply on, one a ply.
        truth: the rank of each piece by its number, of a game that is open to all.
    """
    watch: _Watch | None = None
    for view in views:
        if watch is None:
            watch = _Watch(book, options, seat, view, truth)
        else:
            yield from watch.after(view)


class _Watch:
    """Goes along with a seat through a game."""

    def __init__(self, book: Variant, options: Options, seat: Seat, view: View, truth: Mapping[int, Rank]) -> None:
        self.book, self.seat, self.truth = book, seat, truth
        self.near = [book.board.squares_of(mask) for mask in book.board.near]
        self.rows = start_rows(book, view.pieces)
        self.seen = Seen.of(book, view, options)
        self.moved: set[int] = set()
        self.stayed: Counter[int] = Counter()
        self.met: set[tuple[int, int]] = set()
        self._fresh: set[tuple[int, int]] = set()
        self._look(view)

    def _look(self, view: View) -> None:
        self.view = view
        self.at = {piece.square: piece for piece in view.pieces if not piece.captive}

    def after(self, view: View) -> Iterator[Sighting]:
        """What the ply of a view was, and goes on to it."""
        last = view.last
        assert last is not None
        before, at = self.view, self.at
        mover = at.get(last.path[0]) if len(last.path) > 1 or last.attack is not None else None
        if last.seat is self.seat and mover is not None:
            yield from self._own_ply(view.ply, mover, last.path[-1], at)
        elif last.seat.side != self.seat.side:
            for piece in before.pieces:
                if piece.seat is last.seat and piece.id not in self.moved and self._beside(piece):
                    self.stayed[piece.id] += 1
        if len(last.path) > 1:
            self.moved.add(last.piece)
        self.seen = self.seen.after(view)
        self._look(view)

    def _beside(self, piece: PieceView) -> bool:
        """Whether an enemy of a piece stands beside it."""
        return any(
            (other := self.at.get(square)) is not None and other.seat.side != piece.seat.side
            for square in self.near[piece.square]
        )

    def _hidden(self, piece: PieceView | None) -> bool:
        return piece is not None and piece.rank is None and piece.seat.side != self.seat.side

    def _own_ply(self, ply: int, mover: PieceView, target: int, at: Mapping[int, PieceView]) -> Iterator[Sighting]:
        aim = at.get(target)
        attacked = aim is not None and aim.seat.side != self.seat.side
        if aim is not None and self._hidden(aim) and aim.id not in self.moved:
            yield self._sighting(ply, ATTACK, mover, aim)
        for foe in self._newly_met(at):
            left = not attacked and not mover.revealed and target not in self.near[foe.square]
            if left and (mover.id, foe.id) in self._fresh:
                yield self._sighting(ply, FLIGHT, mover, foe)

    def _newly_met(self, at: Mapping[int, PieceView]) -> list[PieceView]:
        """The hidden pieces that have moved and stand beside an own piece that can go, as these two never did before
        a turn of this seat."""
        self._fresh = set()
        found = {}
        for foe in at.values():
            if self._hidden(foe) and foe.id in self.moved:
                for square in self.near[foe.square]:
                    own = at.get(square)
                    if own is None or own.seat is not self.seat or not self.book.gaits.get(own.rank or Rank.FLAG):
                        continue
                    if (own.id, foe.id) not in self.met:
                        self.met.add((own.id, foe.id))
                        self._fresh.add((own.id, foe.id))
                        found[foe.id] = foe
        return list(found.values())

    def _sighting(self, ply: int, kind: str, own: PieceView, foe: PieceView) -> Sighting:
        assert own.rank is not None
        odds = self._odds(foe, kind)
        worth = {rank: _WORTH[self.book.combat.result(own.rank, rank)] for rank in (*odds, self.truth[foe.id])}
        usual = sum(worth[rank] * share for rank, share in odds.items())
        variance = sum(worth[rank] ** 2 * share for rank, share in odds.items()) - usual * usual
        score = worth[self.truth[foe.id]] - usual
        return Sighting(ply, kind, foe.square, score if kind == ATTACK else -score, max(variance, 0.0))

    def _odds(self, foe: PieceView, kind: str) -> Odds:
        """The odds of a hidden piece before a ply of this seat, as fair players meet them."""
        odds = odds_of(self.book, known_at(self.seen, self.view), self.rows)[foe.id]
        if kind == FLIGHT:
            told = {rank: share * _ROAMING.get(rank, 1.0) for rank, share in odds.items()}
        else:
            goes = _STAYED ** min(self.stayed[foe.id], _STAYED_MOST)
            told = {
                rank: share * _MET.get(rank, 1.0) * (goes if self.book.gaits.get(rank) else 1.0)
                for rank, share in odds.items()
            }
        whole = sum(told.values())
        return {rank: share / whole for rank, share in told.items()}
