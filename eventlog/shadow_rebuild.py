"""Rebuilds projections in new tables beside those in use, during play.

Streams are shared out over processes by the beginning of their ids. Each part is a transaction. It notes the version of
each stream up to which it has folded, so a stopped rebuild continues from there. Events that are appended
meanwhile are found by the mark of checkpoints (`eventlog/checkpoints.py`) and folded after. The last of them are folded
in the transaction that puts the new tables in the places of the old ones; play waits for that one.

Projections across streams are made at the end, in order, from one snapshot of all streams.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import psycopg
from django.db import OperationalError, connection, transaction

from eventlog import shadow_tables
from eventlog.checkpoints import set_mark
from eventlog.corruption import report
from eventlog.folds import by_stream
from eventlog.models import Damage, ProjectionVersion, Snapshot
from eventlog.processes import cores, workers
from eventlog.projections import lock_order
from eventlog.queries import read_streams
from eventlog.rebuild import (
    BATCH,
    across_streams,
    fold_streams,
    history_of,
    project_again,
)
from eventlog.registry import Damaged, Stored, projections
from eventlog.statements import connection_parameters
from eventlog.store import load
from eventlog.verify import log_size

PART = 4 << 20
"""Bytes of the log that make a part of the streams, which one process folds in one transaction."""

FEWEST, MOST = 8, 4096
"""Parts that the streams are shared out in, by the beginning of their ids."""

FEW = 200
"""Streams that are caught up with while play waits; more are caught up with before."""

LOCK_WAIT = "500ms"
"""How long play waits with us for the tables at most: less than PostgreSQL takes to look for a deadlock."""

TRIES = 100
"""Number of attempts to lock the tables while others hold them."""

NEVER = 2**31 - 1
"""The version up to which a damaged stream counts as folded."""

_ONLY_ONE = 0x76657869_72656275


class AnotherRebuild(RuntimeError):
    """A rebuild is under way already."""


class NothingToResume(RuntimeError):
    """No rebuild was stopped, or it was one of other tables."""


class TablesInUse(RuntimeError):
    """Somebody kept the tables for so long that the new ones could not take their places."""


OnEvents = Callable[[int], object]


def tables() -> list[str]:
    """Return the tables of all projections, and the table of their positions."""
    own = {table for projection in projections().values() for table in projection.tables}
    return sorted({*own, ProjectionVersion._meta.db_table})


def rebuild_beside(
    *, processes: int | None = None, resume: bool = False, progress: OnEvents = lambda events: None
) -> None:
    """Make all projections again in new tables, and exchange them with those in use.

    Play continues except in the last moment. Snapshots are dropped then, and are made again in play. A damaged
    stream does not stop it: its rows stay as before the damage.

    Args:
        processes: how many to use; by default one a core.
        resume: go on with one that was stopped.
        progress: called with the number of newly folded events.

    Raises:
        AnotherRebuild: one is under way.
        NothingToResume: none was stopped, or the tables have changed since.
        TablesInUse: the new tables are made and could not take their places; `resume` tries again.
        WorkerLost: a process was killed; `resume` continues.
    """
    with _alone():
        _begin(resume)
        _fold_all(processes or cores(), progress)
        _catch_up(first=True, progress=progress)
        while _catch_up(first=False, progress=progress) > FEW:
            pass
        with transaction.atomic():
            if not _noted("related"):
                shadow_tables.relate(tables())
                _note("related")
        _swap(progress)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold a lock that only one rebuild has, on a connection of its own: those of Django are closed before a fork.

    It is that of a transaction, which a pooler leaves on one connection.
    """
    with psycopg.connect(**connection_parameters()) as own:
        if own.execute("SELECT pg_try_advisory_xact_lock(%s)", [_ONLY_ONE]).fetchone() != (True,):
            raise AnotherRebuild("a rebuild is under way already")
        yield


# The state of a rebuild, beside the shadow tables

_STATE = """
CREATE TABLE rebuilding.state (mark bigint, tables text, parts int, notes text[]);
CREATE TABLE rebuilding.done (part int PRIMARY KEY);
CREATE TABLE rebuilding.folded (stream uuid PRIMARY KEY, version int NOT NULL);
INSERT INTO rebuilding.state VALUES (NULL, %s, %s, '{}');
"""


