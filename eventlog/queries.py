"""Read from many streams, from all of the log, and a stream in other forms than its events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, groupby
from typing import Any
from uuid import UUID

import psycopg

from eventlog.canonical import microseconds
from eventlog.histories import Histories, History, Stretch, StretchColumns
from eventlog.registry import Damaged, Run, Stored, type_named, type_of_class
from eventlog.statements import JsonLoader, UuidLoader, execute, raw_connection
from eventlog.store import READ, json_of, stored_of

FIRST = f"""
SELECT {READ} FROM eventlog_event WHERE stream = %b AND type = %s::text ORDER BY version LIMIT %s::int4
""".encode()  # noqa: S608


def load_first(stream: UUID, *, kind: type, most: int) -> list[Stored]:
    """Return the first events of one type in a stream, in order, upcast to their present version. It reads no further
    than they stand.

    Args:
        kind: their type.
        most: how many at most.
    """
    return [stored_of(row) for row in execute(FIRST, (stream, type_of_class(kind).name, most))]


FIRST_OF_EACH = f"""
SELECT {", ".join(f"e.{name}" for name in READ.split(", "))}
FROM unnest(%s::uuid[], %s::int4[]) AS wanted (stream, most)
CROSS JOIN LATERAL (
    SELECT * FROM eventlog_event e WHERE e.stream = wanted.stream AND type = %s::text ORDER BY version LIMIT wanted.most
) e ORDER BY e.stream, e.version
""".encode()  # noqa: S608


def first_events(
    most: Mapping[UUID, int], *, kind: type, damaged: Callable[[Damaged], None] | None = None
) -> list[Stored]:
    """Return the first events of one type in each of some streams, each stream's together and in order. `damaged` as in
    `read_all`.

    Args:
        most: how many of each stream at most; one that has fewer is read to its end.
        kind: their type.
    """
    rows = execute(FIRST_OF_EACH, (list(most), list(most.values()), type_of_class(kind).name)) if most else []
    return _readable(rows, damaged)


def _readable(rows: Iterable[Sequence[Any]], damaged: Callable[[Damaged], None] | None) -> list[Stored]:
    results = []
    for row in rows:
        try:
            results.append(stored_of(row))
        except Damaged as error:
            if damaged is None:
                raise
            damaged(error)
    return results


FIRST_WHOLE, LAST_WHOLE = 4, 3  # what comes before the turns of a game for two, and after them
RUNS = f"""
SELECT {READ}, NULL::text FROM eventlog_event WHERE stream = %b AND version > %s::int4 AND version <= %s::int4
UNION ALL (SELECT {READ}, NULL::text FROM eventlog_event WHERE stream = %b AND version > %s::int4
    ORDER BY version DESC LIMIT {LAST_WHOLE})
UNION ALL SELECT {", ".join(["NULL"] * len(READ.split(", ")))},
    string_agg(CASE WHEN type = %s::text AND type_version = %s::int2 THEN data->>%s::text ELSE '' END, ' '
        ORDER BY version)
    FROM eventlog_event WHERE stream = %b AND version > %s::int4
