"""`make demo`: what it says before it starts anything, and that it serves all at one address and ends whole."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
import uuid
from pathlib import Path

import pytest
from django.conf import settings

from benchmarks.processes import free_port
from config import addresses, demo
from tests.databases import with_database
from tests.valkey import valkey_database

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_a_free_port_is_fine(tmp_path: Path) -> None:
    assert demo._trouble("127.0.0.1", free_port(), tmp_path) is None


def test_a_taken_port_names_another() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        trouble = demo._trouble("127.0.0.1", port, None)
    assert trouble is not None
    assert trouble.startswith(f"port {port} cannot be used (")
    assert trouble.endswith(f"choose another: make demo PORT={port + 1}")


def test_an_archive_that_is_not_there_is_told_first(tmp_path: Path) -> None:
    missing = tmp_path / "games"
    assert demo._trouble("127.0.0.1", 8000, missing) == f"RECORDS={missing} does not exist."


def test_one_address_serves_pages_and_streams_and_ctrl_c_leaves_nothing(fresh_database: str) -> None:
    port = free_port()
    mark = uuid.uuid4().hex
    environment = os.environ | {
        "DATABASE_URL": with_database(settings.DATABASE_URL, fresh_database),
        "REDIS_URL": _other_databases(settings.REDIS_URL),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VEXILLUM_DEBUG": "1",  # no collected static files are needed
        "VEXILLUM_TEST_MARK": mark,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    program = f"import sys; from config import demo; sys.exit(demo._serve('127.0.0.1', {port}, 'told'))"
    demo_process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        assert demo_process.stdout is not None
        while b"Vexillum is at" not in (line := demo_process.stdout.readline()):
            assert line, "it ended before it was there"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            assert answer.read() == b"ok\n"
        stream = urllib.request.urlopen(f"http://127.0.0.1:{port}/live/?game=NQm6nKp8qFD", timeout=60)
        assert stream.readline().startswith(b"retry: ")
        demo_process.send_signal(signal.SIGINT)
        assert demo_process.wait(60) == 0
        assert [line for line in stream.read().split(b"\n") if line] == []
        assert _marked(mark) == []
    finally:
        for process in _marked(mark):
            os.kill(process, signal.SIGKILL)
        demo_process.wait()


def _other_databases(url: str) -> str:
    return addresses.redis(url, database=valkey_database("demo"))


def _marked(mark: str) -> list[int]:
    results = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                results.append(int(entry.name))
    return results
