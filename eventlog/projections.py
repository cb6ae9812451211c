"""Projections: how read models follow the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import connection

from eventlog.registry import Projection, Stored, projections

# The key of the advisory lock that puts appends for projections across streams in one order.
ORDER_LOCK = 0x76657869_6C6C756D


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
