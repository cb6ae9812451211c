"""The tasks that find all that is due, and a worker that has them run as soon as it has its broker again."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from typing import Any

from celery import bootsteps
from celery.worker.consumer import Consumer as CeleryConsumer

from web import heartbeats

SWEEPS = (
    "play.bots.tasks.move_all_due",
    "games.tasks.end_overdue",
    "games.tasks.reveal_due",
    "play.live.tasks.tell_pages_again",
    "tournaments.tasks.run_all",
    "tournaments.tasks.sweep_imports",
    "tournaments.tasks.sweep_archives",
    "accounts.tasks.deliver_waiting",
    "privacy.builds.sweep",
    "moderation.staff.tasks.rise_appeals",
    "notices.tasks.sweep",
    "library.puzzles.tasks.sweep",
    "library.figures.tasks.count_figures",
    "library.archive.tasks.count_all_opened",
    "api.tasks.sweep_webhooks",
)
"""Tasks that find all that is due."""


AGAIN = 2.0
"""Seconds after which a worker asks a broker again that has refused."""


class Broker:
    """What this process knows of a broker that is away.

    Attributes:
        quiet_until: nothing is sent before this time, of the monotonic clock.
        missed: something was not sent.
    """

    quiet_until = 0.0
    missed = False


def sweep(app: Any) -> None:
    app.loader.import_default_modules()  # a process that serves pages has seen few of the tasks
    for name in SWEEPS:
        app.tasks[name].apply_async()


class Consumer(CeleryConsumer):
    """As Celery's; it looks for a broker that is away every few seconds, however long it was."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect to the broker, however often that fails; try again after 1 to 3 seconds."""
        conn.ensure_connection = partial(conn.ensure_connection, interval_start=1, interval_step=1, interval_max=3)
        return super().ensure_connected(conn)

    def on_connection_error_before_connected(self, exc: Exception) -> None:
        """Say so, and wait: a broker that is there and refuses, as with a full disk, would be asked without a pause."""
        super().on_connection_error_before_connected(exc)
        time.sleep(AGAIN)


class ShowLife(bootsteps.StartStopStep):
    """Has a worker show, again and again while it is connected, that its loop works, for each kind of work it takes."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        kinds = ["worker" if queue.name == "celery" else queue.name for queue in parent.task_consumer.queues]
        self.stop(parent)
        _show_all(kinds, parent.controller.beat)
        self.timer = parent.timer.call_repeatedly(heartbeats.EVERY, _show_all, (kinds, parent.controller.beat))

    def stop(self, parent: Any) -> None:
        """End: the connection is lost, or the worker ends."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def _show_all(kinds: list[str], beat: Any) -> None:
    """Leave the signs of a worker. One whose beat has died ends, so that both are started again.

    Args:
        kinds: of work that it takes.
        beat: the process in it that sends what is due; None without one.
    """
    if beat is not None and not beat.is_alive():
        os.kill(os.getpid(), signal.SIGTERM)
    heartbeats.show(*kinds)


class SweepAtOnce(bootsteps.StartStopStep):
    """Runs whenever a worker has connected: what was due meanwhile is found at once, not by the next minute."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        """Have all found that is due. What the sweeps send is sent, however lately the broker was away: nothing would
        look for it again before the next minute.
        """
        Broker.quiet_until = 0.0
        sweep(parent.app)
