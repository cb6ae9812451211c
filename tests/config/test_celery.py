"""What Celery is to do, and when."""

import pickle
import re
import shelve
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import Task
from celery.fixups.django import DjangoWorkerFixup
from django.db import OperationalError
from django.utils import timezone
from redis import ResponseError

from config import demo
from config.celery import _mend, app, make_schedule_folder
from config.celery_publish import FREQUENT
from config.due_tasks import Broker, Consumer
from config.schedules import WhenDue
from games.models import Game
from games.tasks import end_one, end_overdue
from tests.scenes import game_in_play, game_over
from web import heartbeats

PROCFILE = Path(__file__).parents[2] / "Procfile"


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled == {
        "api.tasks.sweep_webhooks",
        "api.tasks.tidy",
        "config.tasks.come_through",
        "config.tasks.mail_the_rest",
        "library.archive.tasks.count_all_opened",
        "library.archive.tasks.sort_setups",
        "privacy.retention.delete_idle_guests",
        "play.bots.tasks.move_all_due",
        "eventlog.tasks.look_at_damaged",
        "eventlog.tasks.write_checkpoint",
        "moderation.fairness.tasks.look_at_opened",
        "moderation.fairness.tasks.look_for_rings",
        "library.figures.tasks.count_figures",
        "play.live.tasks.tell_pages_again",
        "play.lobby.tasks.expire_seeks",
        "library.puzzles.tasks.sweep",
        "moderation.staff.tasks.rise_appeals",
        "privacy.builds.sweep",
        "moderation.staff.tasks.take_due_effects",
        "moderation.fairness.tasks.tell_lapses",
        "ratings.tasks.rate_board_games",
        "ratings.tasks.refold_ratings",
        "games.tasks.end_overdue",
        "games.tasks.reveal_due",
        "eventlog.tasks.read_all_again",
        "notices.tasks.sweep",
        "accounts.tasks.change_addresses",
        "accounts.tasks.deliver_waiting",
        "accounts.tasks.end_streams_again",
        "privacy.retention.tidy",
        "tournaments.tasks.forget_form_entries",
        "tournaments.tasks.run_all",
        "tournaments.tasks.sweep_archives",
        "tournaments.tasks.sweep_imports",
    }
    assert scheduled <= set(app.tasks)


def test_a_task_is_given_back_when_its_worker_dies() -> None:
    assert (app.conf.task_acks_late, app.conf.task_reject_on_worker_lost, app.conf.task_ignore_result) == (
        True,
        True,
        True,
    )


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("play.bots.tasks.move", "play"),
        ("play.bots.tasks.move_all_due", "play"),
        ("games.tasks.end_overdue", "play"),
        ("games.tasks.end_one", "play"),
        ("games.tasks.reveal_one", "play"),
        ("api.webhooks.delivery.deliver_waiting", "hooks"),
        ("api.webhooks.delivery.deliver_each", "hooks"),
        ("api.tasks.sweep_webhooks", "celery"),
        ("privacy.retention.delete_idle_guests", "celery"),
        ("play.lobby.tasks.expire_seeks", "celery"),
        ("notices.tasks.send_mail", "celery"),
        ("privacy.retention.tidy", "celery"),
    ],
)
def test_what_players_wait_for_has_a_queue_of_its_own(task: str, queue: str) -> None:
    app.loader.import_default_modules()
    assert task in app.tasks
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_clock_that_has_run_out_is_judged_within_a_second() -> None:
    """Nobody has to look for that. What no worker takes is thrown away before it is many."""
    judges = [item for item in app.conf.beat_schedule.values() if item["task"] == "games.tasks.end_overdue"]
    assert [(judge["schedule"].seconds, judge["options"]) for judge in judges] == [(1.0, {"expires": 60.0})]


def test_beat_asks_for_what_is_due_before_it_sends_anything(db: None) -> None:
    """By the questions of its schedule; a database that is away is a worker's to meet."""
    long_ago = timezone.now() - timedelta(hours=1)
    due = {name: app.conf.beat_schedule[name]["schedule"] for name in ("deadlines", "reveals")}
    due = {name: pickle.loads(pickle.dumps(schedule)) for name, schedule in due.items()}  # as beat keeps it

    def asked() -> list[tuple[bool, float]]:
        return [tuple(schedule.is_due(long_ago)) for schedule in due.values()]

    assert asked() == [(False, 1.0), (False, 5.0)]
    over, going = game_over(reveal="never"), game_in_play(plies=2)
    assert asked() == [(False, 1.0), (False, 5.0)]
    Game.objects.filter(id=going.id).update(due=long_ago, due_from=long_ago)
    Game.objects.filter(id=over.id).update(reveal_due=long_ago)
    assert asked() == [(True, 1.0), (True, 5.0)]
    assert due["deadlines"].is_due(timezone.now())[0] is False  # its second is not over
    Game.objects.filter(id=over.id).update(revealed=True)
    assert asked() == [(True, 1.0), (False, 5.0)]
    assert WhenDue("tests.config.test_celery.away", 1.0).is_due(long_ago) == (True, 1.0)


