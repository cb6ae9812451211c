"""Statements that come again and again, straight through libpq.

psycopg's cursor runs each statement as a generator, so that one code serves threads and asyncio. That is a third of
what a short statement costs this process. Here, where a thread waits anyway, a statement that psycopg has prepared is
executed by one call of libpq. psycopg still decides what is prepared, writes the parameters and reads the rows; all
that is otherwise than usual takes its way.
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
    """

    def __init__(self, raw: psycopg.Connection[Any], loaders: Mapping[str, type[Loader]]) -> None:
        self._raw = raw
        self._cursor = psycopg.Cursor(raw)
        for name, loader in loaders.items():
            self._cursor.adapters.register_loader(name, loader)
        self._adapter = Transformer(self._cursor)

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
        """Return the rows of a statement that is prepared; None if it has to take psycopg's way."""
        raw, adapter = self._raw, self._adapter
        prepared = raw._prepared
        if not prepared._names or prepared._to_flush:
            return None
        query, formats = _converted(sql)
        values = adapter.dump_sequence(parameters, formats)
        key = query, adapter.types or ()
        name = prepared._names.get(key)
        if name is None or not self._begin(raw):
            return None
        prepared._names.move_to_end(key)  # psycopg keeps those that were used last
        # None is NULL there, which the stub does not say.
        result = raw.pgconn.exec_prepared(name, cast("list[bytes]", values), adapter.formats or (), Format.BINARY)
        if result.status == ExecStatus.TUPLES_OK:
            adapter.set_pgresult(result)
            return adapter.load_rows(0, result.ntuples, tuple)
        if result.status == ExecStatus.COMMAND_OK:
            return []
        if raw.pgconn.status == ConnStatus.BAD:
            raise psycopg.OperationalError(raw.pgconn.get_error_message())
        error = error_from_result(result)
        if isinstance(error, FeatureNotSupported):  # a table has got another shape: it is prepared anew
            del prepared._names[key]
            if raw.pgconn.transaction_status == TransactionStatus.IDLE:
                return None
        raise error

    @staticmethod
    def _begin(raw: psycopg.Connection[Any]) -> bool:
        """Begin a transaction if one has to be. Return False if psycopg had better tell what is wrong."""
        if raw.autocommit or raw.pgconn.transaction_status == TransactionStatus.INTRANS:
            return True
        if raw.pgconn.transaction_status != TransactionStatus.IDLE:
            return False
        return raw.pgconn.exec_(raw._get_tx_start_command()).status == ExecStatus.COMMAND_OK


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
