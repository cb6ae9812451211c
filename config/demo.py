"""`make demo`: migrate, load the demo games, start the processes of a small site, and say where it is.

Ctrl-C, a closed terminal, and the end of this process in any other way stop all of them.
"""

import argparse
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from config.embedded import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0
PROCESSES = ("site", "tasks")
"""Of the Procfile: `web` and `streams` behind one address; all workers and beat in one."""

FIRST_MIGRATION = "contenttypes.0001_initial"


def main() -> int:
    """Run the demo until somebody stops it; return the exit code."""
    parser = argparse.ArgumentParser(prog="make demo")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--records", type=Path, help="a folder or file of records to import too")
    options = parser.parse_args()
    host = os.environ.get("HOST", "127.0.0.1")
    if trouble := _trouble(host, options.port, options.records):
        print(f"make demo: {trouble}", file=sys.stderr)
        return 1
    # Celery's warning to root is right for a service, and noise here.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    os.environ.setdefault("VEXILLUM_DEMO", "1")  # mails are shown on a page
    os.environ.setdefault("VEXILLUM_SITE", _address(host, options.port))
    try:
        text = _load(options.records)
        return _serve(host, options.port, text)
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        return error.returncode


def _trouble(host: str, port: int, records: Path | None) -> str | None:
    """Report obstacles before anything is done."""
    if records is not None and not records.exists():
        return f"RECORDS={records} does not exist."
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            return f"port {port} cannot be used ({error}); choose another: make demo PORT={(port + 1) % 65536 or 8000}"
    return None


def _manage(*arguments: str, **options: object) -> str:
    """Run a management command and return its standard output, if it was to be caught."""
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, text=True, **options).stdout or ""  # type: ignore[call-overload]  # noqa: S603


def _load(records: Path | None) -> str:
    """Bring the database and the static files up to date; return what `load_demo` says of its accounts."""
    archive = [] if records is None else ["--records", str(records.resolve())]
    checkout = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(checkout, fcntl.LOCK_EX)  # one demo at a time
        print("Preparing the database …", flush=True)
        applied = _manage("migrate", "--no-color", stdout=subprocess.PIPE)
        if "Applying" in applied and FIRST_MIGRATION not in applied:  # it was made by an older release
            print("Making lists and figures again …", flush=True)
            _manage("rebuild", stdout=subprocess.DEVNULL)
        _manage("collectstatic", "--no-input", "--verbosity", "0")
        print("Loading the demo games …", flush=True)
        manage = _manage("load_demo", *archive, stdout=subprocess.PIPE)
        _manage("load_demo_tournaments", "--verbosity", "0")
        return manage + _manage("load_demo_cases", stdout=subprocess.PIPE)
    finally:
        os.close(checkout)


def _serve(host: str, port: int, text: str) -> int:
    """Start the processes, say what there is when the web server answers, and wait for the end. Honcho ends all of them
    when one dies: then they are started again.
    """
    stopped = False
    processes = _start(port)

    def stop(*_signal: object) -> None:
        nonlocal stopped
        stopped = True
        processes.terminate()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    address = f"{_address(host, port)}/"
    while True:
        if _answers(address, processes):
            print(f"\n{text}\nVexillum is at {address}   Ctrl-C stops it.\n", flush=True)
            text = ""
        else:  # a server that never answered is not retried without end
            print(f"make demo: {address} does not answer.", file=sys.stderr, flush=True)
            stop()
        code = processes.wait()
        if stopped:
            return 0 if code in {0, -signal.SIGTERM, 128 + signal.SIGTERM} else code
        print("make demo: a process has ended; all of them are started again.", file=sys.stderr, flush=True)
        processes = _start(port)


def _start(port: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "honcho", "start", "--port", str(port), *PROCESSES]
    # Honcho ends its processes on SIGTERM, which we pass on; so the terminal must not reach it by other signals first.
    return subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, start_new_session=True, preexec_fn=die_with_parent(signal.SIGTERM, os.getpid())
    )


def _address(host: str, port: int) -> str:
    """Where a browser on this machine finds the service."""
    return f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0'} else host}:{port}"  # noqa: S104


def _answers(address: str, processes: "subprocess.Popen[bytes]") -> bool:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and processes.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310
                return True
        except urllib.error.HTTPError:
            return True  # an answer, if not the best
        except OSError:
            time.sleep(0.1)
    return False


if __name__ == "__main__":
    sys.exit(main())
