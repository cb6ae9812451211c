"""Verify that streams hold what was once appended, and that it can have happened.

Each stream's chain is computed again from its rows, and its events are replayed by the verifier that a room above
registered. Rows are read as a stream, so memory does not grow with the log; a large log is shared out over processes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.db import connection, transaction
from psycopg.adapt import Loader
from psycopg.pq import Format

from eventlog import checkpoints
from eventlog.canonical import GENESIS, at, digest, encode_json, envelope
from eventlog.processes import cores, workers
from eventlog.registry import Broken, ReadChain, Stored, UnknownEvent, origin_of, type_named, verifier_of
from eventlog.statements import UuidLoader, connection_parameters, json_from_wire

RANGES = 256  # the parts that the streams are shared out in, by the first byte of their ids
SMALL = 8 << 20  # bytes of a log that is not worth a second process
POSTGRES_EPOCH = 946_684_800_000_000  # 2000-01-01 in microseconds since 1970
FETCH = 2000

KEPT = 4096
"""Data of events that a process remembers: few texts make up most of the turns of a log."""

Raw = tuple[UUID, int, str, int, bytes, UUID | None, int, bytes, bytes, int]
READ = "stream, version, type, type_version, data, actor, time, previous, hash, position"


class StreamReport(NamedTuple):
    """What was found in a stream.

    Attributes:
        stream: its id; `None` for a finding about the checkpoints themselves.
        events: how many were read.
        at: the version at which it is broken, or `None`.
        error: what is wrong there, or `None`.
    """

    stream: UUID | None
    events: int
    at: int | None = None
    error: str | None = None

    @property
    def status(self) -> str:
        """`ok` or `broken`."""
        return "ok" if self.error is None else "broken"

    def as_json(self) -> dict[str, Any]:
        return {
            "stream": None if self.stream is None else str(self.stream),
            "events": self.events,
            "status": self.status,
            "at": self.at,
            "error": self.error,
        }


def verify(
    streams: Sequence[UUID] | None = None,
    *,
    checkpoint: Path | None = None,
    processes: int | None = None,
    after: UUID | None = None,
) -> Generator[StreamReport, None, None]:
    """Yield a report for each stream: of all in the order of their ids, however many processes there are.

    Args:
        streams: those to look at; `None` for all.
        checkpoint: the file of one. The streams are also compared with the heads in it and in the files before it:
            that finds what was cut, removed or rewritten since any of them.
        processes: how many to use; by default as many as there are cores, or one for a small log.
        after: of all streams only those whose ids come after this one.

    Raises:
        BadCheckpoint: the file is no checkpoint, or was altered, or one that it continues is missing.
        WorkerLost: a process was killed.
    """
    lost: dict[UUID, Broken] = {}
    if checkpoint is not None:
        files = checkpoints.read_files(checkpoint)
        if (error := checkpoints.check_row(files[-1])) is not None:
            yield StreamReport(None, 0, None, error)
        lost = _lost([file.path for file in files], streams)
    if streams is None:
        if after is not None:
            lost = {stream: broken for stream, broken in lost.items() if stream > after}
        yield from _merged(_verify_all(processes, after), lost)
        return
    for report in _verify_some(streams, lost):
        yield _with_lost(report, lost)
    for stream, broken in lost.items():
        yield StreamReport(stream, 0, broken.version, broken.reason)


def _merged(reports: Iterable[StreamReport], lost: dict[UUID, Broken]) -> Iterator[StreamReport]:
    """Yield the reports, and what a checkpoint found, in the order of streams."""
    waiting = sorted(lost, reverse=True)
    for report in reports:
        while waiting and report.stream is not None and waiting[-1] <= report.stream:
            stream = waiting.pop()
            if stream != report.stream:
                yield StreamReport(stream, 0, lost[stream].version, lost[stream].reason)
        yield _with_lost(report, lost)
    for stream in reversed(waiting):
        yield StreamReport(stream, 0, lost[stream].version, lost[stream].reason)


def _with_lost(report: StreamReport, lost: dict[UUID, Broken]) -> StreamReport:
    broken = lost.pop(report.stream, None) if report.stream is not None else None
    return report if broken is None or report.error else _worse(report, broken)


def _lost(files: Iterable[Path], streams: Sequence[UUID] | None) -> dict[UUID, Broken]:
    """Return what no longer holds a head that one of the files saw: where the break shows first, by the last that says
    so. Streams are looked at by every head that was covered, in as much memory as there are findings.
    """
    wanted = None if streams is None else set(streams)
    lost: dict[UUID, Broken] = {}
    for file in files:
        heads = checkpoints.file_heads(file)
        seen = heads if wanted is None else (head for head in heads if head.stream in wanted)
        for head, broken in checkpoints.compare(seen):
            known = lost.get(head.stream)
            if known is None or (broken.version or 0) <= (known.version or 0):
                lost[head.stream] = broken
    return lost


def _worse(report: StreamReport, broken: Broken) -> StreamReport:
    return StreamReport(report.stream, report.events, broken.version, broken.reason)


# One stream


@lru_cache(maxsize=KEPT)
def _canonical(data: bytes) -> str:
    """Return the canonical JSON of an event's data, of what came over the wire."""
    return encode_json(json_from_wire(data))


