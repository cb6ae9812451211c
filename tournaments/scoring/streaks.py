"""Arenas: points that a streak of wins doubles, and how the games of an arena stand in a crosstable. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.scoring.points import WON, Mark, Scoring

STREAK = 2
"""After so many wins in a row everything counts double, until a game is not won."""


def streak_points(marks: Iterable[Mark | None], scoring: Scoring) -> list[int]:
    """What each game of a player is worth, in tenths, in the order in which they were played. The game that ends a
    streak counts double as well; who was not paired loses no streak.

    >>> W, D, L = Mark.WIN, Mark.DRAW, Mark.LOSS
    >>> streak_points([W, W, W, Mark.ABSENT, D, W, None, L], Scoring.of(20, 10, 0))
    [20, 20, 40, 0, 20, 20, 0, 0]

    Args:
        marks: None while a game goes on, which counts nothing.
    """
    worth, won = [], 0
    for mark in marks:
        if mark is None or mark.bye:
            worth.append(0 if mark is None else scoring.points(mark))
            continue
        worth.append(scoring.points(mark) * (2 if won >= STREAK else 1))
        won = won + 1 if mark in WON else 0
    return worth


def streak(marks: Iterable[Mark | None]) -> int:
    """How many games a player has won in a row, up to the last one that is over.

    >>> streak([Mark.LOSS, Mark.WIN, Mark.ABSENT, Mark.WIN, None])
    2
    """
    won = 0
    for mark in marks:
        if mark is not None and not mark.bye:
            won = won + 1 if mark in WON else 0
    return won


def columns_of(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """The column of each game of an arena in its crosstable, from 0: the first one in which neither player has a game
    yet, so that the games of each player keep their order, and both find theirs in the same column.

    >>> columns_of([(1, 2), (3, 4), (1, 3), (2, 5), (5, 1)])
    [0, 0, 1, 1, 2]

    Args:
        pairs: who met, in the order in which the games began.
    """
    free: dict[int, int] = {}
    columns = []
    for pair in pairs:
        column = max(free.get(number, 0) for number in pair)
        free.update(dict.fromkeys(pair, column + 1))
        columns.append(column)
    return columns
