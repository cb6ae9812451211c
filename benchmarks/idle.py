"""`idle`: what a small site takes while nobody does anything, with some games in play and all processes of `make demo`:
seconds of processor a minute, against the bar of one.

Also, by kind of process: the same, and the memory that it has to itself or its share of what is shared. And kilobytes a
minute that PostgreSQL writes to its log of changes.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import redis
from django.db import connection

from benchmarks.database import scratch
from benchmarks.http import environment_of
from benchmarks.http_tables import table
from benchmarks.load import Meter
from benchmarks.processes import command_of, family_of, free_port, running
from benchmarks.result import Bar, Result
from config.demo import PROCESSES

GAMES, PLIES = 20, 40  # in play, by correspondence
STARTING = 200.0
"""Seconds in which processes start and do what they find due: also mails of turns, which go out after a minute, and
what readers of the log look at again for some minutes (`eventlog/changes.py`)."""

MINUTES = 2
MB = 1 << 20

BARS = (Bar("ours", at_most=1), Bar("WAL kB a minute", at_most=20), Bar("memory MB", at_most=600))


def run() -> Result:
    """Measure some minutes at rest."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        for number in range(GAMES):
            table(number, PLIES, PLIES // 2)
        with psycopg.connect(databases.owner_url(name), autocommit=True) as owner:
            owner.execute("VACUUM ANALYZE")  # which the server would do by itself a little later
        environment = environment_of(name, stack) | {"VEXILLUM_DEMO": "1", "HOST": "127.0.0.1"}
        server = databases.server()
        processes = {}
        for kind in PROCESSES:
            port = {"PORT": str(free_port())} if kind in {"site", "web", "streams"} else {}
            processes[kind] = stack.enter_context(running(command_of(kind), environment | port)).pid
        time.sleep(STARTING)
        meter = Meter(processes, server, environment["REDIS_URL"])
        wal, before, start = _wal(), meter.read(), time.monotonic()
        time.sleep(60 * MINUTES)
        minutes = (time.monotonic() - start) / 60
        spent = {kind: seconds / minutes for kind, seconds in meter.since(before).items() if kind != "client"}
        written = (_wal() - wal) / 1000 / minutes
        valkey: dict[str, int] = redis.Redis.from_url(environment["REDIS_URL"]).info("server")  # type: ignore[assignment]
        memory = {
            kind: sum(map(memory_of, family_of(process))) / MB
            for kind, process in (processes | {"postgres": server, "valkey": valkey["process_id"]}).items()
        }
        databases.leave()
    parts = {f"processor s a minute, {kind}": seconds for kind, seconds in spent.items()}
    parts |= {"WAL kB a minute": written, "memory MB": sum(memory.values())}
    parts |= {f"memory MB, {kind}": size for kind, size in memory.items()}
    ours = sum(spent.values())
    return Result("idle", ours, 1.0, ours, "processor s a minute", parts, BARS)


def memory_of(process: int) -> int:
    """Return the bytes that a process has to itself, and its share of those that it has together with others."""
    with suppress(OSError):  # it has ended just now
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def _wal() -> int:
    """Return how many bytes the server has written to its log of changes, since it began."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")
        return int(cursor.fetchone()[0])
