"""Processes that share out work have connections of their own, to the databases of the one that started them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections

from eventlog.processes import workers


def where() -> tuple[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database(), pg_backend_pid()")
        name, session = cursor.fetchone()
    return str(name), int(session)


def shared_out() -> list[tuple[str, int]]:
    with workers(2) as pool:
        here = where()
        return [here, *(item.result() for item in [pool.submit(where), pool.submit(where)])]


@pytest.mark.parametrize("in_a_task", [False, True])
def test_they_work_where_their_parent_does(
    in_a_task: bool, fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a task of asyncio too, though a fork of it is in none. Each runs in a thread, where nothing runs yet."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

    def connected() -> None:
        connection.settings_dict["NAME"] = fresh_database

    async def as_task() -> list[tuple[str, int]]:
        connected()
        try:
            return shared_out()
        finally:
            connections.close_all()

    def in_a_thread() -> list[tuple[str, int]]:
        connected()
        where()  # a session of the thread, which a task does not see
        try:
            return asyncio.run(as_task()) if in_a_task else shared_out()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as threads:
        result = threads.submit(in_a_thread).result()
    assert {name for name, _session in result} == {fresh_database}
    assert result[0][1] not in {session for _name, session in result[1:]}
