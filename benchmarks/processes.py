"""The processes of the `Procfile`, as they are run for real, for a benchmark."""

from __future__ import annotations

import os
import random
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from config.embedded import die_with_parent

ROOT = Path(__file__).parents[1]
TICK = os.sysconf("SC_CLK_TCK")
STARTING = 90  # seconds within which a process answers on a busy machine

_PORTS = range(20_000, 30_000)
_given: set[int] = set()


def free_port() -> int:
    """Return a port that nobody uses now, and another one each time. It is none of those that the system gives to who
    asks for any, and to connections: until a server is there it stays free.
    """
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            if port not in _given:
                probe.bind(("127.0.0.1", port))
                _given.add(port)
                return port


def command_of(process: str) -> str:
    for line in (ROOT / "Procfile").read_text().splitlines():
        name, _colon, command = line.partition(": ")
        if name == process:
            return command
    raise KeyError(process)


@contextmanager
def running(command: str, environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a line of the Procfile, wait until its port answers if it has one, and end it with all its processes; it ends
    too if this process is killed.

    What it says goes to standard error: a benchmark prints its figures alone.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    process = subprocess.Popen(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, **environment, "PATH": path},
        start_new_session=True,
        preexec_fn=die_with_parent(signal.SIGTERM, os.getpid()),
        stdin=subprocess.DEVNULL,
        stdout=2,
    )
    try:
        deadline = time.monotonic() + STARTING
        while "PORT" in environment and not _answers(int(environment["PORT"])):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{shlex.split(command)[1]} did not start")
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # also what a killed one has left behind
        process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def threads_and_memory(process: int) -> tuple[int, int]:
    status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(status["Threads"]), int(status["VmRSS"].split()[0]) * 1024


def children_of(process: int) -> list[int]:
    return [int(part) for part in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def family_of(process: int) -> list[int]:
    """Return a process and all that it and its children have started and that live."""
    results = [process]
    for item in results:  # it grows meanwhile
        with suppress(OSError):  # it has ended just now
            for task in Path(f"/proc/{item}/task").iterdir():
                results += map(int, (task / "children").read_text().split())
    return results


def processor_of(process: int) -> float:
    """Return the seconds of processor time of a process, of those that it has started, and of those of them that have
    ended."""
    ticks = 0
    for item in family_of(process):
        try:
            fields = Path(f"/proc/{item}/stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended just now, and counts for who started it
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICK
