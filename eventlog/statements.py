"""Statements to the database without Django's cursor, which would cost a third of a move (`eventlog/prepared.py`).

Inside `with together():` what is given to `write` is gathered, and goes to the database as one statement: each of them
a part of a WITH clause. So an event, the rows of its projections and a snapshot cost one round trip, and outside a
transaction that statement is one by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model, QuerySet
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.sql import Literal

from eventlog.prepared import PreparedStatements
from web.replica import alias

_M = TypeVar("_M", bound=Model)

PREPARE_AFTER = 3  # executions of the same statement, unless the address of the database says otherwise

_decode = json.JSONDecoder().raw_decode


def json_from_wire(data: Any) -> Any:
    """Return the value of a jsonb as PostgreSQL sends it: the first byte is the version of the format. What it writes
    needs no look for spaces around it or for its encoding, which take half the time of reading a short one."""
    return _decode(str(data[1:], "utf-8"))[0]


class JsonLoader(Loader):
    """A jsonb value straight from the wire."""

    format = Format.BINARY

    def load(self, data: Any) -> Any:
        return json_from_wire(data)


class UuidLoader(Loader):
    """The same object for the same id, as long as one id follows another: the rows of a stream have its id in common,
    and to compare an object with itself costs nothing."""

    format = Format.BINARY
    _FEW = 8

    def __init__(self, oid: int, context: Any = None) -> None:
        super().__init__(oid, context)
        self._known: dict[bytes, UUID] = {}

    def load(self, data: Any) -> UUID:
        raw = bytes(data)
        id_ = self._known.get(raw)
        if id_ is None:
            if len(self._known) >= self._FEW:
                self._known.clear()
            id_ = self._known[raw] = UUID(bytes=raw)
        return id_


class Statement(NamedTuple):
    """A statement that changes rows of one table; `rows` are its parameters, once for each time it runs."""

    table: str
    sql: bytes
    rows: Sequence[Sequence[Any]]


class _Gathering:
    """What a `together` block has collected. Reads meanwhile see everything written before."""

    def __init__(self, stack: ExitStack) -> None:
        self.statements: list[Statement] = []
        self._stack = stack
        self._in_transaction = False

    def before(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Django calls this around each statement of its own cursors."""
        self.flush()
        return execute(*arguments)

    def flush(self) -> None:
        """Send what was gathered so far, in a transaction that lasts until the end of the block."""
        if not self._in_transaction:
            self._in_transaction = True
            self._stack.enter_context(transaction.atomic(savepoint=False))
        waiting, self.statements = self.statements, []
        for statement in waiting:
            _run(statement)

    def send(self) -> None:
        """Send the rest: as one statement, if each part has a table for itself, because parts do not see each other's
        changes."""
        alone = len({statement.table for statement in self.statements}) == len(self.statements)
        if alone and self.statements and all(len(statement.rows) == 1 for statement in self.statements):
            parameters = [value for statement in self.statements for value in statement.rows[0]]
            _execute(_joined(tuple(statement.sql for statement in self.statements)), parameters)
        else:
            self.flush()


# What a connection has prepared and found out about types is dear to make.
_prepared: WeakKeyDictionary[psycopg.Connection[Any], PreparedStatements] = WeakKeyDictionary()

_gathering: ContextVar[_Gathering | None] = ContextVar("gathering", default=None)


def raw_connection() -> psycopg.Connection[Any]:
    """Return psycopg's connection of this thread: to the replica, inside a page that is read from there."""
    wrapper: Any = connections[alias()]
    if wrapper.connection is None or not wrapper.health_check_done:  # else it was looked at for this request
        wrapper.close_if_health_check_failed()
        wrapper.ensure_connection()
    raw: psycopg.Connection[Any] = wrapper.connection
    return raw


@contextmanager
def aside() -> Iterator[psycopg.Connection[Any]]:
    """Open a second connection for this thread, in a transaction that ends with the `with` block. It is
    for a lock that is held while the thread's own connection has transactions that come and go.

    Errors are Django's as long as nothing is done in the block.
    """
    with connection.wrap_database_errors:
        raw = psycopg.connect(**connection_parameters(), autocommit=False)
    try:
        yield raw
    finally:
        with suppress(psycopg.Error):  # it has ended already
            raw.rollback()  # and wait for it: the server takes a moment to notice that somebody has left
        raw.close()


def connection_parameters() -> dict[str, Any]:
    """Return what psycopg connects with where Django makes the connection otherwise."""
    wrapper: Any = connections[DEFAULT_DB_ALIAS]
    own = {"cursor_factory", "context", "pool"}
    return {key: value for key, value in wrapper.get_connection_params().items() if key not in own}


