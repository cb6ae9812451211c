"""Append to the log, and read a stream of it. What reads many streams, or the whole log, is in `queries.py`.

    append(stream=game, expected=4, events=[TurnPlayed("d4-d5")], actor=account)
    for stored in load(game): ...

A live move takes the short way: `opened = open_stream(game, engine=...)` reads the newest snapshot, the events since,
the head and the time in one round trip, and `append(..., opened=opened, snapshot=...)` writes in another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.db import IntegrityError, connection, transaction

from eventlog import projections
from eventlog.canonical import GENESIS, at, digest, envelope, microseconds
from eventlog.registry import Broken, Damaged, Projection, Run, Stored, type_named, type_of, with_nonce
from eventlog.sources import SOURCES
from eventlog.statements import Statement, execute, fetch_row, raw_connection, together, write
from web.edit_conflicts import ConcurrentUpdate

__all__ = [
    "Appended",
    "Broken",
    "Conflict",
    "Damaged",
    "Head",
    "NewStream",
    "Opened",
    "PreparedEvent",
    "Run",
    "SeenHead",
    "Stored",
    "StreamSnapshot",
    "append",
    "append_streams",
    "head_columns",
    "insert",
    "load",
    "open_stream",
    "prepare",
    "save_snapshot",
    "without_snapshot",
]

UNIQUE, PRIMARY = "_stream_version", "_pkey"
COLUMNS = "position, time, stream, actor, version, type_version, type, previous, hash, data"
COPY_ROWS = 500  # written at once
MANY = 500  # events that one append writes by COPY; a statement has 65,535 parameters at most
READ = "position, stream, version, type, type_version, data, actor, time"


class Conflict(ConcurrentUpdate):
    """Somebody else appended to the stream first. Nothing was written; load the stream again and decide again.

    Args:
        expected: the version that the append expected.
        actual: the actual version, or `None` if the transaction is over and it cannot be read.
    """

    def __init__(self, stream: UUID, expected: int, actual: int | None) -> None:
        now = "has moved on" if actual is None else f"stands at version {actual}"
        super().__init__(f"The stream {stream} {now}; version {expected} was expected.")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class Head(NamedTuple):
    """The last event of a stream: its version, its hash, and its time in microseconds since 1970."""

    version: int
    hash: bytes
    time: int


EMPTY = Head(0, GENESIS, 0)


class SeenHead(NamedTuple):
    """What another statement has read of a stream on its way, by `head_columns`, in their order.

    Attributes:
        time: of the last event.
        now: the database's time.
        position: drawn for the event to come.
    """

    version: int
    hash: bytes
    time: datetime
    now: datetime
    position: int


def head_columns(alias: str) -> str:
    """Return the columns of `SeenHead` for a statement by hand in which `eventlog_event` has that name."""
    position = "(SELECT nextval('eventlog_event_position_seq'))"
    return f"{alias}.version, {alias}.hash, {alias}.time, clock_timestamp(), {position}"


class PreparedEvent(NamedTuple):
    """An event ready to be written. `data` is canonical JSON, `time` in microseconds since 1970."""

    time: int
    stream: UUID
    actor: UUID | None
    version: int
    type_version: int
    type: str
    previous: bytes
    hash: bytes
    data: str
    event: Any

    def __repr__(self) -> str:
        """Without the data, which may be secret."""
        return f"<Row {self.stream} {self.version} {self.type}>"

    def stored(self, position: int) -> Stored:
        """Return the event as it will be read back from that position."""
        return Stored(position, self.stream, self.version, self.event, self.actor, at(self.time))


class StreamSnapshot(NamedTuple):
    """The stored fold of a stream: the version of the rules that wrote it, and any JSON value."""

    engine: str
    state: Any

    def __repr__(self) -> str:
        """Without the state, which is secret."""
        return f"<Snapshot {self.engine}>"


@dataclass(frozen=True, slots=True)
class Opened:
    """A stream as one round trip shows it.

    Attributes:
        version: the version of the stream; 0 if it does not exist.
        snapshot: the value saved at `snapshot_version` by the same engine, or `None`.
        events: those after the snapshot, or after `since`.
        resumed: the stream still holds the event that the caller knew as its head.
        now: the database's time, never before that of the last event.
        position: drawn for the next event, so that an append need not draw it.
    """

    stream: UUID
    head: Head
    snapshot: Any = field(repr=False)
    snapshot_version: int
    events: tuple[Stored, ...]
    now: datetime
    position: int
    resumed: bool = False

    @property
    def version(self) -> int:
        """The version of the stream."""
        return self.head.version


class Appended(list[Stored]):
    """The events that were appended, and the head that they left the stream with."""

    def __init__(self, stored: Iterable[Stored], head: Head) -> None:
        super().__init__(stored)
        self.head = head


class NewStream(NamedTuple):
    """A stream to be written whole."""

    stream: UUID
    events: Sequence[Any]
    actor: UUID | None = None


def append(
    *,
    stream: UUID,
    expected: int,
    events: Sequence[Any],
    actor: UUID | None = None,
    now: datetime | None = None,
    opened: Opened | None = None,
    snapshot: StreamSnapshot | None = None,
    beside: Sequence[Statement] = (),
    savepoint: bool = True,
) -> Appended:
    """Append events to a stream, with all projections, or do nothing.

    Side effects: writes the events, their projections, the snapshot and the rows in `beside`, in one transaction.

    Args:
        stream: the stream's random id.
        expected: the version of the stream that the caller knows; 0 for a new stream.
        events: one or more registered events.
        actor: the random id of who caused them.
        now: an aware time instead of the database's; for tests and for what is known to have happened earlier.
        opened: what `open_stream` returned, if the caller has it; saves a round trip.
        snapshot: to be saved at the last of the new versions.
        beside: rows written together with the events, without another round trip.
        savepoint: inside another transaction, take a savepoint, so that this survives a conflict. Without it a
            conflict ends that transaction, and one round trip is saved.

    Raises:
        Conflict: the stream's version is not `expected`. Nothing is written.
        BadEvent: an event is not registered, or holds what has no place in the log.
    """
    if not events:
        return Appended([], opened.head if opened else _head(stream, 0)[0])
    concerned = projections.concerned({type(event) for event in events}, (stream,))
    turn = projections.turn_of(concerned, (stream,))
    try:
        with _scope(concerned, savepoint, alone=turn is None and len(events) <= MANY):
            return _append(stream, expected, events, actor, now, opened, snapshot, beside, concerned, turn)
    except IntegrityError as error:
        # An opened stream lends its position to one append: a second one with it is late in any case.
        if not _is_conflict(error, UNIQUE, *([PRIMARY] if opened else [])):
            raise
        lost = connection.in_atomic_block and connection.needs_rollback
        raise Conflict(stream, expected, None if lost else _head(stream, 0)[0].version) from error


def _scope(concerned: Sequence[Projection], savepoint: bool, *, alone: bool) -> AbstractContextManager[object]:
    """Return the transaction of an append. What needs but one statement needs no transaction around it."""
    if alone and not connection.in_atomic_block and all(projection.writes_only for projection in concerned):
        return nullcontext()
    return transaction.atomic(savepoint=savepoint)


def _append(
    stream: UUID,
    expected: int,
    events: Sequence[Any],
    actor: UUID | None,
    now: datetime | None,
    opened: Opened | None,
    snapshot: StreamSnapshot | None,
    beside: Sequence[Statement],
    concerned: Sequence[Projection],
    turn: projections.ProjectionTurn | None,
) -> Appended:
    positions = [] if turn is None else projections.take_turn(turn, len(events))
    if opened is None:
        head, clock, drawn = _head(stream, 0 if positions else len(events))
        positions = positions or drawn
    else:
        # Should the stream have moved on meanwhile, its version is taken and nothing is written.
        head, clock = opened.head, opened.now
        positions = positions or [opened.position, *_positions(len(events) - 1)]
    if head.version != expected:
        raise Conflict(stream, expected, head.version)
    rows = prepare(stream=stream, head=head, events=events, actor=actor, now=now or _clock() or clock)
    stored = [row.stored(position) for row, position in zip(rows, positions, strict=True)]
    many = len(rows) > MANY
    ahead = [
        projection
        for projection in concerned
        if projection.ordering_keys is not None and turn is not None and turn.known
    ]
    if many:
        _copy(rows, positions)
    with together():
        for projection in ahead:
            projections.project(projection, stored)
        if not many:
            insert(rows, positions)
        for projection in concerned:
            if projection.writes_only:
                projections.project(projection, stored)
        if snapshot is not None:
            save_snapshot(stream=stream, version=rows[-1].version, snapshot=snapshot)
        for statement in beside:
            write(*statement)
    for projection in concerned:
        if not projection.writes_only and projection not in ahead:
            projections.project(projection, stored)
    return Appended(stored, Head(rows[-1].version, rows[-1].hash, rows[-1].time))


def append_streams(streams: Sequence[NewStream], *, now: datetime | None = None) -> list[list[Stored]]:
    """Write new streams whole, by COPY, with all projections, in one transaction. For imports.

    Args:
        streams: none of which may exist yet.
        now: an aware time instead of the database's.

    Raises:
        Conflict: one of them exists. Nothing is written.
        BadEvent: an event is not registered, or holds what has no place in the log.
    """
    if not streams:
        return []
    try:
        with transaction.atomic():
            return _append_streams(streams, now)
    except IntegrityError as error:
        if not _is_conflict(error, UNIQUE):
            raise
        raise Conflict(_stream_in(error, streams), 0, None) from error


def _append_streams(streams: Sequence[NewStream], now: datetime | None) -> list[list[Stored]]:
    moment = now or database_time()
    rows = [
        row
        for new in streams
        for row in prepare(stream=new.stream, head=EMPTY, events=new.events, actor=new.actor, now=moment)
    ]
    concerned = projections.concerned({type(row.event) for row in rows}, [new.stream for new in streams])
    turn = projections.turn_of(concerned, [new.stream for new in streams])
    positions = _positions(len(rows)) if turn is None else projections.take_turn(turn, len(rows))
    _copy(rows, positions)
    stored = [row.stored(position) for row, position in zip(rows, positions, strict=True)]
    for projection in concerned:
        projections.project(projection, stored)
    return [list(group) for _stream, group in groupby(stored, key=lambda stored: stored.stream)]


def prepare(
    *, stream: UUID, head: Head, events: Iterable[Any], actor: UUID | None, now: datetime
) -> list[PreparedEvent]:
    """Chain events to the head of their stream: number, write and hash them. Pure but for the nonces.

    Args:
        actor: whose doing they are; None for the service.
        now: an aware time. Time never runs backwards inside a stream: if the clock did, the head's time is taken.
    """
    version, previous, last = head
    time = max(microseconds(now), last)
    rows = []
    who, where = actor and str(actor), str(stream)
    for event in events:
        kind, version = type_of(event), version + 1
        if kind.nonce is not None:
            event = with_nonce(event)
        data = kind.encode(event)
        own = digest(
            envelope(
                actor=who,
                data=data,
                previous=previous,
                stream=where,
                time=time,
                type=kind.name,
                type_version=kind.version,
                version=version,
            )
        )
        rows.append(PreparedEvent(time, stream, actor, version, kind.version, kind.name, previous, own, data, event))
        previous = own
    return rows


def insert(rows: Sequence[PreparedEvent], positions: Sequence[int]) -> None:
    """Write prepared rows at positions that were drawn for them, in one statement. Of many, `append` makes a COPY.

    Raises:
        django.db.IntegrityError: a version is taken; `append` makes a `Conflict` of it.
    """
    values: list[Any] = []
    for row, position in zip(rows, positions, strict=True):
        values += (position, at(row.time), *row[1:9])
    write("eventlog_event", _insert_sql(len(rows)), [values])


@cache
def _insert_sql(count: int) -> bytes:
    # Binary where the text would be twice as long. A version is an int4 whatever its size, or each size would be a
    # prepared statement of its own.
    row = "(%s::int8, %s, %b, %b::uuid, %s::int4, %s::int2, %s::text, %b, %b, %s::jsonb)"
    return f"INSERT INTO eventlog_event ({COLUMNS}) VALUES {', '.join([row] * count)}".encode()  # noqa: S608


def _copy(rows: Sequence[PreparedEvent], positions: Sequence[int]) -> None:
    """Write rows by COPY in text format, in their order; putting the lines together here is several times faster."""
    sql = f"COPY eventlog_event ({COLUMNS}) FROM STDIN".encode()
    with connection.wrap_database_errors, raw_connection().cursor() as cursor, cursor.copy(sql) as copy:
        for start in range(0, len(rows), COPY_ROWS):
            part = slice(start, start + COPY_ROWS)
            copy.write("".join(map(_copy_line, rows[part], positions[part])))


def _copy_line(row: PreparedEvent, position: int) -> str:
    time, stream, actor, version, type_version, kind, previous, own, data, _event = row
    if "\\" in data:
        data = data.replace("\\", "\\\\")
    who = "\\N" if actor is None else actor
    return (
        f"{position}\t{_copy_time(time)}\t{stream}\t{who}\t{version}\t{type_version}\t{kind}"
        f"\t\\\\x{previous.hex()}\t\\\\x{own.hex()}\t{data}\n"
    )


@lru_cache(maxsize=8)
def _copy_time(time: int) -> str:
    return at(time).isoformat()


def save_snapshot(*, stream: UUID, version: int, snapshot: StreamSnapshot) -> None:
    """Store the `snapshot` of a `stream` up to `version`. It may be deleted at any time."""
    write(
        "eventlog_snapshot",
        b"INSERT INTO eventlog_snapshot AS old (stream, version, engine, state)"
        b" VALUES (%b, %s::int4, %s::text, %s::text)"
        b" ON CONFLICT (stream) DO UPDATE SET version = excluded.version, engine = excluded.engine,"
        b" state = excluded.state WHERE old.version <= excluded.version OR old.engine <> excluded.engine",
        [(stream, version, snapshot.engine, json.dumps(snapshot.state, separators=(",", ":")))],
    )


def without_snapshot(stream: UUID) -> Statement:
    """Return the statement that drops the snapshot of a stream which few will open again."""
    return Statement("eventlog_snapshot", b"DELETE FROM eventlog_snapshot WHERE stream = %b", [(stream,)])


def load(stream: UUID, *, after: int = 0) -> Iterator[Stored]:
    """Yield the events of a stream in order, upcast to their present versions.

    Args:
        after: leave out the events up to this version.
    """
    rows = execute(
        f"SELECT {READ} FROM eventlog_event WHERE stream = %b AND version > %s::int4 ORDER BY version".encode(),  # noqa: S608
        (stream, after),
    )
    return map(stored_of, rows)


FROM_VERSION = f"""
SELECT {READ}, hash FROM eventlog_event WHERE stream = %b AND version >= %s::int4 ORDER BY version
""".encode()  # noqa: S608


def load_since(stream: UUID, since: Head | None = None) -> tuple[Head, list[Stored], bool]:
    """Read a stream with its head, for callers that cache their fold.

    Args:
        since: a head that the caller knows what to make of. If the stream still holds that very event, only what came
            after it is read.

    Returns:
        The last event, or `EMPTY` for a stream that there is not; the events; whether they are only those after
        `since`.
    """
    rows = [] if since is None else execute(FROM_VERSION, (stream, since.version))
    resumed = bool(rows) and since is not None and (rows[0][2], rows[0][8]) == since[:2]
    if not resumed:
        rows = execute(FROM_VERSION, (stream, 0))
    if not rows:
        return EMPTY, [], False
    last = rows[-1]
    return Head(last[2], last[8], microseconds(last[7])), [stored_of(row[:8]) for row in rows[resumed:]], resumed


OPEN = f"""
SELECT {", ".join(f"e.{name}" for name in READ.split(", "))}, e.hash, s.state, clock_timestamp(),
    (SELECT nextval('eventlog_event_position_seq'))
