"""Turns of several parts: rescue, reserves and entries, and the choices that a battle opens (RULES sections 3 and 8,
lightning and campaign).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Self

from .acts import Act, acts_of
from .board import Board
from .combat import Result
from .engine import EMPTY, FIRST_PIECE, NO_ROW, NOWHERE, Deed, Played, Position
from .outcome import End, Illegal, Outcome, Refusal
from .pieces import RANK_OF_SYMBOL, Rank, Seat
from .readings import ENTRY_AFTER_RESCUE, NEVER_RESCUED, RESCUE_AFTER_ATTACK, RESCUE_BY_SLIDING, RESCUED_IS_KNOWN
from .turn import GAIT_NONE, Turn
from .variant import Options, Reserve, Variant


class PositionWithParts(Position):
    """A game whose turns may go on after the move.

    `stock` has for each seat how many pieces of each rank are in reserve, `rescues` how many rescues it has left;
    `rescuers` marks the pieces that have made their one rescue.
    """

    __slots__ = ("rescuers", "rescues", "stock")

    stock: list[list[int]]
    rescues: list[int]
    rescuers: bytearray

    order_of_parts: tuple[str, ...] = ("rescue", "entry")
    """The choices that a battle may open, in the order in which they are made."""

    def __init__(
        self,
        variant: Variant,
        setups: Mapping[Seat, str],
        options: Options,
        chance: Mapping[Seat, str] | None = None,
    ) -> None:
        """Lays out the pieces. Raises as `Position`."""
        placed = sum(len(setup) - setup.count(".") for setup in setups.values())
        has_reserve = variant.reserve is not Reserve.NONE
        self.stock = [_stock(variant, setups.get(seat, "")) for seat in variant.seats] if has_reserve else []
        self.rescues = [variant.rescues] * len(variant.seats) if variant.rescues else []
        self.rescuers = bytearray(FIRST_PIECE + placed)
        super().__init__(variant, setups, options, chance)

    def copy(self) -> Self:
        """An independent position in the same state."""
        other = super().copy()
        other.stock = [counts[:] for counts in self.stock]
        other.rescues = self.rescues[:]
        other.rescuers = self.rescuers[:]
        return other

    def dump(self) -> dict[str, Any]:
        """The position as a JSON value."""
        return super().dump() | {
            "stock": self.stock,
            "rescues": self.rescues,
            "rescuers": [piece for piece, marked in enumerate(self.rescuers) if marked],
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
        position.stock = [list(counts) for counts in value["stock"]]
        position.rescues = list(value["rescues"])
        position.rescuers = bytearray(len(position.rank))
        for piece in value["rescuers"]:
            position.rescuers[piece] = 1
        return position

    # -- playing ----------------------------------------------------------------------------------

    def _other(self, turn: Turn) -> None:
        if self.outcome is not None or not isinstance(turn, Act):
            self._refuse(turn)
        if self.pending:
            self._choose(turn)
        elif turn.base is not None:
            self._move_with(turn, turn.base)
        elif turn.kind == "entry" and turn.square != NOWHERE:
            self._enter_as_turn(turn)
        else:
            self._refuse(turn)

    def _battle(self, turn: Turn, piece: int, defender: int, breach: str | None) -> None:
        me = self.to_move
        super()._battle(turn, piece, defender, breach)
        last = self.last
        if last is not None and last.result == Result.WIN:
            self._settle_win(last)
            if self.outcome is None:
                self.to_move = me
                self._wait_from(0)

    def _settle_win(self, last: Played) -> None:
        """What follows from a won attack before any choice."""

    def _take_flag(self, flag: int, captor: int) -> None:
        """Taking the last enemy Flag on the board wins."""
        standing = any(
            rank == Rank.FLAG and self.seat[piece] & 1 != captor and self.where[piece] != NOWHERE
            for piece, rank in enumerate(self.rank)
        )
        if not standing:
            super()._take_flag(flag, captor)

    def _wait_from(self, place: int) -> None:
        """Opens the next choice that the battle offers, from `place` in the order of parts on. If there is none, the
        turn passes.
        """
        for kind in self.order_of_parts[place:]:
            if self._offers(kind):
                self.pending = kind
                return
        self.pending = ""
        self.to_move = self.variant.order[self.to_move]

    def _offers(self, kind: str) -> bool:
        """Whether the won attack just made opens the choice `kind`. It depends on nothing that is hidden from
        anybody: both pieces have been shown, and captured pieces too.
        """
        last, me = self.last, self.to_move
        assert last is not None
        if kind == "rescue":
            return (
                RESCUE_AFTER_ATTACK
                and self._arrives(last.piece, last.turn.source, last.turn.target) is None
                and bool(self._rescuable(me))
                and bool(self._free_half(me))
            )
        if not self.variant.bonus_entry or not self._may_enter(me):
            return False
        return ENTRY_AFTER_RESCUE or not any(deed.kind == "rescue" for deed in last.deeds)

    def _choose(self, act: Act) -> None:
        """Takes the answer to the pending choice and opens the next one."""
        last = self.last
        assert last is not None
        if act.base is not None or act.kind != self.pending:
            self._refuse(act)
        self._decide(act, last)
        self._wait_from(self.order_of_parts.index(act.kind) + 1)

    def _decide(self, act: Act, last: Played) -> None:
        if act.square == NOWHERE:
            return
        me = self.to_move
        if act.kind == "rescue":
            self._require(self._why_no_rescue(act, last.piece, last.turn.source, last.turn.target))
            self._rescue(me, last.piece, act)
        else:
            self._require(self._why_no_entry(act))
            self._tell(self._enter(me, act))

    def _require(self, wrong: Refusal | None) -> None:
        if wrong is not None:
            raise Illegal(wrong)

    def _tell(self, deed: Deed) -> None:
        assert self.last is not None
        self.last = self.last._replace(deeds=(*self.last.deeds, deed))

    def _move_with(self, act: Act, base: Turn) -> None:
        """A move without attack and the part that goes with it. The move is judged like any other."""
        if act.kind != "rescue":
            self._refuse(act)
        me, piece = self.to_move, self.at[base.source]
        wrong = self._why_no_rescue(act, piece, base.source, base.target)
        if self.at[base.target] >= FIRST_PIECE:
            wrong = Refusal("rescue", {"reason": "after-battle"})
        if wrong is not None:
            self.copy().play(base)
            raise Illegal(wrong)
        # Section 5 forbids no move with a rescue, and both lengths are 0 after it.
        chase = self.chase[me & 1]
        self.chase[me & 1] = 0
        try:
            self._run((base,))
        except Illegal:
            self.chase[me & 1] = chase
            raise
        self._rescue(me, piece, act)

    # -- rescue (RULES section 8, lightning) ------------------------------------------------------

    def _arrives(self, piece: int, source: int, target: int) -> str | None:
        """Why a turn of the seat to move does not allow `piece` a rescue, or None if it does."""
        me = self.to_move
        if not self.rescues or not self.rescues[me]:
            return "none-left"
        if self.rank[piece] == Rank.SCOUT:
            return "scout"
        if self.rescuers[piece]:
            return "once"
        row = _back_rows(self.board)[1 - (me & 1)]
        if not row >> target & 1:
            return "not-there"
        if row >> source & 1 and not RESCUE_BY_SLIDING:
            return "slid"
        return None

    def _rescuable(self, seat: int) -> list[int]:
        """The pieces of `seat` that were captured by the enemy and may come back, by number."""
        return sorted(
            fallen.piece
            for fallen in self.captured
            if self.seat[fallen.piece] == seat and self.rank[fallen.piece] not in NEVER_RESCUED
        )

    def _free_half(self, seat: int) -> int:
        return _halves(self.board)[seat & 1] & ~self.occupied

    def _why_no_rescue(self, act: Act, piece: int, source: int, target: int) -> Refusal | None:
        me, name = self.to_move, self.board.name
        reason = self._arrives(piece, source, target)
        if reason is not None:
            return Refusal("rescue", {"reason": reason, "target": name(target)})
        if act.piece not in self._rescuable(me):
            return Refusal("rescue", {"reason": "not-captured", "piece": act.piece})
        free = self._free_half(me) | (1 << source & _halves(self.board)[me & 1])
        if not free >> act.square & 1 or act.square == target:
            return Refusal("rescue", {"reason": "square", "square": name(act.square)})
        return None

    def _rescue(self, seat: int, rescuer: int, act: Act) -> None:
        piece, square = act.piece, act.square
        self.captured = [fallen for fallen in self.captured if fallen.piece != piece]
        self._stand_at(piece, square)
        if RESCUED_IS_KNOWN:
            self.known[piece] = 1
        self.rescues[seat] -= 1
        self.rescuers[rescuer] = 1
        # Section 5: a ply with a rescue leaves both lengths at 0 and counts as no last ply.
        self.chase[:] = [0, 0]
        self.near_left = self.barred = 0
        self.trail.clear()
        text = f"*{piece}@{self.board.name(square)}"
        self._tell(Deed("rescue", piece, (square,), text, text))

    def _stand_at(self, piece: int, square: int) -> None:
        """Puts a piece that is off the board on an empty square."""
        seat = self.seat[piece]
        self.where[piece] = square
        self.at[square] = piece
        self.occ[seat & 1] |= 1 << square
        if self.gaits[seat][piece] != GAIT_NONE:
            self.mine[seat] = tuple(sorted((*self.mine[seat], piece)))

    # -- reserves (RULES section 8, campaign) -----------------------------------------------------

    def _free_home(self, seat: int) -> int:
        return self.board.home_masks[seat] & ~self.occupied

    def _may_enter(self, seat: int) -> bool:
        return bool(self.stock) and any(self.stock[seat]) and bool(self._free_home(seat))

    def _flag_due(self, seat: int) -> bool:
        """Whether the next piece to enter must be the Flag."""
        return self.variant.flag_first and self.stock[seat][Rank.FLAG] > 0

    def _why_no_entry(self, act: Act) -> Refusal | None:
        me, name = self.to_move, self.board.name(act.square)
        if not self.stock or not any(self.stock[me]):
            return Refusal("entry", {"reason": "reserve-empty"})
        if self._flag_due(me) and act.rank != Rank.FLAG:
            return Refusal("entry", {"reason": "flag-first"})
        if not self.stock[me][act.rank]:
            return Refusal("entry", {"reason": "rank", "rank": act.rank})
        if not self.board.home_masks[me] >> act.square & 1:
            return Refusal("entry", {"reason": "home", "square": name})
        if not self._free_home(me) >> act.square & 1:
            return Refusal("entry", {"reason": "taken", "square": name})
        return None

    def _enter(self, seat: int, act: Act) -> Deed:
        """Takes a piece from the reserve to the board, as a new piece: what was known of one in the reserve ends."""
        shown = self._flag_due(seat)
        piece = len(self.rank)
        self.stock[seat][act.rank] -= 1
        self.where.append(NOWHERE)
        self.rank = [*self.rank, act.rank]
        self.seat = [*self.seat, seat]
        self.known.append(int(shown))
        self.rescuers.append(0)
        self.gaits = _with_piece(self.gaits, seat, self.variant.gaits, act.rank)
        strikes = self.variant.strikes
        self.strikes = self.gaits if strikes is None else _with_piece(self.strikes, seat, strikes, act.rank)
        self._stand_at(piece, act.square)
        public = act.text if shown else f"+@{self.board.name(act.square)}"
        return Deed("entry", piece, (act.square,), act.text, public, -1 if shown else 1 << seat)

    def _enter_as_turn(self, act: Act) -> None:
        me = self.to_move
        wrong = self._why_no_entry(act)
        if wrong is not None:
            self._require_turn(act)
            raise Illegal(wrong)
        deed = self._enter(me, act)
        self.ply += 1
        self.rows[me] = NO_ROW  # section 4: a turn of entry alone breaks the row
        self.chase[:] = [0, 0]
        self.near_left = 0
        self.trail.clear()
        self.last = Played(act, me, deed.piece, 0, None, None, (deed,))
        self.to_move = self.variant.order[me]
        self.barred = self.cells[self.to_move & 1] if self.cells else 0
        self._limit_quiet()

    def _require_turn(self, act: Turn) -> None:
        """Refuses with the end of the game, if the seat to move has no legal turn at all."""
        self._end_of_ply()
        if self.outcome is not None:
            self._refuse(act)

    def _limit_quiet(self) -> None:
        if self.options.no_attack_limit == self.quiet and self.outcome is None:
            self.outcome = Outcome(End.NO_ATTACK_LIMIT)

    # -- listing ----------------------------------------------------------------------------------

    def turns(self) -> list[Turn]:
        """The submissions legal now; while a choice is pending, its answers."""
        if self.outcome is not None:
            return []
        me = self.to_move
        if self.pending:
            return list(self._choices(self.pending))
        moves = self._moves()
        lawful = self._lawful(moves)
        if self.rescues and self.rescues[me]:
            lawful = lawful + self._rescues_with(moves)
        if self.stock and any(self.stock[me]):
            lawful = lawful + self._entries(me)
        return lawful

    def _choices(self, kind: str) -> Iterator[Turn]:
        acts, me = acts_of(self.board), self.to_move
        if kind == "rescue":
            yield acts.no_rescue
            squares = squares_in(self._free_half(me))
            for piece in self._rescuable(me):
                for square in squares:
                    yield acts.rescue(piece, square)
        elif kind == "entry":
            yield acts.no_entry
            yield from self._entries(me)

    def _entries(self, seat: int) -> list[Turn]:
        table = acts_of(self.board).entries
        squares = squares_in(self._free_home(seat))
        stock = self.stock[seat]
        ranks = [int(Rank.FLAG)] if self._flag_due(seat) else [rank for rank in range(len(stock)) if stock[rank]]
        return [table[rank][square] for rank in ranks for square in squares]

    def _rescues_with(self, moves: list[Turn]) -> list[Turn]:
        """The moves without attack that end on the enemy's back row, each with every rescue that it allows."""
        me, at = self.to_move, self.at
        row = _back_rows(self.board)[1 - (me & 1)]
        if not self.occ[me & 1] & _near_back(self.board)[1 - (me & 1)]:
            return []
        pieces = self._rescuable(me)
        if not pieces:
            return []
        turns: list[Turn] = []
        rescue = acts_of(self.board).rescue
        for move in moves:
            if not row >> move.target & 1 or at[move.target] != EMPTY:
                continue
            piece = at[move.source]
            if self._arrives(piece, move.source, move.target) is not None or self._crosses_again(move, piece):
                continue
            free = (self._free_half(me) | (1 << move.source & _halves(self.board)[me & 1])) & ~(1 << move.target)
            squares = squares_in(free)
            turns += [rescue(captured, square, move) for captured in pieces for square in squares]
        return turns

    def _crosses_again(self, move: Turn, piece: int) -> bool:
        """Whether the two-squares rule forbids a move; the more-squares rule forbids none with a rescue."""
        chase = self.chase[self.to_move & 1]
        self.chase[self.to_move & 1] = 0
        breach = self._breach(move, piece, EMPTY)
        self.chase[self.to_move & 1] = chase
        return breach is not None and self._enforced

    def _has_turn(self) -> bool:
        return self._may_enter(self.to_move) or super()._has_turn()

    # -- refusals in full -------------------------------------------------------------------------

    def _explain(self, turn: Turn) -> Refusal:
        if not isinstance(turn, Act):
            return super()._explain(turn)
        return Refusal("no-choice", {"kind": turn.kind})


def _stock(variant: Variant, setup: str) -> list[int]:
    """What a seat has in reserve at the start, by rank."""
    counts = [0] * len(Rank)
    for rank, count in variant.army.items():
        counts[rank] = count
    if variant.reserve is Reserve.REST:
        for symbol in setup:
            if symbol in RANK_OF_SYMBOL:
                counts[RANK_OF_SYMBOL[symbol]] -= 1
    return counts


def _with_piece(table: list[list[int]], seat: int, gaits: Mapping[Rank, int], rank: int) -> list[list[int]]:
    gait = gaits.get(Rank(rank), GAIT_NONE)
    return [[*side, gait if other == seat else GAIT_NONE] for other, side in enumerate(table)]


def squares_in(mask: int) -> list[int]:
    results = []
    while mask:
        lowest = mask & -mask
        results.append(lowest.bit_length() - 1)
        mask ^= lowest
    return results


@cache
def _back_rows(board: Board) -> tuple[int, int]:
    """Red's and blue's back row, as masks (RULES section 1)."""
    row = (1 << board.columns) - 1
    return row, row << board.columns * (board.rows - 1)


@cache
def _near_back(board: Board) -> tuple[int, int]:
    """The rows from which a piece other than a Scout can reach red's or blue's back row, as masks."""
    rows = (1 << 3 * board.columns) - 1
    return rows, rows << board.columns * (board.rows - 3)


@cache
def _halves(board: Board) -> tuple[int, int]:
    """Red's and blue's half, as masks (RULES section 1)."""
    half = (1 << board.columns * (board.rows // 2)) - 1
    return half, half << board.columns * (board.rows // 2)