def execute(sql: bytes, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Run a statement now and return its rows. Errors are Django's."""
    gathering = _gathering.get()
    if gathering is not None:
        gathering.flush()
    return _execute(sql, parameters)


def _statements() -> PreparedStatements:
    raw = raw_connection()
    prepared = _prepared.get(raw)
    if prepared is None:
        after = connections[alias()].settings_dict["OPTIONS"].get("prepare_threshold", PREPARE_AFTER)
        prepared = _prepared[raw] = PreparedStatements(raw, {"jsonb": JsonLoader}, after=after)
    return prepared


def _execute(sql: bytes, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    statements = _statements()
    try:
        return statements.execute(sql, parameters)
    except psycopg.Error:
        with connections[alias()].wrap_database_errors:
            raise


class Columns(Generic[_M]):
    """Columns of a model's table in a statement by hand, and the objects that its rows hold.

    Args:
        model: whose table it is.
        alias: the table's name in the statement.
        names: the columns; all without any. Others are read on access.
    """

    def __init__(self, model: type[_M], alias: str, *names: str) -> None:
        self._model = model
        fields = [field.attname for field in model._meta.concrete_fields]
        self._names = [name for name in fields if name in names or not names]  # `from_db` wants their order
        self.key = self._names.index(model._meta.pk.attname)
        self.sql = ", ".join(f"{alias}.{name}" for name in self._names)

    def __len__(self) -> int:
        return len(self._names)

    def object(self, values: Sequence[Any]) -> _M | None:
        """Return the object with these values; None if an outer join found no row."""
        return None if values[self.key] is None else self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)


_STAND_INS: Mapping[type, Callable[[int], Any]] = {
    UUID: lambda number: UUID(int=number),
    datetime: lambda number: datetime.fromtimestamp(number, UTC),
    date: date.fromordinal,
    str: str,
}


def statement_of(query: QuerySet[Any], stand_ins: Sequence[Any] = ()) -> tuple[bytes, list[int]]:
    """The statement of a query, and which of the stand-ins each of its parameters is. All other values are written into
    it: it is planned once for all parameters, and only so the planner sees that a part of an index is enough.

    Args:
        query: what is asked.
        stand_ins: values in it that change from time to time.
    """
    sql, values = query.query.sql_with_params()
    places = [stand_ins.index(value) for value in values if value in stand_ins]
    written = ("%s" if value in stand_ins else Literal(value).as_string().replace("%", "%%") for value in values)
    return (sql.replace("%%", "%%%%") % tuple(written)).encode(), places


@cache
def _compiled(make: Callable[..., QuerySet[Any]], kinds: tuple[type, ...]) -> tuple[bytes, list[int]]:
    stand_ins = [_STAND_INS[kind](987654 + number) for number, kind in enumerate(kinds)]
    return statement_of(make(*stand_ins), stand_ins)


def rows_of(make: Callable[..., QuerySet[Any]], *values: UUID | datetime | date | str) -> list[tuple[Any, ...]]:
    """The rows of a query that the ORM puts together once: that takes it longer than the database takes to answer.

    Args:
        make: a function of a module, which makes the query of the values, and does nothing with them but compare.
        values: what is asked for.
    """
    return execute(*_statement_of(make, values))


def _statement_of(make: Callable[..., QuerySet[Any]], values: Sequence[Any]) -> tuple[bytes, list[Any]]:
    sql, places = _compiled(make, tuple(map(type, values)))
    return sql, [values[place] for place in places]


def count_of(make: Callable[..., QuerySet[Any]], *values: UUID | datetime | date | str) -> int:
    """How many rows there are.

    Args:
        make, values: as for `rows_of`; the query selects little.
    """
    return counts_of([make], *values)[0]


def counts_of(makes: Iterable[Callable[..., QuerySet[Any]]], *values: UUID | datetime | date | str) -> Sequence[int]:
    """How many rows there are of several queries of the same values, in one statement."""
    statements = [_statement_of(make, values) for make in makes]
    counts = b", ".join(b"(SELECT count(*) FROM (%b) counted)" % sql for sql, _given in statements)
    return fetch_row(b"SELECT %b" % counts, [value for _sql, given in statements for value in given])


def objects_of(make: Callable[..., QuerySet[_M]], *values: UUID | datetime | date | str) -> list[_M]:
    """As `rows_of`, the objects of the rows, without what `select_related` and the like would add.

    Args:
        make, values: as there.
    """
    model, names = _model_of(make, tuple(map(type, values)))
    return [model.from_db(DEFAULT_DB_ALIAS, names, row) for row in rows_of(make, *values)]


@cache
def _model_of(make: Callable[..., QuerySet[_M]], kinds: tuple[type, ...]) -> tuple[type[_M], list[str]]:
    model = make(*(_STAND_INS[kind](1) for kind in kinds)).model
    return model, [field.attname for field in model._meta.concrete_fields]


def joined(row: Model, relation: str, other: Model | None) -> None:
    """Give an object what is at the other end of a relation, or nothing, as `select_related` would.

    Args:
        row: the object.
        relation: the name of its field.
        other: what is there; None for nothing.
    """
    row._meta.get_field(relation).set_cached_value(row, other)  # type: ignore[union-attr]


def fetch_row(sql: bytes, parameters: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Run a statement now and return its only row."""
    (row,) = execute(sql, parameters)
    return row


def write(table: str, sql: bytes, rows: Sequence[Sequence[Any]]) -> None:
    """Run a statement for each of `rows`: now, or gathered if a `together` block is open.

    Args:
        table: the one whose rows it changes.
        sql: an INSERT, UPDATE or DELETE without a WITH clause of its own.
    """
    if not rows:
        return
    gathering = _gathering.get()
    if gathering is None:
        _run(Statement(table, sql, rows))
    else:
        gathering.statements.append(Statement(table, sql, rows))


@contextmanager
def together() -> Iterator[None]:
    """Gather what is written inside the block and send it at its end: all of it or nothing."""
    with ExitStack() as stack:
        gathering = _Gathering(stack)
        token = _gathering.set(gathering)
        try:
            with connection.execute_wrapper(gathering.before):
                yield
        finally:
            _gathering.reset(token)
        gathering.send()


@lru_cache(maxsize=64)
def _joined(statements: tuple[bytes, ...]) -> bytes:
    *first, last = statements
    if not first:
        return last
    parts = (b"w%d AS (%b)" % (number, sql) for number, sql in enumerate(first))
    return b"WITH " + b", ".join(parts) + b" " + last


def _run(statement: Statement) -> None:
    if len(statement.rows) == 1:
        _execute(statement.sql, statement.rows[0])
    else:
        with connection.wrap_database_errors:
            _statements().execute_each(statement.sql, statement.rows)
