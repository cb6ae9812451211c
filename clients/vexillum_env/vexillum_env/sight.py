"""What a seat sees, as arrays: made of its `View`, and kept up by the `last` of each later one.

`Sight.read` makes all of it of a view. `Sight.follow` takes over one turn as that seat was shown it, which costs a
small part of that; what it does not follow it leaves to the next `read`. Nothing else of a game comes in here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from games.rules import Attack, Holding, LastTurn, Part, PieceView, Rank, Reserve, Seat, Variant, View

from .actions import actions_of
from .placing import Placing
from .seats import RELATIVE, turned

Arrays = dict[str, np.ndarray[Any, Any]]

PENDING = ("stockade", "freed", "rescue", "entry", "lay")
"""The choices that a turn may wait for, in the order of their facts."""

KINDS = (
    "move",
    "attack",
    "rescue",
    "entry",
    "stockade",
    "freed",
    "claim",
    "returned",
    "lay",
    "hand-look",
    "line-look",
    "shuffle",
    "missed",
)
"""What the last turn may have had in it, in the order of their facts."""

_BYTE, _SHORT = np.dtype(np.int8), np.dtype(np.int16)

BEGUN, GOES_ON = "begun", "goes on"

RESULTS = ("win", "loss", "both")

MARKS = ("shown", "moved", "rescuer", "captive", "not the Flag")
"""What is marked of a piece, beside whose it is and its rank."""

SQUARE_MARKS = ("last from", "last by", "last to", "chosen from", "chosen to", "to fill", "closed")
"""What is marked of a square, whatever stands there."""

FIXED = (
    "set-up",
    "to move",
    "seat",
    "ply",
    "quiet",
    "quiet limit",
    "parts chosen",
    "last rank",
    "last target rank",
    "guess",
)


class Layout:
    """Where everything stands in the arrays of a rule book.

    Args:
        book: the rule book.
        spotter: the Spotter is among the cards.
    """

    def __init__(self, book: Variant, *, spotter: bool) -> None:
        self.book = book
        self.ranks = actions_of(book, spotter=spotter).ranks
        self.place = tuple(self.ranks.index(rank) if rank in self.ranks else -1 for rank in Rank)
        """For each rank, by its number, its place among those of the book."""
        self.whose = RELATIVE[len(book.seats)]
        self.width = len(self.ranks) + 1
        """Planes of a seat: first the one of pieces whose rank is not known, then one for each rank."""
        names = [f"{whose} {name}" for whose in self.whose for name in ("unknown", *(rank.name for rank in self.ranks))]
        self.marks = len(names)
        self.of_piece = self.marks + len(MARKS)
        """How many of a square's planes go with the piece."""
        self.planes = (*names, *MARKS, *SQUARE_MARKS)
        self.depth = len(self.planes)
        self.shape = (book.board.rows, book.board.columns, self.depth)
        self.square = {name: self.of_piece + place for place, name in enumerate(SQUARE_MARKS)}
        self.total = {
            rank: book.army.get(rank, 1) * (2 if book.reserve is Reserve.SECOND_ARMY else 1) for rank in self.ranks
        }
        self.facts = tuple(self._facts())
        self.fact = {name: place for place, name in enumerate(self.facts)}
        self.hidden = self.fact[f"own hidden {self.ranks[0].name}"]
        self.captured = self.fact[f"own captured {self.ranks[0].name}"]
        self.unknown = array("h", bytes(2 * len(self.facts)))
        """The facts while nothing of the armies is accounted for."""
        for rel in range(len(self.whose)):
            for rank, count in self.total.items():
                self.unknown[self.hidden + rel * len(self.ranks) + self.place[rank]] = count
        self.since = self.fact[f"last by {self.whose[0]}"]
        self.until = self.fact["last attack both"] + 1
        """From where to where the facts tell of the last turn."""
        self.kind = {kind: self.fact[f"last was {kind}"] for kind in KINDS}
        self.held = {kind: tuple(self.fact[f"{whose} {kind}"] for whose in self.whose) for kind in self.holdings}
        """Where the counts of each kind of holding stand, seat by seat."""
        self.own = {kind: self.fact[f"own {kind} {self.ranks[0].name}"] for kind in self.holdings}
        """Where the ranks of one's own holdings begin."""
        self.moves = tuple(self._facts_of_a_move(rel) for rel in range(len(self.whose)))
        self.closed = bytearray(book.board.size * self.depth)
        for square in range(book.board.size):
            if book.board.wall_mask >> square & 1:
                self.closed[square * self.depth + self.square["closed"]] = 1

    def _facts(self) -> Iterable[str]:
        book, ranks = self.book, [rank.name for rank in self.ranks]
        yield from FIXED
        yield from (f"waits for {kind}" for kind in PENDING)
        yield from (f"last by {whose}" for whose in self.whose)
        yield from (f"last was {kind}" for kind in KINDS)
        yield from (f"last attack {result}" for result in RESULTS)
        for what in ("hidden", "captured"):
            yield from (f"{whose} {what} {rank}" for whose in self.whose for rank in ranks)
        if book.rescues:
            yield from (f"own captured rescuer {rank}" for rank in ranks)
            yield from (f"{whose} rescues" for whose in self.whose)
        for kind in self.holdings:
            yield from (f"{whose} {kind}" for whose in self.whose)
            yield from (f"own {kind} {rank}" for rank in ranks)
        if book.deals:
            yield from (f"looked at {rank}" for rank in ranks)
            yield "plies since the look"

    def _facts_of_a_move(self, rel: int) -> array[int]:
        """The facts of a last turn that was a move which showed nothing, by the seat `rel` places further."""
        facts = array("h", bytes(2 * (self.until - self.since)))
        facts[rel] = facts[self.kind["move"] - self.since] = 1
        return facts

    @property
    def holdings(self) -> tuple[str, ...]:
        """The kinds of holdings that the book has."""
        return ("hand", "deck") if self.book.deals else ("reserve",) if self.book.reserve is not Reserve.NONE else ()