""".encode()  # noqa: S608
AT_VERSIONS = f"SELECT {READ} FROM eventlog_event WHERE stream = %b AND version = ANY(%s::int4[])".encode()  # noqa: S608


def load_runs(stream: UUID, *, kind: type, field: str, after: int = 0) -> Iterator[Stored | Run]:
    """Yield the events of a stream in order, those of one type gathered into runs: several times faster than `load`.

    One statement reads what most streams need: that field of all events, and the first and the last events whole.

    Args:
        kind: the type that the stream mostly consists of.
        field: the field of it that the caller needs of every event: a text of a fixed form, never empty.
        after: leave out the events up to this version.
    """
    result, ahead = type_of_class(kind), after + FIRST_WHOLE
    rows = execute(RUNS, (stream, after, ahead, stream, ahead, result.name, result.version, field, stream, after))
    values: str | None = rows.pop()[-1]
    if values is None:
        return
    # One value an event, empty for those of another type.
    turns = values.split(" ")
    runs, start = [], 0
    for place in (*_places("", turns), len(turns)):
        runs += [(start, place - 1)] if start < place else []
        runs += [(place, place)] if place < len(turns) else []
        start = place + 1
    wanted = {after + 1 + place for run in runs for place in run}
    whole = {row[2]: stored_of(row[:8]) for row in rows if row[2] in wanted}
    if missing := sorted(wanted.difference(whole)):
        # Events never change between two statements.
        whole |= {row[2]: stored_of(row) for row in execute(AT_VERSIONS, (stream, missing))}
    for first, last in runs:
        event = whole[after + 1 + first]
        yield Run(event, whole[after + 1 + last], turns[first : last + 1]) if turns[first] else event


def _places(value: str, values: list[str]) -> Iterator[int]:
    """Yield the places of a value in a list, by the list's own search, which is faster than a look at each."""
    place = -1
    with suppress(ValueError):
        while True:
            place = values.index(value, place + 1)
            yield place


def read_all(
    *,
    types: Iterable[type] | None = None,
    batch: int = 2000,
    damaged: Callable[[Damaged], None] | None = None,
) -> Iterator[list[Stored]]:
    """Yield all events in the order of their positions in batches, with bounded memory. Needs a transaction.

    Args:
        types: only events of these types.
        batch: how many events a batch has.
        damaged: called for an unreadable event; it and the rest of its stream are then skipped.

    Raises:
        Damaged: an event cannot be read, and `damaged` is not given.
    """
    where, parameters = "true", list[Any]()
    if types is not None:
        where, parameters = "type = ANY(%s)", [[type_of_class(kind).name for kind in types]]
    with psycopg.ServerCursor(raw_connection(), "eventlog_read_all") as cursor:
        cursor.adapters.register_loader("jsonb", JsonLoader)
        cursor.adapters.register_loader("uuid", UuidLoader)
        cursor.execute(
            f"SELECT {READ} FROM eventlog_event WHERE {where} ORDER BY position, stream, version".encode(),  # noqa: S608
            parameters,
            binary=True,
        )
        left_out: set[UUID] = set()
        for rows in iter(lambda: cursor.fetchmany(batch), []):
            gathered: list[Stored] = []
            for row in rows:
                if row[1] in left_out:
                    continue
                try:
                    gathered.append(stored_of(row))
                except Damaged as error:
                    if damaged is None:
                        raise
                    left_out.add(error.stream)
                    damaged(error)
            if gathered:
                yield gathered


_STREAMS = """
SELECT stream, array_agg(version ORDER BY version), array_agg(position ORDER BY version),
    string_agg(type, ' ' ORDER BY version), array_agg(type_version ORDER BY version), array_agg(time ORDER BY version),
    string_agg(coalesce(actor::text, ''), ' ' ORDER BY version), string_agg(data::text, E'\\n' ORDER BY version)
FROM eventlog_event WHERE type = ANY(%s) AND stream BETWEEN %s AND %s GROUP BY stream ORDER BY stream
"""
_STREAMS_READ, _LONG = 40, 4


def read_streams(
    *,
    types: Iterable[type],
    batch: int,
    damaged: Callable[[Damaged], None],
    between: tuple[UUID, UUID] = (UUID(int=0), UUID(int=(1 << 128) - 1)),
) -> Iterator[Histories]:
    """Yield whole streams as `read_all` does, several times faster: a row each, and no object for each event. Needs a
    transaction.

    Args:
        types: only events of these types.
        batch: about how many events come together.
        damaged: called for an unreadable event; it and the rest of its stream are then skipped.
        between: only streams whose ids lie between these two, both included.
    """
    with psycopg.ServerCursor(raw_connection(), "eventlog_read_streams") as cursor:
        names = [type_of_class(kind).name for kind in types]
        cursor.execute(_STREAMS.encode(), [names, *between], binary=True)
        streams, events = list[History](), 0
        for row in chain.from_iterable(iter(lambda: cursor.fetchmany(_STREAMS_READ), [])):
            history = _history(row, damaged)
            if history is None:
                continue
            streams.append(history)
            events += len(history)
            if events >= batch:
                yield Histories(streams)
                streams, events = [], 0
        if streams:
            yield Histories(streams)


