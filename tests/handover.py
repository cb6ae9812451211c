"""Prove that who reads or writes hears nothing of a restart, and next to nothing of a process that dies:
`python -m tests.handover [--kills 40] [--rounds 2] [--port 8170]`.

Two listeners run, as the units of systemd start them, behind nginx with the text of `contrib/nginx`
(`apt-get install nginx`). A probe asks for a page ten times a second, and sends a form as often. Then each listener is
ended and started anew, one after the other, and no answer may be missing; then workers are killed, one a second, of
which no master may end, and 1 % of the answers may be missing.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.processes import ROOT, children_of

EVERY = 0.1  # seconds between two requests of a probe
STARTING = 120  # seconds
ALLOWED = 0.01  # of the answers while workers are killed


@dataclass
class Probe:
    """Asks a page again and again, each time on a connection of its own.

    Args:
        port: of the proxy.
        method: GET, or POST for a form that is refused for want of its token.
    """

    port: int
    method: str
    answers: Counter[int | str] = field(default_factory=Counter)
    slowest: float = 0.0
    ends: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> Probe:
        self.threads.append(threading.Thread(target=self._run))
        self.threads[0].start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.ends.set()
        while self.threads:
            self.threads.pop(0).join()

    def _run(self) -> None:
        while not self.ends.wait(EVERY):
            self.threads.append(threading.Thread(target=self._ask))
            self.threads[-1].start()

    def _ask(self) -> None:
        begun = time.monotonic()
        try:
            answer: int | str = ask(self.port, "/login/", self.method)
        except (OSError, http.client.HTTPException) as error:
            answer = type(error).__name__
        self.answers[answer] += 1
        self.slowest = max(self.slowest, time.monotonic() - begun)

    @property
    def missing(self) -> int:
        """How many answers were none, or said that the site is away."""
        return sum(number for answer, number in self.answers.items() if not isinstance(answer, int) or answer >= 500)

    def __str__(self) -> str:
        content = ", ".join(f"{answer}: {number}" for answer, number in sorted(self.answers.items(), key=str))
        return f"{self.method} {content}; {self.missing} missing, the slowest took {self.slowest:.1f} s"


def ask(port: int, path: str, method: str = "GET") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, headers={"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


class Listener:
    """One `web`, as its unit starts it."""

    def __init__(self, port: int, environment: dict[str, str]) -> None:
        self.port, self.environment = port, environment
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "config.run", "web", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + STARTING
        while True:
            with suppress(OSError):
                if ask(self.port, "/healthz") == 200:
                    return
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the listener at {self.port} did not start")
            time.sleep(0.05)

    def end(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def kill_worker(self) -> None:
        if workers := children_of(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)


@contextmanager
def nginx(folder: Path, *, port: int, web: tuple[int, int]) -> Iterator[None]:
    """nginx with our text, without TLS.

    Args:
        folder: for its files.
        port: that it listens on.
        web: the ports of the two listeners.
    """
    text = (ROOT / "contrib" / "nginx" / "vexillum.conf").read_text()
    for ours, here in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        ("    ssl_", "    # ssl_"),
        ("127.0.0.1:8000", f"127.0.0.1:{web[0]}"),
        ("127.0.0.1:8001", f"127.0.0.1:{web[1]}"),
    ):
        assert ours in text, ours
        text = text.replace(ours, here)
    shutil.copytree(ROOT / "contrib" / "nginx", folder / "snippets")
    (folder / "vexillum.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{ worker_connections 1024; }}\n"
        f"http {{ access_log off; {temporary(folder)} include {folder}/vexillum.conf; }}\n"
    )
    process = subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)])
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


def temporary(folder: Path) -> str:
    """The directives that have nginx keep what it must below a folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


def main() -> int:
    """Restart and kill; return 1 if too many answers are missing, or a master has ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.handover", description=__doc__)
    parser.add_argument("--kills", type=int, default=40, help="how many workers are killed")
    parser.add_argument("--rounds", type=int, default=2, help="how often each listener is started anew")
    parser.add_argument("--port", type=int, default=8170, help="the first of three ports that are free")
    args = parser.parse_args()
    if not shutil.which("nginx"):
        sys.exit("nginx is needed: apt-get install nginx")
    ports = (args.port, args.port + 1)
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        environment = os.environ | {
            "VEXILLUM_STATIC_ROOT": str(folder / "static"),
            "VEXILLUM_DATA": str(folder / "data"),
            "VEXILLUM_LOG_LEVEL": "ERROR",
        }
        for command in ("migrate", "collectstatic"):
            subprocess.run(
                [sys.executable, "manage.py", command, "--no-input", "--verbosity", "0"],
                cwd=ROOT, env=environment, check=True,
            )  # fmt: skip
        (folder / "nginx").mkdir()
        listeners = [Listener(port, environment) for port in ports]
        try:
            with nginx(folder / "nginx", port=args.port + 2, web=ports):
                lost = restart(listeners, rounds=args.rounds, port=args.port + 2)
                share = kill(listeners, kills=args.kills, port=args.port + 2)
        finally:
            for listener in listeners:
                listener.end()
    return int(lost > 0 or share > ALLOWED)


def restart(listeners: list[Listener], *, rounds: int, port: int) -> int:
    """Start each anew, one after the other; return how many answers are missing.

    Args:
        listeners: all there are.
        rounds: how often.
        port: of the proxy.
    """
    with Probe(port, "GET") as reading, Probe(port, "POST") as writing:
        for _round in range(rounds):
            for listener in listeners:
                time.sleep(1)
                listener.end()
                listener.start()
        time.sleep(1)
    print(f"{rounds * len(listeners)} restarts\n  {reading}\n  {writing}", flush=True)
    return reading.missing + writing.missing


def kill(listeners: list[Listener], *, kills: int, port: int) -> float:
    """Kill workers, one a second; return the share of answers that are missing.

    Args:
        listeners: all there are.
        kills: how many workers.
        port: of the proxy.

    Raises:
        RuntimeError: a master has ended.
    """
    with Probe(port, "GET") as reading, Probe(port, "POST") as writing:
        for _kill in range(kills):
            random.choice(listeners).kill_worker()
            time.sleep(1)
    print(f"{kills} kills\n  {reading}\n  {writing}", flush=True)
    if any(listener.process.poll() is not None for listener in listeners):
        raise RuntimeError("a master has ended")
    asked = sum((reading.answers + writing.answers).values())
    return (reading.missing + writing.missing) / asked


if __name__ == "__main__":
    sys.exit(main())
