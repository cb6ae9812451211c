"""Handing work to Celery while the broker may be away: no request waits for it or fails by it.

A message is a hint, never the only record that something is due: what could not be sent is found by the sweeps. They
run by beat, as soon as a worker has its broker again, and as soon as a web process that missed it can send again.
"""

from __future__ import annotations

import logging
import time
from typing import Any

from celery import Task
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis import RedisError

from config.celery import app
from config.due_tasks import Broker, sweep
from config.timeouts import BREAKER

log = logging.getLogger(__name__)

FREQUENT = ("games.tasks.end_overdue", "games.tasks.reveal_due")
"""Sweeps that run every few seconds. Of their messages one waits at a time, and one more for each `WAITS`: a worker
that was away for a night finds some hundreds and not one for each second.
"""

WAITS = 60  # seconds

PAUSE = 2.0
"""Seconds for which a broker that has failed is left alone."""


class HintTask(Task[..., Any]):
    """A task whose message may be lost: `delay` never raises for a broker that is away, and waits a second at most."""

    abstract = True

    def apply_async(
        self, args: tuple[Any, ...] | None = None, kwargs: dict[str, Any] | None = None, *more: Any, **options: Any
    ) -> Any:
        """Send the message; None if that is not possible now.

        A task to be retried raises instead, so that Celery gives its message back to the broker.
        """
        if options.get("retries"):
            return super().apply_async(args, kwargs, *more, **options)
        if self.name in FREQUENT and not cache.add(f"waits:{self.name}", True, WAITS):
            return None
        if time.monotonic() < Broker.quiet_until:
            Broker.missed = True
            return None
        try:
            return super().apply_async(args, kwargs, *more, **{"retry": False, **options})
        except (OperationalError, RedisError, ConnectionError, TimeoutError) as error:
            Broker.quiet_until, Broker.missed = time.monotonic() + PAUSE, True
            log.warning("%s was not sent, a sweep finds what is due: %s", self.name, type(error).__name__)
            return None

    def before_start(self, *_call: Any) -> None:
        """Let the next message of a frequent sweep be sent."""
        if self.name in FREQUENT:
            cache.delete(f"waits:{self.name}")


def catch_up() -> None:
    """Have all found that is due: what this process could not send while the broker was away and can now, and what
    workers gave up while the database was.
    """
    if BREAKER.has_returned():
        Broker.missed = True
    if Broker.missed and time.monotonic() >= Broker.quiet_until:
        Broker.missed = False  # sending sets it again if it fails
        sweep(app)
