"""Prove on one machine what several would do: `python -m tests.scale`.

Two web processes with settings, data folders and streams of their own stand behind one proxy that gives each connection
to the other; their database is reached by pgbouncer in transaction mode, with few sessions for all of them. Games are
played across both, events are driven by workers, and what an operator runs is run, all through the pooler. Then a
streaming replica follows the primary, and archive pages are read from it.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import psycopg

from benchmarks.processes import ROOT
from tests.scale.servers import OWNER, Servers, pgbouncer, servers

# Each of them once, as a worker does it; what one of them could not do it writes into its log, and goes on.
EACH_TASK = """
import logging
from config.celery import app
errors = []
told = logging.Handler(logging.ERROR)
told.emit = lambda record: errors.append(record.getMessage())
logging.getLogger().addHandler(told)
app.loader.import_default_modules()
names = sorted({one["task"] for one in app.conf.beat_schedule.values()})
for name in names:
    app.tasks[name]()
if errors:
    raise SystemExit("; ".join(errors))
print(len(names))
"""
VALKEY = 20  # the first of the numbers of Valkey's databases that this uses


def main() -> int:
    """Run all of it; say each thing that holds. What does not ends it with an error."""
    pgbouncer()
    with servers() as made, ExitStack() as stack:
        made.start_primary()
        made.start_pgbouncer()
        environment = _environment(made, stack)
        manage(environment | {"DATABASE_OWNER_URL": made.address(OWNER)}, "migrate", "--verbosity", "0")
        manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
        _check_pooler(made)
        os.environ |= environment
        import django

        django.setup()
        from tests.scale.playing import play_across

        if "replica" not in sys.argv:
            play_across(made, environment)
            _operate(made, environment)
        from tests.scale.reading import read_from_replica

        read_from_replica(made, environment)
    return 0


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a command of `manage.py` and return what it prints.

    Raises:
        RuntimeError: it fails.
    """
    command = [sys.executable, "manage.py", *arguments]
    own = os.environ | environment
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"manage.py {arguments[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def say(what: str) -> None:
    print(f"  {what}", flush=True)


def _environment(made: Servers, stack: ExitStack) -> dict[str, str]:
    from config import addresses, embedded

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    valkey = embedded.ensure(Path(os.environ.get(embedded.VARIABLE) or ROOT / ".data").absolute()).valkey
    return {
        "DATABASE_URL": made.pooled(),
        "REDIS_URL": addresses.redis(f"unix://{valkey}", database=VALKEY),
        "SECRET_KEY": secrets.token_urlsafe(50),
        "VEXILLUM_POOLER": "transaction",
        "VEXILLUM_STATIC_ROOT": stack.enter_context(tempfile.TemporaryDirectory()),
        "VEXILLUM_DATA": stack.enter_context(tempfile.TemporaryDirectory()),
        "VEXILLUM_LOG_LEVEL": "WARNING",
        "LIVE_CHANNELS": "16",
        "PYTHONWARNINGS": "ignore:You're running the worker",
    }


def _check_pooler(made: Servers) -> None:
    """That it is what it is taken for: options of a connection are refused, time-outs are those of its file."""
    try:
        psycopg.connect(made.pooled(), options="-c statement_timeout=1")
    except psycopg.OperationalError as error:
        say(f"pgbouncer refuses options of a connection ({str(error).strip().splitlines()[-1]})")
    else:
        raise RuntimeError("this pooler lets options of a connection through")
    with psycopg.connect(made.pooled()) as web, psycopg.connect(made.pooled("vexillum_work")) as work:
        fetchones = [item.execute("SHOW statement_timeout").fetchone() for item in (web, work)]
    if fetchones != [("10s",), ("15min",)]:
        raise RuntimeError(f"the time-outs of the pooler are {fetchones}")
    say("pages give up after 10 s and workers after 15 min, by the pooler's file")


def _operate(made: Servers, environment: dict[str, str]) -> None:
    """What an operator runs: through the pooler, but for what the owner of the tables does."""
    work = environment | {"DATABASE_URL": environment["DATABASE_URL"].replace("/vexillum?", "/vexillum_work?")}
    simulated = ("--format", "swiss", "--variant", "barrage", "--players", "6", "--rounds", "2", "--seed", "7")
    manage(work, "simulate_tournament", *simulated)
    say("simulate_tournament plays an event to its end")
    done = manage(work, "shell", "--no-imports", "-v", "0", "-c", EACH_TASK).strip()
    say(f"{done} tasks of the calendar are done")
    manage(work, "checkpoint")
    manage(work | {"DATABASE_OWNER_URL": made.address(OWNER)}, "rebuild")
    say("checkpoint and rebuild are done")
    splitlines = manage(work, "verify_log", "--all", "--processes", "2").strip().splitlines()
    say(f"verify_log: {splitlines[-1]}")


if __name__ == "__main__":
    sys.exit(main())
