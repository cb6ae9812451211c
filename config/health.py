"""`/healthz` and `/readyz`: for who watches the processes. They answer any host name, over HTTP too.

`/healthz` touches nothing: it says that the process answers. `/readyz` says whether the database and the broker do,
whether something can be written, and how long ago each kind of process and each queue has shown that it works
(`web/heartbeats.py`). The front page of the admin says the same.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import Any, NamedTuple

import psycopg
import redis
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import addresses
from web import heartbeats

SECONDS = 0.8
"""For all that is asked, so that the answer is there within a second."""

KEPT = 1.0
"""Seconds for which an answer holds: asking often costs nothing more."""


class HealthMiddleware:
    """The first middleware: it needs no host name, no HTTPS and no session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = _VIEWS.get(request.path_info)
        return self.get_response(request) if view is None else view(request)


def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process answers: 200 and `ok`."""
    return _told("ok\n", 200)


def readyz(request: HttpRequest) -> HttpResponse:
    """What works, a line each: 200, or 503 if something does not."""
    findings = ready()
    lines = "".join(f"{name}: {finding}\n" for name, finding in findings.items())
    return _told(lines, 200 if all(finding.fine for finding in findings.values()) else 503)


_VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}


def _told(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(text, status=status, headers=headers, content_type="text/plain; charset=utf-8")


class Finding(NamedTuple):
    """What was found of one thing.

    Args:
        fine: whether it works.
        word: what is the matter, in a word.
        age: seconds since it has shown last that it works; None if that is not known, or it is asked itself.
    """

    fine: bool
    word: str
    age: float | None = None

    def __str__(self) -> str:
        return self.word if self.age is None else f"{self.word}, {self.age:.0f} s ago"


OK, AWAY, REFUSED = Finding(True, "ok"), Finding(False, "away"), Finding(False, "refused")
NEVER = Finding(False, "never seen")

_asking = threading.Lock()
_executor = ThreadPoolExecutor(4, thread_name_prefix="readyz")
_last: tuple[float, dict[str, Finding]] = (float("-inf"), {"database": AWAY})


def ready() -> dict[str, Finding]:
    """What works, asked at most once a second and by one request at a time."""
    global _last
    if time.monotonic() - _last[0] < KEPT or not _asking.acquire(blocking=False):
        return _last[1]
    try:
        deadline = time.monotonic() + SECONDS
        asked = {name: _executor.submit(ask) for name, ask in _ASKED.items()}
        signs: Future[dict[str, float | None]] = _executor.submit(heartbeats.ages, SECONDS)
        result = {name: _answer(answer, deadline, OK, _MISSING[name]) for name, answer in asked.items()}
        ages = _answer(signs, deadline, None, {})
        result |= {name: _of_age(age, heartbeats.late(name)) for name, age in ages.items()}
        _last = time.monotonic(), result
        return result
    finally:
        _asking.release()


def _answer(answer: Future[Any], deadline: float, fine: Any, missing: Any) -> Any:
    """What was answered, or `fine` instead; `missing` if that was not there by the deadline, by the monotonic clock."""
    try:
        result = answer.result(max(0.0, deadline - time.monotonic()))
        return result if fine is None else fine
    except (psycopg.Error, redis.RedisError, OSError, TooLate):
        answer.cancel()
        return missing


def _of_age(age: float | None, late: float) -> Finding:
    return NEVER if age is None else Finding(age <= late, "ok" if age <= late else "silent", age)


def _connected() -> psycopg.Connection[Any]:
    parameters = connections["default"].get_connection_params()
    parameters.update(connect_timeout=2, autocommit=True)
    return psycopg.connect(**parameters)


def _database() -> None:
    with _connected() as connection:
        connection.execute("SELECT 1")


def _writing() -> None:
    """Write more than the table has room for, and take it back: so a disk that is full shows, as with a move."""
    with _connected() as connection, connection.transaction(force_rollback=True):
        connection.execute("INSERT INTO games_writeprobe (filler) VALUES (%s)", [os.urandom(8000)])


def _broker() -> None:
    options = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS, "retry": Retry(NoBackoff(), 0)}
    with redis.Redis.from_url(addresses.redis(settings.REDIS_URL, database=0), **options) as client:
        client.ping()


_ASKED: dict[str, Callable[[], None]] = {"database": _database, "broker": _broker, "writing": _writing}
_MISSING = {"database": AWAY, "broker": AWAY, "writing": REFUSED}
