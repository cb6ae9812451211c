"""Which boards have moved on since this process looked at a large event last, where nothing else has: what follows from
a result at one board is done without a look at the two thousand others.

It is a short cut and nothing that anybody depends on: whoever knows nothing, or does not know it all, looks at the
whole event, and so does everybody after some seconds.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import fields
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from tournaments.domain.state import Boards, Round, Status, TournamentFold

LARGE = 100
"""Events with more entries than this are large."""

WHOLE_AFTER = 20.0
"""Seconds after which an event is looked at as a whole again; the sweep comes once a minute."""

MOST = 64  # events

_OF_EVENT = tuple(
    field.name for field in fields(TournamentFold) if field.name not in {"version", "changed_at", "rounds"}
)
_OF_ROUND = tuple(field.name for field in fields(Round) if field.name != "boards")


class _Seen(NamedTuple):
    """An event as it was seen, and when the whole of it was, by the clock of the process."""

    fold: TournamentFold
    whole_at: float


_seen: OrderedDict[UUID, _Seen] = OrderedDict()
_lock = Lock()


def moved_boards(tournament: UUID, fold: TournamentFold) -> list[int] | None:
    """The numbers of the boards of the last round that stand otherwise than this process saw them; None if more may
    have changed, or if the event is to be looked at as a whole.
    """
    before = _seen.get(tournament)
    if before is None or time.monotonic() - before.whole_at > WHOLE_AFTER:
        return None
    if len(fold.entries) <= LARGE or fold.status is not Status.RUNNING or fold.terms.scheduled:
        return None
    return _moved(before.fold, fold)


def saw(tournament: UUID, fold: TournamentFold, *, whole: bool) -> None:
    """Keep what was done with.

    Args:
        tournament: its id.
        fold: all that follows from it is done.
        whole: the whole event was looked at.
    """
    with _lock:
        before = _seen.pop(tournament, None)
        if whole or before is not None:
            at = time.monotonic() if whole or before is None else before.whole_at
            _seen[tournament] = _Seen(fold, at)
        if len(_seen) > MOST:
            _seen.popitem(last=False)


def forget(tournament: UUID) -> None:
    """Have the whole event looked at next."""
    with _lock:
        _seen.pop(tournament, None)


def _moved(fold: TournamentFold, other: TournamentFold) -> list[int] | None:
    if not _same(fold, other, _OF_EVENT) or not fold.rounds or len(fold.rounds) != len(other.rounds):
        return None
    *earlier, before = fold.rounds
    if any(was is not now for was, now in zip(earlier, other.rounds, strict=False)):
        return None
    now = other.rounds[-1]
    if not _same(before, now, _OF_ROUND) or len(before.boards) != len(now.boards):
        return None
    assert isinstance(before.boards, Boards)
    assert isinstance(now.boards, Boards)
    return [place + 1 for place in now.boards.differing(before.boards)]


def _same(value: object, other: object, names: tuple[str, ...]) -> bool:
    return all(_is(getattr(value, name), getattr(other, name)) for name in names)


def _is(value: Any, other: Any) -> bool:
    return value is other or (isinstance(value, (str, int, bool)) and value == other)
