"""The cache on a Valkey of its own, which is full, ended, stopped, and there again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
import redis

from config.cache import Cache
from config.celery import app
from config.celery_publish import HintTask
from config.due_tasks import Broker
from config.embedded.binaries import valkey_binary
from config.error_reports import _to_queue
from games.tasks import end_one


class Valkey:
    def __init__(self, folder: Path) -> None:
        self.socket = folder / "valkey.sock"
        self.start()

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self.socket), "--save", ""]
        self.process = subprocess.Popen(
            [valkey_binary(), *options, "--maxmemory-policy", "noeviction"],
            cwd=self.socket.parent,
            stdout=subprocess.DEVNULL,
        )
        self.client = redis.Redis.from_url(f"unix://{self.socket}")
        deadline = time.monotonic() + 90
        while True:
            try:
                self.client.ping()
                return
            except redis.RedisError:
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def fill(self) -> None:
        self.client.config_set("maxmemory", 1)  # one that nearly is takes one thing and refuses the next
        with pytest.raises(redis.ResponseError):
            self.client.set("one more", 1)

    def end(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()


@pytest.fixture
def valkey(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Valkey]:
    monkeypatch.setattr(Cache, "_quiet_until", 0.0)
    monkeypatch.setattr("config.cache.PAUSE", 600.0)  # until a test says that it is over
    folder = tmp_path_factory.mktemp("v")
    server = Valkey(folder)
    yield server
    server.end()


def trouble(server: Valkey, how: str) -> None:
    if how == "full":
        server.fill()
    elif how == "ended":
        server.end()
    else:
        os.kill(server.process.pid, signal.SIGSTOP)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["full", "ended", "stopped"])
def test_nothing_fails_and_limits_count_on(
    valkey: Valkey, how: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(f"unix://{valkey.socket}?db=2", {})
    cache.clear()
    cache.set("before", [1])
    trouble(valkey, how)
    cache.set("tries", [2, 1])
    assert cache.get("tries") == [2, 1]
    assert cache.get_many(["tries", "nothing"]) == {"tries": [2, 1]}
    assert cache.get("before", "gone") == ([1] if how == "full" else "gone")
    assert (cache.add("once", 1), cache.add("once", 1)) == (True, False)
    assert (cache.add("count", 0, 60), cache.incr("count"), cache.incr("count")) == (True, 1, 2)
    assert how == "full" or cache.incr("other") == 1
    assert [cache.count("asked", 2, 60), cache.count("asked", 1, 60)] == [2, 3]
    cache.set("drawing", "x" * 100_000)
    assert cache.get("drawing") is None
    assert (cache.set_many({"a": 1}), cache.get("a"), cache.touch("a", 60), cache.delete("a")) == ([], 1, True, True)
    waited = [record for record in caplog.records if record.name == "config.cache"]
    assert how == "full" or len(waited) == 1  # all others found that out without asking
    if how == "full":
        valkey.client.config_set("maxmemory", 0)
    elif how == "ended":
        valkey.start()
    else:
        os.kill(valkey.process.pid, signal.SIGCONT)
    monkeypatch.setattr(Cache, "_quiet_until", 0.0)
    assert cache.get("tries") == [2, 1]  # still known here
    cache.set("tries", [3, 2, 1])
    assert Cache(f"unix://{valkey.socket}?db=2", {}).get("tries") == [3, 2, 1]
    assert valkey.client.ping()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["full", "ended", "stopped"])
def test_a_message_that_cannot_be_sent_fails_nothing_and_is_made_good(
    valkey: Valkey, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.celery_publish.PAUSE", 0.0)
    monkeypatch.setattr(Broker, "missed", False)
    task = end_one
    assert isinstance(task, HintTask)
    url = f"redis+socket://{valkey.socket}?virtual_host=0"
    options = app.conf.broker_transport_options | {"socket_timeout": 1}
    trouble(valkey, how)
    begun = time.monotonic()
    with app.connection_for_write(url, transport_options=options) as connection:
        monkeypatch.setitem(app.conf.changes, "task_always_eager", False)
        with app.amqp.Producer(connection) as producer:
            assert task.apply_async(("x",), producer=producer) is None
    assert time.monotonic() - begun < 30  # and is not tried a hundred times
    assert Broker.missed


def test_a_report_waits_for_a_broker_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broker, "quiet_until", float("inf"))
    monkeypatch.setattr(Broker, "missed", False)
    report = SimpleNamespace(kind="k", title="t", text="x")
    with pytest.raises(ConnectionError):
        _to_queue(SimpleNamespace(report=report, count=1, since=datetime(2026, 1, 1, tzinfo=UTC)))  # type: ignore[arg-type]
    assert Broker.missed
