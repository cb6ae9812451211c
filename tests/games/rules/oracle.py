"""A slow second reading of RULES sections 3 to 7, to hold the engine against.

It is written from the text alone: whole positions as dicts, kept for ever, borders as pairs of squares, no masks and no
shortcuts. It judges nothing by what the engine does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

Square = tuple[int, int]

LAKES = {(c, r) for c in (2, 3, 6, 7) for r in (4, 5)}
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


def square(name: str) -> Square:
    return "abcdefghij".index(name[0]), int(name[1:]) - 1


def name(at: Square) -> str:
    return f"{'abcdefghij'[at[0]]}{at[1] + 1}"


def adjacent(a: Square, b: Square) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


@dataclass(frozen=True)
class Piece:
    number: int
    seat: int
    rank: str


@dataclass
class Ply:
    seat: int
    piece: Piece
    path: list[Square]
    target: Piece | None
    before: dict[Square, Piece]

    @property
    def borders(self) -> set[frozenset[Square]]:
        return {frozenset(pair) for pair in pairwise(self.path)}


@dataclass
class Game:
    """A game of classic, barrage, battle or duel; `n` and `chasing` say which repetition rules hold."""

    n: int
    chasing: str
    board: dict[Square, Piece]
    movers_draw: bool = False
    seat: int = 0
    plies: list[Ply] = field(default_factory=list)
    over: tuple[str, int | None] | None = None
    counted: tuple[int, list[int]] = (0, [0, 0])

    # -- section 3 --

    def path(self, start: Square, end: Square) -> list[Square] | None:
        """The squares from start to end if the seat to move may go there by section 3."""
        piece = self.board.get(start)
        if piece is None or piece.seat != self.seat or piece.rank in "BF" or start == end or end in LAKES:
            return None
        if start[0] != end[0] and start[1] != end[1]:
            return None
        dc = (end[0] > start[0]) - (end[0] < start[0])
        dr = (end[1] > start[1]) - (end[1] < start[1])
        path = [start]
        while path[-1] != end:
            path.append((path[-1][0] + dc, path[-1][1] + dr))
        if len(path) > 2 and piece.rank != "2":
            return None
        if any(at in LAKES or at in self.board for at in path[1:-1]):
            return None
        if end in self.board and self.board[end].seat == self.seat:
            return None
        return path

    # -- sections 4 to 6 --

    def breach(self, path: list[Square]) -> str | None:
        piece = self.board[path[0]]
        attacked = self.board.get(path[-1])
        borders = {frozenset(pair) for pair in pairwise(path)}
        own = [ply for ply in self.plies if ply.seat == self.seat]
        last = own[-self.n :]
        if len(last) == self.n and all(ply.piece == piece for ply in last):
            for border in borders:
                if all(border in ply.borders for ply in last):
                    return "two-squares"
        if attacked is not None:
            return None
        if self.chasing == "more" and self.more_squares(piece, path):
            return "more-squares"
        if self.chasing == "limit" and self.chase_limit(path[-1]):
            return "chase-limit"
        return None

    def lengths(self) -> list[int]:
        if self.counted[0] != len(self.plies):
            self.counted = (len(self.plies), self.count_lengths())
        return self.counted[1]

    def count_lengths(self) -> list[int]:
        length = [0, 0]
        previous: Ply | None = None
        for index, ply in enumerate(self.plies):
            after = self.plies[index + 1].before if index + 1 < len(self.plies) else self.board
            foe = 1 - ply.seat
            if previous is not None and adjacent(ply.path[0], previous.path[-1]):
                length[foe] += 1
            else:
                length[foe] = 0
            if ply.target is not None:
                length = [0, 0]
            if any(adjacent(ply.path[-1], at) for at, piece in after.items() if piece.seat == foe):
                length[ply.seat] += 1
            else:
                length[ply.seat] = 0
            previous = ply
        return length

    def more_squares(self, piece: Piece, path: list[Square]) -> bool:
        length = self.lengths()[self.seat]
        if length < 2:
            return False
        if not any(adjacent(path[-1], at) for at, other in self.board.items() if other.seat != self.seat):
            return False
        own = [ply for ply in self.plies if ply.seat == self.seat]
        if own and own[-1].piece == piece and own[-1].path[0] == path[-1] and own[-1].path[-1] == path[0]:
            return False
        new = {at: other for at, other in self.board.items() if other != piece}
        new[path[-1]] = piece
        # P1 … P(length - 1): the position before the last ply is P1.
        return any(self.plies[-back].before == new for back in range(1, length))

    def chase_limit(self, end: Square) -> bool:
        if len(self.plies) < 4 or any(ply.target is not None for ply in self.plies[-4:]):
            return False
        first, flight, second, again = self.plies[-4:]
        if flight.piece != again.piece:
            return False
        if not adjacent(first.path[-1], flight.path[0]) or not adjacent(second.path[-1], again.path[0]):
            return False
        return adjacent(end, again.path[-1])

    # -- playing --

    def legal(self) -> set[str]:
        """All legal turns as texts, by trying every pair of squares."""
        if self.over:
            return set()
        found = set()
        for start in self.board:
            for end in ((c, r) for c in range(10) for r in range(10)):
                path = self.path(start, end)
                if path is not None and self.breach(path) is None:
                    found.add(f"{name(start)}-{name(end)}")
        return found

    def play(self, text: str) -> None:
        start, end = (square(part) for part in text.split("-"))
        path = self.path(start, end)
        assert path is not None
        piece, target = self.board[start], self.board.get(end)
        self.plies.append(Ply(self.seat, piece, path, target, dict(self.board)))
        del self.board[start]
        if target is None:
            self.board[end] = piece
        else:
            winner = fight(piece.rank, target.rank)
            if winner == "attacker":
                self.board[end] = piece
            elif winner == "nobody":
                del self.board[end]
        self.seat = 1 - self.seat
        self.finish(target)

    def finish(self, target: Piece | None) -> None:
        mover = 1 - self.seat
        if target is not None and target.rank == "F":
            self.over = ("flag-captured", mover)
            return
        if self.movers_draw and not any(piece.rank not in "BF" for piece in self.board.values()):
            self.over = ("nobody-can-move", None)
            return
        both_gone = target is not None and len(self.plies[-1].before) == len(self.board) + 2
        can = {self.seat: self.legal()}
        if both_gone:
            self.seat = mover
            can[mover] = self.legal()
            self.seat = 1 - mover
            if not can[0] and not can[1]:
                self.over = ("nobody-can-move", None)
                return
        if not can[self.seat]:
            self.over = ("no-legal-turn", mover)


ORDER = "S23456789M"


def fight(attacker: str, defender: str) -> str:
    """Classic combat, case by case."""
    if defender == "F":
        return "attacker"
    if defender == "B":
        return "attacker" if attacker == "3" else "defender"
    if attacker == "S" and defender == "M":
        return "attacker"
    if attacker == defender:
        return "nobody"
    return "attacker" if ORDER.index(attacker) > ORDER.index(defender) else "defender"
