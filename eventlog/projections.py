"""Projections: how read models follow the log."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db import connection, transaction

from eventlog import histories
from eventlog.registry import Projection, Stored, projections
from eventlog.statements import execute, fetch_row

# The key of the advisory lock that puts appends for projections across streams in one order.
ORDER_LOCK = 0x76657869_6C6C756D


class ProjectionTurn(NamedTuple):
    """What an append for a projection across streams waits for.

    Attributes:
        ordering_keys: the keys of its locks, in the order in which everybody takes them; empty if it waits for all.
        known: what it appends to is known, so that what has ordering keys can be projected before it is written.
    """

    ordering_keys: tuple[int, ...]
    known: bool


def lock_order() -> None:
    """Wait until nobody appends for a projection across streams, and keep them waiting until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ORDER_LOCK])


def turn_of(concerned: Iterable[Projection], streams: Iterable[UUID]) -> ProjectionTurn | None:
    """Return what an append to these streams waits for; `None` if no projection concerned folds across streams.

    A transaction that continues after the append waits for everybody: holding one key and needing another later,
    two of them could deadlock.
    """
    across = [projection for projection in concerned if projection.across]
    if not across:
        return None
    texts: list[Collection[str] | None] = [
        None if projection.ordering_keys is None else projection.ordering_keys(stream)
        for projection in across
        for stream in streams
    ]
    names = {name for keys in texts if keys is not None for name in keys}
    known = None not in texts
    if not known or connection.in_atomic_block:
        return ProjectionTurn((), known)
    return ProjectionTurn(tuple(sorted(map(_key_of, names))), known)


def _key_of(name: str) -> int:
    """Return the key of an ordering key's lock. Should two share one, they wait for each other and all is right."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)


# The locks are taken in their order, and the positions drawn once all of them are held: the number of those says so,
# because no planner may leave out what its value depends on. Ordering keys share the lock that who waits for everybody
# has for itself. What follows in the transaction is one statement with a dozen tables, which takes longer to plan than
# to run: its plan is kept, whatever its arrays hold.
_TAKE = b"""
SELECT ARRAY(
    SELECT nextval('eventlog_event_position_seq') FROM generate_series(1, %s::int4 + 0 * held.locks::int4)
), set_config('plan_cache_mode', 'force_generic_plan', true) FROM (
    SELECT count(
        CASE WHEN shared THEN pg_advisory_xact_lock_shared(key)::text ELSE pg_advisory_xact_lock(key)::text END
    ) AS locks
    FROM unnest(%s::int8[], %s::bool[]) AS lock (key, shared)
) held
"""


def take_turn(turn: ProjectionTurn, count: int) -> list[int]:
    """Wait for an append's turn, which lasts until the transaction ends, and draw so many positions in it.

    The locks have to be held before positions are drawn, so that under no ordering key a later position is visible
    before an earlier one.
    """
    shared = [bool(turn.ordering_keys), *(False for _key in turn.ordering_keys)]
    positions: list[int] = fetch_row(_TAKE, (count, [ORDER_LOCK, *turn.ordering_keys], shared))[0]
    return positions


def concerned(types: Iterable[type], streams: Iterable[UUID]) -> list[Projection]:
    """Return the projections that want events of any of these types, appended to any of these streams."""
    kinds, where = set(types), tuple(streams)
    return [
        projection
        for projection in projections().values()
        if projection.events & kinds and (projection.filter is None or any(map(projection.filter, where)))
    ]


def project(projection: Projection, stored: Sequence[Stored]) -> None:
    """Give a projection its share of new events, and store its position if it orders all of them.

    Raises:
        RuntimeError: it has one of them already, which only who delivers twice could bring about: see `deliver`.
    """
    wanted = histories.wanted(stored, projection.events)
    if not wanted:
        return
    if projection.across:
        wanted = sorted(wanted, key=lambda stored: (stored.position, stored.stream, stored.version))
    if projection.in_one_order:
        _advance(projection.name, wanted)
    projection.apply(wanted)


_ADVANCE = b"""
INSERT INTO eventlog_projection AS now (name, stream, version)
SELECT %s::text, * FROM unnest(%s::uuid[], %s::int4[])
ON CONFLICT (name, stream) DO UPDATE SET version = excluded.version
WHERE now.version < ALL (
    SELECT first FROM unnest(%s::uuid[], %s::int4[]) AS came (stream, first) WHERE came.stream = excluded.stream
)
RETURNING stream
"""


def _advance(name: str, wanted: Sequence[Stored]) -> None:
    """Note up to which version a projection has each of these streams."""
    first: dict[UUID, int] = {}
    last: dict[UUID, int] = {}
    for event in wanted:
        first.setdefault(event.stream, event.version)
        last[event.stream] = event.version
    streams = list(last)
    noted = execute(_ADVANCE, (name, streams, list(last.values()), streams, list(first.values())))
    if len(noted) != len(streams):
        had = next(stream for stream in streams if (stream,) not in noted)
        raise RuntimeError(f"the projection {name} has version {first[had]} of the stream {had} already")


# Delivering


def deliver(stored: Sequence[Stored]) -> None:
    """Give all projections events that they may have been given before: what they have they leave out, by stream and
    version, so that the rows are the same however often events come.

    An append gives its events once, in its own transaction, and does not ask. This is for who hands events on from
    elsewhere, such as a feed of the log that is read outside the database, and may hand one on twice.

    Args:
        stored: events that are in the log, each stream's in order and without a gap after what was given before. What
            folds streams together in some order wants them in that order.
    """
    ordered = [list(group) for _stream, group in groupby(stored, key=lambda stored: stored.stream)]
    streams = list(dict.fromkeys(events[0].stream for events in ordered))
    with transaction.atomic():
        lock_order()
        # All filters run before any projection: one may depend on the rows of another.
        fresh = [(projection, _standing(projection, streams)) for projection in projections().values()]
        for projection, known in fresh:
            project(projection, [item for item in stored if item.version > known.get(item.stream, 0)])


def _standing(projection: Projection, streams: Sequence[UUID]) -> Mapping[UUID, int]:
    if projection.applied_versions is not None:
        return projection.applied_versions(streams)
    if not projection.in_one_order:
        return {}
    return dict(
        execute(
            b"SELECT stream, version FROM eventlog_projection WHERE name = %s::text AND stream = ANY(%s::uuid[])",
            (projection.name, list(streams)),
        )
    )
