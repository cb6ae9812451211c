"""The one implementation of the rules: a mutable position that judges and plays turns (RULES sections 3 to 7).

`State` (state.py) wraps it so that to callers nothing ever changes. The judgement of a turn and its playing are one
function, because a second copy of the rules would sooner or later disagree; `turns()` shares with it the tables of
the board and the method that answers for the repetition rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, Self

from .board import Board
from .combat import Result
from .marks import Marks
from .outcome import End, Illegal, IllegalAt, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat
from .readings import CHASE_WINDOW
from .turn import GAIT_BENT, GAIT_FAR, GAIT_NONE, GAIT_STEP, Turn
from .variant import Options, Repetition, Reserve, Variant
from .window import BLOCK, Returns, Window

EMPTY = 0
WALL = 1
FIRST_PIECE = 2
NOWHERE = -1

_BOTH = int(Result.BOTH)
_LOSS = int(Result.LOSS)
_WIN = int(Result.WIN)
_FLAG = int(Rank.FLAG)
_SHIFT = 4
_NUMBER_OF_SYMBOL = {symbol: int(rank) for symbol, rank in RANK_OF_SYMBOL.items()}
NO_ROW = (EMPTY, 0, 0, 0)
_LONG_TRAIL = 64
_LISTS = ("at", "captured", "chase", "known", "mine", "occ", "rows", "trail", "where", "witness")


class Deed(NamedTuple):
    """A further part of a turn (RULES section 3), with what each may know of it.

    Args:
        kind: as in `knowledge.Part`.
        piece: the piece concerned, or 0.
        squares: where.
        text: its notation in full; public: as viewers without that knowledge read it; empty if they learn nothing.
        seats: mask of the seats that may know all, or -1 for everybody.
        ranks: what a look showed, or a guess named.
    """

    kind: str
    piece: int
    squares: tuple[int, ...]
    text: str
    public: str
    seats: int = -1
    ranks: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Its kind alone: the rest may be secret."""
        return f"<Deed {self.kind}>"

    @classmethod
    def of(cls, value: Sequence[Any]) -> Deed:
        """The deed that was written down as a JSON value."""
        kind, piece, squares, text, public, seats, ranks = value
        return cls(kind, piece, tuple(squares), text, public, seats, tuple(ranks))


class Played(NamedTuple):
    """What the last ply did.

    `defender` is 0 and `result` None if nothing was attacked; `breach` is a rule that it broke in a `noted` game;
    `deeds` are its further parts.
    """

    turn: Turn
    seat: int
    piece: int
    defender: int
    result: int | None
    breach: str | None
    deeds: tuple[Deed, ...] = ()

    @classmethod
    def of(cls, variant: Variant, value: Sequence[Any]) -> Played:
        """The ply that was written down as a JSON value."""
        text, seat, piece, defender, result, breach, deeds = value
        return cls(variant.turn(text), seat, piece, defender, result, breach, tuple(map(Deed.of, deeds)))


class Failed(NamedTuple):
    """A claim that failed (RULES section 8, uniting)."""

    ply: int
    seat: int
    flag: int
    named: int


class Capture(NamedTuple):
    """A piece off the board: where it fell and at which ply."""

    piece: int
    square: int
    ply: int


