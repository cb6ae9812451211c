"""The database refuses an event or a checkpoint that does not follow from the one before: to both roles alike."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connection

from eventlog.canonical import GENESIS
from eventlog.models import Event
from eventlog.store import COLUMNS, NewStream, append, append_streams, load

from .samples import moves

REFUSED = psycopg.errors.RestrictViolation
OTHER = b"\1" * 32
STREAM = UUID(int=4 << 76 | 2 << 62 | 1)
INSERT = f"INSERT INTO eventlog_event ({COLUMNS}) VALUES (%s, %s, %s, NULL, %s, 1, 'sample-moved', %s, %s, '{{}}')"
CHECKPOINT = (
    "INSERT INTO eventlog_checkpoint (number, time, day, previous, root, size, peaks, upto)"
    " VALUES (%s, now() + %s, ((now() + %s) AT TIME ZONE 'UTC')::date + %s::int, %s, %s, %s, %s, %s)"
)


@pytest.fixture(params=["service", "owner"])
def role(request, fresh_database: str) -> psycopg.Connection:
    """A plain connection of either role, and a stream of three events to add to."""
    append(stream=STREAM, expected=0, events=moves(3))
    if request.param == "owner":
        return request.getfixturevalue("owner_connection")
    return connection.connection


def draw(role: psycopg.Connection) -> int:
    return role.execute("SELECT nextval('eventlog_event_position_seq')").fetchone()[0]


def row(role: psycopg.Connection, **other) -> tuple:
    last = Event.objects.filter(stream=STREAM).latest("version")
    values = {
        "position": draw(role),
        "time": last.time,
        "stream": STREAM,
        "version": last.version + 1,
        "previous": bytes(last.hash),
        "hash": OTHER,
    }
    return tuple({**values, **other}.values())


def junk(role: psycopg.Connection) -> dict[str, tuple]:
    last = Event.objects.filter(stream=STREAM).latest("version")
    return {
        "another predecessor": row(role, previous=OTHER),
        "no predecessor": row(role, previous=GENESIS),
        "a gap": row(role, version=5),
        "a stream that begins late": row(role, stream=uuid4()),
        "a stream that begins with a predecessor": row(role, stream=uuid4(), version=1),
        "back in time": row(role, time=last.time - timedelta(microseconds=1)),
        "before its predecessor in the log": row(role, position=-1),
        "a position that nobody drew": row(role, position=1 << 60),
    }


def copy(role: psycopg.Connection, rows: list[tuple]) -> None:
    with role.cursor() as cursor, cursor.copy(f"COPY eventlog_event ({COLUMNS}) FROM STDIN") as copying:
        for position, time, stream, version, previous, own in rows:
            copying.write_row((position, time, stream, None, version, 1, "sample-moved", previous, own, "{}"))


def versions(stream: UUID = STREAM) -> list[int]:
    return [stored.version for stored in load(stream)]


def test_what_does_not_follow_is_refused(role: psycopg.Connection) -> None:
    for what, values in junk(role).items():
        with pytest.raises(REFUSED, match="does not follow"):
            pytest.fail(f"{what} was taken: {role.execute(INSERT, values)}")
    assert versions() == [1, 2, 3]
    role.execute(INSERT, row(role))
    assert Event.objects.filter(stream=STREAM).count() == 4


def test_no_row_of_a_statement_hides_behind_the_others(role: psycopg.Connection) -> None:
    """The events of one statement follow one another; one bad row takes the others with it, by COPY too."""
    for bad in junk(role).values():
        first, second = uuid4(), uuid4()
        rows = [
            (draw(role), bad[1], first, 1, GENESIS, OTHER),
            (draw(role), bad[1], first, 2, OTHER, OTHER),
            bad,
            (draw(role), bad[1], second, 1, GENESIS, OTHER),
        ]
        with pytest.raises(REFUSED):
            role.execute(
                ", ".join([INSERT, *[INSERT.partition("VALUES ")[2]] * 3]), [item for row in rows for item in row]
            )
        with pytest.raises(REFUSED):
            copy(role, rows)
    assert Event.objects.count() == 3


def test_many_streams_at_once_are_taken(role: psycopg.Connection) -> None:
    streams = [NewStream(uuid4(), moves(40)) for _ in range(5)]
    append_streams(streams)
    append(stream=STREAM, expected=3, events=moves(40))
    assert [versions(new.stream) for new in streams] == [list(range(1, 41))] * 5
    assert versions() == list(range(1, 44))


def test_nobody_lays_a_table_of_their_own_before_the_log(owner_connection: psycopg.Connection) -> None:
    append(stream=STREAM, expected=0, events=moves(3))
    owner_connection.execute("CREATE TEMP TABLE eventlog_event (LIKE public.eventlog_event)")
    forged = INSERT.replace("eventlog_event", "pg_temp.eventlog_event")
    owner_connection.execute(forged, row(owner_connection, version=8))
    with pytest.raises(REFUSED):
        owner_connection.execute(
            INSERT.replace("eventlog_event", "public.eventlog_event"), row(owner_connection, version=9, previous=OTHER)
        )


def test_the_checks_are_always_on(owner_connection: psycopg.Connection) -> None:
    rows = owner_connection.execute(
        "SELECT tgrelid::regclass::text, tgenabled, tgtype, tgnewtable FROM pg_trigger"
        " WHERE tgname LIKE '%\\_follows' AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = tgrelid) ORDER BY 1"
    ).fetchall()
    # tgtype: 4 insert; no 2, so after; no 1, so for each statement
    assert rows == [("eventlog_checkpoint", "A", 4, "appended"), ("eventlog_event", "A", 4, "appended")]


NOW, DAY = timedelta(), timedelta(days=1)
TREE = (5, OTHER * 2, 3)  # five leaves have two peaks; three positions were drawn
BAD_CHECKPOINTS = {
    "a gap": (3, NOW, NOW, None, OTHER, OTHER, *TREE),
    "another root before": (2, NOW, NOW, None, GENESIS, OTHER, *TREE),
    "yesterday's": (2, -DAY, -DAY, 0, OTHER, OTHER, *TREE),
    "tomorrow's": (2, DAY, DAY, 0, OTHER, OTHER, *TREE),
    "of today for tomorrow": (2, NOW, NOW, 1, OTHER, OTHER, *TREE),
    "no root": (2, NOW, NOW, None, OTHER, b"", *TREE),
    "no tree": (2, NOW, NOW, None, OTHER, OTHER, None, None, None),
    "a smaller tree": (2, NOW, NOW, None, OTHER, OTHER, 4, OTHER, 3),
    "another number of peaks": (2, NOW, NOW, None, OTHER, OTHER, 7, OTHER * 2, 3),
    "less of the log": (2, NOW, NOW, None, OTHER, OTHER, *TREE[:2], 2),
    "more than the mark": (2, NOW, NOW, None, OTHER, OTHER, *TREE[:2], 4),
}


def test_a_checkpoint_follows_the_last_and_is_of_now(role: psycopg.Connection) -> None:
    assert role.execute("SELECT eventlog_mark()").fetchone() == (3,)
    for beginning in ((2, NOW, NOW, 0, GENESIS, OTHER, *TREE), (1, NOW, NOW, 0, OTHER, OTHER, *TREE)):
        with pytest.raises(REFUSED, match="is refused"):
            role.execute(CHECKPOINT, beginning)
    role.execute(CHECKPOINT, (1, NOW, NOW, 0, GENESIS, OTHER, *TREE))
    for what, values in BAD_CHECKPOINTS.items():
        with pytest.raises(REFUSED, match="is refused"):
            pytest.fail(f"{what} was taken: {role.execute(CHECKPOINT, values)}")
    role.execute(CHECKPOINT, (2, NOW, NOW, None, OTHER, OTHER, *TREE))
