"""Four seats in two alliances: Cannons that fire, Flags that march, are taken, escape, are rescued and unite (RULES
section 8, alliance).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Self

from .acts import NOWHERE, Act, acts_of
from .board import Board
from .combat import Result
from .engine import EMPTY, FIRST_PIECE, WALL, Deed, Failed, Played
from .outcome import End, Illegal, Outcome, Refusal
from .parts import PositionWithParts, squares_in
from .pieces import Rank, Seat
from .turn import GAIT_FAR, GAIT_SHOT, GAIT_STEP, Turn
from .variant import Options, Variant

_FLAG = int(Rank.FLAG)
_CANNON = int(Rank.CANNON)
_WIN = int(Result.WIN)


class FourSeatPosition(PositionWithParts):
    """A game of two alliances.

    `held` has the captive Flags by the square of their stockade; such a Flag is on no square of `at`. `cells` has
    for each side the squares next to the stockades that hold one of its Flags: a move that ends there rescues.
    `claims` are those that failed.
    """

    __slots__ = ("cells", "claims", "held")

    held: dict[int, int]
    cells: tuple[int, ...]
    claims: list[Failed]

    order_of_parts = ("stockade", "freed", "entry")

    def __init__(
        self,
        variant: Variant,
        setups: Mapping[Seat, str],
        options: Options,
        chance: Mapping[Seat, str] | None = None,
    ) -> None:
        """Lays out the pieces. Raises as `Position`."""
        self.held = {}
        self.cells = ()
        self.claims = []
        super().__init__(variant, setups, options, chance)

    def copy(self) -> Self:
        """An independent position in the same state."""
        other = super().copy()
        other.held = dict(self.held)
        other.cells = self.cells
        other.claims = self.claims[:]
        return other

    def dump(self) -> dict[str, Any]:
        """The position as a JSON value."""
        return super().dump() | {
            "held": [[square, piece] for square, piece in sorted(self.held.items())],
            "claims": [list(claim) for claim in self.claims],
        }

    @classmethod
    def load(cls, variant: Variant, options: Options, value: dict[str, Any]) -> Self:
        """The position that `dump` wrote.

        Args:
            variant: the rule book, in the edition of the game.
            options: those of the game.
            value: what `dump` wrote, or the same after a journey through JSON.
        """
        position = super().load(variant, options, value)
        position.held = dict(value["held"])
        position.claims = [Failed(*claim) for claim in value["claims"]]
        position._watch_cells()
        return position

    # -- playing ----------------------------------------------------------------------------------

    def _other(self, turn: Turn) -> None:
        if self.outcome is None and not self.pending and not isinstance(turn, Act):
            if turn.source in self.held:
                self._escape(turn)
                return
            shot = self._shot(turn)
            if shot is not None:
                self._run((shot,))
                return
        super()._other(turn)

    def _settle_win(self, last: Played) -> None:
        """A fired Cannon goes to its owner's reserve, to be entered as a new piece."""
        if last.turn.gait != GAIT_SHOT or not self.variant.cannon_returns:
            return
        cannon, square = last.piece, last.turn.target
        seat = self.seat[cannon]
        self._remove(cannon, square)
        self.captured.pop()
        self.at[square] = EMPTY
        self.occ[seat & 1] ^= 1 << square
        self.stock[seat][_CANNON] += 1
        self._tell(Deed("returned", cannon, (last.turn.source,), "", ""))

    def _take_flag(self, flag: int, captor: int) -> None:
        """The second enemy Flag taken while the first is captive wins; the first goes to a stockade."""
        if any(self.seat[held] & 1 != captor for held in self.held.values()):
            self.outcome = Outcome(End.FLAG_CAPTURED, captor)

    def _wait_from(self, place: int) -> None:
        super()._wait_from(place)
        if self.cells:
            self.barred = self.cells[self.to_move & 1]

    def _battle(self, turn: Turn, piece: int, defender: int, breach: str | None) -> None:
        super()._battle(turn, piece, defender, breach)
        if self.cells:
            self.barred = self.cells[self.to_move & 1]

    def _watch_cells(self) -> None:
        """Works out `cells` and `barred` after a Flag was held or let go."""
        cells = [0, 0]
        for square, flag in self.held.items():
            cells[self.seat[flag] & 1] |= self.board.near[square]
        self.cells = tuple(cells) if self.held else ()
        self.barred = cells[self.to_move & 1]

    def _offers(self, kind: str) -> bool:
        last = self.last
        assert last is not None
        if kind == "stockade":
            return self.rank[last.defender] == _FLAG
        if kind == "freed":
            return self.where[last.piece] == last.turn.target and self._due(last.turn.target, self.occupied) != 0
        return super()._offers(kind)

    def _decide(self, act: Act, last: Played) -> None:
        if act.kind == "stockade":
            if act.square not in self._own_stockades() or act.square in self.held:
                raise Illegal(Refusal("stockade", {"reason": "choose", "square": self.board.name(act.square)}))
            flag = last.defender
            self.captured = [fallen for fallen in self.captured if fallen.piece != flag]
            self.held[act.square] = flag
            self._watch_cells()
            self._tell(Deed("stockade", flag, (act.square,), act.text, act.text))
        elif act.kind == "freed":
            self._require(self._why_not_freed(act, last.turn.target, self.occupied))
            self._free(act, last.turn.target)
        else:
            super()._decide(act, last)

    def _own_stockades(self) -> list[int]:
        return [square for seat, square in enumerate(self.board.stockades) if seat & 1 == self.to_move & 1]

    # -- the Cannon -------------------------------------------------------------------------------

    def _shot(self, turn: Turn) -> Turn | None:
        """The shot that `turn` is, if its piece is a Cannon of the seat to move with an enemy in its sights."""
        piece = self.at[turn.source]
        if piece < FIRST_PIECE or self.rank[piece] != _CANNON or self.seat[piece] != self.to_move:
            return None
        shot = _shots(self.board).get(turn.text)
        return shot if shot is not None and self._hits(turn) else None

    def _hits(self, shot: Turn) -> bool:
        """Exactly three squares in a straight line, the two between empty; lakes and empty stockades count as empty."""
        target = self.at[shot.target]
        if target < FIRST_PIECE or not (self.seat[target] ^ self.to_move) & 1:
            return False
        between = _shot_over(self.board)[shot.text]
        return not between & (self.occ[0] | self.occ[1]) and not any(between >> square & 1 for square in self.held)

    # -- captive Flags ----------------------------------------------------------------------------

    def _why_no_escape(self, turn: Turn) -> str | None:
        """Why a captive Flag may not make this move, or None if it may."""
        flag = self.held[turn.source]
        if self.seat[flag] != self.to_move:
            return "not-yours"
        if turn.gait != GAIT_STEP:
            return "far"
        if self.board.near[turn.source] & self.occ[1 - (self.to_move & 1)]:
            return "guarded"
        if self.at[turn.target] != EMPTY:
            return "taken"
        return None

    def _escape(self, turn: Turn) -> None:
        """A captive Flag leaves its stockade, judged as a move by the same loop as any other."""
        reason = self._why_no_escape(turn)
        if reason is not None:
            self._require_turn(turn)
            names = {"source": self.board.name(turn.source), "target": self.board.name(turn.target)}
            raise Illegal(Refusal("escape", {"reason": reason} | names))
        flag = self.held.pop(turn.source)
        self._watch_cells()
        self._stand_at(flag, turn.source)
        try:
            self._run((turn,))
        except Illegal:
            self._remove(flag, turn.source)
            self.captured.pop()
            self.occ[self.to_move & 1] ^= 1 << turn.source
            self.held[turn.source] = flag
            self._watch_cells()
            raise
        finally:
            self.at[turn.source] = WALL

    def _prison(self, square: int, side: int) -> int:
        """The stockade next to `square` that holds a Flag of `side`, or -1."""
        for stockade, flag in self.held.items():
            if self.seat[flag] & 1 == side and self.board.near[stockade] >> square & 1:
                return stockade
        return NOWHERE

    def _due(self, target: int, occupied: int) -> int:
        """The squares of a camp on which a turn that ends on `target` must put a captive Flag of its side; 0 if there
        is none, or its camp is full.

        Args:
            occupied: the squares that hold a piece once the move is made.
        """
        prison = self._prison(target, self.to_move & 1)
        return 0 if prison == NOWHERE else self.board.home_masks[self.seat[self.held[prison]]] & ~occupied

    def _after(self, turn: Turn) -> int:
        """The squares that hold a piece once the seat to move has made `turn`, a move."""
        return self.occupied & ~(1 << turn.source) | 1 << turn.target

    def _why_not_freed(self, act: Act, target: int, occupied: int) -> Refusal | None:
        due = self._due(target, occupied)
        if not due:
            return Refusal("freed", {"reason": "none", "target": self.board.name(target)})
        if not due >> act.square & 1:
            return Refusal("freed", {"reason": "square", "square": self.board.name(act.square)})
        return None

    def _free(self, act: Act, target: int, side: int | None = None) -> None:
        flag = self.held.pop(self._prison(target, self.to_move & 1 if side is None else side))
        self._stand_at(flag, act.square)
        self._watch_cells()
        text = f"={self.board.name(act.square)}"
        self._tell(Deed("freed", flag, (act.square,), text, text))

    def _breach(self, turn: Turn, piece: int, defender: int) -> str | None:
        attacked = 0 if defender < FIRST_PIECE else defender
        breach = super()._breach(turn, piece, attacked)
        if breach == "chase-limit":
            # The squares watched are those where a rescue is due: it is not optional, unless the camp is full.
            return "freed" if self._due(turn.target, self._after(turn)) else None
        if breach is None or self._enforced or attacked or not self.variant.breach_frees:
            return breach
        # A breach that is only noted takes nothing away from what the turn owes.
        watched = self.barred >> turn.target & 1
        return "freed" if watched and self._due(turn.target, self._after(turn)) else breach

    def _judge_repetition(self, turn: Turn, piece: int, defender: int) -> str | None:
        breach = self._breach(turn, piece, defender)
        if breach is not None and (breach == "freed" or self._enforced):
            self._refuse(turn, breach)
        return breach

    def _explain_breach(self, breach: str, turn: Turn) -> Refusal:
        if breach == "freed":
            return Refusal("freed", {"reason": "due", "target": self.board.name(turn.target)})
        return super()._explain_breach(breach, turn)

    # -- moves with a freed Flag, a claim, or both ------------------------------------------------

    def _move_with(self, act: Act, base: Turn) -> None:
        if act.kind not in ("freed", "claim"):
            super()._move_with(act, base)
            return
        me = self.to_move
        flag = self.held.get(base.source, self.at[base.source])
        named = EMPTY if act.claim == NOWHERE else self.at[act.claim]
        wrong = self._why_not_with(act, base, flag, named)
        if wrong is not None:
            trial = self.copy()
            trial.barred = 0 if act.kind == "freed" else self.barred
            trial.play(base)
            raise Illegal(wrong)
        barred = self.barred
        if act.kind == "freed":
            self.barred = 0
        try:
            self._escape(base) if base.source in self.held else self._run((base,))
        except Illegal:
            self.barred = barred
            raise
        if act.kind == "freed":
            self._free(act, base.target, me & 1)
        if named != EMPTY:
            self._claim(me, flag, named, act.claim)

    def _why_not_with(self, act: Act, base: Turn, flag: int, named: int) -> Refusal | None:
        name = self.board.name
        if self.at[base.target] >= FIRST_PIECE:
            return Refusal(act.kind, {"reason": "after-battle", "target": name(base.target)})
        if act.kind == "freed":
            wrong = self._why_not_freed(act, base.target, self._after(base))
            if wrong is not None:
                return wrong
        if act.claim == NOWHERE:
            return None
        if flag < FIRST_PIECE or self.rank[flag] != _FLAG:
            return Refusal("claim", {"reason": "no-flag", "source": name(base.source)})
        if named < FIRST_PIECE or self.seat[named] != self.to_move ^ 2 or act.claim not in self._beside(base.target):
            return Refusal("claim", {"reason": "nobody", "square": name(act.claim), "target": name(base.target)})
        return None

    def _beside(self, target: int) -> list[int]:
        """The squares next to `target` that hold a piece of the partner of the seat to move."""
        partner = self.to_move ^ 2
        return [
            square
            for square in squares_in(self.board.near[target] & self.occ[self.to_move & 1])
            if self.seat[self.at[square]] == partner
        ]

    def _claim(self, seat: int, flag: int, named: int, square: int) -> None:
        """The engine answers for the partner. A right claim wins; of a wrong one only the two partners learn."""
        both, text = 1 << seat | 1 << (seat ^ 2), f"?{self.board.name(square)}"
        united = self.rank[named] == _FLAG
        if united and self.variant.shows_united:
            # Seeing both Flags reveals the claim.
            self._tell(Deed("claim", named, (square,), text, text))
            self.known[flag] |= 1
            self.known[named] |= 1
        else:
            self._tell(Deed("claim", named, (square,), text, "", both))
            self.known[flag] |= 2 << (seat ^ 2)
        if united:
            self.known[named] |= 2 << seat
            self.outcome = Outcome(End.FLAGS_UNITED, seat & 1)
            return
        # The same claim again says no more; of a piece that is off the board for good all know more than a claim told.
        self.claims = [
            claim for claim in self.claims if self.where[claim.named] != NOWHERE and claim[1:] != (seat, flag, named)
        ]
        self.claims.append(Failed(self.ply, seat, flag, named))

    # -- listing ----------------------------------------------------------------------------------

    def _moves(self) -> list[Turn]:
        moves = super()._moves()
        me, foes = self.to_move, self.occ[1 - (self.to_move & 1)]
        for piece in self.mine[me]:
            if self.rank[piece] == _CANNON:
                moves += [
                    shot
                    for shot in _shots_from(self.board)[self.where[piece]]
                    if foes >> shot.target & 1 and self._hits(shot)
                ]
        return moves

    def turns(self) -> list[Turn]:
        """The submissions legal now; while a choice is pending, its answers."""
        result = super().turns()
        if self.outcome is None and not self.pending:
            moves = self._moves() if self.barred else result
            if self.held:
                escapes = self._escapes()
                result = result + escapes
                moves = moves + escapes
            result = result + self._moves_with(moves)
        return result

    def _lawful(self, turns: list[Turn]) -> list[Turn]:
        if self._enforced or not self.barred:
            return super()._lawful(turns)
        # A rescue is due however the repetition rules are kept.
        return [turn for turn in turns if not (self.barred >> turn.target & 1 and self._must_free(turn))]

    def _must_free(self, turn: Turn) -> bool:
        return self._breach(turn, self.at[turn.source], self.at[turn.target]) == "freed"

    def _escapes(self) -> list[Turn]:
        turns: list[Turn] = []
        last, common, _one, _two = self.rows[self.to_move]
        for stockade, flag in self.held.items():
            if self.seat[flag] == self.to_move:
                turns += [
                    turn
                    for turn in _leaving(self.board)[stockade]
                    if self._why_no_escape(turn) is None
                    and not (self._enforced and last == flag and common & turn.borders)
                ]
        return turns

    def _moves_with(self, moves: list[Turn]) -> list[Turn]:
        """The moves that free a Flag, each with every square for it, and the Flags' moves with every claim."""
        acts = acts_of(self.board)
        turns: list[Turn] = []
        own_flags = 0
        for piece in self.mine[self.to_move]:
            if self.rank[piece] == _FLAG:
                own_flags |= 1 << self.where[piece]
        for move in moves:
            if isinstance(move, Act) or self.at[move.target] != EMPTY:
                continue
            flags = bool(own_flags >> move.source & 1) or move.source in self.held
            due = 0
            if self.barred >> move.target & 1 and move.source not in self.held:
                due = self._due(move.target, self._after(move))
            if (not due and not flags) or self._two_squares_forbid(move):
                continue
            named = self._beside(move.target) if flags else []
            if due:
                for square in squares_in(due):
                    turns.append(acts.freed(square, move))
                    turns += [acts.freed(square, move, claim) for claim in named]
            else:
                turns += [acts.claim(claim, move) for claim in named]
        return turns

    def _two_squares_forbid(self, move: Turn) -> bool:
        last, common, _one, _two = self.rows[self.to_move]
        return self._enforced and last == self.at[move.source] and bool(common & move.borders)

    def _choices(self, kind: str) -> Iterator[Turn]:
        acts, last = acts_of(self.board), self.last
        assert last is not None
        if kind == "stockade":
            yield from (acts.stockades[square] for square in self._own_stockades() if square not in self.held)
        elif kind == "freed":
            yield from (acts.freed(square) for square in squares_in(self._due(last.turn.target, self.occupied)))
        else:
            yield from super()._choices(kind)

    def _has_turn(self) -> bool:
        return super()._has_turn() or bool(self.turns())

    # -- refusals in full -------------------------------------------------------------------------

    def _explain(self, turn: Turn) -> Refusal:
        if isinstance(turn, Act):
            return super()._explain(turn)
        board = self.board
        piece = self.at[turn.source]
        if piece >= FIRST_PIECE and self.seat[piece] == self.to_move:
            names = {"source": board.name(turn.source), "target": board.name(turn.target)}
            enemy = self.at[turn.target] >= FIRST_PIECE and (self.seat[self.at[turn.target]] ^ self.to_move) & 1
            if self.rank[piece] == _CANNON and (enemy or turn.gait == GAIT_FAR):
                reason = "blocked" if turn.text in _shots(board) and enemy else "distance" if enemy else "nobody"
                return Refusal("shot", names | {"reason": reason})
            if self.rank[piece] == _FLAG and enemy:
                return Refusal("never-attacks", names)
            closed = [square for square in board.stockades if (turn.between | 1 << turn.target) >> square & 1]
            if closed and turn.gait & self.gaits[self.to_move][piece]:
                return Refusal("stockade", {"reason": "closed", "square": board.name(closed[0])})
        return super()._explain(turn)