class Position:
    """A game at one moment, changed in place by `play` and `run`.

    Pieces are numbers from 2 on, red's set-up in the order of the squares, then blue's: a number shows the place at
    the start, which all have seen, and nothing of the rank. `where`, `rank`, `seat` and `known` are lists by that
    number; `pending` is the kind of choice that the turn waits for, or empty; `at` is a list by square; `gaits`
    gives for each seat and piece how that seat may move that piece (0 for everyone else's); `mine` has each seat's
    movable pieces on the board. Sets of squares are bit masks; `occ` has one for each side. `moved` is a mask of the
    pieces that have moved, in a game that keeps it for its viewers (`Options.memory`); else 0.
    """

    __slots__ = (
        "asked",
        "at",
        "barred",
        "board",
        "captured",
        "chase",
        "gaits",
        "known",
        "last",
        "mine",
        "moved",
        "near_left",
        "noted",
        "occ",
        "options",
        "outcome",
        "pending",
        "ply",
        "quiet_since",
        "rank",
        "rows",
        "seat",
        "strikes",
        "to_move",
        "trail",
        "variant",
        "where",
        "windows",
        "witness",
    )

    # What only some rule books have; the classes that play them keep their own.
    stock: Sequence[Sequence[int]] = ()
    rescues: Sequence[int] = ()
    rescuers: Sequence[int] = b""
    held: Mapping[int, int] = MappingProxyType({})
    claims: Sequence[Failed] = ()
    cells: Sequence[int] = ()

    def __init__(
        self,
        variant: Variant,
        setups: Mapping[Seat, str],
        options: Options,
        chance: Mapping[Seat, str] | None = None,
    ) -> None:
        """Lays out the pieces. Raises `Illegal` with `set-up` if a set-up does not fit the army or the home squares."""
        self.variant = variant
        self.options = options
        self.board: Board = variant.board
        self.where = [NOWHERE, NOWHERE]
        self.rank = [-1, -1]
        self.seat = [-1, -1]
        for seat in variant.seats:
            check_setup(variant, seat, setups.get(seat, ""), free=options.free_setup)
            side = int(seat)
            for square, symbol in zip(variant.board.homes[seat], setups[seat], strict=True):
                if symbol != ".":
                    self.where.append(square)
                    self.rank.append(_NUMBER_OF_SYMBOL[symbol])
                    self.seat.append(side)
        self.known = bytearray(len(self.rank))
        self.to_move = 0
        self.ply = 0
        self.moved = 0
        self.quiet_since = 0
        self.rows: list[tuple[int, int, int, int]] = [NO_ROW for _ in variant.seats]
        self.chase = [0, 0]
        self.near_left = 0
        self.trail: list[Turn] = []
        self.windows: tuple[Window | None, Window | None] = (None, None)
        self.asked: tuple[int, int, Returns] | None = None
        self.captured: list[Capture] = []
        self.noted = Marks()
        self.last: Played | None = None
        self.outcome: Outcome | None = None
        self.pending = ""
        self.stand()
        self._draw_without_movers()
        if self.outcome is None:
            self._end_of_ply()

    def stand(self) -> None:
        """Computes what follows from the pieces and their places: the squares, the masks, who may move what."""
        variant = self.variant
        at, occ, gait_of, ranks = list(self.board.walls), [0, 0], variant.gaits_by_rank, self.rank
        self.at, self.occ = at, occ
        self.gaits = [[GAIT_NONE] * len(self.rank) for _ in variant.seats]
        self.witness = [EMPTY] * len(variant.seats)
        self.barred = 0
        movers: list[list[int]] = [[] for _ in variant.seats]
        self.strikes = self.gaits
        if variant.strikes is not None:
            strike_of = {int(rank): strikes for rank, strikes in variant.strikes.items()}
            self.strikes = [
                [
                    strike_of.get(rank, GAIT_NONE) if self.seat[piece] == side else GAIT_NONE
                    for piece, rank in enumerate(self.rank)
                ]
                for side in variant.seats
            ]
        for piece, (seat, square) in enumerate(zip(self.seat, self.where, strict=True)):
            if piece < FIRST_PIECE:
                continue
            gaits = self.gaits[seat][piece] = gait_of[ranks[piece]]
            if square != NOWHERE:
                at[square] = piece
                occ[seat & 1] |= 1 << square
                if gaits:
                    movers[seat].append(piece)
        self.mine = [tuple(pieces) for pieces in movers]

    def copy(self) -> Self:
        """An independent position in the same state."""
        other = object.__new__(type(self))
        for name in Position.__slots__:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other

    def dump(self) -> dict[str, Any]:
        """The position as a JSON value, so that a long game is not replayed for every turn. The trail is cut to what
        the repetition rules can still need.
        """
        last, windows = self.last, [self._window(side) for side in (0, 1)]
        return {
            "where": self.where[FIRST_PIECE:],
            "rank": self.rank[FIRST_PIECE:],
            "seat": self.seat[FIRST_PIECE:],
            "known": list(self.known[FIRST_PIECE:]),
            "ply": self.ply,
            "moved": format(self.moved, "x"),
            "to_move": self.to_move,
            "quiet_since": self.quiet_since,
            "rows": [[row[0], *(format(mask, "x") for mask in row[1:])] for row in self.rows],
            "chase": self.chase,
            "near_left": format(self.near_left, "x"),
            "barred": format(self.barred, "x"),
            "trail": [turn.text for turn in self.trail[-self._asked_back() :]],
            "windows": [window and window.dump() for window in windows],
            "captured": [list(capture) for capture in self.captured],
            "noted": self.noted.dump(),
            "last": None if last is None else [last.turn.text, *last[1:-1], [list(deed) for deed in last.deeds]],
            "outcome": None if self.outcome is None else [self.outcome.kind.value, self.outcome.winner],
            "pending": self.pending,
        }

    @classmethod
    def load(cls, variant: Variant, options: Options, value: dict[str, Any]) -> Self:
        """The position that `dump` wrote for the same variant and options.

        Args:
            variant: the rule book, in the edition of the game.
            options: those of the game.
            value: what `dump` wrote, or the same after a journey through JSON.
        """
        position = object.__new__(cls)
        position.variant = variant
        position.options = options
        position.board = variant.board
        position.where = [NOWHERE, NOWHERE, *value["where"]]
        position.rank = [-1, -1, *value["rank"]]
        position.seat = [-1, -1, *value["seat"]]
        position.known = bytearray([0, 0, *value["known"]])
        position.stand()
        position.to_move = value["to_move"]
        position.ply = value["ply"]
        position.moved = int(value.get("moved", "0"), 16)
        position.quiet_since = value["quiet_since"]
        position.rows = [(row[0], int(row[1], 16), int(row[2], 16), int(row[3], 16)) for row in value["rows"]]
        position.chase = list(value["chase"])
        position.near_left = int(value["near_left"], 16)
        position.barred = int(value["barred"], 16)
        position.trail = [variant.turn(text) for text in value["trail"]]
        red, blue = (window and Window.load(window) for window in value["windows"])
        position.windows, position.asked = (red, blue), None
        position.captured = [Capture(*capture) for capture in value["captured"]]
        position.noted = Marks.of(value["noted"])
        last, outcome = value["last"], value["outcome"]
        position.last = None if last is None else Played.of(variant, last)
        position.outcome = None if outcome is None else Outcome(End(outcome[0]), outcome[1])
        position.pending = value["pending"]
        return position

    def to_shuffle(self, turn: Turn) -> str | None:
        """The cards whose order `turn` waits for; on a board nothing is shuffled."""
        return None

    def partners(self, seat: int) -> int:
        """The seats of `seat`'s side, as a mask."""
        return sum(1 << other for other in self.variant.seats if other & 1 == seat & 1)

    @property
    def occupied(self) -> int:
        """The squares that hold a piece or are a lake."""
        return self.occ[0] | self.occ[1] | self.board.wall_mask

    @property
    def quiet(self) -> int:
        """Plies since the last attack."""
        return self.ply - self.quiet_since

    # -- judging and playing ----------------------------------------------------------------------

    def play(self, turn: Turn) -> None:
        """Judges `turn` for the seat to move and plays it.

        Raises:
            Illegal: the turn breaks a rule; the position is as it was.
        """
        self.run((turn,))

    def run(self, turns: Iterable[Turn]) -> None:
        """Judges and plays `turns` one after the other, for live moves and whole records (RULES sections 3 to 7).

        That a seat has no legal turn is looked for at the end, or when a turn is refused: a legal turn in the middle
        proves that there was one.

        Raises:
            Illegal: a turn breaks a rule; the turns before it are played.
        """
        if self.options.memory:
            self._run_noting(turns)
        else:
            self._run(turns)
        if self.outcome is None and not self.pending:
            self._end_of_ply()

    def _run_noting(self, turns: Iterable[Turn]) -> None:
        """As `_run`, and notes which pieces move: one turn after the other, so that other games pay nothing for it."""
        for turn in turns:
            self._run((turn,))
            last = self.last
            if last is not None and last.turn.source != last.turn.target:
                self.moved |= 1 << last.piece

    def _run(self, turns: Iterable[Turn]) -> None:
        """The one place where a turn is judged and played. What is no plain move or attack goes to `_other`.

        What changes at every ply is kept in local names and stored before anything else may look, because that makes
        a replay several times faster.
        """
        variant, at, where, trail = self.variant, self.at, self.where, self.trail
        walls, near, rows, seat_of = self.board.wall_mask, self.board.near, self.rows, self.seat
        revealing, more_squares, chase_limit = variant.revealing, variant.more_squares, variant.chase_limit
        three, order = variant.two_squares == 3, variant.order
        me, ply, near_left, barred, moved = self.to_move, self.ply, self.near_left, self.barred, None
        mover = 0
        own, foes = self.occ[me & 1], self.occ[1 - (me & 1)]
        my_chase, their_chase = self.chase[me & 1], self.chase[1 - (me & 1)]
        gaits, strikes = self._who_moves()
        limit, cells = self.options.no_attack_limit, self.cells
        draw_at = self.quiet_since + limit if limit else -1
        for turn in turns:
            source, target, gait, between, borders, source_bit, swap = turn.parts
            piece = at[source]
            defender = at[target]
            row = rows[me]
            if (
                gait & gaits[me][piece]
                and not (between and between & (own | foes | walls))
                and (not defender or ((seat_of[defender] ^ me) & 1 and gait & strikes[me][piece] and defender != WALL))
            ):
                breach = None
                if row[1] or my_chase > 1 or barred:
                    self._store(me, own, foes, my_chase, their_chase, near_left, barred, ply, moved, mover)
                    breach = self._judge_repetition(turn, piece, defender)
                if row[0] == piece:
                    rows[me] = (piece, borders & row[2] & row[3] if three else borders & row[2], borders, row[2])
                else:
                    rows[me] = (piece, 0, borders, 0)
                ply += 1
                at[source] = EMPTY
                if defender:
                    self._store(me, own, foes, my_chase, their_chase, near_left, barred, ply, None, mover)
                    self._battle(turn, piece, defender, breach)
                    me = self.to_move
                    foes, own = self.occ[1 - (me & 1)], self.occ[me & 1]
                    their_chase, my_chase = self.chase[1 - (me & 1)], self.chase[me & 1]
                    near_left, barred, moved = self.near_left, self.barred, None
                    if self.outcome is not None or self.pending:
                        gaits = _nobody_moves(gaits)
                    if limit:
                        draw_at = ply + limit
                    continue
                at[target] = piece
                where[piece] = target
                own ^= swap
                if between and gait & revealing:
                    self.known[piece] = 1
                trail.append(turn)
                if more_squares:
                    their_chase = their_chase + 1 if source_bit & near_left else 0
                    near_left = near[target]
                    my_chase = my_chase + 1 if near_left & foes else 0
                elif chase_limit:
                    barred = self._bar_chaser(turn) if len(trail) > 3 and trail[-3].target == source else 0
                elif cells:
                    barred = cells[order[me] & 1]
                own, foes = foes, own
                my_chase, their_chase = their_chase, my_chase
                me = order[me]
                moved = turn
                mover = piece
                if breach is not None:
                    self._store(me, own, foes, my_chase, their_chase, near_left, barred, ply, moved, mover)
                    self._note(breach)
                    moved = None
                if ply == draw_at:
                    self.outcome = Outcome(End.NO_ATTACK_LIMIT)
                    gaits = _nobody_moves(gaits)
                continue
            self._store(me, own, foes, my_chase, their_chase, near_left, barred, ply, moved, mover)
            self._other(turn)
            at, where, trail, rows, seat_of = self.at, self.where, self.trail, self.rows, self.seat
            me, ply, near_left, barred, moved = self.to_move, self.ply, self.near_left, self.barred, None
            own, foes = self.occ[me & 1], self.occ[1 - (me & 1)]
            my_chase, their_chase = self.chase[me & 1], self.chase[1 - (me & 1)]
            gaits, strikes = self._who_moves()
            cells = self.cells
            draw_at = self.quiet_since + limit if limit else -1
        self._store(me, own, foes, my_chase, their_chase, near_left, barred, ply, moved, mover)

    def _who_moves(self) -> tuple[list[list[int]], list[list[int]]]:
        """For each seat and piece how it may move now, and how it may attack. Nobody moves once the game is over, or
        while the turn waits for a choice: so both refuse every move without a test of their own.
        """
        if self.outcome is not None or self.pending:
            return _nobody_moves(self.gaits), self.strikes
        return self.gaits, self.strikes

    def _other(self, turn: Turn) -> None:
        """Judges and plays what is no plain move or attack. In a rule book without further parts of a turn there is
        no such thing.
        """
        self._refuse(turn)

    def _store(
        self,
        me: int,
        own: int,
        foes: int,
        my_chase: int,
        their_chase: int,
        near_left: int,
        barred: int,
        ply: int,
        moved: Turn | None,
        mover: int,
    ) -> None:
        """Takes back what `run` keeps in local names. `moved` is the last ply, if it was an unreported move and
        `last` is to have it.
        """
        self.to_move = me
        self.occ[me & 1], self.occ[1 - (me & 1)] = own, foes
        self.chase[me & 1], self.chase[1 - (me & 1)] = my_chase, their_chase
        self.near_left = near_left
        self.barred = barred
        self.ply = ply
        if moved is not None:
            self.last = Played(moved, self.seat[mover], mover, 0, None, None)

    def _note(self, breach: str) -> None:
        assert self.last is not None
        self.last = self.last._replace(breach=breach)
        self.noted = self.noted.with_mark(self.ply, breach)

    def _refuse(self, turn: Turn, breach: str | None = None) -> NoReturn:
        if self.pending:
            raise Illegal(Refusal("choice-first", {"kind": self.pending}))
        if self.outcome is None:
            self._end_of_ply()
        if self.outcome is not None:
            raise Illegal(Refusal("game-over", {"kind": self.outcome.kind.value}))
        raise Illegal(self._explain(turn) if breach is None else self._explain_breach(breach, turn))

    def _battle(self, turn: Turn, piece: int, defender: int, breach: str | None) -> None:
        """An attack: reveals both pieces, removes who loses, and settles what follows from it (RULES sections 3, 5
        and 7).
        """
        me, ply, variant, rank, at, occ = self.to_move, self.ply, self.variant, self.rank, self.at, self.occ
        mine, theirs, target = me & 1, 1 - (me & 1), turn.target
        result = variant.combat.table[rank[piece] << _SHIFT | rank[defender]]
        self.known[piece] = self.known[defender] = 1
        self.quiet_since = ply
        self.trail.clear()
        occ[mine] ^= 1 << turn.source
        if result != _LOSS:
            self._remove(defender, target)
            occ[theirs] ^= 1 << target
            at[target] = EMPTY
        if result == _WIN:
            at[target] = piece
            self.where[piece] = target
            occ[mine] ^= 1 << target
        else:
            self._remove(piece, target)
        self.last = Played(turn, me, piece, defender, result, breach)
        if breach is not None:
            self.noted = self.noted.with_mark(ply, breach)
        self.barred = 0
        near = self.near_left = self.board.near[target] if variant.more_squares else 0
        self.chase[theirs] = 0
        self.chase[mine] = 1 if near & occ[theirs] else 0
        self.to_move = variant.order[me]
        if rank[defender] == _FLAG:
            self._take_flag(defender, mine)
        elif result == _BOTH and variant.drawn_if_blocked and self._blocked():
            self.outcome = Outcome(End.NOBODY_CAN_MOVE)
        elif variant.drawn_without_movers:
            self._draw_without_movers()

    def _take_flag(self, flag: int, captor: int) -> None:
        """What follows from side `captor` having taken a Flag: it wins."""
        self.outcome = Outcome(End.FLAG_CAPTURED, captor)

    def _remove(self, piece: int, square: int) -> None:
        seat = self.seat[piece]
        self.where[piece] = NOWHERE
        if self.gaits[seat][piece]:
            movers = self.mine[seat]
            place = movers.index(piece)
            self.mine[seat] = movers[:place] + movers[place + 1 :]
        self.captured.append(Capture(piece, square, self.ply))

    # -- repetition (RULES sections 4 to 6) -------------------------------------------------------

    def _breach(self, turn: Turn, piece: int, defender: int) -> str | None:
        """The repetition rule that `turn`, otherwise legal, would break. Both `run` and `turns` ask here."""
        me = self.to_move
        last, common, _one, _two = self.rows[me]
        if last == piece and common & turn.borders:
            return "two-squares"
        if defender:
            return None
        if self.barred >> turn.target & 1:
            return "chase-limit"
        if self.chase[me & 1] > 1 and self._threatens(turn) and self._returns().ply(piece, turn.target) is not None:
            return "more-squares"
        return None

    def _judge_repetition(self, turn: Turn, piece: int, defender: int) -> str | None:
        breach = self._breach(turn, piece, defender)
        if breach is not None and self._enforced:
            self._refuse(turn, breach)
        return breach

    def _threatens(self, turn: Turn) -> bool:
        """Whether a move ends next to an enemy without taking back its own seat's last move (section 5)."""
        if not self.board.near[turn.target] & self.occ[1 - (self.to_move & 1)]:
            return False
        mine = self.trail[-2] if len(self.trail) > 1 else None
        return mine is None or mine.target != turn.source or mine.source != turn.target

    def _returns(self) -> Returns:
        """The moves that bring back one of P1 … P(c - 1), c being the chase's length of the seat to move (RULES section
        5). Worked out once a ply.
        """
        side = self.to_move & 1
        asked = self.asked
        if asked is None or asked[0] != self.ply or asked[1] != side:
            asked = self.asked = (self.ply, side, self._walked_back(side))
        return asked[2]

    def _walked_back(self, side: int) -> Returns:
        """One walk back over the last plies of the chase, with no attack in it, finds every such move: that of the one
        piece that stood elsewhere then.
        """
        window = self._window(side)
        numbers: dict[tuple[int, int], int] = {}
        moved: dict[int, int] = {}
        then: dict[int, int] = {}
        at, where, trail, ply = self.at, self.where, self.trail, self.ply
        for back in range(1, (self.chase[side] - CHASE_WINDOW if window is None else ply - window.end) + 1):
            turn = trail[-back]
            piece = then.pop(turn.target, 0) or at[turn.target]
            then[turn.source] = piece
            if turn.source == where[piece]:
                del moved[piece]
            else:
                moved[piece] = turn.source
            if len(moved) == 1:
                numbers.setdefault(next(iter(moved.items())), ply - back)
        if window is not None:
            for piece in window.pieces:
                moved.pop(piece, None)
        return Returns(numbers, window, where, moved)

    def _window(self, side: int) -> Window | None:
        """The older positions of a side's chase, up to the last few plies; None while it is short."""
        length = self.chase[side] - CHASE_WINDOW
        if length < BLOCK:
            return None
        window = self.windows[side]
        if window is None or window.first != self.ply - length:
            window = Window(self.ply - length, self.ply - length)
        if self.ply - window.end >= BLOCK:
            moves = self._moved(self.ply - window.end)
            for first in range(0, len(moves) - BLOCK + 1, BLOCK):
                window = window.grown(moves[first : first + BLOCK])
            self.windows = (window, self.windows[1]) if side == 0 else (self.windows[0], window)
        return window

    def _moved(self, plies: int) -> list[tuple[int, int, int]]:
        """The last plies, none of them an attack: piece, from and to."""
        then: dict[int, int] = {}
        moves = []
        for turn in reversed(self.trail[-plies:]):
            piece = then.pop(turn.target, 0) or self.at[turn.target]
            then[turn.source] = piece
            moves.append((piece, turn.source, turn.target))
        return moves[::-1]

    def _asked_back(self) -> int:
        """How many of the last turns a repetition rule can still need."""
        back = [4]
        for side in (0, 1):
            window = self._window(side)
            back.append(self.chase[side] if window is None else self.ply - window.end)
        return max(back)

    def barred_returns(self) -> tuple[tuple[int, int], ...]:
        """The moves, as (from, to), that section 5 forbids the seat to move now, from places alone; in order of
        squares.
        """
        if not self.variant.more_squares or self.chase[self.to_move & 1] < 2:
            return ()
        results = []
        returns = self._returns()
        for piece, square in returns.candidates():
            if self.seat[piece] != self.to_move or self.occupied >> square & 1:
                continue
            turn = Turn(text="", source=self.where[piece], target=square)
            if self._threatens(turn) and returns.ply(piece, square) is not None:
                results.append((turn.source, square))
        return tuple(sorted(results))

    def _bar_chaser(self, turn: Turn) -> int:
        """Section 6 after `turn`, a second flight of the same piece in a row: the squares next to it, as a mask, if it
        was threatened before each flight."""
        near = self.board.near
        first, flight, second = self.trail[-4:-1]
        if near[first.target] >> flight.source & 1 and near[second.target] >> turn.source & 1:
            return near[turn.target]
        return 0

    # -- the end of a ply (RULES section 7) -------------------------------------------------------

    def _end_of_ply(self) -> None:
        """Ends the game if the seat to move has no legal turn; forgets moves that no rule needs any more."""
        if len(self.trail) > _LONG_TRAIL:
            del self.trail[: -self._asked_back()]
        if not self._has_turn():
            self.outcome = Outcome(End.NO_LEGAL_TURN, 1 - (self.to_move & 1))

    def _has_turn(self) -> bool:
        """Whether the seat to move has a legal turn: usually one look at a piece that had one before."""
        me = self.to_move
        if self.rows[me][1] or self.barred or self.chase[me & 1] > 1:
            return bool(self.turns())
        free, peaceful = ~self.occ[me & 1], ~(self.occ[0] | self.occ[1])
        near, strikes = self.board.near, self.strikes[me]
        witness = self.witness[me]
        square = self.where[witness]
        if square >= 0 and near[square] & (free if strikes[witness] & GAIT_STEP else peaceful):
            return True
        for piece in self.mine[me]:
            if near[self.where[piece]] & (free if strikes[piece] & GAIT_STEP else peaceful):
                self.witness[me] = piece
                return True
        return False

    def _draw_without_movers(self) -> None:
        """Section 7, battle and duel: drawn when neither side has a movable piece, blocked or not."""
        if self.variant.drawn_without_movers and not any(self.mine):
            self.outcome = Outcome(End.NOBODY_CAN_MOVE)

    def _blocked(self) -> bool:
        """Whether neither seat would have a legal turn if it were its turn, after both pieces of an attack are lost."""
        to_move = self.to_move
        try:
            for seat in self.variant.seats:
                self.to_move = int(seat)
                if self._has_turn():
                    return False
        finally:
            self.to_move = to_move
        return True

    # -- listing ----------------------------------------------------------------------------------

    def turns(self) -> list[Turn]:
        """The legal submissions, in an order that depends only on places and on ranks that the seat to move knows."""
        return [] if self.outcome is not None else self._lawful(self._moves())

    @property
    def _enforced(self) -> bool:
        return self.options.repetition is Repetition.ENFORCED

    def _lawful(self, turns: list[Turn]) -> list[Turn]:
        """Those of `turns`, legal otherwise, that no repetition rule forbids."""
        if self._enforced and (self.rows[self.to_move][1] or self.barred or self.chase[self.to_move & 1] > 1):
            at = self.at
            return [turn for turn in turns if self._breach(turn, at[turn.source], at[turn.target]) is None]
        return turns

    def _moves(self) -> list[Turn]:
        """The moves and attacks that section 3 allows now."""
        me, board, where = self.to_move, self.board, self.where
        free = ~self.occ[me & 1]
        foes = self.occ[1 - (me & 1)]
        occupied = self.occupied
        near, steps, rays = board.near, board.steps, board.rays
        strikes = self.strikes[me]
        turns: list[Turn] = []
        may = self.gaits[me]
        peaceful = strikes is not may
        for piece in self.mine[me]:
            square = where[piece]
            reach = near[square] & free
            if not reach:
                continue
            gaits = may[piece]
            if peaceful and not strikes[piece] & GAIT_STEP:
                reach &= ~foes
            if gaits == GAIT_STEP:
                turns += steps[square][reach]
                continue
            if gaits & GAIT_FAR:
                for mask, rising, upto, place in rays[square]:
                    blockers = mask & occupied
                    if not blockers:
                        turns += upto[-1]
                        continue
                    blocker = ((blockers & -blockers) if rising else blockers).bit_length() - 1
                    turns += upto[place[blocker] + (foes >> blocker & 1)]
                continue
            turns += steps[square][reach]
            if gaits & GAIT_BENT:
                for first, seconds, table in board.bends[square]:
                    if not first & occupied:
                        turns += table[seconds & free]
        return turns

    # -- refusals in full -------------------------------------------------------------------------

    def _explain(self, turn: Turn) -> Refusal:
        """Why the geometry or the piece refuses `turn`; asked only once that is known to be so (RULES section 3)."""
        board = self.board
        names = {"source": board.name(turn.source), "target": board.name(turn.target)}
        piece = self.at[turn.source]
        if piece < FIRST_PIECE or self.seat[piece] != self.to_move:
            return Refusal("not-your-piece", names | {"empty": piece < FIRST_PIECE})
        rank = self.rank[piece]
        gaits = self.gaits[self.to_move][piece]
        if not gaits:
            return Refusal("immovable", names | {"rank": rank})
        if turn.gait == GAIT_NONE or (turn.gait == GAIT_BENT and not gaits & GAIT_BENT):
            return Refusal("not-straight", names)
        if not gaits & turn.gait:
            return Refusal("too-far", names | {"rank": rank, "reach": 2 if gaits & GAIT_BENT else 1})
        if turn.between & board.wall_mask or self.at[turn.target] == WALL:
            return Refusal("lake", names)
        if turn.between & self.occupied:
            blocker = board.squares_of(turn.between & self.occupied)[0]
            return Refusal("blocked", names | {"square": board.name(blocker)})
        return Refusal("own-piece", names)

    def _explain_breach(self, breach: str, turn: Turn) -> Refusal:
        """A repetition rule's refusal with its reason: the border, the earlier ply, or the piece chased enough."""
        board = self.board
        params: dict[str, object] = {"source": board.name(turn.source), "target": board.name(turn.target)}
        if breach == "two-squares":
            borders = board.border_of(self.rows[self.to_move][1] & turn.borders)
            params |= {"borders": borders, "limit": self.variant.two_squares}
        elif breach == "more-squares":
            piece = self.at[turn.source]
            params |= {"ply": self._returns().ply(piece, turn.target), "length": self.chase[self.to_move & 1]}
        else:
            params |= {"chased": board.name(self.trail[-1].target)}
        return Refusal(breach, params)


