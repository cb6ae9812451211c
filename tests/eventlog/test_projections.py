"""Projections follow the log in its order, and a rebuild makes the same rows again."""

from __future__ import annotations

import dataclasses
import random
import threading
import time
from collections import Counter
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from eventlog import projections
from eventlog.models import Event, ProjectionVersion, Snapshot
from eventlog.queries import read_all
from eventlog.registry import Projection
from eventlog.statements import execute, write
from eventlog.store import Conflict, NewStream, append, append_streams, load, open_stream
from eventlog.store import StreamSnapshot as Shot

from .samples import Finished, Moved, moves, projected


def table(name: str, columns: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE {name} ({columns})")


def rows(name: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {name} ORDER BY 1")
        return cursor.fetchall()


def lengths(*, writes_only: bool) -> Projection:
    """One row a stream: how many moves, the last turn, and the position it stands at."""

    def apply(stored) -> None:
        with connection.cursor() as cursor:
            for item in stored:
                cursor.execute(
                    "INSERT INTO lengths VALUES (%s, 1, %s, %s) ON CONFLICT (stream) DO UPDATE"
                    " SET moves = lengths.moves + 1, last = excluded.last, position = excluded.position",
                    [item.stream, item.event.turn, item.position],
                )

    return Projection("lengths", frozenset({Moved}), ("lengths",), False, writes_only, apply)


def total(pause: float = 0) -> Projection:
    """Across streams: a running sum that depends on the order of events."""

    def apply(stored) -> None:
        with connection.cursor() as cursor:
            for item in stored:
                cursor.execute("SELECT coalesce(max(number), 0), coalesce(max(mixed), 0) FROM total")
                number, mixed = cursor.fetchone()
                time.sleep(random.random() * pause)
                mixed = (mixed * 31 + item.event.points) % 1_000_003
                cursor.execute("INSERT INTO total VALUES (%s, %s, %s)", [number + 1, item.position, mixed])

    return Projection("total", frozenset({Finished}), ("total",), True, False, apply)


LENGTHS = "stream uuid PRIMARY KEY, moves int, last text, position bigint"
TOTAL = "number int PRIMARY KEY, position bigint, mixed int"


@pytest.mark.django_db
@pytest.mark.parametrize("writes_only", [False, True])
def test_a_projection_gets_its_events_in_the_same_transaction(writes_only: bool) -> None:
    table("lengths", LENGTHS)
    stream = uuid4()
    with projected(lengths(writes_only=writes_only)):
        append(stream=stream, expected=0, events=[*moves(2), Finished(1)])
        opened = open_stream(stream)
        stored = append(stream=stream, expected=3, events=[Moved("e4-e5")], opened=opened, savepoint=False)
        assert rows("lengths") == [(stream, 3, "e4-e5", stored[0].position)]
        with pytest.raises(Conflict):
            append(stream=stream, expected=3, events=[Moved("f4-f5")], opened=opened)
        assert rows("lengths") == [(stream, 3, "e4-e5", stored[0].position)]


def written(*, read: bool = False, fail: bool = False) -> Projection:
    """The short way: `write` alone, or with a look at the log in between."""

    def apply(stored) -> None:
        for item in stored:
            row = (item.stream, item.event.turn, item.position)
            write("lengths", INSERT, [row])
            if read:
                last = stored[-1].version
                assert [past.version for past in load(item.stream)] == list(range(1, last + 1))
                assert Event.objects.filter(stream=item.stream).count() == last
            if fail:
                raise LookupError

    return Projection("lengths", frozenset({Moved}), ("lengths",), False, True, apply)


INSERT = b"""INSERT INTO lengths VALUES (%s::uuid, 1, %s::text, %s::int8) ON CONFLICT (stream) DO UPDATE
SET moves = lengths.moves + 1, last = excluded.last, position = excluded.position"""


@pytest.mark.parametrize("read", [False, True])
def test_what_is_written_together_commits_or_not_together(fresh_database: str, owner_connection, read: bool) -> None:
    """Outside any transaction: the event, the projection and the snapshot are one statement, or one transaction."""
    owner_connection.execute(f"CREATE TABLE lengths ({LENGTHS})")
    stream = uuid4()
    with projected(written(read=read)):
        slow = open_stream(stream)
        (first,) = append(stream=stream, expected=0, events=moves(1), opened=slow, snapshot=Shot("1", 1))
        opened = open_stream(stream, engine="1")
        (second,) = append(stream=stream, expected=1, events=[Moved("e4-e5")], opened=opened, snapshot=Shot("1", 2))
        for late in (slow, opened):
            with pytest.raises(Conflict):
                append(stream=stream, expected=late.version, events=moves(1), opened=late, snapshot=Shot("1", 3))
    with projected(written(read=read, fail=True)), pytest.raises(LookupError):
        append(stream=stream, expected=2, events=moves(1), opened=open_stream(stream), snapshot=Shot("1", 3))
    assert list(load(stream)) == [first, second]
    assert rows("lengths") == [(stream, 2, "e4-e5", second.position)]
    assert list(Snapshot.objects.values_list("version", "state")) == [(2, "2")]
    with projected(written(read=read)):
        append(stream=stream, expected=2, events=moves(2))  # two rows for one table: not one statement
    assert [row[1] for row in rows("lengths")] == [4]


@pytest.mark.django_db
@pytest.mark.parametrize("writes_only", [False, True])
def test_if_a_projection_fails_nothing_is_appended(writes_only: bool) -> None:
    def fail(stored) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    stream = uuid4()
    with projected(Projection("failing", frozenset({Moved}), (), False, writes_only, fail)):
        with pytest.raises(Exception, match="division by zero"):
            append(stream=stream, expected=0, events=moves(1))
        with pytest.raises(Exception, match="division by zero"):
            append_streams([NewStream(stream, moves(1))])
    assert list(load(stream)) == []


@pytest.mark.django_db
def test_a_projection_across_streams_knows_where_it_stands_and_goes_forward_only() -> None:
    table("total", TOTAL)
    with projected(total()) as projection:
        *_moves, first = append(stream=uuid4(), expected=0, events=[*moves(2), Finished(4)])
        (second,) = append(stream=first.stream, expected=3, events=[Finished(5)])
        assert list(ProjectionVersion.objects.values_list()) == [("total", first.stream, 4)]
        before = rows("total")
        for again in ([first, second], [second]):
            with pytest.raises(RuntimeError, match="already"):
                projections.project(projection, again)
            projections.deliver(again)
        assert (rows("total"), len(before)) == (before, 2)


@pytest.mark.django_db
def test_a_projection_across_streams_takes_positions_in_any_order_where_streams_stand_apart() -> None:
    """As from several sequences, or a feed for each partition: what was had of each stream counts, and nothing else."""
    table("total", TOTAL)
    late, early = (append(stream=uuid4(), expected=0, events=[Finished(points)])[0] for points in (7, 8))
    with projected(total()):
        projections.deliver([early])
        projections.deliver([late])
        projections.deliver([early, late])
        assert [row[1] for row in rows("total")] == [early.position, late.position]
        assert set(ProjectionVersion.objects.values_list("stream", "version")) == {(early.stream, 1), (late.stream, 1)}


def play_at_random(streams: int, events: int) -> None:
    """Append moves and results to several streams in turn, some of them as a batch and some as an import."""
    generator = random.Random(1)
    versions: Counter = Counter({uuid4(): 0 for _stream in range(streams)})
    for number in range(events):
        stream = generator.choice(list(versions))
        new = [*moves(generator.randrange(3), first=number), *([Finished(number)] if number % 5 == 0 else [])]
        append(stream=stream, expected=versions[stream], events=new)
        versions[stream] += len(new)
    append_streams([NewStream(uuid4(), [*moves(4), Finished(number)]) for number in range(3)])


@pytest.mark.django_db
def test_a_rebuild_makes_identical_tables(capsys) -> None:
    table("lengths", LENGTHS)
    table("total", TOTAL)
    with projected(lengths(writes_only=True)), projected(total()):
        play_at_random(6, 80)
        stream = uuid4()
        append(stream=stream, expected=0, events=moves(1), snapshot=Shot("1", {}))
        before = rows("lengths"), rows("total"), sorted(ProjectionVersion.objects.values_list())
        assert (len(before[0]) > 6, len(before[1]), Snapshot.objects.count()) == (True, 19, 1)
        for _time in range(2):  # it is idempotent
            with connection.cursor() as cursor:
                cursor.execute("UPDATE lengths SET moves = 0")
                cursor.execute("DELETE FROM total WHERE number % 2 = 0")
            call_command("rebuild")
            assert (rows("lengths"), rows("total"), sorted(ProjectionVersion.objects.values_list())) == before
            assert Snapshot.objects.count() == 0
    shown = capsys.readouterr().out.splitlines()
    steps = [line.partition(":")[0] for line in shown]
    assert (steps[0], steps[-2]) == ("streams", "total")
    assert shown[-1] == "Everything is rebuilt. Snapshots come back as games are played on."


@pytest.mark.django_db
def test_a_rebuild_that_fails_changes_nothing() -> None:
    table("lengths", LENGTHS)
    with projected(lengths(writes_only=False)) as good:
        append(stream=uuid4(), expected=0, events=moves(3))
    before = rows("lengths")

    def fail(stored) -> None:
        good.apply(stored)
        raise LookupError

    with projected(Projection("lengths", good.events, good.tables, False, False, fail)), pytest.raises(LookupError):
        call_command("rebuild")
    assert rows("lengths") == before != []


@pytest.mark.django_db
def test_the_log_is_read_in_the_order_of_positions() -> None:
    append_streams([NewStream(uuid4(), moves(7)) for _stream in range(3)])
    batches = [[item.position for item in batch] for batch in read_all(batch=10)]
    assert [len(batch) for batch in batches] == [10, 10, 1]
    together = [position for batch in batches for position in batch]
    assert together == sorted(set(together))


def test_positions_are_the_order_of_commits_for_projections_across_streams(
    fresh_database: str, owner_connection
) -> None:
    """Six writers and a reader: whenever the reader looks, it sees every event up to where the projection stands."""
    owner_connection.execute(f"CREATE TABLE total ({TOTAL})")
    looks, done = [], threading.Event()

    def write(number: int) -> None:
        generator = random.Random(number)
        for version in range(12):
            stream = uuid4()
            append(
                stream=stream, expected=0, events=[*moves(generator.randrange(1, 3)), Finished(number * 100 + version)]
            )
        connection.close()

    def read() -> None:
        while not done.is_set():
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT (SELECT count(*) FROM eventlog_event e"
                    " WHERE e.type = 'sample-finished' AND e.position <= p.position), p.number FROM ("
                    "SELECT max(position) AS position, count(*) AS number FROM total) p WHERE p.number > 0"
                )
                looks.extend(cursor.fetchall())
        connection.close()

    with projected(total(pause=0.003)):
        reader = threading.Thread(target=read)
        writers = [threading.Thread(target=write, args=[number]) for number in range(6)]
        for thread in [reader, *writers]:
            thread.start()
        for thread in writers:
            thread.join()
        done.set()
        reader.join()
        folded = rows("total")
        owner_connection.execute(f"GRANT ALL ON total TO {connection.settings_dict['USER']}")
        call_command("rebuild")
        assert rows("total") == folded
    assert [row[0] for row in folded] == list(range(1, 73))
    positions = [row[1] for row in folded]
    assert positions == sorted(positions)
    assert looks
    assert [look for look in looks if look[0] != look[1]] == []


def test_ordinary_moves_do_not_wait_for_the_order(fresh_database: str, owner_connection) -> None:
    """While one transaction holds the lock, moves go on; a result waits."""
    owner_connection.execute(f"CREATE TABLE total ({TOTAL})")
    finished = threading.Event()

    def finish() -> None:
        append(stream=uuid4(), expected=0, events=[Finished(1)])
        finished.set()
        connection.close()

    with projected(total()):
        with owner_connection.transaction():
            owner_connection.execute("SELECT pg_advisory_xact_lock(%s)", [projections.ORDER_LOCK])
            stream = uuid4()
            append(stream=stream, expected=0, events=moves(1))
            append(stream=stream, expected=1, events=moves(1))
            thread = threading.Thread(target=finish)
            thread.start()
            assert not finished.wait(0.3)
        thread.join(60)
        assert finished.is_set()


class Big:
    """Lets through what ends with many points, as the caller makes known: `coming` holds the points of streams."""

    def __init__(self) -> None:
        self.coming: dict = {}

    def __call__(self, stream) -> bool:
        return self.coming.get(stream, 99) > 50

    def passed(self, *, batch: int):
        for stored in read_all(types={Finished}, batch=batch):
            yield [item for item in stored if item.event.points > 50]


def test_what_a_gate_holds_back_waits_for_no_order(fresh_database: str, owner_connection) -> None:
    """It goes past the projection while the lock is taken; what passes waits for it, and so does what is unknown."""
    owner_connection.execute(f"CREATE TABLE total ({TOTAL})")
    owner_connection.execute(f"GRANT ALL ON total TO {connection.settings_dict['USER']}")
    filter, small, imported, big, unknown = Big(), uuid4(), uuid4(), uuid4(), uuid4()
    filter.coming = {small: 7, imported: 7, big: 70}
    done: list = []

    def finish(stream, points: int) -> None:
        append(stream=stream, expected=0, events=[Finished(points)])
        done.append(points)
        connection.close()

    with projected(dataclasses.replace(total(), filter=filter)):
        with owner_connection.transaction():
            owner_connection.execute("SELECT pg_advisory_xact_lock(%s)", [projections.ORDER_LOCK])
            finish(small, 7)
            append_streams([NewStream(imported, [Finished(7)])])
            threads = [threading.Thread(target=finish, args=args) for args in ((big, 70), (unknown, 80))]
            for thread in threads:
                thread.start()
            time.sleep(0.3)
            assert done == [7]
        for thread in threads:
            thread.join(60)
        assert sorted(done) == [7, 70, 80]
        before = rows("total")
        assert len(before) == 2
        call_command("rebuild", verbosity=0)
        assert rows("total") == before


class OrderingKeys:
    """Whose order a stream belongs to; `of` holds it for the streams that the caller makes known."""

    def __init__(self, of: dict) -> None:
        self.of = of

    def __call__(self, stream):
        return self.of.get(stream)


def sums(ordering_keys: OrderingKeys, *, pause: float = 0) -> Projection:
    """Across streams, in lanes: for each lane a sum that depends on the order of its events."""

    def apply(stored) -> None:
        for item in stored:
            names = sorted(ordering_keys.of.get(item.stream) or ())
            result = dict(execute(b"SELECT lane, mixed FROM sums WHERE lane = ANY(%s::text[])", (names,)))
            time.sleep(random.random() * pause)
            mixed = (sum(result.values()) * 31 + item.event.points) % 1_000_003
            write("sums", MIX, [(name, mixed, item.position) for name in names])

    return Projection("sums", frozenset({Finished}), ("sums",), True, False, apply, ordering_keys=ordering_keys)


SUMS = "lane text PRIMARY KEY, mixed int, position bigint"
MIX = b"""INSERT INTO sums VALUES (%s, %s::int4, %s::int8) ON CONFLICT (lane) DO UPDATE
SET mixed = excluded.mixed, position = excluded.position"""


def test_in_lanes_only_those_wait_for_one_another_who_share_one(fresh_database: str, owner_connection) -> None:
    """And who is unknown waits for all; and all wait for a rebuild, which holds the lock of the order."""
    owner_connection.execute(f"CREATE TABLE sums ({SUMS})")
    streams = {name: uuid4() for name in ("first", "beside", "behind", "unknown", "later")}
    known = {"first": {"a", "b"}, "beside": {"c"}, "behind": {"b", "d"}, "later": {"e"}}
    ordering_keys = OrderingKeys({streams[name]: ordering_keys for name, ordering_keys in known.items()})
    done: list[str] = []
    held, leave = threading.Event(), threading.Event()

    def finish(name: str) -> None:
        append(stream=streams[name], expected=0, events=[Finished(len(name))])
        done.append(name)
        connection.close()

    def hold(stored) -> None:
        if stored[0].stream == streams["first"]:
            held.set()
            assert leave.wait(60)

    slow = Projection("slow", frozenset({Finished}), (), False, False, hold)
    with projected(sums(ordering_keys)), projected(slow):
        threads = [threading.Thread(target=finish, args=["first"])]
        threads[0].start()
        assert held.wait(60)
        finish("beside")
        threads += [threading.Thread(target=finish, args=[name]) for name in ("behind", "unknown")]
        for thread in threads[1:]:
            thread.start()
        threads[1].join(0.2)
        assert done == ["beside"]
        leave.set()
        for thread in threads:
            thread.join(60)
        assert set(done) == {"first", "beside", "behind", "unknown"}
        with owner_connection.transaction():
            owner_connection.execute("SELECT pg_advisory_xact_lock(%s)", [projections.ORDER_LOCK])
            late = threading.Thread(target=finish, args=["later"])
            late.start()
            late.join(0.2)
            assert "later" not in done
        late.join(60)
        assert "later" in done


def test_in_each_lane_the_order_of_positions_is_that_of_commits(fresh_database: str, owner_connection) -> None:
    """Six writers in four lanes, two at a time: what they made is what a rebuild makes, in the order of positions."""
    owner_connection.execute(f"CREATE TABLE sums ({SUMS})")
    owner_connection.execute(f"GRANT ALL ON sums TO {connection.settings_dict['USER']}")
    ordering_keys = OrderingKeys({})

    def work(number: int) -> None:
        generator = random.Random(number)
        for round in range(15):
            stream = uuid4()
            ordering_keys.of[stream] = set(generator.sample("abcd", 2))
            append(stream=stream, expected=0, events=[*moves(1), Finished(number * 100 + round)])
        connection.close()

    with projected(sums(ordering_keys, pause=0.002)):
        writers = [threading.Thread(target=work, args=[number]) for number in range(6)]
        for thread in writers:
            thread.start()
        for thread in writers:
            thread.join()
        before = rows("sums")
        assert len(ordering_keys.of) == 6 * 15
        call_command("rebuild", verbosity=0)
        assert rows("sums") == before
    assert not ProjectionVersion.objects.exists()


def test_appends_that_meet_a_rebuild_are_in_its_result(fresh_database: str, owner_connection) -> None:
    """Writers go on while the projections are rebuilt again and again; in the end nothing is missing."""
    owner_connection.execute(f"CREATE TABLE lengths ({LENGTHS})")
    owner_connection.execute(f"CREATE TABLE total ({TOTAL})")
    troubles, done = [], threading.Event()

    def write() -> None:
        stream, version = uuid4(), 0
        try:
            while not done.is_set():
                append(stream=stream, expected=version, events=[*moves(2, first=version % 80), Finished(1)])
                version += 3
        except Exception as error:
            troubles.append(error)
        finally:
            connection.close()

    with projected(lengths(writes_only=True)), projected(total()):
        writers = [threading.Thread(target=write) for _writer in range(3)]
        for thread in writers:
            thread.start()
        for _time in range(5):
            call_command("rebuild", verbosity=0)
        done.set()
        for thread in writers:
            thread.join()
        result = rows("lengths"), rows("total")
        call_command("rebuild")
        assert (rows("lengths"), rows("total")) == result
    assert troubles == []
    assert len(result[0]) == 3
