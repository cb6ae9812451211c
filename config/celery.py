"""The Celery application: `celery -A config.celery worker`, `celery -A config.celery beat`."""

import os
import shelve
import signal
import sys
from pathlib import Path
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import after_task_publish, beat_embedded_init, beat_init, task_postrun, worker_init
from django.db import close_old_connections

from config import process
from config.embedded import die_with_parent
from config.schedules import WhenDue
from web import heartbeats

process.starts()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("vexillum", task_cls="config.celery_publish:HintTask")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    **{
        f"through {queue}": {
            "task": "config.tasks.come_through",
            "schedule": heartbeats.THROUGH,
            "args": (queue,),
            "options": {"queue": queue, "expires": heartbeats.THROUGH},
        }
        for queue in heartbeats.QUEUES
    },
    "checkpoint": {"task": "eventlog.tasks.write_checkpoint", "schedule": crontab(hour="0", minute="10")},
    "damaged": {"task": "eventlog.tasks.look_at_damaged", "schedule": crontab(hour="0", minute="20")},
    "reports": {"task": "config.tasks.mail_the_rest", "schedule": crontab(minute="*/10")},
    "counters": {"task": "library.archive.tasks.count_all_opened", "schedule": crontab()},
    "families": {"task": "library.archive.tasks.sort_setups", "schedule": crontab(minute="50")},
    # Players wait for these. One that no worker took within a minute is thrown away: others follow it.
    "deadlines": {
        "task": "games.tasks.end_overdue",
        "schedule": WhenDue("games.tasks.is_overdue", 1.0),
        "options": {"expires": 60.0},
    },
    "reveals": {
        "task": "games.tasks.reveal_due",
        "schedule": WhenDue("games.tasks.is_reveal_due", 5.0),
        "options": {"expires": 60.0},
    },
    "pages": {"task": "play.live.tasks.tell_pages_again", "schedule": crontab()},
    "lobby": {"task": "play.lobby.tasks.expire_seeks", "schedule": crontab()},
    "notices": {"task": "notices.tasks.sweep", "schedule": crontab()},
    "news": {"task": "eventlog.tasks.read_all_again", "schedule": crontab(hour="4", minute="10")},
    "ratings": {"task": "ratings.tasks.refold_ratings", "schedule": crontab()},
    "board-ratings": {"task": "ratings.tasks.rate_board_games", "schedule": crontab(minute="*/10")},
    "mails": {"task": "accounts.tasks.deliver_waiting", "schedule": crontab()},
    "tournaments": {"task": "tournaments.tasks.run_all", "schedule": crontab()},
    "imports": {"task": "tournaments.tasks.sweep_imports", "schedule": crontab()},
    "figures": {"task": "library.figures.tasks.count_figures", "schedule": crontab()},
    "archives": {"task": "tournaments.tasks.sweep_archives", "schedule": crontab()},
    "bots": {"task": "play.bots.tasks.move_all_due", "schedule": crontab()},
    "puzzles": {"task": "library.puzzles.tasks.sweep", "schedule": crontab(minute="*/5")},
    "exports": {"task": "privacy.builds.sweep", "schedule": crontab()},
    "lapses": {"task": "moderation.fairness.tasks.tell_lapses", "schedule": crontab(minute="*/5")},
    "rings": {"task": "moderation.fairness.tasks.look_for_rings", "schedule": crontab(minute="35")},
    "sight": {"task": "moderation.fairness.tasks.look_at_opened", "schedule": crontab(minute="*/10")},
    "penalties": {"task": "moderation.staff.tasks.take_due_effects", "schedule": crontab()},
    "sessions": {"task": "accounts.tasks.end_streams_again", "schedule": crontab()},
    "answers": {"task": "api.tasks.tidy", "schedule": crontab(hour="3", minute="50")},
    "webhooks": {"task": "api.tasks.sweep_webhooks", "schedule": crontab()},
    "addresses": {"task": "accounts.tasks.change_addresses", "schedule": crontab(minute="*/10")},
    "appeals": {"task": "moderation.staff.tasks.rise_appeals", "schedule": crontab()},
    "form-entries": {"task": "tournaments.tasks.forget_form_entries", "schedule": crontab(hour="3", minute="45")},
    "people": {"task": "privacy.retention.tidy", "schedule": crontab(hour="3", minute="40")},
    "guests": {"task": "privacy.retention.delete_idle_guests", "schedule": crontab(hour="3", minute="20")},
}


# After each task Celery would end the whole pool of connections, and with it a process of PostgreSQL, which takes
# longer than most tasks. So it is kept from that, and a task gives its connection back.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@task_postrun.connect
def give_connections_back(task: Any, **_signal: Any) -> None:
    """Return what a task has taken from the pool; a page that runs one at once goes on with it."""
    if not task.request.is_eager:
        close_old_connections()


@worker_init.connect
def sweep_when_connected(**_signal: Any) -> None:
    """Have a worker find what is due whenever it has its broker again."""
    from config.due_tasks import ShowLife, SweepAtOnce  # workers alone need them

    app.steps["consumer"].update((ShowLife, SweepAtOnce))


@beat_init.connect
def make_schedule_folder(**_signal: Any) -> None:
    """Make the data folder, where beat keeps its schedule; with servers of the operator it may be missing."""
    path = Path(app.conf.beat_schedule_filename)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _mend(path)


def _mend(schedule: Path) -> None:
    """Remove beat's schedule if it cannot be read, as after a machine that lost its power: beat makes it anew. It would
    do so by itself, but with an error and its whole way for what is none.
    """
    try:
        with shelve.open(str(schedule), "r") as kept:  # noqa: S301 (beat wrote it)
            dict(kept)
    except Exception:
        for file in schedule.parent.glob(f"{schedule.name}*"):
            file.unlink()


@beat_embedded_init.connect
def end_with_worker(**_signal: Any) -> None:
    """Have the beat of `tasks` end with it: its output would stay open, and who waits for that would start no other."""
    die_with_parent(signal.SIGTERM, os.getppid())()


@beat_init.connect
def show_life_by_what_is_sent(**_signal: Any) -> None:
    """Have beat show that it works by each message that it sends."""

    def show_life(**_signal: Any) -> None:
        heartbeats.show("beat")

    after_task_publish.connect(show_life, weak=False)
