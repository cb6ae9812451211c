"""A board is data: shape, lakes, home squares. Everything that follows from it is computed once (RULES section 1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from .outcome import Illegal, Refusal
from .squares import COLUMNS, MOST_ROWS, name_of
from .turn import GAIT_BENT, GAIT_FAR, GAIT_STEP, GAIT_TWO, Turn

_NAME = f"[{COLUMNS[0]}-{COLUMNS[-1]}][0-9]{{1,2}}"  # of a square, whether the row exists or not
_TURN = re.compile(f"({_NAME})[-x]({_NAME})(?:[-x]({_NAME}))?")


class Ray(NamedTuple):
    """The squares from one square in one direction up to the lake or the edge."""

    mask: int
    rising: bool
    upto: tuple[tuple[Turn, ...], ...]
    place: dict[int, int]


class Board:
    """A board of `columns` × `rows` squares.

    A square is an index: a1 is 0, b1 is 1, row by row. Sets of squares are bit masks.

    Args:
        columns: number of files, lettered from `a`; at most 23.
        rows: number of rows, numbered from 1 at red's side; at most 99.
        lakes: names of the squares that nothing enters.
        homes: for each seat in order, the names of its set-up squares (in any order).
        stockades: for each seat in order, the name of the one at its right hand (RULES section 8, alliance); none
            where a board has none.
        moves: pieces move on it; if not, there are no turns along its squares.

    >>> board = Board(columns=10, rows=10, lakes=["c5"], homes=[["a1"], ["a10"]])
    >>> board.square("d4"), board.name(33), str(board.turn("d4xd5"))
    (33, 'd4', 'd4-d5')
    """

    def __init__(
        self,
        *,
        columns: int,
        rows: int,
        lakes: Iterable[str],
        homes: Sequence[Iterable[str]],
        stockades: Sequence[str] = (),
        moves: bool = True,
    ) -> None:
        if not (0 < columns <= len(COLUMNS) and 0 < rows <= MOST_ROWS):
            raise ValueError(
                f"a board has 1 to {len(COLUMNS)} columns and 1 to {MOST_ROWS} rows, not {columns} × {rows}"
            )
        self.columns = columns
        self.rows = rows
        self.size = columns * rows
        self.names = tuple(name_of(index % columns, index // columns) for index in range(self.size))
        self._index = {name: index for index, name in enumerate(self.names)}
        self.lakes = tuple(sorted(self.square(name) for name in lakes))
        self.homes = tuple(tuple(sorted(self.square(name) for name in home)) for home in homes)
        self.stockades = tuple(self.square(name) for name in stockades)
        self.lake_mask = _mask(self.lakes)
        self.wall_mask = self.lake_mask | _mask(self.stockades)
        """What no piece moves onto or through, but for a Flag and its stockade."""
        self.walls = tuple(self.wall_mask >> square & 1 for square in range(self.size))
        """For each square whether it is a lake or a stockade: 1 or 0."""
        self.home_masks = tuple(_mask(home) for home in self.homes)
        self.near = tuple(_mask(self._neighbours(square)) & ~self.wall_mask for square in range(self.size))
        """For each square the mask of adjacent squares that are no lake or stockade; diagonals never count."""
        self._border: dict[tuple[int, int], int] = {}
        for square in range(self.size):
            for other in self._neighbours(square):
                if square < other:
                    self._border[square, other] = self._border[other, square] = 1 << len(self._border) // 2
        self._bend_bit: dict[tuple[int, int], int] = {}
        self.shared_turns: dict[str, Turn] = {}
        """Every turn along a straight line or a cavalry path, by each of its texts."""
        self._make_straight_turns()
        self._make_bent_turns()
        self.steps = tuple(self._steps_by_mask(square) for square in range(self.size))
        """For each square and each set of adjacent squares the turns of one step onto them."""
        self.rays = tuple(self._rays_from(square) for square in range(self.size))
        self.bends = tuple(self._bends_from(square) for square in range(self.size))
        """For each square the cavalry's second steps: (mask of the first step, turns by mask of the second)."""
        if not moves:
            self.shared_turns.clear()

    # -- names ------------------------------------------------------------------------------------

    def square(self, name: str) -> int:
        """The index of a square. Raises `Illegal` with `off-board` for a name that this board does not have."""
        try:
            return self._index[name]
        except KeyError:
            raise Illegal(Refusal("off-board", {"square": name})) from None

    def name(self, square: int) -> str:
        """The name of a square, such as `d4`."""
        return self.names[square]

    def turn(self, text: str) -> Turn:
        """The turn that `text` writes (docs/notation.md); `-` and `x` mean the same here.

        Raises `Illegal` with `notation` if it is no turn, `off-board` if a square is not on this board.
        """
        turn = self.shared_turns.get(text)
        if turn is None:
            turn = self._parse(text)
        return turn

    def squares_of(self, mask: int) -> tuple[int, ...]:
        return tuple(square for square in range(self.size) if mask >> square & 1)

    def border_of(self, mask: int) -> tuple[tuple[str, str], ...]:
        """The borders of a mask of borders, each as the names of its two squares."""
        return tuple((self.names[a], self.names[b]) for (a, b), bit in self._border.items() if a < b and bit & mask)

    # -- tables -----------------------------------------------------------------------------------

    def _neighbours(self, square: int) -> list[int]:
        row, column = divmod(square, self.columns)
        results = []
        if row:
            results.append(square - self.columns)
        if column:
            results.append(square - 1)
        if column + 1 < self.columns:
            results.append(square + 1)
        if row + 1 < self.rows:
            results.append(square + self.columns)
        return results

    def _line(self, source: int, direction: int) -> list[int]:
        """The squares from `source` to the edge, lakes included; direction is the difference of two neighbours."""
        line = [source]
        while line[-1] + direction in self._neighbours(line[-1]):
            line.append(line[-1] + direction)
        return line

    def _crossed(self, path: Sequence[int]) -> int:
        return sum(self._border[pair] for pair in pairwise(path))

    def _make_straight_turns(self) -> None:
        for source in range(self.size):
            for direction in (-self.columns, -1, 1, self.columns):
                line = self._line(source, direction)
                for length in range(1, len(line)):
                    path = line[: length + 1]
                    turn = Turn(
                        text=f"{self.names[source]}-{self.names[path[-1]]}",
                        source=source,
                        target=path[-1],
                        gait=GAIT_STEP if length == 1 else GAIT_TWO if length == 2 else GAIT_FAR,
                        between=_mask(path[1:-1]),
                        borders=self._crossed(path),
                    )
                    self._know(turn, source, path[-1])
                    if length == 2:
                        self._know(turn, *path)

    def _make_bent_turns(self) -> None:
        first_bit = len(self._border) // 2
        for source in range(self.size):
            for via in self._neighbours(source):
                for target in self._neighbours(via):
                    if (
                        target == source
                        or (source, target) in self._border
                        or abs(target - source) in (2, 2 * self.columns)
                    ):
                        continue
                    ends = (min(source, target), max(source, target))
                    pair = self._bend_bit.setdefault(ends, 1 << first_bit + len(self._bend_bit))
                    path = (source, via, target)
                    turn = Turn(
                        text="-".join(self.names[square] for square in path),
                        source=source,
                        target=target,
                        via=via,
                        gait=GAIT_BENT,
                        between=1 << via,
                        borders=self._crossed(path) | pair,
                    )
                    self._know(turn, *path)

    def _know(self, turn: Turn, *path: int) -> None:
        names = [self.names[square] for square in path]
        for mark in ("-", "x"):
            self.shared_turns["-".join(names[:-1]) + mark + names[-1]] = turn

    def _parse(self, text: str) -> Turn:
        match = _TURN.fullmatch(text) if len(text) <= 12 else None
        if match is None:
            raise Illegal(Refusal("notation", {"text": text[:40]}))
        path = tuple(self.square(name) for name in match.groups() if name is not None)
        known = self.shared_turns.get("-".join(self.names[square] for square in path))
        if known is not None:
            return known
        return Turn(
            text="-".join(self.names[square] for square in path),
            source=path[0],
            target=path[-1],
            via=path[1] if len(path) == 3 else -1,
        )

    def _steps_by_mask(self, square: int) -> dict[int, tuple[Turn, ...]]:
        near = [n for n in self._neighbours(square) if self.near[square] >> n & 1]
        table = {}
        for choice in range(1 << len(near)):
            chosen = [n for place, n in enumerate(near) if choice >> place & 1]
            table[_mask(chosen)] = tuple(self.shared_turns[f"{self.names[square]}-{self.names[n]}"] for n in chosen)
        return table

    def _rays_from(self, square: int) -> tuple[Ray, ...]:
        rays = []
        for direction in (-self.columns, -1, 1, self.columns):
            line = []
            for other in self._line(square, direction)[1:]:
                if self.wall_mask >> other & 1:
                    break
                line.append(other)
            if line:
                turns = tuple(self.shared_turns[f"{self.names[square]}-{self.names[other]}"] for other in line)
                rays.append(
                    Ray(
                        mask=_mask(line),
                        rising=direction > 0,
                        upto=tuple(turns[:count] for count in range(len(turns) + 1)),
                        place={other: place for place, other in enumerate(line)},
                    )
                )
        return tuple(rays)

    def _bends_from(self, square: int) -> tuple[tuple[int, int, dict[int, tuple[Turn, ...]]], ...]:
        results = []
        for via in self._neighbours(square):
            if not self.near[square] >> via & 1:
                continue
            seconds = [n for n in self._neighbours(via) if self.near[via] >> n & 1 and n != square]
            table = {}
            for choice in range(1 << len(seconds)):
                chosen = [n for place, n in enumerate(seconds) if choice >> place & 1]
                table[_mask(chosen)] = tuple(
                    self.shared_turns[f"{self.names[square]}-{self.names[via]}-{self.names[n]}"] for n in chosen
                )
            results.append((1 << via, _mask(seconds), table))
        return tuple(results)


def _mask(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask
