"""The arrival time of a request, from which its command counts, however slow the rest.

The edge notes the arrival by a clock that only runs forward; a command takes the database's time and goes back by what
has passed since. So all times are the database's, whichever machine took the request.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from eventlog.sources import SOURCES

_ARRIVED: ContextVar[float | datetime | None] = ContextVar("arrived", default=None)


@contextmanager
def arrived_now() -> Iterator[None]:
    """Commands in the block count from its beginning."""
    token = _ARRIVED.set(_now())
    try:
        yield
    finally:
        _ARRIVED.reset(token)


def since_arrival() -> timedelta:
    """How long ago the request at work arrived; nothing where there is none, as in a task."""
    arrived, now = _ARRIVED.get(), _now()
    if isinstance(arrived, datetime) and isinstance(now, datetime):
        return max(now - arrived, timedelta())
    if isinstance(arrived, float) and isinstance(now, float):
        return timedelta(seconds=now - arrived)
    return timedelta()


def _now() -> float | datetime:
    """The clock that a test has put in place, or one that only runs forward."""
    return time.monotonic() if SOURCES.clock is None else SOURCES.clock()
