"""Pages that are read from a replica of the database, where there is one (`DATABASE_REPLICA_URL`).

    @from_replica
    def archive(request): ...

A page of the archive may be some seconds old, but not for who has just written: whoever sends a form reads from the
primary for `LATELY` seconds, which a cookie tells every process. A replica may be `BEHIND` seconds late at most, which
is less; one that is further behind, or away, is passed by.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, NoReturn

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from web.answers import ViewFunction

ALIAS = "replica"
BEHIND = 15.0
"""Seconds. Web processes write a heartbeat every five, so a replica that follows has seen something newer."""

LATELY = 25
"""Seconds for which who has written reads from the primary."""

LOOK = 1.0
"""Seconds between two looks at how late the replica is."""

COOKIE = "wrote"
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

# A server that is no replica has its own rows at once.
LATE = """
SELECT CASE WHEN pg_is_in_recovery()
    THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 ELSE 0 END
"""

log = logging.getLogger(__name__)

_reading: ContextVar[bool] = ContextVar("reading from the replica", default=False)


class _Left(Exception):
    """The page has to be read from the primary after all."""


def alias() -> str:
    """Return the name of the connection to read from."""
    return ALIAS if _reading.get() else DEFAULT_DB_ALIAS


def reads_replica() -> bool:
    """Whether the page at work is read from the replica."""
    return _reading.get()


def leave_replica() -> NoReturn:
    """Have the page read from the primary from its beginning: it is about what goes on, or is not there yet."""
    raise _Left


@contextmanager
def primary() -> Iterator[None]:
    """Read from the primary inside the `with` block: who somebody is, and whether still."""
    token = _reading.set(False)
    try:
        yield
    finally:
        _reading.reset(token)


def from_replica(view: ViewFunction) -> ViewFunction:
    """Read a page from the replica if there is one that is good enough for who asks. The view only reads."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if ALIAS not in settings.DATABASES or request.method not in SAFE or COOKIE in request.COOKIES:
            return view(request, *args, **kwargs)
        if not STATE.is_good():
            return view(request, *args, **kwargs)
        token = _reading.set(True)
        try:
            return view(request, *args, **kwargs)
        except _Left:
            pass
        except (OperationalError, InterfaceError) as error:
            STATE.missed(error)
        finally:
            _reading.reset(token)
        return view(request, *args, **kwargs)

    return inner


class Router:
    """Django's statements go where `alias` says; what is written goes to the primary, whatever was read where."""

    def db_for_read(self, model: type[Model], **_hints: Any) -> str:
        """Name the connection to read from."""
        return alias()

    def db_for_write(self, model: type[Model], **_hints: Any) -> str:
        """Name the connection to write by."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, model: Model, other: Model, **_hints: Any) -> bool:
        """Both hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **_hints: Any) -> bool:
        """The replica takes what the primary does."""
        return db != ALIAS


class LatelyMiddleware:
    """Tells the browser that it has written, so that it reads its own writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Set the cookie on the answer to whatever is no mere look."""
        response = self._get_response(request)
        if request.method not in SAFE:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(COOKIE, "1", max_age=LATELY, secure=secure, httponly=True, samesite="Lax")
        return response


class ReplicaState:
    """What this process knows of the replica. One thread at a time looks; the others go by what was found last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._look_at = float("-inf")
        self._good: bool | None = None

    def is_good(self) -> bool:
        """Whether it answers, and is not too late."""
        if time.monotonic() >= self._look_at and self._lock.acquire(blocking=False):
            try:
                self._note(self._late())
            finally:
                self._lock.release()
        return bool(self._good)

    def missed(self, error: Exception) -> None:
        """A page could not be read from it."""
        with self._lock:
            self._note(None)

    def _note(self, late: float | None) -> None:
        good = late is not None and late <= BEHIND
        if good is not self._good:
            text = "away" if late is None else f"{late:.0f} s late"
            log.log(logging.INFO if good else logging.WARNING, "the replica is %s", "good" if good else text)
        self._good = good
        self._look_at = time.monotonic() + LOOK * (1 if good else 3)

    def _late(self) -> float | None:
        """How many seconds it is behind at most; None if it does not say."""
        try:
            with connections[ALIAS].cursor() as cursor:
                cursor.execute(LATE)
                (late,) = cursor.fetchone()
        except Error:
            connections[ALIAS].close()
            return None
        return None if late is None else float(late)


STATE = ReplicaState()
