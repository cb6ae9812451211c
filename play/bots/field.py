"""A board as the bot sees it: the worth of pieces, threats, and where it pays to go."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from games.rules import PieceView, Rank, Result, Seat, variant
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_SHOT, GAIT_STEP
from play.bots.belief import Chances, believe, pool_of
from play.bots.distances import FAR, distances, neighbours, shots_at
from play.bots.piece_values import Clash, clash, worth_of
from play.bots.sight import Sight

_NEAR = 0.88  # what a goal one step further away still draws
_SURE = 0.35  # from this chance on a rank's special reach is reckoned with
_HIDDEN = 0.45  # how often an enemy dares to attack what it cannot name
_CURIOUS = 0.12  # what it is worth to see a piece, as a share of what it may be
_RECENT = 16  # own turns that a bot looks back on, so as not to go to and fro


class Field:
    """What follows from a sight, worked out once for all of its turns.

    Args:
        sight: what the bot sees.
        scouts: whether it reckons with Scouts and others that strike from afar.
        fear: how much a loss counts, 1 for as much as is right.
    """

    def __init__(self, sight: Sight, *, scouts: bool = True, fear: float = 1.0) -> None:
        view = self.view = sight.view
        self.legal = sight.legal
        self._scouts, self._fear = scouts, fear
        self.book = variant(view.variant, view.edition)
        self.board = self.book.board
        self.combat = self.book.combat
        self.me = view.to_move
        self.side = self.me.side
        self.near = neighbours(self.board)
        standing = [piece for piece in view.pieces if not piece.captive]
        self.captives = tuple(piece for piece in view.pieces if piece.captive)
        self.at = {piece.square: piece for piece in standing}
        self.own = tuple(piece for piece in standing if piece.seat is self.me)
        self.friends = tuple(piece for piece in standing if piece.seat is not self.me and piece.seat.side == self.side)
        self.foes = tuple(piece for piece in standing if piece.seat.side != self.side)
        self.turns = sight.turns
        belief = believe(sight)
        self.moved = belief.moved
        self.chances: dict[int, Chances] = {
            piece.id: belief.chances[piece.id] if piece.rank is None else {piece.rank: 1.0} for piece in view.pieces
        }
        self.strikes = self.book.strikes or self.book.gaits
        self._weigh(sight)
        self._clashes: dict[tuple[Rank, int], Clash] = {}
        self._lessons: dict[int, float] = {}
        self._menaces: dict[int, float] = {}
        self._risks: dict[tuple[int, Rank], float] = {}
        self._ways: dict[int, list[int]] = {}
        self._goals: dict[Rank, list[tuple[float, int]]] = {}

    def _weigh(self, sight: Sight) -> None:
        """What the pieces of both sides are worth, who leads, and how little a loss counts by now."""
        mine: Counter[Rank] = Counter(piece.rank for piece in self.own if piece.rank is not None)
        theirs: Counter[Rank] = Counter(piece.rank for piece in self.foes if piece.rank is not None)
        self._pools = {seat: pool_of(sight, seat) for seat in self.book.seats if seat is not self.me}
        for seat, pool in self._pools.items():
            if seat.side != self.side:
                theirs += pool
        self.worth = worth_of(mine, theirs, self.combat, last_flag=self.last_flag(self.side))
        self.their_worth = worth_of(theirs, mine, self.combat, last_flag=self.last_flag(1 - self.side))
        quiet, limit = self.view.quiet, self.view.quiet_limit
        patience = min(1.0, max(0, quiet - 10) / 50)
        ahead = len(self.own) + len(self.friends) > 1.25 * len(self.foes)
        self.care = self._fear * (1.0 - 0.6 * patience) * (0.8 if ahead else 1.0)
        if limit is not None and limit - quiet < 40 and ahead:
            self.care *= 0.4
        self.curious = _CURIOUS * (1 + quiet / 20)

    def pool(self, seat: Seat) -> Counter[Rank]:
        """The pieces of another seat that are not shown."""
        return Counter(self._pools[seat])

    def last_flag(self, side: int) -> bool:
        """Whether a side loses with the next Flag that is taken (RULES section 8, campaign and alliance)."""
        if len(self.book.seats) > 2:
            return any(flag.seat.side == side for flag in self.captives)
        shown = [p for p in self.view.pieces if p.seat.side == side and p.rank is Rank.FLAG]
        if self.book.flag_first and side != self.side:
            return not any(piece.revealed for piece in shown) or any(
                piece.seat.side == side and piece.rank is Rank.FLAG for piece in self.view.captured
            )
        return not self.book.flag_first or len(shown) < 2

    # -- attacks and dangers ----------------------------------------------------------------------

    def clash(self, rank: Rank, foe: PieceView) -> Clash:
        """What an attack of a piece of `rank` on `foe` should bring."""
        chances = self.chances[foe.id]  # pieces of which the same is known share them
        known = self._clashes.get((rank, id(chances)))
        if known is None:
            known = self._clashes[rank, id(chances)] = clash(self.combat, rank, chances, self.their_worth)
        return known

    def prize(self, rank: Rank, foe: PieceView) -> float:
        """The balance of an attack of `rank` on `foe`, with what is learned, and how it eases the own Flag."""
        odds = self.clash(rank, foe)
        learned = 0.0 if foe.rank is not None else self.learned(foe)
        return (
            odds.gain
            + learned
            - self.care * odds.loss * self.worth[rank]
            + (odds.win + 0.5 * odds.loss) * self.menace(foe)
        )

    def learned(self, foe: PieceView) -> float:
        """What it is worth to see a hidden piece."""
        chances = self.chances[foe.id]
        known = self._lessons.get(id(chances))
        if known is None:
            whole = sum(self.their_worth[each] * chance for each, chance in chances.items() if each is not Rank.FLAG)
            known = self._lessons[id(chances)] = self.curious * whole
        return known

    def risk(self, foe: PieceView, rank: Rank) -> float:
        """What an attack of `foe` on a piece of `rank` would cost this side on balance, if the foe knew what it is."""
        known = self._risks.get((foe.id, rank))
        if known is None:
            known = 0.0
            worth = self.worth[rank]
            for striker, chance in self.chances[foe.id].items():
                if not self.strikes.get(striker):
                    continue
                result = self.combat.result(striker, rank)
                if result is Result.WIN or rank is Rank.FLAG:
                    known += chance * worth
                elif result is Result.BOTH:
                    known += chance * max(0.0, worth - self.their_worth[striker])
            self._risks[foe.id, rank] = known
        return known

    def danger(self, rank: Rank, shown: bool, square: int, gone: int = 0) -> float:
        """What a piece of `rank` stands to lose on `square` by the enemy's next turn.

        Args:
            shown: its rank is known to all.
            gone: a foe that will not be there any more.
        """
        worst = max((self.risk(foe, rank) for foe in self.threats.get(square, ()) if foe.id != gone), default=0.0)
        return self._fear * (worst if shown else _HIDDEN * worst)

    @cached_property
    def threats(self) -> dict[int, list[PieceView]]:
        """For each square the foes that may be able to strike there."""
        views: dict[int, list[PieceView]] = {}
        for foe in self.foes:
            for square in self._reach(foe):
                views.setdefault(square, []).append(foe)
        return views

    def _reach(self, foe: PieceView) -> set[int]:
        chances = self.chances[foe.id]
        reach: set[int] = set()
        if any(self.strikes.get(rank, 0) & GAIT_STEP for rank in chances):
            reach.update(self.near[foe.square])
        for rank, chance in chances.items() if self._scouts else ():
            gaits = self.strikes.get(rank, 0)
            if chance < _SURE:
                continue
            if gaits & GAIT_BENT:
                for via in self.near[foe.square]:
                    if via not in self.at:
                        reach.update(self.near[via])
            elif gaits & GAIT_FAR:
                reach.update(self._rays(foe.square))
            elif gaits & GAIT_SHOT:
                for square, between in shots_at(self.board)[foe.square]:
                    if not any(other in self.at for other in between):
                        reach.add(square)
        return reach

    def _rays(self, square: int) -> set[int]:
        """The squares that a Scout on `square` could go to or strike."""
        numbers: set[int] = set()
        for step in (1, -1, self.board.columns, -self.board.columns):
            here = square
            while here + step in self.near[here]:
                here += step
                numbers.add(here)
                if here in self.at:
                    break
        return numbers

    @cached_property
    def _to_flags(self) -> list[list[int]]:
        """The ways to what the enemy wants most: the side's Flags that this seat knows, and the prisons of theirs."""
        flags = [p.square for p in (*self.own, *self.friends) if p.rank is Rank.FLAG]
        prisons = [
            near for captive in self.captives if captive.seat.side != self.side for near in self.near[captive.square]
        ]
        return [self._way(square) for square in (*flags, *prisons)]

    def menace(self, foe: PieceView) -> float:
        """How near a foe that can strike has come to a Flag of this side."""
        known = self._menaces.get(foe.id)
        if known is None:
            known = self._menaces[foe.id] = self._menace(foe)
        return known

    def _menace(self, foe: PieceView) -> float:
        if not self._to_flags:
            return 0.0
        strikers = sum(chance for rank, chance in self.chances[foe.id].items() if self.strikes.get(rank))
        steps = min(way[foe.square] for way in self._to_flags)
        if steps > 5 or (foe.id not in self.moved and foe.rank is None and steps > 1):
            return 0.0
        return strikers * (60.0 if steps <= 1 else 24.0 / steps)

    def relief(self, foe: PieceView, mover: int) -> float:
        """What the side would no longer have to fear from `foe`, were it gone."""
        return max(
            (
                self.risk(foe, piece.rank) * (1.0 if piece.revealed else _HIDDEN)
                for square in self._reach(foe)
                if (piece := self.at.get(square)) is not None
                and piece.seat.side == self.side
                and piece.rank is not None
                and piece.id != mover
            ),
            default=0.0,
        )

    # -- where to go ------------------------------------------------------------------------------

    def _way(self, goal: int) -> list[int]:
        known = self._ways.get(goal)
        if known is None:
            known = self._ways[goal] = distances(self.board, goal, self.at, self._yielding)
        return known

    @cached_property
    def _yielding(self) -> frozenset[int]:
        """Squares of own pieces that can step aside."""
        return frozenset(p.square for p in self.own if p.rank is not None and self.book.gaits.get(p.rank))

    def pull(self, rank: Rank, square: int, piece: PieceView | None = None) -> float:
        """How good it is for a piece of `rank` to be on `square`: the best of its goals, less what lies between."""
        best = 0.0
        for prize, goal in self._goals_of(rank):
            if prize <= best:
                break
            steps = self._way(goal)[square]
            if steps < FAR:
                best = max(best, prize * _NEAR**steps)
        if piece is not None:
            best = max(best, self._homecoming(piece, square))
        return best

    def _goals_of(self, rank: Rank) -> list[tuple[float, int]]:
        """What draws a piece, the best first: what it is worth, and the square."""
        goals = self._goals.get(rank)
        if goals is None:
            goals = []
            if self.strikes.get(rank):
                goals += [(prize, foe.square) for foe in self.foes if (prize := self.prize(rank, foe)) > 0]
            goals += [
                (0.8 * self.worth[Rank.FLAG], square)
                for captive in self.captives
                if captive.seat.side == self.side
                for square in self.near[captive.square]
            ]
            if rank is Rank.FLAG:
                goals += [(hope, friend.square) for friend, hope in self.unions]
            goals.sort(reverse=True)
            self._goals[rank] = goals
        return goals

    @cached_property
    def unions(self) -> tuple[tuple[PieceView, float], ...]:
        """The partner's pieces that may be its Flag, each with what a claim on it is worth (RULES section 8,
        uniting).
        """
        not_it = {claim.named for claim in self.view.claims if claim.seat is self.me}
        results = []
        for friend in self.friends:
            chance = self.chances[friend.id].get(Rank.FLAG, 0.0)
            if chance > 0 and friend.id not in not_it:
                results.append((friend, 600.0 if chance == 1 else 60.0 * chance))
        return tuple(results)

    def _homecoming(self, piece: PieceView, square: int) -> float:
        """What draws a piece to the enemy's back row: a rescue there (RULES section 8, lightning)."""
        if not self.ransom or piece.rescuer or piece.rank is Rank.SCOUT:
            return 0.0
        row = square // self.board.columns
        rows = self.board.rows - 1 - row if self.side == 0 else row
        return 0.6 * self.ransom * _NEAR**rows

    @cached_property
    def ransom(self) -> float:
        """The worth of the best piece that this seat could rescue."""
        if not self.view.rescues or not self.view.rescues[self.me]:
            return 0.0
        lost = (p.rank for p in self.view.captured if p.seat is self.me and p.rank is not None)
        return max((self.worth[rank] for rank in lost if rank not in (Rank.FLAG, Rank.BOMB)), default=0.0)

    @cached_property
    def trodden(self) -> Counter[tuple[int, int]]:
        """How often each own piece stood on a square in this seat's last turns."""
        counts: Counter[tuple[int, int]] = Counter()
        mine = [turn for turn in self.turns[-_RECENT * len(self.book.seats) :] if turn.seat is self.me]
        for turn in mine:
            if len(turn.path) > 1:
                counts[turn.piece, turn.path[0]] += 1
        return counts

    @cached_property
    def guards(self) -> frozenset[int]:
        """The squares next to an own Flag, while an enemy that has moved is about."""
        flags = [p.square for p in self.own if p.rank is Rank.FLAG]
        near = {square for flag in flags for square in self.near[flag]}
        roaming = [foe for foe in self.foes if foe.id in self.moved or foe.rank is not None]
        about = any(
            abs(foe.square // self.board.columns - flag // self.board.columns)
            + abs(foe.square % self.board.columns - flag % self.board.columns)
            <= 6
            for foe in roaming
            for flag in flags
        )
        return frozenset(near) if about else frozenset()
