"""Tournaments that this process folded lately, so that a page need not fold hundreds of events again.

A short cut that nobody depends on: a fold is taken from here only if the log still has the event with the same hash at
the same version; what came since is folded on top (as `games.domain.recent` does for games).
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from games.eventlog.store import Head
from tournaments.domain.fold import TournamentFold

__all__ = ["Recent", "forget", "recall", "remember"]

MOST = 64  # tournaments; a large one has some megabytes

_lock = Lock()
_folds: OrderedDict[UUID, Recent] = OrderedDict()


class Recent(NamedTuple):
    """A tournament, and the event that it stood at."""

    head: Head
    now: TournamentFold


def remember(tournament: UUID, head: Head, now: TournamentFold) -> None:
    """Keeps a fold; the one used longest ago makes way."""
    with _lock:
        _folds[tournament] = Recent(head, now)
        _folds.move_to_end(tournament)
        if len(_folds) > MOST:
            _folds.popitem(last=False)


def recall(tournament: UUID) -> Recent | None:
    """The fold that was kept last, if it is still there."""
    return _folds.get(tournament)


def forget(tournament: UUID | None = None) -> None:
    """Drops one of them, or all."""
    with _lock:
        if tournament is None:
            _folds.clear()
        else:
            _folds.pop(tournament, None)
