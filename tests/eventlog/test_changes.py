"""What is new in the log since somebody last looked: nothing is left out, whoever appends meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest

from eventlog import changes
from eventlog.canonical import GENESIS
from eventlog.changes import begin_anew, read_news
from eventlog.models import LogReader
from eventlog.store import NewStream, append, append_streams, open_stream
from tests.config.test_databases import INSERT

from .samples import moves

ONE, OTHER = uuid4(), uuid4()


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LAG", timedelta())


def go_on(stream: UUID, *, at: int = 0) -> None:
    append(stream=stream, expected=at, events=moves(1, first=at))


def given() -> list[set[UUID]] | None:
    calls: list[Sequence[UUID] | None] = []
    read_news("tests", calls.append)
    return None if calls == [None] else [set(call or ()) for call in calls]


@pytest.mark.django_db
def test_each_event_is_news_once() -> None:
    go_on(ONE)
    assert given() is None
    go_on(ONE, at=1)
    go_on(OTHER)
    assert given() == [{ONE, OTHER}]
    assert given() == [{ONE, OTHER}]  # they were not in sight when the mark was set
    assert given() == []
    begin_anew("tests")
    assert given() is None


@pytest.mark.django_db
def test_many_are_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    given()
    monkeypatch.setattr(changes, "BATCH", 4)
    streams = [uuid4() for _one in range(3)]
    append_streams([NewStream(stream, moves(2)) for stream in streams])
    assert given() == [{*streams[:2]}, {streams[2]}]


@pytest.mark.django_db
def test_who_fails_is_given_it_again() -> None:
    given()
    go_on(ONE)

    def fail(streams: Sequence[UUID] | None) -> None:
        raise RuntimeError

    for _time in range(2):
        with pytest.raises(RuntimeError):
            read_news("tests", fail)
    assert given() == [{ONE}]


@pytest.mark.django_db
def test_a_command_may_append_a_while_after_it_has_drawn_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "LAG", timedelta(minutes=2))
    begin_anew("tests")
    given()
    LogReader.objects.update(since=datetime.now(UTC) - timedelta(minutes=3))
    assert given() is None
    opened = open_stream(ONE)  # it draws a position
    go_on(OTHER)
    assert [given(), given()] == [[{OTHER}]] * 2
    append(stream=ONE, expected=0, events=moves(1), opened=opened)
    assert given() == [{ONE, OTHER}]


def test_who_appends_is_waited_for(fresh_database: str, owner_connection: psycopg.Connection) -> None:
    """However long it takes: it has drawn its position, and nobody sees its event yet."""
    given()
    with owner_connection.transaction():
        (position,) = owner_connection.execute("SELECT nextval('eventlog_event_position_seq')").fetchone() or (0,)
        owner_connection.execute(INSERT, (position, datetime.now(UTC), ONE, 1, GENESIS, b"\1" * 32))
        go_on(OTHER)
        assert [given() for _minute in range(4)] == [[{OTHER}]] * 4
    assert given() == [{ONE, OTHER}]
    assert given() == []


def test_readers_do_not_wait_for_one_another(fresh_database: str, owner_connection: psycopg.Connection) -> None:
    given()
    go_on(ONE)
    with owner_connection.transaction():
        owner_connection.execute("SELECT FROM eventlog_reader WHERE name = 'tests' FOR UPDATE")
        assert given() == []
    assert given() == [{ONE}]
