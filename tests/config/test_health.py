"""What `/readyz` and the front page of the admin say of servers, processes and queues."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import redis
from celery.signals import after_task_publish
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts.models import Account
from config import health, tasks
from config.celery import show_life_by_what_is_sent
from config.due_tasks import ShowLife
from web import heartbeats

pytestmark = pytest.mark.django_db
NAMES = [*heartbeats.PROCESSES, *map(heartbeats.queue, heartbeats.QUEUES)]


@pytest.fixture(autouse=True)
def signs() -> Iterator[redis.Redis]:
    """Valkey without any sign; nothing that was found before is known."""
    health._last = (float("-inf"), {})
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]) as client:
        client.delete(heartbeats.key())
        yield client
        client.delete(heartbeats.key())
    health._last = (float("-inf"), {})


def lines(client: Client) -> tuple[int, list[str]]:
    health._last = (float("-inf"), health._last[1])
    answer = client.get("/readyz")
    return answer.status_code, re.sub(r"[0-5] s ago", "now", answer.content.decode()).splitlines()


def test_all_works_once_each_kind_has_shown_a_sign(client: Client) -> None:
    servers = ["database: ok", "broker: ok", "writing: ok"]
    assert lines(client) == (503, [*servers, *[f"{name}: never seen" for name in NAMES]])
    for name in NAMES:
        heartbeats.show(name)
    assert lines(client) == (200, [*servers, *[f"{name}: ok, now" for name in NAMES]])


def test_a_kind_that_stands_still_shows(client: Client, signs: redis.Redis) -> None:
    for name in NAMES:
        for item in NAMES:
            heartbeats.show(item)
        seconds, _microseconds = signs.time()
        signs.hset(heartbeats.key(), name, seconds - (630 if name == "queue celery" else 90))
        status, result = lines(client)
        assert (status, [line.split(",")[0] for line in result if ": ok" not in line]) == (503, [f"{name}: silent"])


def test_work_of_some_minutes_is_no_trouble(client: Client, signs: redis.Redis) -> None:
    """Such as the puzzles of games that were imported, which hold back what comes behind them."""
    for name in NAMES:
        heartbeats.show(name)
    signs.hset(heartbeats.key(), "queue celery", signs.time()[0] - 300)
    status, result = lines(client)
    assert (status, result[-2].split(",")[0]) == (200, "queue celery: ok")


def test_a_database_that_only_reads_shows(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a failover; a disk that is full refuses at the same place."""
    connected = health._connected

    def for_reading() -> psycopg.Connection[Any]:
        made = connected()
        made.execute("SET default_transaction_read_only = on")
        return made

    monkeypatch.setattr(health, "_connected", for_reading)
    status, result = lines(client)
    assert (status, result[:3]) == (503, ["database: ok", "broker: ok", "writing: refused"])


def test_each_look_at_writing_needs_room_and_leaves_nothing() -> None:
    sizes = []
    for _time in range(3):
        health._writing()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_table_size('games_writeprobe'), count(*) FROM games_writeprobe")
            sizes.append(cursor.fetchone())
    assert [rows for _size, rows in sizes] == [0, 0, 0]
    assert sorted({size for size, _rows in sizes}) == [size for size, _rows in sizes]  # it grows each time


def test_signs_keep_their_connection(signs: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeats.show("web")
    monkeypatch.setattr(socket, "socket", None)
    heartbeats.show("play", "worker")
    assert {*signs.hgetall(heartbeats.key())} == {b"web", b"play", b"worker"}


def test_workers_beat_and_queues_show_signs(signs: redis.Redis) -> None:
    timers: list[tuple[float, Any, Any]] = []
    beat = SimpleNamespace(is_alive=lambda: True)
    worker = SimpleNamespace(
        controller=SimpleNamespace(beat=beat),
        task_consumer=SimpleNamespace(queues=[SimpleNamespace(name="play"), SimpleNamespace(name="celery")]),
        timer=SimpleNamespace(call_repeatedly=lambda *result: timers.append(result)),
        steps=[],
    )
    ShowLife(worker).start(worker)
    assert {*signs.hgetall(heartbeats.key())} == {b"play", b"worker"}
    signs.delete(heartbeats.key())
    [(every, show, arguments)] = timers
    show(*arguments)
    assert (every, {*signs.hgetall(heartbeats.key())}) == (heartbeats.EVERY, {b"play", b"worker"})
    ended: list[int] = []
    before_it = signal.signal(signal.SIGTERM, lambda number, _frame: ended.append(number))
    try:
        beat.is_alive = lambda: False
        show(*arguments)
    finally:
        signal.signal(signal.SIGTERM, before_it)
    assert ended == [signal.SIGTERM]  # it is started again, and its beat with it
    tasks.come_through("hooks")
    before = list(after_task_publish.receivers)
    show_life_by_what_is_sent()
    try:
        after_task_publish.send(sender="a task")
    finally:
        after_task_publish.receivers = before
    assert {*signs.hgetall(heartbeats.key())} == {b"play", b"worker", b"queue hooks", b"beat"}


def test_operators_read_the_same_on_the_front_page_of_the_admin(client: Client) -> None:
    client.force_login(Account.objects.create_superuser("Root", password="ground chalk under pans"))
    for name in NAMES:
        if name != "hooks":
            heartbeats.show(name)
    page = re.sub(r"[0-9] s ago", "now", client.get("/admin/").text)
    assert '<p class="errornote">hooks: never seen</p>' in page
    assert "<li>writing: ok</li><li>web: ok, now</li>" in page
    assert page.count("errornote") == 1