def away() -> bool:
    raise OperationalError


def test_a_task_leaves_the_pool_of_connections_alone() -> None:
    """Celery would close it, and each task would begin with a new process of PostgreSQL."""
    assert DjangoWorkerFixup(app).db_reuse_max == sys.maxsize


def test_a_worker_looks_for_its_broker_for_as_long_as_it_takes() -> None:
    assert app.conf.broker_connection_max_retries is None


def test_a_worker_waits_for_a_broker_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose disk is full: it does not end, and does not ask without a pause."""
    waited: list[float] = []
    monkeypatch.setattr("config.due_tasks.time.sleep", waited.append)
    worker = Consumer.__new__(Consumer)
    worker.conninfo = app.connection()
    worker.on_connection_error_before_connected(ResponseError("MISCONF"))
    assert (waited, app.conf.broker_channel_error_retry) == ([2.0], True)


def test_the_demo_has_a_worker_for_each_queue() -> None:
    app.loader.import_default_modules()
    lines = dict(line.split(": ", 1) for line in PROCFILE.read_text().splitlines())
    queues = [match_[1] for name in demo.PROCESSES if (match_ := re.search(r"--queues (\S+)", lines[name]))]
    wanted = {app.amqp.router.route({}, task)["queue"].name for task in app.tasks}
    assert sorted(",".join(queues).split(",")) == sorted(wanted)
    assert ["--beat" in lines[name] for name in demo.PROCESSES] == [False, True]


def test_messages_that_are_late_count_for_no_queue() -> None:
    """Beat sends one through each queue again and again, and none that has waited until the next one comes out."""
    app.loader.import_default_modules()
    queues = {app.amqp.router.route({}, task)["queue"].name for task in app.tasks}
    through = [item for item in app.conf.beat_schedule.values() if item["task"] == "config.tasks.come_through"]
    sent = {item["args"]: (item["options"]["queue"], item["options"]["expires"], item["schedule"]) for item in through}
    assert sent == {(queue,): (queue, heartbeats.THROUGH, heartbeats.THROUGH) for queue in queues}


def test_each_process_that_a_site_has_is_looked_for() -> None:
    names = {line.partition(":")[0] for line in PROCFILE.read_text().splitlines() if ":" in line}
    assert {*heartbeats.PROCESSES} == names - {"site", "tasks"}


def test_beat_mends_its_schedule_where_it_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "folder" / "beat-schedule"
    path.parent.mkdir()
    path.with_name("beat-schedule.db").write_bytes(b"no file of this kind")
    conf = SimpleNamespace(beat_schedule_filename=str(path))
    monkeypatch.setattr("config.celery.app", SimpleNamespace(conf=conf))
    make_schedule_folder()
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("spoil", [b"", b"no file of this kind", None])
def test_a_schedule_that_cannot_be_read_is_made_anew(spoil: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "beat-schedule"
    with shelve.open(str(path)) as kept:
        kept["entries"] = {"a": 1}
    files = sorted(tmp_path.iterdir())  # one, or as many as this Python's dbm makes
    if spoil is not None:
        for file in files:
            file.write_bytes(spoil)
    _mend(path)
    assert spoil is not None or sorted(tmp_path.iterdir()) == files
    with shelve.open(str(path)) as kept:
        assert dict(kept) == ({"entries": {"a": 1}} if spoil is None else {})


def test_of_a_frequent_sweep_one_message_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long no worker takes it; another one follows once a worker has begun."""
    sent: list[str] = []
    monkeypatch.setattr(Task, "apply_async", lambda self, *_args, **_options: sent.append(self.name))
    monkeypatch.setattr(Broker, "quiet_until", 0.0)
    for _second in range(3):
        end_overdue.apply_async()
        end_one.apply_async(("x",))
    end_overdue.before_start()
    end_overdue.apply_async()
    assert [sent.count(task.name) for task in (end_overdue, end_one)] == [2, 3]
    assert {app.conf.beat_schedule[name]["task"] for name in ("deadlines", "reveals")} == set(FREQUENT)
    end_overdue.before_start()


KILLED = """
import os, signal, time
from celery.signals import beat_embedded_init
import config.celery
heard, said = os.pipe()
beat = os.fork()
if not beat:
    beat_embedded_init.send(None)
    os.write(said, b"-")
    time.sleep(60)
os.read(heard, 1)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_beat_ends_with_a_worker_that_is_killed() -> None:
    """What reads their output, as the demo does, would wait for the end of both."""
    command = [sys.executable, "-c", KILLED]
    assert subprocess.run(command, cwd=PROCFILE.parent, capture_output=True, timeout=30, check=False).returncode == -9
