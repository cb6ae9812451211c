"""Append and load."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from django.db import connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog.canonical import GENESIS, at
from eventlog.field_types import BadEvent
from eventlog.models import Event, Snapshot
from eventlog.queries import export_log
from eventlog.registry import Damaged, Stored
from eventlog.sources import injected
from eventlog.store import (
    EMPTY,
    Conflict,
    Head,
    NewStream,
    append,
    append_streams,
    load,
    open_stream,
    prepare,
    save_snapshot,
)
from eventlog.store import StreamSnapshot as Shot
from eventlog.verify import verify

from .samples import Begun, Colour, Finished, Hidden, Moved, events_of, moves

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
STREAM = UUID("9f2c8d0e-4b1a-4c3d-8e5f-0123456789ab")
ACTOR = UUID("00000000-0000-4000-8000-00000000000a")
BEGUN = Begun("classic", {"red": ACTOR, "blue": None})


@pytest.mark.django_db
def test_what_is_appended_is_loaded() -> None:
    first = append(stream=STREAM, expected=0, events=[BEGUN, *moves(2)], actor=ACTOR, now=NOON)
    second = append(stream=STREAM, expected=3, events=[Finished(3)], now=NOON + timedelta(microseconds=7))
    positions = [stored.position for stored in [*first, *second]]
    assert positions == sorted(set(positions))
    stored = [
        Stored(positions[0], STREAM, 1, BEGUN, ACTOR, NOON),
        Stored(positions[1], STREAM, 2, Moved("a1-a2"), ACTOR, NOON),
        Stored(positions[2], STREAM, 3, Moved("b1-b2"), ACTOR, NOON),
        Stored(positions[3], STREAM, 4, Finished(3), None, NOON + timedelta(microseconds=7)),
    ]
    assert [*first, *second] == stored
    assert list(load(STREAM)) == stored
    assert list(load(STREAM, after=2)) == stored[2:]
    assert list(load(uuid4())) == []
    assert append(stream=STREAM, expected=4, events=[]) == []


@pytest.mark.django_db
def test_rows_are_chained_and_hold_the_canonical_data() -> None:
    append(stream=STREAM, expected=0, events=moves(2), now=NOON)
    append(stream=STREAM, expected=2, events=[Moved("d4-d5", at=5)], now=NOON)
    rows = list(Event.objects.order_by("version").values_list("version", "type", "type_version", "data"))
    assert rows == [
        (1, "sample-moved", 1, {"turn": "a1-a2"}),
        (2, "sample-moved", 1, {"turn": "b1-b2"}),
        (3, "sample-moved", 1, {"turn": "d4-d5", "at": 5}),
    ]
    hashes = [bytes(row.hash) for row in Event.objects.order_by("version")]
    assert [bytes(row.previous) for row in Event.objects.order_by("version")] == [GENESIS, *hashes[:2]]
    expected = prepare(stream=STREAM, head=EMPTY, events=moves(2), actor=None, now=NOON)
    assert hashes[:2] == [row.hash for row in expected]


@pytest.mark.django_db
@pytest.mark.parametrize("expected", [0, 1, 3])
def test_another_version_is_a_conflict(expected: int) -> None:
    append(stream=STREAM, expected=0, events=moves(2))
    before = list(load(STREAM))
    with pytest.raises(Conflict) as caught:
        append(stream=STREAM, expected=expected, events=moves(2))
    assert (caught.value.stream, caught.value.expected, caught.value.actual) == (STREAM, expected, 2)
    assert str(caught.value) == f"The stream {STREAM} stands at version 2; version {expected} was expected."
    assert list(load(STREAM)) == before


@pytest.mark.django_db
def test_losing_the_race_is_a_conflict_and_nothing_is_half_written() -> None:
    """Both opened the stream at version 1; the second append runs into the unique key."""
    append(stream=STREAM, expected=0, events=moves(1))
    slow = open_stream(STREAM)
    append(stream=STREAM, expected=1, events=[Moved("e4-e5")])
    before = list(load(STREAM))
    with pytest.raises(Conflict) as caught:
        append(stream=STREAM, expected=1, events=[Moved("f4-f5")], opened=slow, snapshot=Shot("1", [1]))
    assert (caught.value.expected, caught.value.actual) == (1, 2)
    assert list(load(STREAM)) == before
    assert Snapshot.objects.count() == 0


@pytest.mark.django_db
def test_without_a_savepoint_a_lost_race_ends_the_transaction_around_it() -> None:
    append(stream=STREAM, expected=0, events=moves(1))
    slow = open_stream(STREAM)
    append(stream=STREAM, expected=1, events=[Moved("e4-e5")])
    with pytest.raises(Conflict) as caught, transaction.atomic():
        append(stream=STREAM, expected=1, events=[Moved("f4-f5")], opened=slow, savepoint=False)
    assert caught.value.actual is None
    assert [stored.version for stored in load(STREAM)] == [1, 2]


@pytest.mark.django_db
def test_more_events_than_a_statement_has_parameters_for() -> None:
    append(stream=STREAM, expected=0, events=[BEGUN], actor=ACTOR, now=NOON)
    stored = append(stream=STREAM, expected=1, events=moves(7000), actor=ACTOR, snapshot=Shot("1", [1]))
    assert list(load(STREAM, after=1)) == stored
    last = bytes(Event.objects.get(version=7001).hash)
    assert (len(stored), stored[-1].version, stored.head.hash) == (7000, 7001, last)
    assert [report.error for report in verify(streams=[STREAM])] == [None]
    assert Snapshot.objects.get().version == 7001
    with pytest.raises(Conflict) as caught:
        append(stream=STREAM, expected=1, events=moves(7000))
    assert (caught.value.actual, Event.objects.count()) == (7001, 7001)


def test_of_many_at_once_one_wins(fresh_database: str) -> None:
    """Eight threads append three events each to the same version."""
    append(stream=STREAM, expected=0, events=moves(1))
    start, outcomes = threading.Barrier(8), []

    def run(number: int) -> None:
        start.wait()
        try:
            append(stream=STREAM, expected=1, events=moves(3, first=number))
            outcomes.append(number)
        except Conflict as conflict:
            outcomes.append((conflict.expected, conflict.actual))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winners = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert len(winners) == 1
    assert sorted(outcomes, key=str) == sorted([*winners, *[(1, 4)] * 7], key=str)
    assert events_of(list(load(STREAM))) == [*moves(1), *moves(3, first=winners[0])]


@pytest.mark.django_db
def test_a_bad_event_among_good_ones_writes_nothing() -> None:
    with pytest.raises(BadEvent):
        append(stream=STREAM, expected=0, events=[Moved("d4-d5"), Moved("hello world")])
    with pytest.raises(BadEvent):
        append(stream=STREAM, expected=0, events=[Moved("d4-d5"), "hello"])
    with pytest.raises(BadEvent):
        append_streams([NewStream(STREAM, moves(1)), NewStream(uuid4(), [Moved("hello world")])])
    assert Event.objects.count() == 0


@pytest.mark.django_db
def test_the_time_is_that_of_the_database_and_never_runs_backwards() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (before,) = cursor.fetchone()
    (first,) = append(stream=STREAM, expected=0, events=moves(1))
    assert before <= first.time <= before + timedelta(seconds=30)
    (second,) = append(stream=STREAM, expected=1, events=moves(1), now=NOON)
    assert second.time == first.time
    with injected(clock=lambda: NOON):
        (other,) = append(stream=uuid4(), expected=0, events=moves(1))
        assert other.time == open_stream(uuid4()).now == NOON


@pytest.mark.django_db
def test_a_nonce_of_its_own_is_in_every_event_with_a_secret() -> None:
    hidden = Hidden(Colour.BLUE, "F9M")
    stored = append(stream=STREAM, expected=0, events=[hidden, hidden])
    nonces = [item.event.nonce for item in stored]
    assert len(set(nonces)) == 2
    assert [len(bytes.fromhex(nonce)) for nonce in nonces] == [32, 32]
    assert [row["data"]["nonce"] for row in export_log(STREAM)] == nonces


@pytest.mark.django_db
def test_old_events_are_upcast_when_they_are_read() -> None:
    """A real row of version 1, written as that release wrote it."""
    data = {"kind": "classic"}
    Event.objects.create(
        time=NOON,
        stream=STREAM,
        version=1,
        type_version=1,
        type="sample-begun",
        previous=GENESIS,
        hash=GENESIS,
        data=data,
    )
    assert events_of(list(load(STREAM))) == [Begun("classic", {"red": None, "blue": None})]
    assert Event.objects.get().data == data
    Event.objects.create(
        time=NOON,
        stream=STREAM,
        version=2,
        type_version=9,
        type="sample-begun",
        previous=GENESIS,
        hash=GENESIS,
        data={},
    )
    with pytest.raises(Damaged) as caught:
        list(load(STREAM))
    assert (caught.value.stream, caught.value.version, caught.value.kind) == (STREAM, 2, "UnknownEvent")


@pytest.mark.django_db
def test_open_stream_shows_all_that_an_append_needs() -> None:
    empty = open_stream(STREAM)
    assert (empty.version, empty.head, empty.snapshot, empty.events) == (0, EMPTY, None, ())
    append(stream=STREAM, expected=0, events=moves(3), now=NOON, opened=empty)
    own = bytes(Event.objects.get(version=3).hash)
    opened = open_stream(STREAM)
    assert opened.head == Head(3, own, 1772366400000000)
    assert opened.events == tuple(load(STREAM))
    stored = append(stream=STREAM, expected=3, events=[Moved("e4-e5")], opened=opened)
    assert stored == list(load(STREAM, after=3))
    assert [item.position for item in stored] == [opened.position]
    assert opened.now >= at(opened.head.time)


@pytest.mark.django_db
def test_a_snapshot_saves_reading_and_nothing_else() -> None:
    append(stream=STREAM, expected=0, events=moves(3), snapshot=Shot("7", {"ply": 3}))
    append(stream=STREAM, expected=3, events=moves(2, first=3))
    everything = tuple(load(STREAM))
    opened = open_stream(STREAM, engine="7")
    assert (opened.snapshot, opened.snapshot_version, opened.version) == ({"ply": 3}, 3, 5)
    assert opened.events == everything[3:]
    for engine in ("8", ""):  # another engine's is ignored
        opened = open_stream(STREAM, engine=engine)
        assert (opened.snapshot, opened.snapshot_version, opened.events) == (None, 0, everything)
    save_snapshot(stream=STREAM, version=5, snapshot=Shot("7", {"ply": 5}))
    opened = open_stream(STREAM, engine="7")
    assert (opened.snapshot, opened.snapshot_version, opened.events, opened.version) == ({"ply": 5}, 5, (), 5)
    save_snapshot(stream=STREAM, version=4, snapshot=Shot("7", {"ply": 4}))  # an older one does not replace it
    assert Snapshot.objects.get().version == 5
    save_snapshot(stream=STREAM, version=6, snapshot=Shot("7", {"ply": 6}))  # beyond the end: not to be trusted
    opened = open_stream(STREAM, engine="7")
    assert (opened.snapshot, opened.events, opened.version) == (None, everything, 5)
    Snapshot.objects.all().delete()
    assert open_stream(STREAM, engine="7").events == everything


@pytest.mark.django_db
def test_whole_streams_are_copied_as_if_they_had_been_appended() -> None:
    streams = [NewStream(uuid4(), [BEGUN, *moves(5)], ACTOR), NewStream(uuid4(), [BEGUN, Finished(1)])]
    stored = append_streams(streams, now=NOON)
    assert [list(load(new.stream)) for new in streams] == stored
    assert [events_of(item) for item in stored] == [list(new.events) for new in streams]
    rows = [
        row
        for new in streams
        for row in prepare(stream=new.stream, head=EMPTY, events=new.events, actor=new.actor, now=NOON)
    ]
    columns = ["stream", "actor", "version", "type_version", "type", "data"]
    assert [row.hash for row in rows] == [bytes(event.hash) for event in Event.objects.order_by("position")]
    assert list(Event.objects.order_by("position").values_list(*columns[:5])) == [
        tuple(getattr(row, name) for name in columns[:5]) for row in rows
    ]
    with pytest.raises(Conflict) as caught:
        append_streams([NewStream(uuid4(), moves(1)), NewStream(streams[1].stream, moves(1))])
    assert caught.value.stream == streams[1].stream
    assert Event.objects.count() == 8
    assert append_streams([]) == []


@pytest.mark.django_db
def test_a_record_shows_all_that_is_hashed() -> None:
    append(stream=STREAM, expected=0, events=moves(2), actor=ACTOR, now=NOON)
    rows = prepare(stream=STREAM, head=EMPTY, events=moves(2), actor=ACTOR, now=NOON)
    assert export_log(STREAM) == [
        {
            "version": row.version,
            "type": "sample-moved",
            "type_version": 1,
            "actor": str(ACTOR),
            "time": 1772366400000000,
            "data": {"turn": row.event.turn},
            "previous": row.previous.hex(),
            "hash": row.hash.hex(),
        }
        for row in rows
    ]


@given(st.lists(st.integers(1, 4), max_size=6))
@settings(max_examples=30)
def test_the_chain_does_not_depend_on_how_events_are_grouped(sizes: list[int]) -> None:
    events = moves(sum(sizes))
    whole = prepare(stream=STREAM, head=EMPTY, events=events, actor=None, now=NOON)
    head, parts, done = EMPTY, [], 0
    for size in sizes:
        rows = prepare(stream=STREAM, head=head, events=events[done : done + size], actor=None, now=NOON)
        parts += rows
        head, done = Head(rows[-1].version, rows[-1].hash, rows[-1].time), done + size
    assert parts == whole


def test_an_event_takes_at_most_300_bytes_on_disk(fresh_database: str, owner_connection: psycopg.Connection) -> None:
    """Games of 300 moves, forty of them at a time, their moves interleaved as in live play."""
    heads = {uuid4(): EMPTY for _game in range(40)}
    batch = []
    from eventlog.store import _positions, insert

    for number in range(300):
        for stream, head in heads.items():
            (row,) = prepare(stream=stream, head=head, events=moves(1, first=number), actor=ACTOR, now=NOON)
            heads[stream] = Head(row.version, row.hash, row.time)
            batch.append(row)
    for start in range(0, len(batch), 1000):
        insert(batch[start : start + 1000], _positions(1000))
    size, partitions = owner_connection.execute(
        "SELECT pg_total_relation_size('eventlog_event') + coalesce(sum(pg_total_relation_size(inhrelid)), 0), count(*)"
        " FROM pg_inherits WHERE inhparent = 'eventlog_event'::regclass"
    ).fetchone()
    spare = 3 * 8192 * partitions  # the last page of a partition and of each of its indexes
    assert (size - spare) / len(batch) <= 300
