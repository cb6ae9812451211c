"""The way every command goes: open the stream, fold it, decide, append what was decided; again if others were faster.

A room has one `Aggregate` for its kind of stream. It names the fold and what saves time, and overrides `append` for
what goes with its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from django.db import transaction

from eventlog import store
from eventlog.corruption import folding
from eventlog.folds import Fold, Folds
from eventlog.recent import Recent, RecentFolds
from eventlog.statements import Statement, execute

TRIES = 4

F = TypeVar("F", bound=Fold)
D = TypeVar("D", bound="StreamDraft[Any]")


class StreamDraft(Generic[F]):
    """A stream while a command decides: how it stood, and the events that are added, each folded at once.

    Attributes:
        stream: its id.
        before: the fold before the command; None if it begins the stream.
        at: the time of the command, by the clock of the database.
        by: who acts; None for the service.
        events: what was added.
        opened: the stream as it was read; missing in a draft that nobody appends.
    """

    fold: ClassVar[Callable[..., Any]]
    """Makes a fold of events with their times, and of the fold before them."""

    opened: store.Opened

    def __init__(self, stream: UUID, now: F | None, at: datetime, by: UUID | None) -> None:
        self.stream = stream
        self.before = self._now = now
        self.at = at
        self.by = by
        self.events: list[Any] = []

    @property
    def now(self) -> F:
        """The fold with what was added so far."""
        assert self._now is not None
        return self._now

    def add(self, *events: Any) -> None:
        """Adds events to what will be appended."""
        if events:
            self._now = self.fold([(event, self.at) for event in events], self._now)
            self.events += events


class Aggregate(Generic[F, D]):
    """One kind of stream.

    Attributes:
        draft: the class of its drafts.
        missing: makes the error for a stream that there is not, of its id.
        folds: hands its folds over to projections.
        recent: the folds that this process made lately.
        engine, from_snapshot: the version under which its snapshots are kept, and what reads one; none without.
        locks: commands of one stream wait for one another, by a lock of the database that ends with the transaction.
    """

    draft: type[D]
    missing: Callable[[UUID], Exception]
    folds: Folds[F]
    recent: RecentFolds[F] = RecentFolds(most=0)
    engine = ""
    from_snapshot: ClassVar[Callable[..., Any]]
    locks = False

    def open(self, stream: UUID, seen: store.SeenHead | None = None) -> tuple[store.Opened, F]:
        """The stream as its log has it, and its fold. What saves time, and turns out not to fit, is left aside: only
        a log that cannot be folded from its first event is damaged.

        Args:
            seen: the head of the stream, if the caller has just read it.

        Raises:
            Damaged: the log cannot be folded; `missing` if there is none.
        """
        try:
            return self._open(stream, self.engine, self.recent.recall(stream), seen)
        except store.Damaged:
            self.recent.forget(stream)
            return self._open(stream, "", None, None)

    def _open(
        self, stream: UUID, engine: str, kept: Recent[F] | None, seen: store.SeenHead | None
    ) -> tuple[store.Opened, F]:
        opened = store.open_stream(stream, engine=engine, since=None if kept is None else kept.head, seen=seen)
        if not opened.version:
            raise self.missing(stream)
        version = opened.snapshot_version

        def history() -> Iterator[tuple[Any, datetime]]:
            nonlocal version
            for stored in opened.events:
                version = stored.version
                yield stored.event, stored.time

        now = kept.now if kept is not None and opened.resumed else None
        with folding(stream, at=lambda: version):
            if opened.snapshot is not None:
                now = self.from_snapshot(opened.snapshot)
            if opened.events or now is None:
                now = self.draft.fold(history(), now)
        if opened.events or not opened.resumed:
            self.recent.remember(stream, opened.head, now)
        return opened, now

    def execute(
        self, *, stream: UUID, by: UUID | None, decide: Callable[[D], object], seen: store.SeenHead | None = None
    ) -> D:
        """Reads the stream, decides, and appends what was decided; again if others were faster.

        Side effects: as `append`.

        Args:
            by: who acts; None for the service.
            decide: adds events to the draft, or raises: then nothing is written.
            seen: as for `open`.

        Raises:
            Conflict: others were faster several times. Else as `open` and `decide`.
        """
        for attempt in range(1, TRIES + 1):
            try:
                with transaction.atomic() if self.locks else nullcontext():
                    if self.locks:
                        lock(stream)
                    return self._decided(*self.open(stream, seen), by, decide)
            except store.Conflict:
                if attempt == TRIES or transaction.get_connection().needs_rollback:
                    raise
            seen = None  # it serves once
        raise AssertionError("the loop returns or raises")

    def begin(self, *, stream: UUID, by: UUID | None, decide: Callable[[D], object]) -> D:
        """Writes the first events of a stream. Raises `Conflict` if it exists.

        Args:
            by, decide: as for `execute`.
        """
        with transaction.atomic():
            opened = store.open_stream(stream)
            if opened.version:
                raise store.Conflict(stream, 0, opened.version)
            return self._decided(opened, None, by, decide)

    def _decided(self, opened: store.Opened, now: F | None, by: UUID | None, decide: Callable[[D], object]) -> D:
        draft = self.draft(opened.stream, now, opened.now, by)
        draft.opened = opened
        decide(draft)
        if draft.events:
            self.append(draft)
        return draft

    def append(
        self, draft: D, *, snapshot: store.StreamSnapshot | None = None, beside: Sequence[Statement] = ()
    ) -> None:
        """Appends what was drafted, with all projections. A room adds what goes with its events.

        Args:
            snapshot, beside: as for `store.append`.
        """
        with self.folds.known({draft.stream: draft.now}):
            appended = store.append(
                stream=draft.stream,
                expected=draft.opened.version,
                events=draft.events,
                actor=draft.by,
                now=draft.at,
                opened=draft.opened,
                snapshot=snapshot,
                beside=beside,
                savepoint=not self.locks,
            )
        self.recent.remember(draft.stream, appended.head, draft.now)


def lock(*streams: UUID) -> None:
    """Has the transaction wait until no command of these streams is at work, and others wait until it ends."""
    for key in sorted(stream.int & ((1 << 63) - 1) for stream in streams):  # so that no two wait for each other
        execute(b"SELECT pg_advisory_xact_lock(%s::int8)", (key,))