@cache
def layout_of(book: Variant, *, spotter: bool = False) -> Layout:
    """The layout of a rule book, made once.

    Args:
        book: the rule book.
        spotter: the Spotter is among the cards.
    """
    return Layout(book, spotter=spotter)


class Sight:
    """What one seat sees of one game.

    Args:
        layout: of the rule book.
        seat: whose sight it is.
        quiet_limit: plies without an attack after which the game is drawn; 0 for no limit.
    """

    __slots__ = (
        "_parts",
        "behind",
        "board",
        "facts",
        "layout",
        "looked",
        "marked",
        "offset",
        "quiet_limit",
        "read_again",
        "seat",
        "seen",
        "waits",
    )

    def __init__(self, layout: Layout, seat: Seat, quiet_limit: int = 0) -> None:
        self.layout = layout
        self.seat = seat
        self.quiet_limit = quiet_limit
        self.waits: str | None = None
        self.seen = turned(layout.book, seat)
        self.offset = tuple(square * layout.depth for square in self.seen)
        """For each square of the board where its planes begin."""
        self.read_again = True
        """Whether the next look needs a whole view."""
        self.marked: list[int] = []
        self.looked = -1
        """The ply of the last look at a hand that still says something."""
        self.behind = ""
        """What it has yet to be told of the last turn: `BEGUN` all, `GOES_ON` its further parts, or nothing."""
        self._parts = 0
        self.board = bytearray(layout.closed)
        self.facts = layout.unknown[:]

    def copy(self) -> Sight:
        """The same, which goes on by itself."""
        other = object.__new__(Sight)
        for name in Sight.__slots__:
            setattr(other, name, getattr(self, name))
        other.board, other.facts, other.marked = self.board[:], self.facts[:], self.marked[:]
        return other

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """All but the layout, which whoever loads it has."""
        return None, {name: getattr(self, name) for name in Sight.__slots__ if name != "layout"}

    def arrays(self, mask: bytearray) -> Arrays:
        """The observation, in arrays of its own.

        Args:
            mask: a byte an action.
        """
        return {
            "observation": np.ndarray(self.layout.shape, _BYTE, bytearray(self.board)),
            "facts": np.ndarray(len(self.facts), _SHORT, bytearray(self.facts)),
            "action_mask": np.ndarray(len(mask), _BYTE, bytearray(mask)),
        }

    def empty(self, square: int) -> bool:
        """Whether nothing stands on a square of the board."""
        start = self.offset[square]
        return self.board.find(1, start, start + self.layout.of_piece) < 0

    # -- set-up -----------------------------------------------------------------------------------

    def read_placing(self, placing: Placing, *, acts: bool) -> None:
        """Takes over the seat's own set-up as far as it is made. Of the others' nothing is known before all are ready.

        Args:
            placing: this seat's.
            acts: it is this seat's turn to place.
        """
        layout = self.layout
        self._begin()
        facts = self.facts
        facts[0], facts[1] = 1, acts
        for rank in layout.ranks:
            facts[layout.hidden + layout.place[rank]] = placing.left.get(rank, 0)
        for square, chosen in zip(placing.squares, placing.chosen, strict=False):
            if chosen is not None:
                self.board[square * layout.depth + 1 + layout.place[chosen]] = 1
        if not placing.done and acts:
            square = placing.squares[len(placing.chosen)]
            self.board[square * layout.depth + layout.square["to fill"]] = 1

    # -- a whole view -----------------------------------------------------------------------------

    def read(self, view: View, moved: bytearray) -> None:
        """Makes all of it anew of what the seat may know now.

        Args:
            view: the seat's.
            moved: a byte a square of the board: whether what stands there has moved since it came.
        """
        layout = self.layout
        self.read_again = False
        self._begin()
        facts = self.facts
        facts[5] = self.quiet_limit
        for piece in view.pieces:
            self._stand(piece)
            self.board[self.offset[piece.square] + layout.marks + 1] = moved[piece.square]
        for piece in view.captured:
            self._fallen(piece)
        for claim in view.claims:
            if claim.seat == self.seat:
                square = next(piece.square for piece in view.pieces if piece.id == claim.named)
                self.board[self.offset[square] + layout.marks + 4] = 1
        for holding in view.holdings:
            self._hold(holding.seat, holding.kind, holding.count, holding.ranks)
        for seat, count in enumerate(view.rescues):
            facts[layout.fact[f"{self._whose(seat)} rescues"]] = count
        self.looked = -1
        for look in view.looks:
            if look.kind == "hand":
                self._looked_at(look.ranks, look.ply)
        self.marked = []
        self._parts = 0
        if view.last is not None:
            self._tell(view.last)
            self._tell_parts(view.last)

    def _begin(self) -> None:
        """The board is empty, and nothing of the armies is accounted for."""
        layout = self.layout
        self.board[:] = layout.closed
        self.facts[:] = layout.unknown
        self.facts[2] = self.seat
        self.waits = None

    def wait_for(self, kind: str | None) -> None:
        """Says for which choice the turn waits, if for one."""
        for name, waits in ((self.waits, 0), (kind, 1)):
            if name is not None:
                self.facts[len(FIXED) + PENDING.index(name)] = waits
        self.waits = kind

    def _rel(self, seat: int) -> int:
        return (seat - self.seat) % len(self.layout.whose)

    def _whose(self, seat: int) -> str:
        return self.layout.whose[self._rel(seat)]

    def _stand(self, piece: PieceView) -> None:
        layout, rel = self.layout, self._rel(piece.seat)
        start = self.seen[piece.square] * layout.depth
        board = self.board
        if piece.rank is None:
            board[start + rel * layout.width] = 1
        else:
            place = layout.place[piece.rank]
            board[start + rel * layout.width + 1 + place] = 1
            self.facts[layout.hidden + rel * len(layout.ranks) + place] -= 1
        marks = start + layout.marks
        board[marks] = piece.revealed
        board[marks + 2] = piece.rescuer
        board[marks + 3] = piece.captive

    def _fallen(self, piece: PieceView) -> None:
        assert piece.rank is not None  # an attack, or a right guess, has shown it to all
        layout, rel = self.layout, self._rel(piece.seat)
        place = rel * len(layout.ranks) + layout.place[piece.rank]
        self.facts[layout.hidden + place] -= 1
        self.facts[layout.captured + place] += 1
        if piece.rescuer and not rel:
            self.facts[layout.fact[f"own captured rescuer {piece.rank.name}"]] += 1

    def _hold(self, seat: Seat, kind: str, count: int, ranks: tuple[tuple[Rank, int], ...] | None) -> None:
        layout, facts = self.layout, self.facts
        facts[layout.fact[f"{self._whose(seat)} {kind}"]] = count
        if seat == self.seat:
            for rank, held in ranks or ():
                facts[layout.fact[f"own {kind} {rank.name}"]] = held
                facts[layout.hidden + layout.place[rank]] -= held

    # -- the last turn ----------------------------------------------------------------------------

    def _tell(self, last: LastTurn) -> None:
        """Marks the turn's squares and says what it was; its parts are told by `_tell_parts`."""
        layout, facts = self.layout, self.facts
        self._mark(last.path)
        facts[7] = facts[8] = facts[9] = 0
        facts[layout.since : layout.until] = layout.moves[self._rel(last.seat)]
        attack = last.attack
        if attack is not None:
            assert attack.attacker.rank is not None
            assert attack.defender.rank is not None
            facts[layout.kind["attack"]] = 1
            facts[layout.until - 3 + RESULTS.index(attack.result)] = 1
            facts[7], facts[8] = attack.attacker.rank + 1, attack.defender.rank + 1
            facts[layout.kind["move"]] = 0
        else:
            facts[layout.kind["move"]] = len(last.path) > 1
            if last.revealed is not None:
                facts[7] = last.revealed + 1

    def _mark(self, path: tuple[int, ...]) -> None:
        board, offset, square = self.board, self.offset, self.layout.square
        for mark in self.marked:
            board[mark] = 0
        self.marked = [offset[path[0]] + square["last from"], offset[path[-1]] + square["last to"]]
        if len(path) > 2:
            self.marked.append(offset[path[1]] + square["last by"])
        for mark in self.marked:
            board[mark] = 1

    def _mark_too(self, square: int) -> None:
        mark = self.offset[square] + self.layout.square["last to"]
        if not self.board[mark]:
            self.board[mark] = 1
            self.marked.append(mark)

    def _tell_parts(self, last: LastTurn) -> None:
        for part in last.parts[self._parts :]:
            self.facts[self.layout.kind[part.kind]] = 1
            if part.kind == "missed" and part.ranks:
                self.facts[9] = part.ranks[0] + 1
            for square in part.squares:
                self._mark_too(square)
        self._parts = len(last.parts)

    # -- following --------------------------------------------------------------------------------

    def went(self, seat: Seat, path: tuple[int, ...]) -> None:
        """Takes over a move that showed nothing: all see its squares, and there is nothing else to it.

        Args:
            seat: who moved.
            path: its squares.
        """
        if self.read_again:
            return
        layout, facts = self.layout, self.facts
        self._parts = 0
        self._mark(path)
        facts[7] = facts[8] = facts[9] = 0
        facts[layout.since : layout.until] = layout.moves[self._rel(seat)]
        self._move(self.offset[path[0]], self.offset[path[-1]])

    def follow(self, last: LastTurn, *, begun: bool, ply: int) -> None:
        """Takes over what the last submission changed, as this seat was shown it.

        Args:
            last: the last turn of its view.
            begun: a turn was begun by it; else it answered a choice.
            ply: plies played.
        """
        if self.read_again:
            return
        if begun:
            self._parts = 0
            self._tell(last)
            if last.attack is not None:
                self._fight(last.path, last.attack)
            elif last.revealed is not None:
                self._show_rank(self.offset[last.path[0]], last.seat, last.revealed)
            if len(last.path) > 1 and (last.attack is None or last.attack.result == "win"):
                self._move_on(last.path)
        for part in last.parts[self._parts :]:
            if part.kind in ("entry", "lay") and part.piece is not None:
                self._enter(part.piece, "reserve" if part.kind == "entry" else "hand")
            elif part.kind in ("hand-look", "line-look"):
                self._look(last, part, ply)
            elif part.kind != "missed":
                self.read_again = True
        self._tell_parts(last)

    def drew(self, seat: Seat, most: int) -> bool:
        """Takes over how many cards a seat draws at the beginning of its turn, which follows from what all can count.
        Returns whether it drew any.

        Args:
            seat: who draws.
            most: up to how many cards in hand.
        """
        held, rel = self.layout.held, (seat - self.seat) & 1
        hand, deck = held["hand"][rel], held["deck"][rel]
        facts = self.facts
        drawn = min(most - facts[hand], facts[deck])
        if drawn <= 0:
            return False
        facts[hand] += drawn
        facts[deck] -= drawn
        return True

    def laid(self, seat: Seat, square: int, rank: int | None) -> None:
        """Takes over a card that was laid.

        Args:
            seat: who laid it.
            square: its place.
            rank: that of the seat's own card; None of another's, which it does not know.
        """
        if self.read_again:
            return
        layout, facts, start = self.layout, self.facts, self.offset[square]
        rel = (seat - self.seat) & 1
        facts[layout.held["hand"][rel]] -= 1
        facts[layout.kind["lay"]] = 1
        if rank is None:
            self.board[start + rel * layout.width] = 1
        else:
            place = layout.place[rank]
            facts[layout.own["hand"] + place] -= 1
            self.board[start + 1 + place] = 1
        self._mark_too(square)
        self._parts += 1

    def hold(self, holdings: tuple[Holding, ...]) -> None:
        """Takes over which cards lie in the seat's hand and deck after it has drawn. What it cannot place is the same.

        Args:
            holdings: those of its view.
        """
        facts, ranks = self.facts, self.layout.ranks
        for held in holdings:
            if held.ranks is not None:
                first = self.layout.own[held.kind]
                facts[first : first + len(ranks)] = array("h", bytes(2 * len(ranks)))
                for rank, count in held.ranks:
                    facts[first + self.layout.place[rank]] = count

    def _move_on(self, path: tuple[int, ...]) -> None:
        """The piece goes to where the turn ended; at cards it stays."""
        if not self.layout.book.deals:
            self._move(self.offset[path[0]], self.offset[path[-1]])

    def _move(self, source: int, target: int) -> None:
        board, of_piece = self.board, self.layout.of_piece
        board[target : target + of_piece] = board[source : source + of_piece]
        board[source : source + of_piece] = bytes(of_piece)
        board[target + self.layout.marks + 1] = 1
        board[target + self.layout.marks + 3] = 0  # a captive Flag that moves has escaped

    def _fight(self, path: tuple[int, ...], attack: Attack) -> None:
        source, target = self.offset[path[0]], self.offset[path[-1]]
        if self.layout.book.board.stockades and attack.defender.rank is Rank.FLAG:
            self.read_again = True
        self._show(source, attack.attacker)
        self._show(target, attack.defender)
        if attack.result != "loss":
            self._take(target, attack.defender)
        if attack.result != "win":
            self._take(source, attack.attacker)

    def _show(self, start: int, piece: PieceView) -> None:
        assert piece.rank is not None
        self._show_rank(start, piece.seat, piece.rank)

    def _show_rank(self, start: int, seat: Seat, rank: Rank) -> None:
        self._know(start, seat, rank)
        self.board[start + self.layout.marks] = 1

    def _know(self, start: int, seat: Seat, rank: Rank) -> None:
        layout, rel, place = self.layout, self._rel(seat), self.layout.place[rank]
        plane = start + rel * layout.width
        if self.board[plane]:
            self.board[plane] = 0
            self.board[plane + 1 + place] = 1
            self.facts[layout.hidden + rel * len(layout.ranks) + place] -= 1

    def _take(self, start: int, piece: PieceView) -> None:
        layout, rel = self.layout, self._rel(piece.seat)
        assert piece.rank is not None
        self.facts[layout.captured + rel * len(layout.ranks) + layout.place[piece.rank]] += 1
        if not rel and self.board[start + layout.marks + 2]:
            self.facts[layout.fact[f"own captured rescuer {piece.rank.name}"]] += 1
        self.board[start : start + layout.of_piece] = bytes(layout.of_piece)

    def _enter(self, piece: PieceView, kind: str) -> None:
        """A piece out of the reserve, or a card out of the hand. Its owner had its rank in sight there already."""
        layout, facts = self.layout, self.facts
        facts[layout.held[kind][self._rel(piece.seat)]] -= 1
        if piece.seat == self.seat and piece.rank is not None:
            facts[layout.fact[f"own {kind} {piece.rank.name}"]] -= 1
            facts[layout.hidden + layout.place[piece.rank]] += 1  # `_stand` takes it off
        self._stand(piece)

    def _look(self, last: LastTurn, part: Part, ply: int) -> None:
        """What a look showed, if it was this seat that looked."""
        if part.ranks is None:
            return
        if part.kind == "line-look":
            for square, rank in zip(part.squares, part.ranks, strict=True):
                self._know(self.offset[square], Seat(1 - last.seat), rank)
            return
        self._looked_at(part.ranks, ply)

    def _looked_at(self, ranks: tuple[Rank, ...], ply: int) -> None:
        layout = self.layout
        first = layout.fact[f"looked at {layout.ranks[0].name}"]
        self.facts[first : first + len(layout.ranks)] = array("h", bytes(2 * len(layout.ranks)))
        for rank in ranks:
            self.facts[first + layout.place[rank]] += 1
        self.looked = ply
