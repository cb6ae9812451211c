"""Folds of streams that projections make their rows of.

A command has just folded its stream when it appends: it hands the fold over, so that the projections, which run within
the append, need not fold again. A rebuild passes nothing: the fold is then computed from the events, and is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from itertools import groupby
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from eventlog import store
from eventlog.corruption import folding
from eventlog.histories import Histories, History
from eventlog.registry import Stored


class Fold(Protocol):
    """A fold counts its events."""

    @property
    def version(self) -> int: ...


F = TypeVar("F", bound=Fold)

_kept: ContextVar[dict[tuple[str, UUID], Any] | None] = ContextVar("kept folds", default=None)


@contextmanager
def keeping() -> Iterator[None]:
    """Keep each fold that a projection makes inside the block, so that the next need not make it again: for a rebuild,
    which gives the same events to one projection after the other."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


class Folds(Generic[F]):
    """The folds of one kind of stream.

    Args:
        name: what the context variable is called.
        fold: makes one of all events of a stream, each with its time.
        gathered: makes the same of events as a rebuild reads them.
    """

    def __init__(
        self,
        name: str,
        fold: Callable[[Iterable[tuple[Any, datetime]]], F],
        gathered: Callable[[History], F] | None = None,
    ) -> None:
        self._name = name
        self._fold = fold
        self._gathered = gathered
        self._known: ContextVar[Mapping[UUID, F]] = ContextVar(name, default=MappingProxyType({}))

    @contextmanager
    def known(self, folds: Mapping[UUID, F]) -> Iterator[None]:
        """Hands folds over that were made after the events that are appended inside the `with` block."""
        token = self._known.set(folds)
        try:
            yield
        finally:
            self._known.reset(token)

    def of(self, stream: UUID) -> F | None:
        """The fold of a stream after the events that are being appended, if the caller handed it over, or if an earlier
        projection of a rebuild made it."""
        known = self._known.get().get(stream)
        if known is None and (kept := _kept.get()) is not None:
            known = kept.get((self._name, stream))
        return known

    def after(self, stored: Sequence[Stored]) -> F:
        """The fold of a stream after these events of it, which follow one another and are in the log."""
        now = self.of(stored[0].stream)
        if now is None or now.version != stored[-1].version:
            last = stored[-1].version
            with folding(stored[0].stream):
                if self._gathered is not None and isinstance(stored, History) and stored[0].version == 1:
                    now = self._gathered(stored)
                else:
                    history = stored if stored[0].version == 1 else store.load(stored[0].stream)
                    now = self._fold((stored.event, stored.time) for stored in history if stored.version <= last)
            if (kept := _kept.get()) is not None:
                kept[self._name, stored[0].stream] = now
        return now


def by_stream(stored: Sequence[Stored]) -> Iterator[Sequence[Stored]]:
    """The events of each stream; those of one come together."""
    if isinstance(stored, Histories):
        return iter(stored.streams)
    return (list(group) for _stream, group in groupby(stored, key=lambda stored: stored.stream))
