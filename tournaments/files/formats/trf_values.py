"""Numbers of report files, and what is wrong with a line of one. Pure."""

from __future__ import annotations

import re
from typing import Any

from tournaments.scoring.points import TENTHS

MOST_ROUNDS = 99
"""Rounds of a report at most, twice as many as any event has."""


class TrfError(ValueError):
    """A report that cannot be read, or not be used.

    Args:
        line: from 1; 0 if it is about the report as a whole.
        code: what is wrong; its sentence is in `tournaments.presentation.words`.
        params: what the sentence names: `number` (of the player), `round`, `text` (as found) and the like.
    """

    def __init__(self, line: int, code: str, **params: Any) -> None:
        super().__init__(line, code, params)
        self.line = line
        self.code = code
        self.params = params


def round_number(line: int, text: str) -> int:
    """Which round a text means. Raises `TrfError` for none that an event can have."""
    number = whole(line, text, "round")
    if not 1 <= number <= MOST_ROUNDS:
        raise TrfError(line, "round", text=text)
    return number


def whole(line: int, text: str, what: str) -> int:
    """A number of at most four digits.

    Args:
        line: where it is.
        text: as found.
        what: the code of the error.

    Raises:
        TrfError: it is none.
    """
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise TrfError(line, what, text=text)
    return int(text)


def tenths(line: int, text: str) -> int:
    """Points such as `2.5`, `2,5` or `3`, in tenths."""
    match_ = re.fullmatch(r"([0-9]{1,4})(?:[.,]([0-9]))?", text)
    if match_ is None:
        raise TrfError(line, "decimal", text=text)
    return int(match_[1]) * TENTHS + int(match_[2] or 0)


def points_text(value: int) -> str:
    """Points as reports write them: `2.5`. `value` is in tenths."""
    return f"{value // TENTHS}.{value % TENTHS}"