@lru_cache(maxsize=KEPT)
def _event_of(kind: str, type_version: int, data: bytes) -> Any:
    """Return the event, which nobody can change, so that the next one with the same data is the same object."""
    return type_named(kind).decode(json_from_wire(data), type_version)


_id_text = lru_cache(maxsize=64)(str)


class _Chain:
    """Reads the rows of one stream as events, after checking the chain at each of them."""

    def __init__(self, rows: Iterable[Raw]) -> None:
        self.rows = iter(rows)
        self.version = 0
        self.hash = GENESIS
        self.broken: Broken | None = None

    def __iter__(self) -> Iterator[Stored]:
        previous, last, of, text = GENESIS, 0, None, ""
        for stream, version, kind, type_version, data, actor, time, before, own, position in self.rows:
            if version != self.version + 1:
                self._stop(self.version + 1, "a version is missing")
            self.version = version
            if stream is not of:
                of, text = stream, str(stream)
            if before != previous:
                self._stop(version, "the hash of the predecessor is another one")
            content = digest(
                envelope(
                    actor=actor and _id_text(actor),
                    data=_canonical(data),
                    previous=before,
                    stream=text,
                    time=time,
                    type=kind,
                    type_version=type_version,
                    version=version,
                )
            )
            if content != own:
                self._stop(version, "the event does not have the hash it claims")
            if time < last:
                self._stop(version, "time runs backwards")
            previous, last, self.hash = own, time, own
            yield Stored(position, stream, version, self._event(kind, type_version, data), actor, at(time))

    def _event(self, kind: str, type_version: int, data: bytes) -> Any:
        try:
            return _event_of(kind, type_version, data)
        except UnknownEvent as error:
            self._stop(self.version, str(error))
        except Exception as error:
            self._stop(self.version, f"the event cannot be read ({type(error).__name__})")

    def _stop(self, version: int, reason: str) -> None:
        self.broken = Broken(version, reason)
        raise self.broken


def read_chain(stream: UUID) -> Iterator[tuple[Stored, bytes]]:
    """Yield the events of a stream, each with its hash, after checking the chain at it; nothing if there are none.

    Raises:
        Broken: it does not hold what was once appended.
    """
    with transaction.atomic():
        connection.ensure_connection()
        yield from _chain_of(connection.connection, stream)


def _chain_of(raw: psycopg.Connection[Any], stream: UUID) -> Iterator[tuple[Stored, bytes]]:
    for _stream, rows in _rows(raw, "eventlog_origin", "stream = %s", [stream]):
        chain = _Chain(rows)
        for stored in chain:
            yield stored, chain.hash


def verify_rows(stream: UUID, rows: Iterable[Raw], read: ReadChain) -> StreamReport:
    """Check the chain of one stream and replay it, and compare it with the stream that it continues.

    Args:
        stream: its id.
        rows: its events, in order.
        read: reads another stream.
    """
    chain = _Chain(rows)
    try:
        events = iter(chain)
        first = next(events, None)
        if first is None:
            return StreamReport(stream, 0, 1, "there is no such stream")
        replay, origin = verifier_of(first.event), origin_of(first.event)
        noted: list[tuple[Stored, bytes]] = []
        whole = _after(first, events)
        if origin is not None:
            whole = _noted(whole, chain, noted)
        if replay is not None:
            replay(whole)
        for _event in whole:
            pass
        if origin is not None:
            origin.prove(noted, _source(read, origin.stream))
    except Exception as error:
        known = [broken for broken in (error, chain.broken) if isinstance(broken, Broken)]
        broken = min(
            known, key=lambda broken: broken.version or chain.version, default=None
        )  # the verifier may read ahead
        for _rest in chain.rows:  # the next stream's rows come after these
            pass
        if broken is None:
            # Only its kind: the message of the rules could reveal a rank.
            broken = Broken(None, f"the event cannot have happened ({type(error).__name__})")
        return StreamReport(stream, chain.version, broken.version or chain.version, broken.reason)
    return StreamReport(stream, chain.version)


def _after(first: Stored, rest: Iterator[Stored]) -> Iterator[Stored]:
    yield first
    yield from rest