FROM eventlog_event e LEFT JOIN eventlog_snapshot s
    ON s.stream = e.stream AND s.version = e.version AND s.engine = %s::text
WHERE e.stream = %b AND e.version >= coalesce(
    (SELECT version FROM eventlog_snapshot WHERE stream = %b AND engine = %s::text), 1)
ORDER BY e.version
""".encode()  # noqa: S608
HEAD = b"""
SELECT version, hash, time, clock_timestamp(), nextval('eventlog_event_position_seq')
FROM eventlog_event WHERE stream = %b ORDER BY version DESC LIMIT 1
"""
SINCE = f"""
SELECT {READ}, hash FROM eventlog_event WHERE stream = %b AND version BETWEEN %s::int4 AND %s::int4 ORDER BY version
""".encode()  # noqa: S608


def open_stream(stream: UUID, *, engine: str = "", since: Head | None = None, seen: SeenHead | None = None) -> Opened:
    """Read all that is needed to append to a stream, in one round trip.

    Args:
        engine: take the snapshot that this version of the rules wrote; one of another version is ignored.
        since: a head that the caller knows what to make of. If the stream still holds that very event, only what came
            after it is read, and no snapshot.
        seen: the head, if the caller has just read it with something else; then nothing is read where nothing came
            after `since`. Should the stream have moved on meanwhile, an append to it is a conflict as ever.
    """
    if since is not None and (resumed := _resume(stream, since, seen)) is not None:
        return resumed
    rows = execute(OPEN, (engine, stream, stream, engine))
    if not rows:
        # No such stream, or its snapshot is ahead of it because its events were cut: `verify_log` tells.
        rows = execute(OPEN, ("", stream, stream, ""))
    if not rows:
        clock, position = fetch_row(b"SELECT clock_timestamp(), nextval('eventlog_event_position_seq')")
        return Opened(stream, EMPTY, None, 0, (), _clock() or clock, position)
    state = rows[0][9]
    if state is None:
        return _opened(stream, rows, rows, None, 0)
    return _opened(stream, rows, rows[1:], json.loads(state), rows[0][2])


def _resume(stream: UUID, since: Head, seen: SeenHead | None) -> Opened | None:
    """Return what came after an event that the caller knows, or `None` if the stream does not hold it.

    Most often nothing came after it; then the head is all that is read.
    """
    if seen is None:
        rows = execute(HEAD, (stream,))
        if not rows:
            return None
        seen = SeenHead(*rows[0])
    version, own, time, clock, position = seen
    events: tuple[Stored, ...] = ()
    if (version, own) != since[:2]:
        later = execute(SINCE, (stream, since.version, version))
        if not later or (later[0][2], later[0][8]) != since[:2]:
            return None
        events = tuple([stored_of(row[:8]) for row in later[1:]])
    now = _clock() or max(clock, time)
    head = Head(version, own, microseconds(time))
    return Opened(stream, head, None, since.version, events, now, position, resumed=True)


def _opened(stream: UUID, rows: list[tuple[Any, ...]], since: list[tuple[Any, ...]], snapshot: Any, at: int) -> Opened:
    """Put together what `open_stream` returns; `rows` are as OPEN has them."""
    last = rows[-1]
    return Opened(
        stream=stream,
        head=Head(last[2], last[8], microseconds(last[7])),
        snapshot=snapshot,
        snapshot_version=at,
        events=tuple([stored_of(row[:8]) for row in since]),
        now=_clock() or max(last[10], last[7]),
        position=last[11],
    )


def database_time() -> datetime:
    """Return the database's time now, whatever transaction is open, or a test's."""
    return _clock() or fetch_row(b"SELECT clock_timestamp()")[0]


def _clock() -> datetime | None:
    return None if SOURCES.clock is None else SOURCES.clock()


def _head(stream: UUID, positions: int) -> tuple[Head, datetime, list[int]]:
    """Return the stream's head, the database's time and as many fresh positions."""
    row = fetch_row(
        b"SELECT e.version, e.hash, e.time, clock_timestamp(),"
        b" ARRAY(SELECT nextval('eventlog_event_position_seq') FROM generate_series(1, %s::int4))"
        b" FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT version, hash, time FROM eventlog_event"
        b" WHERE stream = %b ORDER BY version DESC LIMIT 1) e ON true",
        (positions, stream),
    )
    version, own, time, clock, fresh = row
    return (EMPTY if version is None else Head(version, own, microseconds(time))), clock, fresh


def _positions(count: int) -> list[int]:
    if not count:
        return []
    fresh: list[int] = fetch_row(
        b"SELECT ARRAY(SELECT nextval('eventlog_event_position_seq') FROM generate_series(1, %s::int4))", (count,)
    )[0]
    return fresh


def stored_of(row: Sequence[Any]) -> Stored:
    position, stream, version, kind, type_version, data, actor, time = row
    try:
        event = type_named(kind).decode(json_of(data), type_version)
    except Exception as error:
        raise Damaged(stream, version, type(error).__name__) from error
    return Stored(position, stream, version, event, actor, time)


def json_of(data: Any) -> Any:
    """Django has psycopg hand over JSON as text where the answer is text; a binary one has values."""
    return json.loads(data) if type(data) is str else data


def _is_conflict(error: IntegrityError, *constraints: str) -> bool:
    """Tell whether a constraint of the log was met: its own, or that of a partition or shard, which has a name between
    (`eventlog_event_3_stream_version`) or a number behind (`eventlog_event_stream_version_102008`).
    """
    cause = error.__cause__
    if not isinstance(cause, psycopg.errors.UniqueViolation):
        return False
    name = cause.diag.constraint_name or ""
    return name.startswith("eventlog_event_") and any(constraint in name for constraint in constraints)


def _stream_in(error: IntegrityError, streams: Sequence[NewStream]) -> UUID:
    """Return the stream that the database's message names."""
    detail = str(getattr(error.__cause__, "diag", None) and error.__cause__.diag.message_detail)  # type: ignore[union-attr]
    return next((new.stream for new in streams if str(new.stream) in detail), streams[0].stream)
