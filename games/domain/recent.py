"""Games that this process folded lately, so that the next move need not read their snapshots.

It is a short cut and nothing that anybody depends on: a game is taken from here only if the log still has the event
with the same hash at the same version; the events since then are folded on top. Another process, or this one after a
restart, reads the snapshot instead.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from games.domain.fold import GameFold
from games.eventlog.store import Head

__all__ = ["Recent", "forget", "recall", "remember"]

MOST = 256  # games; some 20 kB each

_lock = Lock()
_games: OrderedDict[UUID, Recent] = OrderedDict()


class Recent(NamedTuple):
    """A game, and the event that it stood at."""

    head: Head
    now: GameFold

    def __repr__(self) -> str:
        return f"Recent({self.head.version})"


def remember(game: UUID, head: Head, now: GameFold) -> None:
    """Keeps a fold; the one used longest ago makes way."""
    with _lock:
        _games[game] = Recent(head, now)
        _games.move_to_end(game)
        if len(_games) > MOST:
            _games.popitem(last=False)


def recall(game: UUID) -> Recent | None:
    """The fold that was kept last, if it is still there."""
    return _games.get(game)


def forget(game: UUID | None = None) -> None:
    """Drops one of them, or all."""
    with _lock:
        if game is None:
            _games.clear()
        else:
            _games.pop(game, None)
