"""Second sight: what a player did to pieces whose rank was hidden from the player, against the odds of it. Pure.

Counted are attacks on hidden pieces of which fair players can know no more than the odds:

- pieces that have *never moved*, and
- pieces that have moved, but *did not come*: when they moved last nobody of the attacker's side stood beside the square
  to which they went.

Who moves a piece beside an enemy tells much of it: strong players do so with strong pieces. How much depends on who
plays, so that fair players against the one look like peekers against the other; and so do flights from such pieces.
Those are not counted. For the others measurements confirm the odds, for all kinds of players (docs/moderation.md).

For each attack the score is a likelihood ratio. Who knows the rank of a piece attacks it with what beats it, best with
what beats it dearly; and attacks it at once, not after pieces stood idle beside it that could have taken it. Of each
rank that the piece may have `leanings.json` tells how much that speaks for it; weighed by the odds, this says how
likely somebody who knew would have met which rank. The score is the logarithm of how much better than the odds this
foresaw the true rank, for who may know it or not, less its mean by the odds; no attack counts for more than `MOST`, so
that no lucky hit decides.

Half of a sum of scores, as the exponent of e, is *evidence*: scores are such that what each attack multiplies it by is
1 or less on average, if the odds hold. Then whoever plays fair has evidence of 1,000 with a chance of a thousandth at
most, however long and in whatever style (Ville's inequality). The odds are learned from some players and hold for
others by and large, so what counts is how far below 1 that average lies for players of each kind, game by game: `python
-m benchmarks sight` measures it, for hasty beginners too.

Attacks on Flags are left out: finding it by its guard and by what is left is skill.

In Alliance partners may tell each other all that they know, and so they may know more than a seat's own view has: of
their own pieces. So nothing is counted but what is done to the enemies' pieces, of which both partners know the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, log

from games.knowledge import Seen, known_at
from games.rules import RANK_OF_SYMBOL, Options, PieceView, Rank, Seat, Variant, View
from moderation.fairness.domain.odds import leanings, odds_of, start_rows

STILL, MOVED = "still", "moved"

WEIGHT = 0.5
"""By how much a score counts in the exponent of the evidence. With this and `MOST` players who peek at three of ten
ranks are found best, of those numbers with which each kind of fair player keeps well below 1."""

MOST = 0.5
"""More than this no attack scores."""

_KNOWS = 0.6
"""How likely it is held that who peeks knows the piece that is attacked. Any number leaves the mean under fair play as
it is; with this one players who peek at three of ten ranks are found best."""


@dataclass(frozen=True, slots=True, repr=False)
class HiddenAttack:
    """An attack on a hidden piece that counts, as the attacker could know it.

    Args:
        ply: the one that did it, the first being 1.
        kind: `still` for a piece that never moved, `moved` for one that did.
        piece, square: the number and square of the hidden piece.
        own: what attacked it.
        waited: pieces that came beside it before for the first time, and did not attack it.
        ranks: in how many worlds it has each rank.
        row: in which it began; None for one that came later.
    """

    ply: int
    kind: str
    piece: int
    square: int
    own: Rank
    waited: tuple[Rank, ...]
    ranks: Mapping[Rank, int]
    row: int | None

    def __repr__(self) -> str:
        """Without ranks: what a seat knows is its own."""
        return f"<HiddenAttack at ply {self.ply}>"


@dataclass(frozen=True, slots=True)
class Sighting:
    """An attack on a hidden piece.

    Args:
        ply: the one that did it, the first being 1.
        kind: `still` for a piece that never moved, `moved` for one that did.
        square: of the hidden piece.
        score: how much the outcome speaks for knowing, less what the odds let expect.
    """

    ply: int
    kind: str
    square: int
    score: float


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
    for attack in hidden_attacks(book, options, seat, views):
        true = truth[attack.piece]
        if true is Rank.FLAG:
            continue
        ranks: dict[Rank, int] = {rank: worlds for rank, worlds in attack.ranks.items() if rank is not Rank.FLAG}
        odds = odds_of(book, ranks, attack.row, moved=attack.kind == MOVED)
        yield Sighting(attack.ply, attack.kind, attack.square, score(odds, _speaks(attack), true))


def hidden_attacks(book: Variant, options: Options, seat: Seat, views: Iterable[View]) -> Iterator[HiddenAttack]:
    """The attacks of a seat that count.

    Args:
        book, options, seat, views: as for `sightings`.
    """
    watch: _Watch | None = None
    for view in views:
        if watch is None:
            watch = _Watch(book, options, seat, view)
        else:
            yield from watch.after(view)


def _speaks(attack: HiddenAttack) -> Mapping[Rank, float]:
    tables = [_leans(f"attack_{attack.kind}").get(attack.own, {})]
    tables += [_leans(f"wait_{attack.kind}").get(rank, {}) for rank in attack.waited]
    return {rank: sum(table.get(rank, 0.0) for table in tables) for rank in attack.ranks}


@cache
def _leans(name: str) -> Mapping[Rank, Mapping[Rank, float]]:
    """A table of `leanings.json`: by the rank of the own piece, how much it speaks for each rank of the other."""
    result = leanings()
    symbols = result["ranks"]
    return {
        RANK_OF_SYMBOL[own]: {RANK_OF_SYMBOL[symbol]: item for symbol, item in zip(symbols, row, strict=True)}
        for own, row in result[name].items()
    }


def score(odds: Mapping[Rank, float], speaks: Mapping[Rank, float], true: Rank) -> float:
    """The score of an attack.

    Args:
        odds: of the hidden piece, adding up to 1.
        speaks: for each of its ranks, how much what was done speaks for it, as the logarithm of a likelihood.
        true: its rank; 0 for one that the odds exclude.
    """
    foreseen = {rank: share * exp(speaks.get(rank, 0.0)) for rank, share in odds.items()}
    whole = sum(foreseen.values())
    logs = {rank: log(1 - _KNOWS + _KNOWS * foreseen[rank] / whole / share) for rank, share in odds.items() if share}
    mean = sum(odds[rank] * number for rank, number in logs.items())
    scores = {rank: min(number - mean, MOST) for rank, number in logs.items()}
    excess = log(sum(odds[rank] * exp(WEIGHT * number) for rank, number in scores.items())) / WEIGHT
    return scores[true] - max(0.0, excess) if true in scores else 0.0


class _Watch:
    """Goes along with a seat through a game."""

    def __init__(self, book: Variant, options: Options, seat: Seat, view: View) -> None:
        self.book, self.seat = book, seat
        self.near = [book.board.squares_of(mask) for mask in book.board.near]
        self.rows = start_rows(book, view.pieces)
        self.seen = Seen.of(book, view, options)
        self.moved: set[int] = set()
        self.came: set[int] = set()
        self.met: set[tuple[int, int]] = set()
        self.waited: defaultdict[int, list[Rank]] = defaultdict(list)
        self._look(view)

    def _look(self, view: View) -> None:
        self.view = view
        self.at = {piece.square: piece for piece in view.pieces if not piece.captive}

    def after(self, view: View) -> Iterator[HiddenAttack]:
        """Processes the ply of a view."""
        last = view.last
        assert last is not None
        mover = self.at.get(last.path[0]) if last.path else None
        gone = len(last.path) > 1
        if mover is not None and (gone or last.attack is not None):
            if last.seat is self.seat:
                yield from self._own_ply(view.ply, mover, last.path[-1])
            elif last.seat.side != self.seat.side and gone and last.attack is None:
                self._enemy_went(mover, last.path[-1])
        self.seen = self.seen.after(view)
        self._look(view)

    def _enemy_went(self, piece: PieceView, target: int) -> None:
        self.moved.add(piece.id)
        beside = (self.at.get(square) for square in self.near[target])
        if any(other is not None and other.seat.side == self.seat.side for other in beside):
            self.came.add(piece.id)
        else:
            self.came.discard(piece.id)

    def _own_ply(self, ply: int, mover: PieceView, target: int) -> Iterator[HiddenAttack]:
        aim = self.at.get(target)
        if aim is not None and self._tells_nothing(aim) and mover.rank is not None:
            yield self._attack(ply, mover.rank, aim)
        for foe in self.at.values():
            if foe.rank is None and foe.seat.side != self.seat.side:
                self._wait(foe, attacked=foe is aim)

    def _tells_nothing(self, piece: PieceView) -> bool:
        """Whether it is an enemy's, hidden, and did not come."""
        return piece.rank is None and piece.seat.side != self.seat.side and piece.id not in self.came

    def _wait(self, foe: PieceView, *, attacked: bool) -> None:
        """Keeps which own pieces stood beside a hidden one for the first time and did not attack it."""
        for square in self.near[foe.square]:
            own = self.at.get(square)
            if own is None or own.seat is not self.seat or own.rank is None or not self.book.gaits.get(own.rank):
                continue
            if (own.id, foe.id) not in self.met:
                self.met.add((own.id, foe.id))
                if not attacked and foe.id not in self.came:
                    self.waited[foe.id].append(own.rank)

    def _attack(self, ply: int, own: Rank, foe: PieceView) -> HiddenAttack:
        known = next(piece for piece in known_at(self.seen, self.view).pieces if piece.id == foe.id)
        kind = MOVED if foe.id in self.moved else STILL
        waited = tuple(self.waited[foe.id])
        return HiddenAttack(ply, kind, foe.id, foe.square, own, waited, known.ranks, self.rows.get(foe.id))
