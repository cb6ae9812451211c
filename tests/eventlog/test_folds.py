"""What projections fold: what the caller hands over, if it is of the right version, else the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest

from eventlog.folds import Folds, by_stream
from eventlog.store import append, load

from .samples import Moved

ONE, OTHER = UUID(int=1), UUID(int=2)

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Turns:
    version: int
    turns: tuple[str, ...]


def fold(history: Iterable[tuple[Any, datetime]]) -> Turns:
    turns = tuple(event.turn for event, _time in history)
    return Turns(len(turns), turns)


def moved(stream: UUID, expected: int, *turns: str) -> None:
    append(stream=stream, expected=expected, events=[Moved(turn) for turn in turns])


def test_without_anything_handed_over_the_log_is_folded() -> None:
    moved(ONE, 0, "d4-d5", "d5-d6", "d6-d7")
    folds, stored = Folds("turns", fold), list(load(ONE))
    assert folds.of(ONE) is None
    assert folds.after(stored) == Turns(3, ("d4-d5", "d5-d6", "d6-d7"))
    assert folds.after(stored[:2]) == Turns(2, ("d4-d5", "d5-d6"))
    assert folds.after(stored[1:2]) == Turns(2, ("d4-d5", "d5-d6"))


def test_what_is_handed_over_is_taken_if_it_is_of_the_version() -> None:
    moved(ONE, 0, "d4-d5", "d5-d6")
    folds, stored, given = Folds("turns", fold), list(load(ONE)), Turns(2, ("handed over",))
    with folds.known({ONE: given}):
        assert folds.of(ONE) is folds.after(stored) is folds.after(stored[1:]) is given
        assert folds.of(OTHER) is None
        assert folds.after(stored[:1]) == Turns(1, ("d4-d5",))
    assert folds.of(ONE) is None


def test_events_come_by_stream() -> None:
    moved(ONE, 0, "d4-d5", "d5-d6")
    moved(OTHER, 0, "e4-e5")
    item, other = list(load(ONE)), list(load(OTHER))
    assert list(by_stream([*item, *other])) == [item, other]
