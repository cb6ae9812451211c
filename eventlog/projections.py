"""Projections: how read models follow the log."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from eventlog.registry import Projection, Stored, projections
from eventlog.statements import one

# The key of the advisory lock that puts appends for projections across streams in one order.
ORDER_LOCK = 0x76657869_6C6C756D


class ProjectionTurn(NamedTuple):
    """What an append for a projection across streams waits for.

    Attributes:
        lanes: the keys of the locks of its lanes, in the order in which everybody takes them; empty if it waits for
            everybody.
        known: what it appends to is known, so that what is in lanes can be projected before it is written.
    """

    lanes: tuple[int, ...]
    known: bool


def lock_order() -> None:
    """Wait until nobody appends for a projection across streams, and keep them waiting until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ORDER_LOCK])


def turn_of(concerned: Iterable[Projection], streams: Iterable[UUID]) -> ProjectionTurn | None:
    """Return what an append to these streams waits for; `None` if no projection concerned folds across streams.

    A transaction that goes on after the append waits for everybody: with a lane kept, and another one wanted later,
    two of them might wait for each other for ever.
    """
    across = [projection for projection in concerned if projection.across]
    if not across:
        return None
    found: list[Collection[str] | None] = [
        None if projection.lanes is None else projection.lanes(stream) for projection in across for stream in streams
    ]
    names = {name for lanes in found if lanes is not None for name in lanes}
    known = None not in found
    if not known or connection.in_atomic_block:
        return ProjectionTurn((), known)
    return ProjectionTurn(tuple(sorted(map(_key_of, names))), known)


def _key_of(lane: str) -> int:
    """Return the key of a lane's lock. Should two lanes share one, they wait for each other and all is right."""
    return int.from_bytes(hashlib.blake2b(lane.encode(), digest_size=8).digest(), signed=True)


# The locks are taken in their order, and the positions drawn once all of them are held: the number of those says so,
# because no planner may leave out what its value depends on. Lanes share the lock that who waits for everybody has for
# itself.
_TAKE = b"""
SELECT ARRAY(
    SELECT nextval('eventlog_event_position_seq') FROM generate_series(1, %s::int4 + 0 * held.locks::int4)
) FROM (
    SELECT count(
        CASE WHEN shared THEN pg_advisory_xact_lock_shared(key)::text ELSE pg_advisory_xact_lock(key)::text END
    ) AS locks
    FROM unnest(%s::int8[], %s::bool[]) AS lock (key, shared)
) held
"""


def take_turn(turn: ProjectionTurn, count: int) -> list[int]:
    """Wait for an append's turn, which lasts until the transaction ends, and draw so many positions in it.

    The locks have to be held before positions are drawn, so that in no lane a later position is visible before an
    earlier one.
    """
    shared = [bool(turn.lanes), *(False for _lane in turn.lanes)]
    positions: list[int] = one(_TAKE, (count, [ORDER_LOCK, *turn.lanes], shared))[0]
    return positions


def concerned(types: Iterable[type], streams: Iterable[UUID]) -> list[Projection]:
    """Return the projections that want events of any of these types, appended to any of these streams."""
    kinds, where = set(types), tuple(streams)
    return [
        projection
        for projection in projections().values()
        if projection.events & kinds and (projection.gate is None or any(map(projection.gate, where)))
    ]


def project(projection: Projection, stored: Sequence[Stored]) -> None:
    """Give a projection its share of new events, and note how far it stands if all of them come in one order.

    Raises:
        RuntimeError: it stands further already, which only a broken order of appends could bring about.
    """
    wanted = [one for one in stored if type(one.event) in projection.events]
    if not wanted:
        return
    if projection.across:
        wanted.sort(key=lambda one: one.position)
    if projection.in_one_order:
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
