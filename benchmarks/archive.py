"""`archive`: 1,000 generated games imported on all cores against psycopg's COPY of the rows that this makes, and
`verify_log --all` against reading them. Also the peak memory of both commands at 1,000 games against 100."""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command

from benchmarks.database import Scratch, scratch
from benchmarks.games import OPTIONS, random_game
from benchmarks.result import Bar, Result, seconds
from eventlog.store import COLUMNS
from games.notation import Record, to_json
from tests.databases import with_database
from tests.owner import owner_url

GAMES, FEW = 1000, 100
ROUNDS = 3
BARS = (
    Bar("ratio", at_least=0.35),
    Bar("verify / reading", at_least=0.3),
    Bar("import memory, 1,000 / 100", at_most=1.3),
    Bar("verify memory, 1,000 / 100", at_most=1.3),
)


def run() -> Result:
    """Measure events a second."""
    with tempfile.TemporaryDirectory() as temporary, scratch() as databases:
        few, many = Path(temporary) / "few", Path(temporary) / "many"
        write_games(few, many)
        imported, copied, verified, read = [], [], [], []
        for _round in range(ROUNDS):
            name = databases.fresh()
            imported.append(seconds(lambda: silently("import_games", str(many))))
            rows = rows_of(databases, name)
            databases.twin_of_events(name, "bare")
            with databases.service(name) as connection:
                copied.append(seconds(lambda connection=connection, rows=rows: copy(connection, rows)))
                del rows
                read.append(seconds(lambda connection=connection: read_rows(connection)))
            verified.append(seconds(lambda: silently("verify_log", "--all")))
            with databases.service(name) as connection:
                events = count(connection)
            databases.drop(name)
        memory = {number: peaks(databases, folder) for number, folder in ((FEW, few), (GAMES, many))}
    ours, peer = events / median(imported), events / median(copied)
    parts = {
        "games": GAMES,
        "events": events,
        "verified a second": events / median(verified),
        "read a second": events / median(read),
        "verify / reading": median(read) / median(verified),
        "import memory, MiB": memory[GAMES][0],
        "import memory, 1,000 / 100": memory[GAMES][0] / memory[FEW][0],
        "verify memory, MiB": memory[GAMES][1],
        "verify memory, 1,000 / 100": memory[GAMES][1] / memory[FEW][1],
    }
    return Result("archive", ours, peer, ours / peer, "events a second", parts, BARS)


def write_games(few: Path, many: Path) -> None:
    """Write the records of random games, one a file; the first hundred twice."""
    few.mkdir()
    many.mkdir()
    with multiprocessing.get_context("fork").Pool() as pool:
        for seed, played in enumerate(pool.imap(random_game, range(GAMES), chunksize=20)):
            record = Record(
                variant="classic", setups=played.setups, turns=tuple(played.turns), options=OPTIONS, source="json"
            )
            content = to_json(record)
            for folder in (many, few) if seed < FEW else (many,):
                (folder / f"{seed:04}.json").write_bytes(content)


def silently(*command: str) -> None:
    """Run a command of the service in this process, as `manage.py` does, without its output."""
    with redirect_stdout(io.StringIO()):
        call_command(*command, verbosity=0)


def rows_of(databases: Scratch, name: str) -> list[tuple[Any, ...]]:
    """Return the rows of the log as plain values, JSON as text."""
    with databases.service(name) as connection:
        columns = COLUMNS.replace("data", "data::text")
        return connection.execute(f"SELECT {columns} FROM eventlog_event ORDER BY position".encode()).fetchall()


def copy(connection: psycopg.Connection, rows: list[tuple[Any, ...]]) -> None:
    """Write the rows the way psycopg's manual shows."""
    with connection.cursor() as cursor, cursor.copy(f"COPY bare ({COLUMNS}) FROM STDIN".encode()) as copying:
        for row in rows:
            copying.write_row(row)
    connection.commit()


def read_rows(connection: psycopg.Connection) -> int:
    """Read every row of the log as plain values."""
    number = 0
    with connection.cursor("reading") as cursor:
        cursor.itersize = 2000
        cursor.execute(f"SELECT {COLUMNS} FROM eventlog_event ORDER BY stream, version".encode())
        for _row in cursor:
            number += 1
    connection.commit()
    return number


def count(connection: psycopg.Connection) -> int:
    row = connection.execute("SELECT count(*) FROM eventlog_event").fetchone()
    assert row is not None
    return int(row[0])


# Memory


def peaks(databases: Scratch, folder: Path) -> tuple[float, float]:
    """Return the peak memory in MiB, all processes together, of an import of a folder and of verifying it."""
    name = databases.fresh()
    figures = peak(name, "import_games", str(folder), "--json"), peak(name, "verify_log", "--all", "--processes", "2")
    databases.drop(name)
    return figures


def peak(name: str, *command: str) -> float:
    """Run a command in a process of its own and return the peak of the memory of it and its children, in MiB."""
    environment = {
        **os.environ,
        "DATABASE_URL": with_database(settings.DATABASE_URL, name),
        "DATABASE_OWNER_URL": with_database(owner_url(), name),
    }
    process = subprocess.Popen(
        [sys.executable, settings.BASE_DIR / "manage.py", *command], env=environment, stdout=subprocess.DEVNULL
    )
    most = 0.0
    done = threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.is_set():
            most = max(most, memory_of(process.pid))
            time.sleep(0.01)

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    done.set()
    watcher.join()
    assert code == 0, f"{command} ended with {code}"
    return most


def memory_of(pid: int) -> float:
    """Return the memory of a process and its descendants in MiB, pages that they share counted once (Linux)."""
    total = 0
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total = int(line.split()[1])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has just ended
        return 0.0
    return total / 1024 + sum(memory_of(int(child)) for child in children)
