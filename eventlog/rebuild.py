"""Rebuilds projections from the whole log, in their tables. `beside` does it in new tables during play."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from uuid import UUID

from django.db import DataError, InterfaceError, OperationalError, connection, transaction

from eventlog.corruption import report
from eventlog.folds import by_stream, keeping
from eventlog.histories import wanted
from eventlog.projections import lock_order, project
from eventlog.queries import read_all, read_streams
from eventlog.registry import Damaged, Projection, Stored, projections
from eventlog.verify import verify

BATCH = 8000  # events in memory at once; a stream is never split

STREAMS = "streams"
"""What `rebuild` calls the projections that fold each stream by itself: they are given its events together."""


def rebuild(*, progress: Callable[[str, int, bool], None] = lambda name, events, done: None) -> None:
    """Drop all snapshots and projections and make the projections again from the events, in one transaction.

    Appends wait meanwhile, and pages show the old rows until it commits; if it fails nothing has changed. Snapshots
    come back as games are played on. A damaged stream does not stop it: its rows stay as before the damage.

    Args:
        progress: told what is at work, how many events it has taken so far, and whether it is done: `STREAMS` for all
            projections that fold each stream by itself, then the name of each of the others.
    """
    with transaction.atomic():
        lock_order()
        _empty_tables()
        alone = [projection for projection in projections().values() if not projection.across]
        taken = 0
        kinds = {kind for projection in alone for kind in projection.events}
        for streams in read_streams(types=kinds, batch=BATCH, damaged=report):
            fold_streams(streams)
            taken += len(streams)
            progress(STREAMS, taken, False)
        progress(STREAMS, taken, True)
        for projection in across_streams():
            taken = 0
            for batch in history_of(projection):
                project_again(projection, batch)
                taken += len(batch)
                progress(projection.name, taken, False)
            progress(projection.name, taken, True)


def across_streams() -> list[Projection]:
    """Return the projections that fold streams together."""
    return [projection for projection in projections().values() if projection.across]


def fold_streams(batch: Sequence[Stored], *, damaged: Callable[[Damaged], None] = report) -> None:
    """Give new events of some streams to the projections that fold each stream by itself; all of them have the same
    folds.

    Args:
        batch: events of whole streams, or what comes after those that they have.
        damaged: called for each stream that cannot be projected.
    """
    concerned = [
        (projection, own)
        for projection in projections().values()
        if not projection.across and (own := wanted(batch, projection.events))
    ]
    with keeping():
        if _tried(concerned) is not None:
            for projection, own in concerned:
                project_again(projection, own, damaged=damaged)


def history_of(projection: Projection) -> Iterator[list[Stored]]:
    """Return all events that a projection across streams wants, in the order in which it folds them."""
    if projection.filter is not None:
        return projection.filter.passed(batch=BATCH)
    return read_all(types=projection.events, batch=BATCH, damaged=report)


def project_again(
    projection: Projection, batch: Sequence[Stored], *, damaged: Callable[[Damaged], None] = report
) -> None:
    """Project a part of the history. Should that fail, find the streams that are damaged and go on with the others: of
    each of them counts what came before the damage.

    Args:
        projection: the one that folds it.
        batch: events in the order in which it folds them, none of which it has yet.
        damaged: called for each of them.
    """
    error = _tried([(projection, batch)])
    if error is None:
        return
    if projection.across:
        # The order of positions holds across streams, so the events go one by one.
        left_out: set[UUID] = set()
        for stored in batch:
            if stored.stream not in left_out and (error := _tried([(projection, [stored])])) is not None:
                damaged(_damage(stored.stream, error))
                left_out.add(stored.stream)
        return
    for events in by_stream(wanted(batch, projection.events)):
        if (error := _tried([(projection, events)])) is None:
            continue
        damaged(_damage(events[0].stream, error))
        good = bisect(range(1, len(events) + 1), 0, key=lambda count: _fails(projection, events[:count]))
        if good:
            project(projection, events[:good])


def _tried(concerned: Sequence[tuple[Projection, Sequence[Stored]]]) -> Exception | None:
    """Project, or do nothing and return why it cannot be done. Raises what says nothing about the events."""
    try:
        with transaction.atomic():
            for projection, batch in concerned:
                project(projection, batch)
    except (OperationalError, InterfaceError, MemoryError):
        raise
    except Exception as error:
        return error
    return None


class _Undo(Exception):
    """Ends a transaction that was a trial."""


def _fails(projection: Projection, events: Sequence[Stored]) -> bool:
    """Whether events cannot be projected; changes nothing."""
    try:
        with transaction.atomic():
            project(projection, events)
            raise _Undo
    except _Undo:
        return False
    except (OperationalError, InterfaceError, MemoryError):
        raise
    except Exception:
        return True


def _damage(stream: UUID, error: Exception) -> Damaged:
    """Return what is wrong with a stream that could not be projected. Raises the error if the stream holds together:
    then the projection is at fault, and a rebuild that left things out would hide it.
    """
    (result,) = verify([stream])
    if isinstance(error, Damaged) and error.stream == stream:
        return Damaged(stream, error.version or result.at, error.kind)
    if result.error is None and not isinstance(error, DataError):
        raise error
    return Damaged(stream, result.at, type(error).__name__)


def _empty_tables() -> None:
    """Lock every table of every projection against writers, then empty them, the last registered first.

    An append that is under way has changed its rows before the lock is granted, and is then seen; or it waits for the
    lock with its event not yet committed, and changes the new rows afterwards.
    """
    tables = [table for projection in reversed(list(projections().values())) for table in reversed(projection.tables)]
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        own = ("eventlog_snapshot", "eventlog_projection")
        names = ", ".join(quote(table) for table in sorted({*tables, *own}))
        cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
        for table in [*dict.fromkeys(tables), *own, "eventlog_damage"]:
            cursor.execute(f"DELETE FROM {quote(table)}")  # noqa: S608 (names of our own tables)