def _history(row: Sequence[Any], damaged: Callable[[Damaged], None]) -> History | None:
    """Return the events of a stream up to the first that cannot be read; `None` if that is the first of all."""
    stream, versions, positions, names, type_versions, times, actors, lines = row
    names, actors, lines = names.split(" "), actors.split(" "), lines.split("\n")
    parts: list[Stored | Stretch] = []
    start = 0
    for (name, type_version), group in groupby(zip(names, type_versions, strict=True)):
        part = slice(start, start + len(list(group)))
        columns = StretchColumns(positions[part], versions[part], actors[part], times[part])
        stretch = _stretch(stream, name, type_version, lines[part], columns)
        if stretch is not None:
            parts.append(stretch)
        else:
            try:
                for position, version, actor, time, data in zip(*columns, lines[part], strict=True):
                    who = UUID(actor) if actor else None
                    parts.append(stored_of((position, stream, version, name, type_version, data, who, time)))
            except Damaged as error:
                damaged(error)
                break
        start = part.stop
    return History(parts) if parts else None


def _stretch(
    stream: UUID, name: str, type_version: int, lines: Sequence[str], columns: StretchColumns
) -> Stretch | None:
    """Return events of one type as they are gathered; `None` if they are few, or have to be looked at one by one."""
    if len(lines) < _LONG:
        return None
    try:
        kind = type_named(name)
        if not kind.plain or kind.version != type_version or hasattr(kind.cls, "__post_init__"):
            return None
        values = json.loads(f"[{','.join(lines)}]")
        for shape in {tuple(value): value for value in values}.values():
            kind.cls(**shape)
    except Exception:
        return None
    return Stretch(stream, kind.cls, values, columns)


def last_events(streams: Sequence[UUID], *, types: Iterable[type]) -> list[tuple[UUID, int]]:
    """Return stream and version of the last event of these types in each of the streams that has one, in the order of
    positions."""
    names = [type_of_class(kind).name for kind in types]
    return execute(
        b"SELECT wanted.stream, last.version FROM unnest(%s::uuid[]) AS wanted (stream) CROSS JOIN LATERAL ("
        b" SELECT version, position FROM eventlog_event e WHERE e.stream = wanted.stream AND type = ANY(%s::text[])"
        b" ORDER BY version DESC LIMIT 1) last ORDER BY last.position, wanted.stream",
        (list(streams), names),
    )


EVENTS = f"""
SELECT {", ".join(f"e.{name}" for name in READ.split(", "))}
FROM unnest(%s::uuid[], %s::int4[]) WITH ORDINALITY AS wanted (stream, version, place)
JOIN eventlog_event e ON e.stream = wanted.stream AND e.version = wanted.version ORDER BY wanted.place
""".encode()  # noqa: S608


def read_events(
    places: Sequence[tuple[UUID, int]], *, damaged: Callable[[Damaged], None] | None = None
) -> list[Stored]:
    """Return the events with these streams and versions, in the order given. `damaged` as in `read_all`."""
    rows = execute(EVENTS, ([stream for stream, _version in places], [version for _stream, version in places]))
    return _readable(rows, damaged)


def export_log(stream: UUID) -> list[dict[str, Any]]:
    """Return the events as a record shows them once the game is revealed: all that is hashed, and the hashes.

    Nothing of it may leave the server before the reveal.
    """
    rows = execute(
        b"SELECT version, type, type_version, actor, time, data, previous, hash FROM eventlog_event"
        b" WHERE stream = %b ORDER BY version",
        (stream,),
    )
    return [
        {
            "version": version,
            "type": kind,
            "type_version": type_version,
            "actor": None if actor is None else str(actor),
            "time": microseconds(time),
            "data": json_of(data),
            "previous": previous.hex(),
            "hash": own.hex(),
        }
        for version, kind, type_version, actor, time, data, previous, own in rows
    ]
