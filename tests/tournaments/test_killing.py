"""The soak of `make soak`, short: an event goes on by itself although its workers are killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.live.test_killing import environment

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def test_an_event_comes_to_its_end_although_workers_are_killed(fresh_database: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.soak_tournament", "--players", "4", "--rounds", "2", "--kills", "1"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment(fresh_database, tmp_path), "VEXILLUM_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (done.returncode, done.stdout.splitlines()[1:]) == (0, []), done.stderr
    assert "1 times a worker was killed" in done.stdout
