"""What happened in the log since somebody last looked: the streams that events were appended to.

Positions are drawn before their events can be seen, so an event may come into sight below one that was read already.
A reader therefore remembers the last position drawn, and who was appending then. It reads on from there once all of
these are done, and `LAG` has passed: a command draws its position when it opens the stream, a moment before it appends.
Until then it is given some streams again. What stays away for longer than that, because a machine was stopped in
between, is found by an occasional full scan (`begin_anew`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from eventlog.checkpoints import who_appends
from eventlog.models import LogReader

BATCH = 10_000
"""Events that are looked at together."""

LAG = timedelta(minutes=2)
"""How long a command may take from opening a stream to appending to it: far longer than a request is given."""

_MOMENT = "SELECT coalesce(pg_sequence_last_value('eventlog_event_position_seq'), 0), clock_timestamp()"
_BEGIN = """
INSERT INTO eventlog_reader (name, coming, since, appending) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_SEEN = "SELECT mark, coming FROM eventlog_reader WHERE name = %s"
_MINE = "SELECT mark, since, appending FROM eventlog_reader WHERE name = %s FOR UPDATE SKIP LOCKED"
_ON = "UPDATE eventlog_reader SET mark = coming, coming = %s, since = %s, appending = %s WHERE name = %s"
_NEXT = "SELECT position, stream FROM eventlog_event WHERE position > %s ORDER BY position LIMIT %s"


def read_news(name: str, take: Callable[[Sequence[UUID] | None], object]) -> None:
    """Gives `take` the streams with events since the last time, those of some thousands of events at a time. The first
    times it is given None, for all streams that there are.

    It is one transaction, so what `take` raises leaves the reader where it was. If another process is at it, that one
    does it.

    Args:
        name: of the reader.
        take: may be given a stream again that it was given before.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        # In this order: an append that has drawn a position is still running, or done.
        cursor.execute(_MOMENT)
        drawn, now = cursor.fetchone()
        cursor.execute(_SEEN, [name])
        if cursor.fetchone() == (drawn, drawn):
            return  # nothing was drawn since all was read, and nothing is written at rest
        appending = who_appends(cursor)
        cursor.execute(_BEGIN, [name, drawn, now, " ".join(sorted(appending))])
        cursor.execute(_MINE, [name])
        row = cursor.fetchone()
        if row is None:
            return
        mark, since, before = row
        if mark is None:
            take(None)
        else:
            _read(cursor, mark, take)
        if now - since >= LAG and not appending & {*before.split()}:
            cursor.execute(_ON, [drawn, now, " ".join(sorted(appending)), name])


def begin_anew(name: str | None = None) -> None:
    """Has a reader, or each of them, given all streams again."""
    (LogReader.objects.all() if name is None else LogReader.objects.filter(name=name)).delete()


def _read(cursor: Any, mark: int, take: Callable[[Sequence[UUID] | None], object]) -> None:
    while True:
        cursor.execute(_NEXT, [mark, BATCH])
        fetchall = cursor.fetchall()
        if fetchall:
            take(list(dict.fromkeys(stream for _position, stream in fetchall)))
        if len(fetchall) < BATCH:
            return
        mark = fetchall[-1][0]
