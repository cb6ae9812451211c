"""Projections: how read models follow the log, and how they are made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from uuid import UUID

from django.db import connection, transaction

from games.eventlog.registry import Projection, Stored, projections

# The key of the advisory lock that puts appends for projections across streams in one order.
ORDER_LOCK = 0x76657869_6C6C756D

BATCH = 2000  # events in memory at once while rebuilding; a stream is never split


def lock_order() -> None:
    """Wait for the lock that makes the order of positions the order of commits; the transaction's end frees it.

    It has to be held before positions are drawn, so that a later position is never visible before an earlier one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ORDER_LOCK])


def concerned(types: Iterable[type], streams: Iterable[UUID]) -> list[Projection]:
    """Return the projections that want events of any of these types, appended to any of these streams."""
    kinds, where = set(types), tuple(streams)
    return [
        projection
        for projection in projections().values()
        if projection.events & kinds and (projection.gate is None or any(map(projection.gate, where)))
    ]


def wants_order(concerned: Iterable[Projection]) -> bool:
    """Tell whether one of these projections folds across streams, so that the append has to wait for its turn."""
    return any(projection.across for projection in concerned)


def project(projection: Projection, stored: Sequence[Stored]) -> None:
    """Give a projection its share of new events, and note how far it stands if it folds across streams.

    Raises:
        RuntimeError: it stands further already, which only a broken order of appends could bring about.
    """
    wanted = [one for one in stored if type(one.event) in projection.events]
    if not wanted:
        return
    if projection.across:
        wanted.sort(key=lambda one: one.position)
        _advance(projection.name, wanted[0].position, wanted[-1].position)
    projection.apply(wanted)


def _advance(name: str, first: int, last: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO eventlog_projection AS now (name, position) VALUES (%s, %s)"
            " ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE now.position < %s",
            [name, last, first],
        )
        if cursor.rowcount != 1:
            raise RuntimeError(f"the projection {name} stands beyond position {first}: events came out of order")


def rebuild(*, progress: Callable[[str, int, bool], None] = lambda name, events, done: None) -> None:
    """Drop all snapshots and projections and make the projections again from the events, in one transaction.

    Appends wait meanwhile, and pages show the old rows until it commits; if it fails nothing has changed. Snapshots
    come back as games are played on.

    Args:
        progress: told the name of what is at work, how many events it has taken so far, and whether it is done.
    """
    with transaction.atomic():
        lock_order()
        _empty_tables()
        for projection in projections().values():
            taken = 0
            for batch in _history_of(projection):
                project(projection, batch)
                taken += len(batch)
                progress(projection.name, taken, False)
            progress(projection.name, taken, True)


def _history_of(projection: Projection) -> Iterator[list[Stored]]:
    """Return all events that a projection wants, in the order in which it folds them."""
    from games.eventlog.store import read_all

    if projection.gate is not None:
        return projection.gate.passed(batch=BATCH)
    return read_all(types=projection.events, order="position" if projection.across else "stream", batch=BATCH)


def _empty_tables() -> None:
    """Lock every table of every projection against writers, then empty them, the last registered first.

    An append that is under way has changed its rows before the lock is granted, and is then seen; or it waits for the
    lock with its event not yet committed, and changes the new rows afterwards.
    """
    tables = [table for projection in reversed(list(projections().values())) for table in reversed(projection.tables)]
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        names = ", ".join(quote(table) for table in sorted({*tables, "eventlog_snapshot", "eventlog_projection"}))
        cursor.execute(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
        for table in [*dict.fromkeys(tables), "eventlog_snapshot", "eventlog_projection"]:
            cursor.execute(f"DELETE FROM {quote(table)}")  # noqa: S608 (names of our own tables)