def _begin(resume: bool) -> None:
    made = _made_of()
    if resume:
        if not shadow_tables.exist() or _state("tables") != made:
            raise NothingToResume("no rebuild of these tables was stopped")
    else:
        with transaction.atomic():
            shadow_tables.drop()
            shadow_tables.make(tables())
            for statement in _STATE.strip().split("\n"):
                _execute(statement, [made, min(max(log_size() // PART, FEWEST), MOST)] if "%s" in statement else [])
        Damage.objects.all().delete()
    if _state("mark") is None:
        # The schema is there by now, so that checkpoints leave what is noted below the mark.
        with transaction.atomic():
            _execute("UPDATE rebuilding.state SET mark = %s", [set_mark()])


def _made_of() -> str:
    """Return the definition of the shadow tables: another release may have other projections, or other columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod), ', '"
            " ORDER BY attrelid::regclass::text, attnum) FROM pg_attribute"
            " WHERE attrelid = ANY(%s::regclass[]) AND attnum > 0 AND NOT attisdropped",
            [tables()],
        )
        return f"{', '.join(projections())}: {cursor.fetchone()[0]}"


def _state(column: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM rebuilding.state")  # noqa: S608 (a name of ours)
        return cursor.fetchone()[0]


def _noted(what: str) -> bool:
    return what in _state("notes")


def _note(what: str) -> None:
    _execute("UPDATE rebuilding.state SET notes = notes || %s::text", [what])


def _execute(sql: str, parameters: Sequence[Any] = ()) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(parameters) or None)


def _keep_versions(versions: dict[UUID, int]) -> None:
    """Note up to which version each of these streams is folded."""
    _execute(
        "INSERT INTO rebuilding.folded SELECT * FROM unnest(%s::uuid[], %s::int[])"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version",
        [list(versions), list(versions.values())],
    )


# Folding all there is


def _fold_all(processes: int, progress: OnEvents) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT part FROM rebuilding.done")
        done = {part for (part,) in cursor.fetchall()}
    parts = _state("parts")
    left = [part for part in range(parts) if part not in done]
    if not left:
        return
    with workers(processes) as pool:
        for events in pool.map(partial(_fold_part, parts=parts), left):
            progress(events)


def _fold_part(part: int, *, parts: int) -> int:
    """Fold the streams whose ids are in one of so many parts; return how many events they have."""
    between = UUID(int=(part << 128) // parts), UUID(int=(part + 1 << 128) // parts - 1)
    events = 0
    with transaction.atomic():
        # What a crash takes back is done again: rows and notes go together, and the last commit waits for all of them.
        shadow_tables.use("SET LOCAL enable_seqscan = off; SET LOCAL synchronous_commit = off")
        damaged: dict[UUID, int] = {}
        for batch in read_streams(types=_types(), batch=BATCH, damaged=_damage_in(damaged), between=between):
            _fold(batch, damaged)
            events += len(batch)
        if damaged:
            _keep_versions(damaged)
        _execute("INSERT INTO rebuilding.done VALUES (%s)", [part])
    return events


def _types() -> set[type]:
    return {kind for projection in projections().values() for kind in projection.events}


def _damage_in(damaged: dict[UUID, int]) -> Callable[[Damaged], None]:
    def note(error: Damaged) -> None:
        damaged[error.stream] = NEVER
        report(error)

    return note


def _fold(batch: Sequence[Stored], damaged: dict[UUID, int]) -> None:
    """Give new events of some streams to the projections that fold streams by themselves."""
    fold_streams(batch, damaged=_damage_in(damaged))
    _keep_versions({events[0].stream: events[-1].version for events in by_stream(batch)} | damaged)


# Catching up

_BEHIND = """
SELECT s.stream, coalesce(f.version, 0) FROM (
    SELECT stream FROM eventlog_event WHERE position > %s UNION SELECT stream FROM eventlog_late
) s LEFT JOIN rebuilding.folded f ON f.stream = s.stream
WHERE EXISTS (
    SELECT FROM eventlog_event e WHERE e.stream = s.stream AND e.version > coalesce(f.version, 0)
) ORDER BY s.stream
"""


def _catch_up(*, first: bool, progress: OnEvents) -> int:
    """Fold what was appended since; return of how many streams. The first time the projections across streams are made.

    All is read as one moment shows it, so that the projections across streams have every event that belongs before
    those that they see.
    """
    mark = _state("mark")
    with transaction.atomic():
        later = set_mark()
    with transaction.atomic():
        _execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        shadow_tables.use()
        made = not first or _noted("across")
        count = _fold_behind(mark, across=made, progress=progress)
        if not made:
            for projection in across_streams():
                for batch in history_of(projection):
                    project_again(projection, batch)
            _note("across")
        _execute("UPDATE rebuilding.state SET mark = %s", [later])
    return count


def _fold_behind(mark: int, *, across: bool, progress: OnEvents) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND, [mark])
        behind = cursor.fetchall()
    wanted, batch = list[Stored](), list[Stored]()
    kinds = {kind for projection in across_streams() for kind in projection.events}
    damaged: dict[UUID, int] = {}

    def fold() -> None:
        _fold(batch, damaged)
        progress(len(batch))
        batch.clear()

    for stream, version in behind:
        try:
            for event in load(stream, after=version):
                batch.append(event)
                if type(event.event) in kinds:
                    wanted.append(event)
        except Damaged as error:
            _damage_in(damaged)(error)
        if len(batch) >= BATCH:
            fold()
    fold()
    if across:
        wanted.sort(key=lambda stored: (stored.position, stored.stream, stored.version))
        for projection in across_streams():
            if own := [stored for stored in wanted if type(stored.event) in projection.events]:
                project_again(projection, own)
    return len(behind)


def _swap(progress: OnEvents) -> None:
    """Put the new tables in the places of the old ones. Appends wait for at most half a second; if others
    do not let go of a table for so long, it is tried again.
    """
    for number in range(TRIES):
        try:
            with transaction.atomic():
                _execute(f"SET LOCAL lock_timeout = '{LOCK_WAIT}'")
                lock_order()
                names = ", ".join([*tables(), Snapshot._meta.db_table])
                _execute(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")
                shadow_tables.use()
                _fold_behind(_state("mark"), across=True, progress=progress)
                shadow_tables.swap(tables())
                _execute(f"TRUNCATE {Snapshot._meta.db_table}")
            return
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in ("55P03", "40P01"):
                raise
        time.sleep(min(0.05 * (number + 1), 2))
        _catch_up(first=False, progress=progress)
    raise TablesInUse("others keep the tables of the projections")
