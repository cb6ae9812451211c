"""Signs of life: when each kind of process has shown last that it works, and when a message last came in time through
each queue of Celery's. Valkey keeps them, by its own clock; `/readyz` and the front page of the admin tell their age.

A sign holds the name of a kind and a time, and nothing of who plays what.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

PROCESSES = ("web", "streams", "play", "worker", "hooks", "beat")
QUEUES = ("play", "celery", "hooks")

EVERY = 5.0
"""Seconds between two signs of a process."""

THROUGH = 20.0
"""Seconds between two messages that beat sends through each queue; one that is older is thrown away."""

LATE = 60.0
"""Seconds without a sign after which something is wrong."""

BUSY = 600.0
"""The same for a queue of work that may take minutes, such as puzzles of games that were imported: while all processes
that take from it are at work, nothing comes through."""

PATIENCE = 1.0
"""Seconds that a process waits for Valkey."""

_SHOW = "local now = redis.call('TIME')[1] for _, name in ipairs(ARGV) do redis.call('HSET', KEYS[1], name, now) end"


def sign(*names: str) -> tuple[Any, ...]:
    """The arguments of `eval`, for a client of Valkey, that leave a sign of each."""
    return _SHOW, 1, key(), *names


def queue(name: str) -> str:
    """The name under which a queue has its signs."""
    return f"queue {name}"


def late(name: str) -> float:
    """The seconds without a sign of a kind of process, or of a queue, after which something is wrong."""
    return BUSY if name == queue("celery") else LATE


def show(*names: str) -> None:
    """Leave a sign of processes or queues, if Valkey is there."""
    with suppress(redis.RedisError, OSError):  # that Valkey is away shows by itself
        _client(settings.CACHES["default"]["LOCATION"], PATIENCE).eval(*sign(*names))


def ages(patience: float = PATIENCE) -> dict[str, float | None]:
    """The seconds since the last sign of each kind of process and queue; None where there was none.

    Raises:
        redis.RedisError, OSError: Valkey does not answer within `patience` seconds.
    """
    with _client(settings.CACHES["default"]["LOCATION"], patience).pipeline(transaction=False) as pipeline:
        pipeline.time()
        pipeline.hgetall(key())
        now, shown = pipeline.execute()
    names = (*PROCESSES, *map(queue, QUEUES))
    result = {name: shown.get(name.encode()) for name in names}
    return {name: None if at is None else max(0.0, now[0] - float(at)) for name, at in result.items()}


def key() -> str:
    """Where the signs lie: a site that shares a server with another one, or with tests, has its own."""
    return f"{settings.CACHES['default']['KEY_PREFIX']}:life"


@cache
def _client(server: str, patience: float) -> redis.Redis:
    """The client, which keeps its connections: to take one anew costs several times as much as a sign."""
    wait = {"socket_timeout": patience, "socket_connect_timeout": patience}
    return redis.Redis.from_url(server, **wait, retry=Retry(NoBackoff(), 0))