def _nobody_moves(gaits: list[list[int]]) -> list[list[int]]:
    """The same table with every piece standing still."""
    return [[GAIT_NONE] * len(side) for side in gaits]


def pieces_at_start(variant: Variant, setups: Mapping[Seat, str]) -> dict[int, tuple[Seat, int]]:
    """The pieces that begin on a home square: by id the seat, and which character of its placement the piece is.

    Ids are given by place, never by rank, so all of this is public once play has begun. A piece that comes to the board
    later has a higher id.

    Args:
        variant: the rule book.
        setups: by seat, as `start` takes them.
    """
    filled = [(seat, place) for seat in variant.seats for place, symbol in enumerate(setups[seat]) if symbol != "."]
    return dict(enumerate(filled, start=FIRST_PIECE))


def check_setup(variant: Variant, seat: Seat, placement: str, *, free: bool = False) -> None:
    """Checks one seat's set-up (RULES section 3).

    Args:
        variant: the rule book; its army, home squares and reserve say what fits.
        seat: whose home squares they are.
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
    if sorted(placement) == variant.whole_army:  # as nearly always
        return
    unknown = sorted({symbol for symbol in placement if symbol != "." and symbol not in RANK_OF_SYMBOL})
    if unknown:
        raise Illegal(Refusal("set-up", {"reason": "symbol", "seat": seat.slug, "symbol": unknown[0]}))
    partly = variant.reserve is Reserve.REST or variant.deals
    if partly and not free and "." in placement:
        square = variant.board.name(home[placement.index(".")])
        raise Illegal(Refusal("set-up", {"reason": "empty-square", "seat": seat.slug, "square": square}))
    for symbol, rank in RANK_OF_SYMBOL.items():
        count = placement.count(symbol)
        allowed = variant.army.get(rank, 0) + (variant.deals and rank is Rank.SPOTTER)
        if count > allowed or (count < allowed and (not (free or partly) or (rank is Rank.FLAG and not variant.deals))):
            params = {"reason": "count", "seat": seat.slug, "rank": int(rank), "allowed": allowed, "found": count}
            raise Illegal(Refusal("set-up", params))


def play_all(position: Position, turns: Iterable[str | Turn]) -> None:
    """Plays `turns`, texts or turns, one after the other.

    Raises:
        IllegalAt: a turn is refused; `ply` says which.
    """
    read, unread = _read(position.variant, turns)
    try:
        position.run(read)
    except Illegal as error:
        raise IllegalAt(position.ply + 1, error.refusal) from None
    if unread is not None:
        raise IllegalAt(position.ply + 1, unread)


def _read(variant: Variant, turns: Iterable[str | Turn]) -> tuple[list[Turn], Refusal | None]:
    """The turns up to the first text that is none, and why that one is refused."""
    turns = list(turns)
    known: Callable[[Any], Turn | None] = variant.board.shared_turns.get
    values: list[Any] = list(map(known, turns))
    if all(values):  # as nearly always: several times faster than one by one
        return values, None
    read: list[Turn] = []
    add = read.append
    try:
        for turn in turns:
            add(turn if isinstance(turn, Turn) else known(turn) or variant.turn(turn))
    except Illegal as error:
        return read, error.refusal
    return read, None
