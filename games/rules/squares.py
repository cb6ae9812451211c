"""What a square is called and how it is written (docs/notation.md): the one place that says so.

Boards, turns, the log's forms of text, scenes and pages take it from here.
"""

from __future__ import annotations

import re

COLUMNS = "abcdefghijklmnopqrstuvw"
"""The letters of the columns from the left: as many as a board may have. `x` is none: it writes an attack."""

MOST_ROWS = 99
"""Rows are numbered from 1 at red's side."""

SQUARE_NAME = rf"[{COLUMNS[0]}-{COLUMNS[-1]}][1-9][0-9]?"
"""A square's name as a regular expression without groups, for Python and scripts alike."""

_CELL = re.compile(rf"([{COLUMNS[0]}-{COLUMNS[-1]}])([1-9][0-9]?)")


def name_of(column: int, row: int) -> str:
    """The name of a square, column and row counted from 0.

    >>> name_of(3, 3), name_of(13, 11)
    ('d4', 'n12')
    """
    return f"{COLUMNS[column]}{row + 1}"


def column_and_row(name: str) -> tuple[int, int]:
    """Column and row of a square, counted from 0. Raises `ValueError` if the name is none.

    >>> column_and_row("n12")
    (13, 11)
    """
    match = _CELL.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no square")
    return COLUMNS.index(match[1]), int(match[2]) - 1
