"""One process at a time drives a tournament. The lock is the database's, and ends with the connection that holds it: a
worker that is killed leaves none behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from eventlog.statements import execute

ROOM = 0x70A7  # keeps these locks apart from others of two numbers

_here: ContextVar[frozenset[UUID]] = ContextVar("tournaments driven here", default=frozenset())


@contextmanager
def alone(tournament: UUID) -> Iterator[bool]:
    """Yields whether nobody else drives this tournament; if so, nobody else will until the `with` block ends.

    Nothing relies on it to be right: every step is safe to run twice. It spares the work.
    """
    names = (ROOM, tournament.int & 0x7FFFFFFF)
    mine = bool(next(iter(execute(b"SELECT pg_try_advisory_lock(%s::int4, %s::int4)", names)))[0])
    token = _here.set(_here.get() | {tournament}) if mine else None
    try:
        yield mine
    finally:
        if token is not None:
            _here.reset(token)
            execute(b"SELECT pg_advisory_unlock(%s::int4, %s::int4)", names)


def driven_here(tournament: UUID) -> bool:
    """Whether the code at work is inside `alone` for this tournament."""
    return tournament in _here.get()