def _noted(events: Iterator[Stored], chain: _Chain, noted: list[tuple[Stored, bytes]]) -> Iterator[Stored]:
    for stored in events:
        noted.append((stored, chain.hash))
        yield stored


def _source(read: ReadChain, stream: UUID) -> Iterator[tuple[Stored, bytes]]:
    """Read the stream that another one continues. A version at which it breaks is no version of the other one."""
    try:
        yield from read(stream)
    except Broken as broken:
        raise Broken(1, f"what it goes on from is broken at version {broken.version}: {broken.reason}") from broken


# Reading


class _Microseconds(Loader):
    """A time in microseconds since 1970, straight from the wire."""

    format = Format.BINARY

    def load(self, data: Any) -> int:
        return int.from_bytes(data, "big", signed=True) + POSTGRES_EPOCH


class _Unread(Loader):
    """A value as it came."""

    format = Format.BINARY

    def load(self, data: Any) -> bytes:
        return bytes(data)


def _read(raw: psycopg.Connection[Any], where: str, parameters: Sequence[Any]) -> Iterator[StreamReport]:
    """Verify the streams that a condition selects; needs a transaction."""
    for stream, rows in _rows(raw, "eventlog_verify", where, parameters):
        yield verify_rows(stream, rows, partial(_chain_of, raw))


def _rows(
    raw: psycopg.Connection[Any], name: str, where: str, parameters: Sequence[Any]
) -> Iterator[tuple[UUID, Iterator[Raw]]]:
    """Read the streams that a condition selects, by a cursor of that name; needs a transaction."""
    with psycopg.ServerCursor(raw, name) as cursor:
        cursor.adapters.register_loader("timestamptz", _Microseconds)
        cursor.adapters.register_loader("jsonb", _Unread)
        cursor.adapters.register_loader("uuid", UuidLoader)
        cursor.execute(
            f"SELECT {READ} FROM eventlog_event WHERE {where} ORDER BY stream, version".encode(),  # noqa: S608
            parameters,
            binary=True,
        )
        yield from groupby(chain.from_iterable(iter(lambda: cursor.fetchmany(FETCH), [])), key=itemgetter(0))


def _verify_some(streams: Sequence[UUID], lost: dict[UUID, Broken]) -> Iterator[StreamReport]:
    for stream in dict.fromkeys(streams):
        with transaction.atomic():
            connection.ensure_connection()
            reports = list(_read(connection.connection, "stream = %s", [stream]))
        if reports:
            yield reports[0]
        elif stream not in lost:
            yield StreamReport(stream, 0, 1, "there is no such stream")


def _verify_all(processes: int | None, after: UUID | None) -> Iterator[StreamReport]:
    count = _processes() if processes is None else processes
    if count <= 1:
        with transaction.atomic():
            connection.ensure_connection()
            where, values = ("true", []) if after is None else ("stream > %s", [after])
            yield from _read(connection.connection, where, values)
        return
    parameters = connection_parameters()
    first = 0 if after is None else after.int >> 120
    with workers(count, start=_connect, arguments=[parameters]) as pool:
        for reports in pool.map(partial(_verify_range, after=after), range(first, RANGES)):
            yield from reports


# The log, or its partitions.
TABLES = """
SELECT coalesce(part.inhrelid::regclass, log.oid::regclass)
FROM pg_class log LEFT JOIN pg_inherits part ON part.inhparent = log.oid WHERE log.oid = 'eventlog_event'::regclass
"""


def about_how_many() -> int | None:
    """Return how many events PostgreSQL reckons that the log holds, or `None` if it has not counted yet."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT sum(greatest(reltuples, 0))::bigint FROM pg_class WHERE oid IN ({TABLES})")  # noqa: S608
        (count,) = cursor.fetchone()
    return count if count > 0 else None


def log_size() -> int:
    """Return how many bytes the events take, without their indexes, in all partitions if there are any."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT sum(pg_relation_size(one)) FROM ({TABLES}) AS log (one)")  # noqa: S608
        (size,) = cursor.fetchone()
    return int(size)


def _processes() -> int:
    return 1 if log_size() < SMALL else cores()


_own: dict[str, psycopg.Connection[Any]] = {}  # the connection of a process of the pool


def _connect(parameters: dict[str, Any]) -> None:
    _own["connection"] = psycopg.connect(**parameters)


def _verify_range(number: int, after: UUID | None) -> list[StreamReport]:
    """Verify the streams whose ids begin with that byte and come after that one."""
    raw = _own["connection"]
    low = UUID(int=max(number << 120, 0 if after is None else after.int + 1))
    high = UUID(int=(number + 1 << 120) - 1)
    with raw.transaction():
        raw.execute("SET LOCAL enable_seqscan = off")
        return list(_read(raw, "stream BETWEEN %s AND %s", [low, high]))
