"""A slow second reading of RULES sections 3 to 7, to hold the engine against.

It is written from the text alone: whole positions as dicts, kept for ever, borders as pairs of squares, no masks and
no shortcuts. It judges nothing by what the engine does.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    """A game of classic, barrage, battle or duel.

    `n` is that of section 4, `chasing` says whether section 5 (`more`) or section 6 (`limit`) holds, `movers_draw`
    whether section 7 draws when nobody has a movable piece, or else when an attack that removed both pieces left
    neither seat a legal turn. With `enforced` off sections 4 to 6 forbid nothing.
    """

    n: int
    chasing: str
    board: dict[Square, Piece]
    movers_draw: bool = False
    enforced: bool = True
    seat: int = 0
    plies: list[Ply] = field(default_factory=list)
    over: tuple[str, int | None] | None = None
    judged: tuple[tuple[int, int], dict[str, str | None]] = ((-1, 0), {})
    counted: tuple[int, list[int]] = (0, [0, 0])

    # -- section 3 --

    def walks(self) -> Iterator[list[Square]]:
        """All that section 3 lets the seat to move do, as the squares from first to last."""
        for start, piece in self.board.items():
            if piece.seat != self.seat or piece.rank in "BF":
                continue
            for dc, dr in STEPS:
                path = [start]
                while True:
                    end = (path[-1][0] + dc, path[-1][1] + dr)
                    if not (0 <= end[0] < 10 and 0 <= end[1] < 10) or end in LAKES:
                        break
                    if end in self.board and self.board[end].seat == self.seat:
                        break
                    path = [*path, end]
                    yield path
                    if end in self.board or piece.rank != "2":
                        break

    # -- sections 4 to 6 --

    def breach(self, path: list[Square]) -> str | None:
        piece = self.board[path[0]]
        attacked = self.board.get(path[-1])
        borders = {frozenset(pair) for pair in pairwise(path)}
        last = [ply for ply in self.plies if ply.seat == self.seat][-self.n :]
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
        """The chase length of each seat, counted from the first ply on."""
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
        return self.repeated_ply(piece, path) is not None

    def repeated_ply(self, piece: Piece, path: list[Square]) -> int | None:
        """The latest ply whose position this move would repeat against section 5."""
        length = self.lengths()[self.seat]
        if length < 2:
            return None
        if not any(adjacent(path[-1], at) for at, other in self.board.items() if other.seat != self.seat):
            return None
        own = [ply for ply in self.plies if ply.seat == self.seat]
        if own and own[-1].piece == piece and own[-1].path[0] == path[-1] and own[-1].path[-1] == path[0]:
            return None
        new = {at: other for at, other in self.board.items() if other != piece}
        new[path[-1]] = piece
        # P1 … P(length - 1): the position before the last ply is P1.
        for back in range(1, length):
            if self.plies[-back].before == new:
                return len(self.plies) - back
        return None

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

    def turns(self) -> dict[str, str | None]:
        """All that section 3 allows now, each with the repetition rule that it breaks."""
        key = (len(self.plies), self.seat)
        if self.judged[0] != key:
            result = {f"{name(path[0])}-{name(path[-1])}": self.breach(path) for path in self.walks()}
            self.judged = (key, result)
        return self.judged[1]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        return {text for text, breach in self.turns().items() if breach is None or not self.enforced}

    def barred(self) -> dict[str, str]:
        """What section 3 allows and a repetition rule forbids now, each with the rule."""
        return {text: breach for text, breach in self.turns().items() if breach is not None}

    def play(self, text: str) -> None:
        (path,) = (path for path in self.walks() if f"{name(path[0])}-{name(path[-1])}" == text)
        start, end = path[0], path[-1]
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
        both_gone = not self.movers_draw and target is not None and len(self.plies[-1].before) == len(self.board) + 2
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
    if defender == "F":
        return "attacker"
    if defender == "B":
        return "attacker" if attacker == "3" else "defender"
    if attacker == "S" and defender == "M":
        return "attacker"
    if attacker == defender:
        return "nobody"
    return "attacker" if ORDER.index(attacker) > ORDER.index(defender) else "defender"
