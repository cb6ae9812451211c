"""The one implementation of the rules: a mutable position that judges and plays turns (RULES sections 3 to 7).

`State` (state.py) wraps it so that to callers nothing ever changes. The judgement of a turn and its playing are one function,
because a second copy of the rules would sooner or later disagree; `turns()` shares with it the tables of the board and the
method that answers for the repetition rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .board import Board
from .combat import Result
from .outcome import End, Illegal, IllegalAt, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat
from .turn import GAIT_BENT, GAIT_NONE, GAIT_TWO, Turn
from .variant import Options, Repetition, Variant

__all__ = ["Capture", "Played", "Position"]

EMPTY = 0
WALL = 1
FIRST_PIECE = 2
NOWHERE = -1

_BOTH = int(Result.BOTH)
_LOSS = int(Result.LOSS)
_WIN = int(Result.WIN)
_FLAG = int(Rank.FLAG)
_SHIFT = 4
_ROW = (EMPTY, 0, 0, 0)
_LONG_TRAIL = 64


class Played(NamedTuple):
    """What the last ply did: `defender` is 0 and `result` None if nothing was attacked; `breach` is a rule that it broke in a `noted` game."""

    turn: Turn
    seat: int
    piece: int
    defender: int
    result: int | None
    breach: str | None


class Capture(NamedTuple):
    """A piece off the board: where it fell and at which ply."""

    piece: int
    square: int
    ply: int


class Position:
    """A game at one moment, changed in place by `play`.

    Pieces are numbers from 2 on, red's set-up in the order of the squares, then blue's: a number tells the place at the start,
    which all have seen, and nothing of the rank. `where`, `rank`, `side` and `known` are lists by that number; `at` is a list
    by square. Sets of squares are bit masks.
    """

    __slots__ = (
        "alert",
        "at",
        "barred",
        "board",
        "captured",
        "chase",
        "known",
        "last",
        "last_target",
        "mine",
        "mobility",
        "movers",
        "near",
        "noted",
        "occ",
        "occupied",
        "options",
        "outcome",
        "ply",
        "quiet",
        "rank",
        "returns_",
        "rows",
        "side",
        "table",
        "to_move",
        "trail",
        "variant",
        "where",
        "witness",
    )

    def __init__(self, variant: Variant, setups: Mapping[Seat, str], options: Options) -> None:
        """Lays out the pieces. Raises `Illegal` with `set-up` if a set-up does not fit the army or the home squares."""
        self.variant = variant
        self.options = options
        self.bind()
        board = self.board
        self.at = [WALL if board.lake_mask >> square & 1 else EMPTY for square in range(board.size)]
        self.where = [NOWHERE, NOWHERE]
        self.rank = [-1, -1]
        self.side = [-1, -2]
        self.known = bytearray(2)
        self.occ = [0, 0]
        self.mine: list[list[int]] = [[] for _ in variant.seats]
        self.movers = [0, 0]
        for seat in variant.seats:
            self._lay_out(seat, setups)
        self.occupied = self.occ[0] | self.occ[1] | board.lake_mask
        self.to_move = 0
        self.ply = 0
        self.quiet = 0
        self.rows: list[tuple[int, int, int, int]] = [_ROW for _ in variant.seats]
        self.chase = [0, 0]
        self.last_target = NOWHERE
        self.trail: list[tuple[int, int, int]] = []
        self.captured: list[Capture] = []
        self.noted: list[tuple[int, str]] = []
        self.last: Played | None = None
        self.outcome: Outcome | None = None
        self.witness = [EMPTY] * len(variant.seats)
        self._end_of_ply()

    def bind(self) -> None:
        """Takes the tables of the rule book, which every turn asks."""
        variant = self.variant
        self.board: Board = variant.board
        self.near = variant.board.near
        self.mobility = [variant.gaits.get(rank, GAIT_NONE) for rank in Rank]
        self.table = variant.combat.table

    def _lay_out(self, seat: Seat, setups: Mapping[Seat, str]) -> None:
        home = self.board.homes[seat]
        check_setup(self.variant, seat, setups.get(seat, ""), free=self.options.free_setup)
        side = seat.side
        for square, symbol in zip(home, setups[seat], strict=True):
            if symbol == ".":
                continue
            rank = int(RANK_OF_SYMBOL[symbol])
            piece = len(self.rank)
            self.rank.append(rank)
            self.side.append(side)
            self.where.append(square)
            self.known.append(0)
            self.at[square] = piece
            self.occ[side] |= 1 << square
            if self.mobility[rank]:
                self.mine[seat].append(piece)
                self.movers[side] += 1

    def copy(self) -> Position:
        """An independent position in the same state."""
        other = object.__new__(Position)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        for name in (
            "at",
            "where",
            "rank",
            "side",
            "occ",
            "movers",
            "rows",
            "chase",
            "trail",
            "captured",
            "noted",
            "witness",
        ):
            setattr(other, name, getattr(self, name)[:])
        other.known = self.known[:]
        other.mine = [pieces[:] for pieces in self.mine]
        return other

    # -- judging and playing ----------------------------------------------------------------------

    def play(self, turn: Turn, commit: bool = True) -> None:
        """Judges `turn` for the seat to move and, unless `commit` is false, plays it.

        Raises:
            Illegal: the turn breaks a rule; the position is as it was.
        """
        if self.outcome is not None:
            raise Illegal(Refusal("game-over", {"kind": self.outcome.kind.value}))
        source = turn.source
        target = turn.target
        at = self.at
        side = self.side
        me = self.to_move
        foe = 1 - me
        piece = at[source]
        defender = at[target]
        rank = self.rank[piece]
        if (
            side[piece] != me
            or not self.mobility[rank] & turn.gait
            or turn.between & self.occupied
            or (defender and side[defender] != foe)
        ):
            raise Illegal(self._explain(turn))
        breach = None
        if self.alert:
            breach = self._breach(turn, piece, defender)
            if breach is not None:
                if self.options.repetition is Repetition.ENFORCED:
                    raise Illegal(self._explain_breach(breach, turn))
        if not commit:
            return
        if breach is not None:
            self.noted.append((self.ply + 1, breach))
        variant = self.variant
        near = self.near
        occ = self.occ
        at[source] = EMPTY
        result = None
        if defender:
            result = self.table[rank << _SHIFT | self.rank[defender]]
            self._battle(turn, piece, defender, result)
        else:
            at[target] = piece
            self.where[piece] = target
            occ[me] ^= turn.swap
            self.occupied ^= turn.swap
            if turn.gait & variant.revealing:
                self.known[piece] = 1
            self.quiet += 1
            self.trail.append((piece, source, target))
        last, _common, one, two = self.rows[me]
        borders = turn.borders
        if last == piece:
            self.rows[me] = (piece, borders & one & two if variant.two_squares == 3 else borders & one, borders, one)
        else:
            self.rows[me] = (piece, 0, borders, 0)
        if variant.more_squares:
            chase = self.chase
            if defender:
                chase[foe] = 0
                chase[me] = 1 if near[target] & occ[foe] else 0
            else:
                left = self.last_target
                chase[foe] = chase[foe] + 1 if left >= 0 and near[source] >> left & 1 else 0
                chase[me] = chase[me] + 1 if near[target] & occ[foe] else 0
            self.last_target = target
        self.last = Played(turn, me, piece, defender, result, breach)
        self.ply += 1
        if result == _BOTH and variant.drawn_if_blocked:
            self._draw_if_blocked()
        self.to_move = foe
        if self.outcome is None:
            self._end_of_ply()

    def _battle(self, turn: Turn, piece: int, defender: int, result: int) -> None:
        """An attack on `defender`, whose square is the turn's target: reveals both, removes who loses (RULES section 3)."""
        me = self.to_move
        foe = 1 - me
        self.known[piece] = self.known[defender] = 1
        self.quiet = 0
        self.trail.clear()
        target_bit = turn.bit
        source_bit = turn.swap ^ target_bit
        self.occ[me] ^= source_bit
        if result == _LOSS:
            self._remove(piece, turn.target)
        else:
            self._remove(defender, turn.target)
            self.occ[foe] ^= target_bit
            if result == _WIN:
                self.at[turn.target] = piece
                self.where[piece] = turn.target
                self.occ[me] ^= target_bit
            else:
                self.at[turn.target] = EMPTY
                self._remove(piece, turn.target)
        self.occupied = self.occ[0] | self.occ[1] | self.board.lake_mask
        if self.rank[defender] == _FLAG:
            self.outcome = Outcome(End.FLAG_CAPTURED, me)

    def _remove(self, piece: int, square: int) -> None:
        self.where[piece] = NOWHERE
        self.captured.append(Capture(piece, square, self.ply + 1))
        if self.mobility[self.rank[piece]]:
            side = self.side[piece]
            self.movers[side] -= 1
            for pieces in self.mine[side::2]:
                if piece in pieces:
                    pieces.remove(piece)

    # -- repetition (RULES sections 4 to 6) -------------------------------------------------------

    def _breach(self, turn: Turn, piece: int, defender: int) -> str | None:
        """The repetition rule that `turn`, otherwise legal, would break. Both `play` and `turns` ask here."""
        me = self.to_move
        last, common, _one, _two = self.rows[me]
        if last == piece and common & turn.borders:
            return "two-squares"
        if defender:
            return None
        if self.variant.more_squares:
            if self.chase[me] >= 2 and (piece, turn.target) in self.returns():
                return "more-squares"
        elif self.barred & turn.bit:
            return "chase-limit"
        return None

    def returns(self) -> frozenset[tuple[int, int]]:
        """The moves, as (piece, square), of the seat to move that section 5 forbids now, from what all can see.

        A position P0 with one piece put elsewhere equals Pk if and only if that piece is the only one that stood elsewhere then;
        so one walk back over the chase finds every forbidden move.
        """
        if self.returns_ is None:
            self.returns_ = frozenset(
                (piece, square) for piece, square in self._window() if self._threatens(piece, square)
            )
        return self.returns_

    def _threatens(self, piece: int, square: int) -> bool:
        me = self.to_move
        if self.side[piece] != me or self.occupied >> square & 1 or not self.near[square] & self.occ[1 - me]:
            return False
        takes_back = len(self.trail) > 1 and self.trail[-2] == (piece, square, self.where[piece])
        return not takes_back

    def _window(self) -> dict[tuple[int, int], int]:
        """For each single displacement that makes one of P1 … P(c - 1): the latest ply after which that position stood."""
        found: dict[tuple[int, int], int] = {}
        moved: dict[int, int] = {}
        where = self.where
        length = self.chase[self.to_move]
        for back in range(1, length):
            piece, source, _target = self.trail[-back]
            if source == where[piece]:
                del moved[piece]
            else:
                moved[piece] = source
            if len(moved) == 1:
                found.setdefault(next(iter(moved.items())), self.ply - back)
        return found

    def _bar_chaser(self) -> int:
        """Section 6: the squares next to the piece that the seat to move may not threaten again, as a mask."""
        if len(self.trail) < 4:
            return 0
        (_, _, first), (chased, left, _), (_, _, second), (again, fled, _) = self.trail[-4:]
        near = self.near
        if chased == again and near[first] >> left & 1 and near[second] >> fled & 1:
            return near[self.where[chased]]
        return 0

    # -- the end of a ply (RULES section 7) -------------------------------------------------------

    def _end_of_ply(self) -> None:
        """Settles what the next seat must know before its turn: who is barred from what, and whether the game is over."""
        self.settle()
        me = self.to_move
        if self.quiet == self.options.no_attack_limit:
            self.outcome = Outcome(End.NO_ATTACK_LIMIT)
        elif self.variant.drawn_without_movers and not (self.movers[0] or self.movers[1]):
            self.outcome = Outcome(End.NOBODY_CAN_MOVE)
        elif not self._has_turn():
            self.outcome = Outcome(End.NO_LEGAL_TURN, 1 - me)

    def settle(self) -> None:
        """Works out what the repetition rules hold against the seat to move; all of it follows from the trail, the rows and the chases."""
        me = self.to_move
        self.returns_ = None
        self.barred = 0
        self.alert = self.rows[me][1] != 0
        if self.variant.more_squares:
            if self.chase[me] >= 2:
                self.alert = True
            if len(self.trail) > _LONG_TRAIL and not (self.chase[0] or self.chase[1]):
                del self.trail[:-4]
        elif self.variant.chase_limit:
            if len(self.trail) > _LONG_TRAIL:
                del self.trail[:-4]
            self.barred = self._bar_chaser()
            if self.barred:
                self.alert = True

    def _has_turn(self) -> bool:
        """Whether the seat to move has a legal turn: usually one look at a piece that had one before."""
        me = self.to_move
        if not self.alert:
            own = self.occ[me]
            near = self.near
            where = self.where
            square = where[self.witness[me]]
            if square >= 0 and near[square] & ~own:
                return True
            for piece in self.mine[me]:
                if near[where[piece]] & ~own:
                    self.witness[me] = piece
                    return True
            return False
        return bool(self.turns())

    def _draw_if_blocked(self) -> None:
        """Section 7: after both pieces of an attack have gone, the game is drawn if neither seat could move were it its turn."""
        self.barred = 0
        for self.to_move in (0, 1):
            self.alert = bool(self.rows[self.to_move][1])
            if self.turns():
                return
        self.outcome = Outcome(End.NOBODY_CAN_MOVE)

    # -- listing ----------------------------------------------------------------------------------

    def turns(self) -> list[Turn]:
        """The submissions legal now, in an order that depends only on places and on ranks that the seat to move knows."""
        if self.outcome is not None:
            return []
        me = self.to_move
        own = self.occ[me]
        free = ~own
        foes = self.occ[1 - me]
        occupied = self.occupied
        near = self.near
        board = self.board
        steps = board.steps
        rank = self.rank
        where = self.where
        mobility = self.mobility
        found: list[Turn] = []
        for piece in self.mine[me]:
            square = where[piece]
            gaits = mobility[rank[piece]]
            if gaits & GAIT_TWO:
                if gaits & GAIT_BENT:
                    found += steps[square][near[square] & free]
                    for first, seconds, table in board.bends[square]:
                        if not first & occupied:
                            found += table[seconds & free]
                    continue
                for mask, rising, upto, place in board.rays[square]:
                    blockers = mask & occupied
                    if not blockers:
                        found += upto[-1]
                        continue
                    blocker = ((blockers & -blockers) if rising else blockers).bit_length() - 1
                    found += upto[place[blocker] + (foes >> blocker & 1)]
            else:
                reach = near[square] & free
                if reach:
                    found += steps[square][reach]
        if self.alert and self.options.repetition is Repetition.ENFORCED:
            at = self.at
            return [turn for turn in found if self._breach(turn, at[turn.source], at[turn.target]) is None]
        return found

    # -- refusals in full -------------------------------------------------------------------------

    def _explain(self, turn: Turn) -> Refusal:
        """Why the geometry or the piece refuses `turn`; asked only once that is known to be so (RULES section 3)."""
        board = self.board
        names = {"source": board.name(turn.source), "target": board.name(turn.target)}
        me = self.to_move
        piece = self.at[turn.source]
        if piece < FIRST_PIECE or self.side[piece] < 0:
            return Refusal("not-your-piece", names | {"empty": True})
        if self.side[piece] != me:
            return Refusal("not-your-piece", names | {"empty": False})
        gaits = self.mobility[self.rank[piece]]
        if not gaits:
            return Refusal("immovable", names | {"rank": self.rank[piece]})
        if turn.gait == GAIT_NONE or (turn.gait == GAIT_BENT and not gaits & GAIT_BENT):
            return Refusal("not-straight", names)
        if not gaits & turn.gait:
            reach = 2 if gaits & GAIT_BENT else 1
            return Refusal("too-far", names | {"rank": self.rank[piece], "reach": reach})
        if turn.between & self.board.lake_mask or self.at[turn.target] == WALL:
            return Refusal("lake", names)
        if turn.between & self.occupied:
            blocker = next(square for square in board.squares_of(turn.between & self.occupied))
            return Refusal("blocked", names | {"square": board.name(blocker)})
        return Refusal("own-piece", names)

    def _explain_breach(self, breach: str, turn: Turn) -> Refusal:
        """A repetition rule's refusal with what it rests on: the border, the earlier ply, or the piece that was chased enough."""
        board = self.board
        params: dict[str, object] = {"source": board.name(turn.source), "target": board.name(turn.target)}
        if breach == "two-squares":
            borders = board.border_of(self.rows[self.to_move][1] & turn.borders)
            params |= {"borders": borders, "limit": self.variant.two_squares}
        elif breach == "more-squares":
            piece = self.at[turn.source]
            params |= {"ply": self._window()[piece, turn.target], "length": self.chase[self.to_move]}
        else:
            params |= {"chased": board.name(self.where[self.trail[-1][0]])}
        return Refusal(breach, params)


