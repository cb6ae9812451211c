"""Handing work to Celery while the broker may be away: no request waits for it or fails by it.

A message is a hint, never the only record that something is due: what could not be sent is found by the sweeps. They
run by beat, as soon as a worker has its broker again, and as soon as a web process that missed it can send again.
"""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Any

from celery import Task, bootsteps
from celery.worker.consumer import Consumer as CeleryConsumer
from kombu.exceptions import OperationalError
from redis import RedisError

from config.patience import AWAY

__all__ = ["SWEEPS", "Consumer", "HintTask", "SweepAtOnce", "catch_up"]

log = logging.getLogger(__name__)

SWEEPS = (
    "games.bots.tasks.move_all_due",
    "games.tasks.end_overdue",
    "games.tasks.reveal_due",
    "tournaments.tasks.run_all",
    "tournaments.tasks.sweep_imports",
    "players.tasks.deliver_waiting",
    "notices.tasks.sweep",
)
"""Tasks that find all that is due."""

PAUSE = 2.0
"""Seconds for which a broker that has failed is left alone."""


class _Broker:
    """What this process knows of a broker that is away."""

    quiet_until = 0.0
    missed = False


class HintTask(Task):
    """A task whose message may be lost: `delay` never raises for a broker that is away, and waits a second at most."""

    abstract = True

    def apply_async(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        """Send the message; None if that is not possible now.

        A task that is to be tried again raises instead, so that Celery gives its message back to the broker.
        """
        if options.get("retries"):
            return super().apply_async(args, kwargs, **options)
        if time.monotonic() < _Broker.quiet_until:
            _Broker.missed = True
            return None
        try:
            return super().apply_async(args, kwargs, **{"retry": False, **options})
        except (OperationalError, RedisError, ConnectionError, TimeoutError) as error:
            _Broker.quiet_until, _Broker.missed = time.monotonic() + PAUSE, True
            log.warning("%s was not sent, a sweep finds what is due: %s", self.name, type(error).__name__)
            return None


def sweep(app: Any) -> None:
    """Have all found that is due."""
    app.loader.import_default_modules()  # a process that serves pages has seen few of the tasks
    for name in SWEEPS:
        app.tasks[name].apply_async()


def catch_up() -> None:
    """Have all found that is due: what this process could not send while the broker was away and can now, and what
    workers gave up while the database was.
    """
    if AWAY.has_returned():
        _Broker.missed = True
    if _Broker.missed and time.monotonic() >= _Broker.quiet_until:
        from config.celery import app

        _Broker.missed = False  # sending sets it again if it fails
        sweep(app)


class Consumer(CeleryConsumer):
    """As Celery's; it looks for a broker that is away every few seconds, however long it was."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect."""
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=1, interval_step=1, interval_max=3)
        return super().ensure_connected(conn)


class SweepAtOnce(bootsteps.StartStopStep):
    """Runs whenever a worker has connected: what was due meanwhile is found at once, not by the next minute."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Have all found that is due."""
        sweep(parent.app)
