"""How long a process waits for PostgreSQL, and what it knows of a server that is away.

The server's own time-outs help as long as it runs. One that hangs, or a network that swallows everything, answers
nothing at all: so a connection of a web process has deadlines of its own.

While the server is away one thread in a second looks whether it is back (`config/postgresql`); the others fail at once,
so that threads are free for what needs no database.
"""

from __future__ import annotations

import logging
import select
import threading
import time
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Waits:
    """How long a kind of process waits, in seconds; 0 for as long as it takes.

    Args:
        connect: for a connection to be made.
        pool: for a connection of the pool to be free.
        statement, lock, idle: the server's `statement_timeout`, `lock_timeout` and
            `idle_in_transaction_session_timeout`.
    """

    connect: int
    pool: float
    statement: int
    lock: int
    idle: int

    @property
    def options(self) -> str:
        """As libpq's `options`."""
        named = {
            "statement_timeout": self.statement,
            "lock_timeout": self.lock,
            "idle_in_transaction_session_timeout": self.idle,
        }
        return " ".join(f"-c {name}={seconds * 1000}" for name, seconds in named.items())


_WAITS = {
    "web": Waits(connect=2, pool=1, statement=10, lock=3, idle=15),
    "work": Waits(connect=5, pool=10, statement=900, lock=60, idle=900),
    "owner": Waits(connect=10, pool=0, statement=0, lock=0, idle=0),
}

CHECK = 1.0
"""Seconds that a connection of the pool has to show that it lives, before a request is given it."""

CHECK_EVERY = 0.2
"""Seconds for which a connection that has shown that it lives is taken to live."""

AGAIN = 1.0
"""Seconds between two looks whether the server is back."""


def waits_of(kind: str) -> Waits:
    """How long a process waits: `web`, `work` or `owner` (migrations, which may take any time)."""
    return _WAITS[kind]


class PatientConnection(psycopg.Connection[Any]):
    """A connection of a web process: it gives up a server that does not answer."""

    deadline = _WAITS["web"].statement + 1.0
    """Seconds for one statement: the server's own time-out comes first, if it is alive."""

    alive = float("-inf")
    """When it has shown last that it lives, by this process's clock."""

    def execute(self, query: Any, *arguments: Any, **options: Any) -> Any:
        """As psycopg's. The empty statement is the pool's question whether the connection lives: one that showed it a
        moment ago, and that the server has not hung up on, is not asked again, which would cost a tenth of a page.
        """
        if query != "":
            return super().execute(query, *arguments, **options)
        now = time.monotonic()
        if now - self.alive < CHECK_EVERY and self._quiet():
            return None
        self.deadline = CHECK
        try:
            cursor = super().execute(query, *arguments, **options)
            self.alive = now
            return cursor
        finally:
            self.deadline = type(self).deadline

    def _quiet(self) -> bool:
        """Whether the server sent nothing, not even a closed connection."""
        waits = select.poll()
        waits.register(self.pgconn.socket, select.POLLIN)
        return not waits.poll(0)

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server.

        Args:
            gen: what psycopg waits by.
            interval: seconds between two looks.
            timeout: seconds after which it is given up; None for never.

        Raises:
            psycopg.OperationalError: it does not answer; the connection is closed.
        """
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        begun = time.monotonic()
        try:
            return super().wait(gen, interval, self.deadline)
        except psycopg.OperationalError:
            if time.monotonic() - begun < self.deadline:
                raise
            self.pgconn.finish()
            BREAKER.missed(begun)
            raise psycopg.OperationalError("the server does not answer") from None


# -- what a process knows of a server that is away -------------------------------------------------


class CircuitBreaker:
    """What this process knows of a server that is away."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._look: float | None = None  # when somebody may look again
        self._seen = float("-inf")
        self._returned = False

    @property
    def known(self) -> bool:
        """Whether the server is taken to be away."""
        return self._look is not None

    def lets_in(self) -> bool:
        """Whether the caller may try the server: always while it is not known to be away, else one caller a second."""
        if self._look is None:
            return True
        with self._lock:
            if self._look is not None and time.monotonic() < self._look:
                return False
            self._look = time.monotonic() + 2 * AGAIN
            return True

    def missed(self, begun: float) -> None:
        """The server did not answer who asked at `begun`, by this process's clock. If others got an answer meanwhile it
        is not away.
        """
        with self._lock:
            if self._seen > begun:
                return
            news, self._look = self._look is None, time.monotonic() + AGAIN
        if news:
            log.error("the database is away")

    def back(self) -> None:
        """The server has answered."""
        self._seen = time.monotonic()
        if self._look is not None:
            self._look, self._returned = None, True
            log.warning("the database is back")

    def has_returned(self) -> bool:
        """Whether the server was away and has come back since this was asked last."""
        returned, self._returned = self._returned, False
        return returned


BREAKER = CircuitBreaker()


# The server has ended a transaction that took too long, which shows at its next statement or at COMMIT. psycopg counts
# these among its internal errors.
_TIMED_OUT = (psycopg.errors.IdleInTransactionSessionTimeout, psycopg.errors.TransactionTimeout)


def is_outage(error: BaseException | None) -> bool:
    """Whether an error comes from a database that is away, full, or too slow: trying again later may help."""
    kinds = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError, *_TIMED_OUT)
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, kinds):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
