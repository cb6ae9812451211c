"""One process at a time drives a tournament. The lock is the database's, and ends with the connection that holds it: a
worker that is killed leaves none behind.

It is the lock of a transaction that stays open beside the work, on a connection of its own, and not of a session: so it
holds behind a pooler too that gives each transaction another session.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import UUID

from eventlog.statements import aside

ROOM = 0x70A7  # keeps these locks apart from others of two numbers

_here: ContextVar[frozenset[UUID]] = ContextVar("tournaments driven here", default=frozenset())


@contextmanager
def alone(tournament: UUID) -> Iterator[bool]:
    """Yields whether nobody else drives this tournament; if so, nobody else will until the `with` block ends.

    Nothing relies on it to be right: every step is safe to run twice. It spares the work.
    """
    if driven_here(tournament):
        yield True
        return
    with aside() as beside:
        names = (ROOM, tournament.int & 0x7FFFFFFF)
        row = beside.execute(b"SELECT pg_try_advisory_xact_lock(%s::int4, %s::int4)", names).fetchone()
        assert row is not None
        if not row[0]:
            beside.close()
            yield False
            return
        token = _here.set(_here.get() | {tournament})
        try:
            yield True
        finally:
            _here.reset(token)


def driven_here(tournament: UUID) -> bool:
    """Whether the code at work is inside `alone` for this tournament."""
    return tournament in _here.get()
