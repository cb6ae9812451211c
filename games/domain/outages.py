"""Outages: times in which nobody could reach the service, and the time that clocks lost by them.

Web processes write a heartbeat every few seconds, by the database's clock. It stops whatever keeps people from acting:
the database is away, all web processes are, or the machine. After a gap, the gap is an outage, written
down once by whoever comes first. Workers alone are none: people can move, and an open page has its game ended on time.

The clocks that ran get the time back, as events, before anything else happens in their game: before a turn counts, and
before it is said that time ran out. While the heartbeat is missing no time-out is recorded.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection, transaction

from eventlog.canonical import microseconds
from eventlog.sources import SOURCES
from eventlog.statements import execute
from games.domain.events import TimeGiven
from games.domain.state import GameFold

log = logging.getLogger(__name__)

BEAT = 5.0
"""Seconds between two heartbeats of a web process."""

GAP = timedelta(seconds=20)
"""So long without a heartbeat is an outage: a new start of the processes takes less."""

FRESH = 10.0
"""Seconds for which a process relies on what it has read of outages: less than any of them lasts."""

REMEMBERED = timedelta(days=70)
"""Outages that ended longer ago are in no clock any more: every game has got its time back."""

AFTERWARDS = timedelta(hours=1)

_SECOND = timedelta(seconds=1)

# One statement each: every process that people reach writes and looks every few seconds, day and night.
_BEAT = b"""
WITH span AS (
    UPDATE games_heartbeat h SET at = coalesce(%s, clock_timestamp())
    FROM (SELECT id, at FROM games_heartbeat WHERE id = 1 FOR UPDATE) last
    WHERE h.id = last.id RETURNING last.at AS began, h.at AS ended
), outage AS (
    INSERT INTO games_outage (began, ended, given) SELECT began, ended, false FROM span WHERE ended - began > %s
    ON CONFLICT DO NOTHING
)
SELECT began, ended FROM span
"""
_BEGIN = b"INSERT INTO games_heartbeat (id, at) VALUES (1, coalesce(%s, clock_timestamp())) ON CONFLICT DO NOTHING"
_LOOK = b"""
SELECT moment.now, h.at, o.began, o.ended FROM (SELECT coalesce(%s, clock_timestamp()) AS now) moment
LEFT JOIN games_heartbeat h ON h.id = 1 LEFT JOIN games_outage o ON o.ended > moment.now - %s
ORDER BY o.ended
"""


class OutageSpan(NamedTuple):
    """An outage, from its last heartbeat before to its first after."""

    began: datetime
    ended: datetime


class _Read(NamedTuple):
    """What was read, when by this process's clock, and the heartbeat then."""

    when: float
    age: timedelta | None
    at: datetime | None
    spans: tuple[OutageSpan, ...]


_read: _Read | None = None
_listeners: list[Callable[[], object]] = []
_beating = threading.Lock()


def on_outage(function: Callable[[], object]) -> Callable[[], object]:
    """Registers a function to be called once an outage is over and recorded."""
    if function not in _listeners:
        _listeners.append(function)
    return function


def beat() -> bool:
    """Writes the heartbeat, and the outage that it ends, if there was one.

    Returns:
        whether this process has found an outage.
    """
    spans = execute(_BEAT, (_clock(), GAP))
    if not spans:
        execute(_BEGIN, (_clock(),))
    _look()
    flag = any(ended - began > GAP for began, ended in spans)
    if flag:
        ((began, ended),) = spans
        log.warning("nobody could reach the service for %d seconds", (ended - began).total_seconds())
        for function in _listeners:
            transaction.on_commit(function)
    return flag


def known() -> tuple[OutageSpan, ...]:
    """The outages of late, in order; none where no heartbeat is kept."""
    return _latest().spans


def stands_still() -> bool:
    """Whether nobody can reach the service just now: the heartbeat has stopped."""
    read = _latest()
    return read.age is not None and read.age > GAP


def fair_time(now: datetime) -> datetime:
    """The time for judging absences: it stops during an outage, and stays behind by as much for as
    long as that was, and an hour.
    """
    read = _latest()
    if read.at is not None and read.age is not None and read.age > GAP:
        now = min(now, read.at)
    lost = (span.ended - span.began for span in read.spans if now < span.ended + (span.ended - span.began) + AFTERWARDS)
    return now - sum(lost, timedelta())


def given_back(now: GameFold, at: datetime) -> list[TimeGiven]:
    """What has yet to be given back in a game at `at`: an event for each seat whose time ran during an outage, in whole
    seconds rounded up.
    """
    if now.clock is None or now.outcome is not None:
        return []
    results = []
    for span in known():
        if span.ended <= at and microseconds(span.ended) > now.outage:
            for seat in now.clock.running:
                lost = now.clock.lost(seat, *span)
                if lost > timedelta():
                    results.append(TimeGiven(seat.slug, -(-lost // _SECOND), microseconds(span.ended)))
    return results


def keep_beating(others: Sequence[Callable[[], object]] = ()) -> None:
    """Has this process write the heartbeat from now on, in a thread of its own, if it is one that people reach.

    Args:
        others: what is done at each beat too.
    """
    if settings.VEXILLUM_HEARTBEAT and _beating.acquire(blocking=False):
        threading.Thread(target=_beat_for_ever, args=(others,), name="heartbeat", daemon=True).start()


def _beat_for_ever(others: Sequence[Callable[[], object]]) -> None:
    while True:
        for act in (beat, *others):
            try:
                act()
            except (DatabaseError, InterfaceError):
                pass  # it is away: that is what the heartbeat shows, and pages say so
            except Exception as error:
                log.error("%s failed with %s", getattr(act, "__name__", "a beat"), type(error).__name__)
            try:
                connection.close()
            except (DatabaseError, InterfaceError):
                connection.connection = None
        time.sleep(BEAT)


# -- what this process knows ----------------------------------------------------------------------


def _latest() -> _Read:
    """What was read within the last `FRESH` seconds, else what is there now; a process that people reach ends the
    outage by being asked."""
    if not settings.VEXILLUM_HEARTBEAT:
        return _Read(0.0, None, None, ())
    read = _read
    if read is None or time.monotonic() - read.when > FRESH:
        read = _look()
        if settings.VEXILLUM_WEB and read.age is not None and read.age > GAP:
            beat()
            read = _look()
    return read


def _look() -> _Read:
    global _read
    when = time.monotonic()
    rows = execute(_LOOK, (_clock(), REMEMBERED))
    now, last = rows[0][:2]
    spans = tuple(OutageSpan(began, ended) for _now, _at, began, ended in rows if began is not None)
    _read = _Read(when, None if last is None else now - last, last, spans)
    return _read


def _clock() -> datetime | None:
    """A test's time; None for the database's own, whatever transaction is open."""
    return None if SOURCES.clock is None else SOURCES.clock()
