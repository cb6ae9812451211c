"""Statements that are executed by one call of libpq answer, and fail, as psycopg's cursor does."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.utils import DataError
from psycopg.pq import TransactionStatus

from eventlog import prepared
from eventlog.prepared import MOST
from eventlog.statements import PREPARE_AFTER, execute, fetch_row, raw_connection, write

ROW = b"SELECT %s::int4, %s::text, %b::uuid, '{\"a\": [1]}'::jsonb, 7 %% 4"


@pytest.fixture
def direct(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    ways: list[bool] = []
    directly = prepared.PreparedStatements._directly

    def noted(self: prepared.PreparedStatements, *arguments: Any) -> prepared.Rows | None:
        rows = directly(self, *arguments)
        ways.append(rows is not None)
        return rows

    monkeypatch.setattr(prepared.PreparedStatements, "_directly", noted)
    return ways


@pytest.mark.django_db(transaction=True)
def test_both_ways_answer_alike(direct: list[bool]) -> None:
    connection.close()  # and what was prepared with it
    answers = [execute(ROW, [5, None, None]) for _run in range(PREPARE_AFTER + 3)]
    assert answers == [[(5, None, None, {"a": [1]}, 3)]] * (PREPARE_AFTER + 3)
    assert direct[-2:] == [True, True]
    with transaction.atomic():
        assert execute(ROW, [5, None, None]) == answers[0]
        assert raw_connection().pgconn.transaction_status == TransactionStatus.INTRANS
    assert direct[-1]
    assert execute(ROW, [7, "x", None])[0][:2] == (7, "x")  # of other types: another statement


@pytest.mark.django_db(transaction=True)
def test_it_fails_alike_and_goes_on() -> None:
    divided = b"SELECT 1 / %s::int4"
    for _run in range(PREPARE_AFTER + 2):
        execute(divided, [1])
    with pytest.raises(DataError, match="division by zero"):
        execute(divided, [0])
    assert execute(divided, [1]) == [(1,)]
    with pytest.raises(DataError, match="division by zero"), transaction.atomic():
        execute(divided, [0])
    assert execute(divided, [1]) == [(1,)]


@pytest.mark.django_db(transaction=True)
def test_a_lost_connection_is_told_as_one() -> None:
    read = b"SELECT pg_backend_pid()"
    for _run in range(PREPARE_AFTER + 2):
        (pid,) = fetch_row(read)
    with psycopg.connect(raw_connection().info.dsn, password=raw_connection().info.password) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    with pytest.raises(OperationalError):
        execute(read)
    connection.close()
    assert execute(read) != [(pid,)]


@pytest.mark.django_db(transaction=True)
def test_a_rollback_and_other_statements_leave_what_is_prepared() -> None:
    connection.close()
    for _run in range(PREPARE_AFTER + 2):
        execute(ROW, [5, None, None])
    with transaction.atomic():
        with transaction.atomic():
            transaction.set_rollback(True)
        assert execute(ROW, [5, None, None])[0][0] == 5
    for number in range(MOST + 1):
        for _run in range(PREPARE_AFTER + 1):
            execute(b"SELECT %d" % number)
    assert fetch_row(b"SELECT count(*) FROM pg_prepared_statements") == (MOST - 1,)  # the last place is this one's own
    assert execute(ROW, [5, None, None])[0][0] == 5


@pytest.mark.django_db(transaction=True)
def test_many_rows_are_written_in_one_go_or_not_at_all() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE many (a int CHECK (a < 5), b text, c int[])")
    insert, read = b"INSERT INTO pg_temp.many VALUES (%s, %s, %s::int[])", b"SELECT * FROM pg_temp.many"
    rows = [(1, "x", [1, None]), (None, None, []), (2, None, [3])]
    write("many", insert, rows)
    assert execute(read) == rows
    with pytest.raises(IntegrityError, match="many_a_check"):
        write("many", insert, [(3, "y", []), (5, "z", []), (4, "y", [])])
    with transaction.atomic():
        write("many", insert, rows)
        transaction.set_rollback(True)
    assert execute(read) == rows
