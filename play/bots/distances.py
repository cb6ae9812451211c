"""Distances on a board with pieces on it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache

from games.rules import Board

FAR = 99
"""Further than any way on a board: there is none."""


@cache
def neighbours(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each square the adjacent squares that a piece may stand on."""
    return tuple(board.squares_of(mask) for mask in board.near)


def distances(board: Board, goal: int, occupied: Mapping[int, object], passable: Container[int]) -> list[int]:
    """Steps from each square of `board` to `goal`, for a piece that goes one square a turn.

    Args:
        occupied: squares with pieces; `goal` and where one starts do not count.
        passable: those of them whose piece can make way, which takes a turn more.
    """
    near = neighbours(board)
    steps = [FAR] * board.size
    steps[goal] = 0
    rings: list[list[int]] = [[goal]]
    now = 0
    while now < len(rings):
        for square in rings[now]:
            if steps[square] < now:
                continue
            through = 1
            if square != goal and square in occupied:
                if square not in passable:
                    continue
                through = 2
            reached = now + through
            for other in near[square]:
                if steps[other] > reached:
                    steps[other] = reached
                    while len(rings) <= reached:
                        rings.append([])
                    rings[reached].append(other)
        now += 1
    return steps


@cache
def shots_at(board: Board) -> tuple[tuple[tuple[int, tuple[int, int]], ...], ...]:
    """For each square those from which a Cannon could fire at it, each with the two squares between (RULES section
    8, alliance).
    """
    numbers: list[tuple[tuple[int, tuple[int, int]], ...]] = []
    for square in range(board.size):
        row, column = divmod(square, board.columns)
        aims = []
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if 0 <= row + 3 * down < board.rows and 0 <= column + 3 * right < board.columns:
                step = down * board.columns + right
                aims.append((square + 3 * step, (square + step, square + 2 * step)))
        numbers.append(tuple(aims))
    return tuple(numbers)
