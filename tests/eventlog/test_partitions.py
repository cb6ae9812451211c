"""A log in hash partitions keeps all that it promises. `make test-partitioned` runs the tests of the log and of games
on one; here is what would break first.
"""

from __future__ import annotations

import os
import subprocess
import sys
from uuid import UUID, uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from eventlog.models import Event
from eventlog.rebuild import rebuild
from eventlog.store import Conflict, NewStream, append, append_streams, load, open_stream
from eventlog.verify import about_how_many, verify
from games.models import Game
from tests.databases import PARTITIONS, ROOT, with_database
from tests.owner import owner_url
from tests.scenes import game_in_play

from .samples import moves

STREAMS = [UUID(int=number << 120) for number in range(1, 250, 8)]


@pytest.fixture
def games(fresh_database: str, owner_connection: psycopg.Connection) -> list[UUID]:
    """Games whose log was put into partitions after they had begun, unless it lay in some already."""
    games = [game_in_play(plies=plies).id for plies in (4, 7)]
    for stream in STREAMS:
        append(stream=stream, expected=0, events=moves(2))
    before = {stream: list(load(stream)) for stream in (*games, *STREAMS)}
    last = max(event.position for events in before.values() for event in events)
    log = partition_log(fresh_database)
    if PARTITIONS not in os.environ:
        assert log.stdout == f"{sum(map(len, before.values()))} events lie in 4 partitions.\n"
        log = partition_log(fresh_database)
    assert log.stderr == "CommandError: The log lies in partitions already.\n"
    assert {stream: list(load(stream)) for stream in before} == before
    (next_one,) = append(stream=uuid4(), expected=0, events=moves(1))
    assert next_one.position > last
    return games


def partition_log(database: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "DATABASE_URL": with_database(settings.DATABASE_URL, database),
        "DATABASE_OWNER_URL": with_database(owner_url(), database),
        "VEXILLUM_ROLE": "owner",
    }
    command = [sys.executable, ROOT / "manage.py", "partition_log", "--partitions", "4"]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_a_log_that_was_put_into_partitions_goes_on_and_stays_append_only(
    games: list[UUID], owner_connection: psycopg.Connection
) -> None:
    opened = open_stream(STREAMS[0])
    append(stream=STREAMS[0], expected=2, events=moves(3), opened=opened)
    for late in (opened, None):
        with pytest.raises(Conflict):
            append(stream=STREAMS[0], expected=2, events=moves(1), opened=late)
    with pytest.raises(Conflict) as caught:
        append_streams([NewStream(stream, moves(2)) for stream in (uuid4(), STREAMS[3], uuid4())])
    assert caught.value.stream == STREAMS[3]
    rows = sorted(Game.objects.values_list())
    rebuild()
    assert (sorted(Game.objects.values_list()), len(rows)) == (rows, 2)
    for processes in (1, 2):
        result = list(verify(processes=processes))
        assert [item.stream for item in result] == sorted({*games, *STREAMS, *(item.stream for item in result)})
        assert {item.error for item in result} == {None}
    owner_connection.execute("ANALYZE")
    assert about_how_many() == Event.objects.count()
    _are_append_only(owner_connection)


def _are_append_only(owner: psycopg.Connection) -> None:
    partitions = [
        name
        for (name,) in owner.execute(
            "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", ["eventlog_event"]
        )
    ]
    assert len(partitions) in (4, 8)
    before = sorted(Event.objects.values_list())
    for table in ("eventlog_event", *partitions):
        for way in (f"UPDATE {table} SET version = 9", f"DELETE FROM {table}", f"TRUNCATE {table}"):
            with pytest.raises(psycopg.errors.RestrictViolation, match="append only"):
                owner.execute(way)
        with pytest.raises(psycopg.errors.RestrictViolation, match="does not follow"):
            owner.execute(
                f"INSERT INTO {table} SELECT position, time, stream, actor, version + 5, type_version, type, previous,"
                f" hash, data FROM {table} ORDER BY stream, version DESC LIMIT 1"
            )
    may = "SELECT bool_or(has_table_privilege(one, right_)) FROM unnest(%s::text[]) one,"
    may += " unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) right_"
    with connection.cursor() as service:
        service.execute(may, [partitions])
        assert service.fetchone() == (False,)
    assert sorted(Event.objects.values_list()) == before
