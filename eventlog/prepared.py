"""Statements that come again and again, straight through libpq.

psycopg's cursor runs each statement as a generator, so that one code serves threads and asyncio. That is a third of
what a short statement costs this process. Here, where a thread waits anyway, a statement that came often enough is
prepared and executed by one call of libpq each. psycopg still writes the parameters and reads the rows; all that is
otherwise than usual takes its way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from types import NoneType
from typing import Any, cast
from uuid import UUID

import psycopg
from psycopg.adapt import Loader, PyFormat, Transformer
from psycopg.errors import FeatureNotSupported, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus

_FORMATS = {b"s": PyFormat.AUTO, b"b": PyFormat.BINARY, b"t": PyFormat.TEXT}
_PLACEHOLDER = re.compile(rb"%([sbt%])")

Rows = list[tuple[Any, ...]]

_Key = tuple[bytes, Sequence[int]]
"""A statement and the types of its parameters."""

MOST = 100
"""Statements that a connection remembers, as psycopg does."""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_ELEMENTS: Mapping[type, Callable[[Any], str]] = {
    NoneType: lambda _none: "NULL",
    UUID: lambda id: id.hex,
    bool: lambda truth: "t" if truth else "f",
    int: str,
    float: repr,
    str: _quoted,
    date: date.isoformat,
    datetime: datetime.isoformat,
}


def array_literal(values: list[Any]) -> str | list[Any]:
    """Return a list as PostgreSQL writes an array, of the type that the statement casts it to or compares it with;
    psycopg finds out the type of each element first, which takes ten times as long. A list with anything but ids,
    numbers, truths, texts and times is returned as it is.

    >>> array_literal([1, None, 'say "a"'])
    '{1,NULL,"say \\\\"a\\\\""}'
    """
    try:
        return "{" + ",".join([_ELEMENTS[type(value)](value) for value in values]) + "}"
    except KeyError:
        return values


def with_arrays(sql: bytes, parameters: Sequence[Any]) -> Sequence[Any]:
    """Return the parameters of a statement with each list as `array_literal` writes it, where psycopg is free to choose
    its form."""
    if list not in map(type, parameters):
        return parameters
    return [
        array_literal(value) if type(value) is list and format is PyFormat.AUTO else value
        for value, format in zip(parameters, _converted(sql)[1], strict=True)
    ]


class PreparedStatements:
    """What executes the statements of one connection.

    Args:
        raw: psycopg's connection; it belongs to one thread.
        loaders: what reads a type otherwise than psycopg does, by the type's name.
        after: executions of a statement after which it is prepared; None for never. psycopg itself prepares nothing on
            the connection: after a rollback it would have the server forget all that is prepared, ours too.
    """

    def __init__(self, raw: psycopg.Connection[Any], loaders: Mapping[str, type[Loader]], *, after: int | None) -> None:
        self._raw, self._after = raw, after
        raw.prepare_threshold = None
        self._cursor = psycopg.Cursor(raw)
        for name, loader in loaders.items():
            self._cursor.adapters.register_loader(name, loader)
        self._adapter = Transformer(self._cursor)
        self._known: dict[_Key, int | bytes] = {}  # how often it came, or its name on the server
        self._names = 0

    def execute(self, sql: bytes, parameters: Sequence[Any]) -> Rows:
        """Run a statement and return its rows.

        Raises:
            psycopg.Error: as psycopg's cursor raises it.
        """
        parameters = with_arrays(sql, parameters)
        rows = self._directly(sql, parameters)
        if rows is not None:
            return rows
        self._cursor.execute(sql, parameters, binary=True)
        # `description` would make an object a column.
        return self._cursor.fetchall() if self._cursor.rownumber is not None else []

    def _directly(self, sql: bytes, parameters: Sequence[Any]) -> Rows | None:
        """Return the rows of a statement that came often enough; None if it has to take psycopg's way."""
        after, pgconn = self._after, self._raw.pgconn
        if after is None:
            return None
        key, call = self._call(sql, parameters)
        known = self._known.get(key, 0)
        if type(known) is int and known < after:
            self._keep(key, known + 1)
            return None
        if not self._begin():
            return None
        result = pgconn.exec_prepared(self._name(key), *call, Format.BINARY)
        if result.status == ExecStatus.TUPLES_OK:
            self._adapter.set_pgresult(result)
            return self._adapter.load_rows(0, result.ntuples, tuple)
        if result.status == ExecStatus.COMMAND_OK:
            return []
        if pgconn.status == ConnStatus.BAD:
            raise psycopg.OperationalError(pgconn.get_error_message())
        error = error_from_result(result)
        if isinstance(error, FeatureNotSupported):  # a table has changed: prepare it again
            del self._known[key]
            if pgconn.transaction_status == TransactionStatus.IDLE:
                return None
        raise error

    def execute_each(self, sql: bytes, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement once for each row of parameters, all in one round trip: all of them or none.

        Raises:
            psycopg.Error: as psycopg's cursor raises it.
        """
        rows = [with_arrays(sql, row) for row in rows]
        if self._after is None or not self._begin():
            self._cursor.executemany(sql, rows)
            return
        pgconn = self._raw.pgconn
        calls = [self._call(sql, row) for row in rows]
        names = {key: self._name(key) for key in {key for key, _call in calls}}
        pgconn.enter_pipeline_mode()
        for key, call in calls:
            pgconn.send_query_prepared(names[key], *call)
        pgconn.pipeline_sync()
        failed = None
        while (result := pgconn.get_result()) is None or result.status != ExecStatus.PIPELINE_SYNC:
            if pgconn.status == ConnStatus.BAD:
                raise psycopg.OperationalError(pgconn.get_error_message())
            if result is not None and result.status == ExecStatus.FATAL_ERROR:
                failed = failed or error_from_result(result)
        pgconn.exit_pipeline_mode()
        if failed is not None:
            raise failed

    def _call(self, sql: bytes, parameters: Sequence[Any]) -> tuple[_Key, tuple[list[bytes], Sequence[Format]]]:
        """Return what a statement with parameters of these types is known under, and the parameters with their
        formats as libpq takes them."""
        query, formats = _converted(sql)
        values = self._adapter.dump_sequence(parameters, formats)
        # None is NULL there, which the stub does not say.
        return (query, self._adapter.types or ()), (cast("list[bytes]", values), self._adapter.formats or ())

    def _begin(self) -> bool:
        """Begin a transaction if one has to be. Return False if that is psycopg's business."""
        raw = self._raw
        if raw.pgconn.transaction_status == TransactionStatus.INTRANS:
            return True
        if raw.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        if raw.autocommit:
            return True
        usual = raw.isolation_level is None and raw.read_only is None and raw.deferrable is None
        return usual and raw.pgconn.exec_(b"BEGIN").status == ExecStatus.COMMAND_OK

    def _name(self, key: _Key) -> bytes:
        name = self._known.get(key, 0)
        if isinstance(name, int):
            self._names += 1
            name = b"vexillum_%d" % self._names
            result = self._raw.pgconn.prepare(name, *key)
            if result.status != ExecStatus.COMMAND_OK:
                raise error_from_result(result)
        self._keep(key, name)
        return name

    def _keep(self, key: _Key, known: int | bytes) -> None:
        """Remember a statement as the last one used, and forget the one that was used longest ago."""
        self._known.pop(key, None)
        self._known[key] = known
        if len(self._known) > MOST:
            oldest = self._known.pop(next(iter(self._known)))
            if type(oldest) is bytes:
                self._raw.pgconn.exec_(b"DEALLOCATE " + oldest)


@lru_cache(maxsize=1000)
def _converted(sql: bytes) -> tuple[bytes, list[PyFormat]]:
    """Return a statement with PostgreSQL's own placeholders, and the format of each.

    >>> _converted(b"SELECT %s, %b, 7 %% 2")[0]
    b'SELECT $1, $2, 7 % 2'
    """
    formats: list[PyFormat] = []

    def placed(match: re.Match[bytes]) -> bytes:
        if match[1] == b"%":
            return b"%"
        formats.append(_FORMATS[match[1]])
        return b"$%d" % len(formats)

    return _PLACEHOLDER.sub(placed, sql), formats