@cache
def _shots_from(board: Board) -> tuple[tuple[Turn, ...], ...]:
    """For each square the shots from it, in the order of their targets. They have nothing between: what lies there is
    for `_hits` to judge, not for the loop.
    """
    turns: list[list[Turn]] = [[] for _ in range(board.size)]
    for turn in sorted(set(board.shared_turns.values()), key=lambda turn: turn.target):
        if turn.gait == GAIT_FAR and turn.between.bit_count() == 2:
            turns[turn.source].append(
                Turn(text=turn.text, source=turn.source, target=turn.target, gait=GAIT_SHOT, borders=turn.borders)
            )
    return tuple(tuple(shots) for shots in turns)


@cache
def _shots(board: Board) -> dict[str, Turn]:
    return {shot.text: shot for shots in _shots_from(board) for shot in shots}


@cache
def _shot_over(board: Board) -> dict[str, int]:
    """For each shot the two squares that it passes over, as a mask."""
    return {text: board.shared_turns[text].between for text in _shots(board)}


@cache
def _leaving(board: Board) -> dict[int, tuple[Turn, ...]]:
    return {
        stockade: tuple(
            board.shared_turns[f"{board.name(stockade)}-{board.name(square)}"]
            for square in squares_in(board.near[stockade])
        )
        for stockade in board.stockades
    }
