"""What a benchmark starts ends with it."""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.processes import ROOT

KILLED = """
import os, signal
from benchmarks.processes import running
with running("exec sleep 60", {}) as process:
    print(process.pid, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_benchmark_has_started_ends() -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    deadline = time.monotonic() + 10
    while _runs(int(killed.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
