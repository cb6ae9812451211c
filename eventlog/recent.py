"""Folds that a process made lately, so that the next look at a stream need not read its snapshot or all its events.

It is a short cut and nothing that anybody depends on: a fold is taken from here only if the log still has the event
with the same hash at the same version (`store.open_stream(since=)`); the events since then are folded on top. Another
process, or this one after a restart, reads the log instead.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from eventlog.store import Head

F = TypeVar("F")


class Recent(NamedTuple, Generic[F]):
    """A fold, and the event that it stood at."""

    head: Head
    now: F

    def __repr__(self) -> str:
        """Without the fold, which may be secret."""
        return f"Recent({self.head.version})"


class RecentFolds(Generic[F]):
    """The folds of one kind of stream.

    Args:
        most: so many are kept; the one used longest ago makes way.
        weight: how much room one of them takes now, in units of the caller's choice. It may grow while it is kept.
        heaviest: so much may all of them take together, but for the one used last, which always stays.
    """

    def __init__(self, most: int, *, weight: Callable[[F], int] | None = None, heaviest: int = 0) -> None:
        self._most = most
        self._weight, self._heaviest = weight, heaviest
        self._lock = Lock()
        self._folds: OrderedDict[UUID, Recent[F]] = OrderedDict()

    def remember(self, stream: UUID, head: Head, now: F) -> None:
        """Keeps a fold.

        Args:
            stream: the id of the stream.
            head: the version and the hash up to which it is folded.
            now: the fold. Nobody may change it afterwards.
        """
        with self._lock:
            self._folds[stream] = Recent(head, now)
            self._folds.move_to_end(stream)
            if len(self._folds) > self._most:
                self._folds.popitem(last=False)
            if self._weight is not None:
                weights = [self._weight(kept.now) for kept in self._folds.values()]
                whole = sum(weights)
                for weight in weights[:-1]:
                    if whole <= self._heaviest:
                        break
                    self._folds.popitem(last=False)
                    whole -= weight

    def recall(self, stream: UUID) -> Recent[F] | None:
        """The fold that was kept last, if it is still there."""
        return self._folds.get(stream)

    def forget(self, stream: UUID | None = None) -> None:
        with self._lock:
            if stream is None:
                self._folds.clear()
            else:
                self._folds.pop(stream, None)
