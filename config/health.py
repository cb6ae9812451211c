"""`/healthz` and `/readyz`: for who watches the processes. They answer any host name, over HTTP too.

`/healthz` touches nothing: it says that the process answers. `/readyz` says whether the database and the broker do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate

import psycopg
import redis
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import addresses

SECONDS = 0.8
"""For both servers together, so that the answer is there within a second."""

KEPT = 1.0
"""Seconds for which an answer holds: asking often costs nothing more."""


class HealthMiddleware:
    """The first of all: no host name is asked for, no HTTPS and no session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = _VIEWS.get(request.path_info)
        return self.get_response(request) if view is None else view(request)


def healthz(request: HttpRequest) -> HttpResponse:
    """Whether this process answers: 200 and `ok`."""
    return _told("ok\n", 200)


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the database and the broker answer, a line each: 200, or 503 if one of them does not."""
    found = ready()
    lines = "".join(f"{name}: {'ok' if fine else 'away'}\n" for name, fine in found.items())
    return _told(lines, 200 if all(found.values()) else 503)


_VIEWS: dict[str, Callable[[HttpRequest], HttpResponse]] = {"/healthz": healthz, "/readyz": readyz}


def _told(text: str, status: int) -> HttpResponse:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    answer = HttpResponse(text, status=status, headers=headers, content_type="text/plain; charset=utf-8")
    answer._has_been_logged = True  # type: ignore[attr-defined]  # whoever asks knows it now
    return answer


_asking = threading.Lock()
_executor = ThreadPoolExecutor(2, thread_name_prefix="readyz")
_last: tuple[float, dict[str, bool]] = (float("-inf"), {"database": False, "broker": False})


def ready() -> dict[str, bool]:
    """Whether the database and the broker answer, asked at most once a second and by one request at a time."""
    global _last
    if time.monotonic() - _last[0] < KEPT or not _asking.acquire(blocking=False):
        return _last[1]
    try:
        deadline = time.monotonic() + SECONDS
        asked = {"database": _executor.submit(_database), "broker": _executor.submit(_broker)}
        found = {}
        for name, answer in asked.items():
            try:
                answer.result(max(0.0, deadline - time.monotonic()))
                found[name] = True
            except (psycopg.Error, redis.RedisError, OSError, TooLate):
                answer.cancel()
                found[name] = False
        _last = time.monotonic(), found
        return found
    finally:
        _asking.release()


def _database() -> None:
    """Ask on a connection of its own: those of the pool are for pages."""
    wrapper = connections["default"]
    parameters = wrapper.get_connection_params()
    parameters.update(connect_timeout=2, autocommit=True)
    with psycopg.connect(**parameters) as connection:
        connection.execute("SELECT 1")


def _broker() -> None:
    options = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS, "retry": Retry(NoBackoff(), 0)}
    with redis.Redis.from_url(addresses.redis(settings.REDIS_URL, database=0), **options) as client:
        client.ping()