def check_setup(variant: Variant, seat: Seat, placement: str, *, free: bool = False) -> None:
    """Checks one seat's set-up (RULES section 3).

    Args:
        placement: a character a home square, row by row as the board lies; `.` is an empty square.
        free: fewer pieces than the army are allowed, as long as there is a Flag.

    Raises:
        Illegal: `set-up`, with a `reason` and its parameters.
    """
    home = variant.board.homes[seat]
    if len(placement) != len(home):
        raise Illegal(
            Refusal("set-up", {"reason": "length", "seat": seat.slug, "squares": len(home), "found": len(placement)})
        )
    unknown = sorted({symbol for symbol in placement if symbol != "." and symbol not in RANK_OF_SYMBOL})
    if unknown:
        raise Illegal(Refusal("set-up", {"reason": "symbol", "seat": seat.slug, "symbol": unknown[0]}))
    for symbol, rank in RANK_OF_SYMBOL.items():
        found = placement.count(symbol)
        allowed = variant.army.get(rank, 0)
        if found > allowed or (found < allowed and (not free or rank is Rank.FLAG)):
            params = {"reason": "count", "seat": seat.slug, "rank": int(rank), "allowed": allowed, "found": found}
            raise Illegal(Refusal("set-up", params))


def play_all(position: Position, board: Board, turns: Iterable[str | Turn]) -> None:
    """Plays `turns`, texts or turns, one after the other.

    Raises:
        IllegalAt: a turn is refused; `ply` says which.
    """
    play = position.play
    shared = board.shared_turns
    try:
        for turn in turns:
            play(turn if isinstance(turn, Turn) else shared.get(turn) or board.turn(turn))
    except Illegal as error:
        raise IllegalAt(position.ply + 1, error.refusal) from None
