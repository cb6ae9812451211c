"""Tampering is found, and named."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import islice
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from eventlog import checkpoints, registry, tasks
from eventlog.canonical import GENESIS, canonical
from eventlog.checkpoints import StreamHead
from eventlog.models import Checkpoint
from eventlog.registry import Broken, Stored
from eventlog.sources import injected
from eventlog.store import EMPTY, append, load, prepare
from eventlog.verify import StreamReport, verify

from .samples import Begun, Moved, moves

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BEGUN = Begun("classic", {"red": None, "blue": None})
STREAMS = [UUID(int=(number * 47 % 256) << 120 | 4 << 76 | 2 << 62 | number) for number in range(1, 6)]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path / "checkpoints")
    return tmp_path


@pytest.fixture
def log(fresh_database: str) -> list[UUID]:
    for stream in STREAMS:
        append(stream=stream, expected=0, events=[BEGUN, *moves(7)])
    return STREAMS


@pytest.fixture
def tamper(superuser_connection: psycopg.Connection):
    """Run a statement behind the triggers' back."""

    def run(sql: str, *parameters) -> None:
        superuser_connection.execute("ALTER TABLE eventlog_event DISABLE TRIGGER ALL")
        assert superuser_connection.execute(sql, parameters).rowcount > 0
        for trigger in ("append_only", "follows"):
            superuser_connection.execute(f"ALTER TABLE eventlog_event ENABLE ALWAYS TRIGGER eventlog_event_{trigger}")

    return run


@pytest.fixture
def lawful() -> Iterator[None]:
    """Replay sample streams: no turn may be played twice."""

    def replay(stored: Iterator[Stored]) -> None:
        seen = set()
        for item in stored:
            if type(item.event) is Moved:
                if item.event.turn == "j9-j10":
                    raise Broken(3, "a reason of its own")
                if item.event.turn in seen:
                    raise ValueError("the Marshal stands on d4")
                seen.add(item.event.turn)

    registry.verifier(Begun)(replay)
    yield
    del registry._verifiers[Begun]


def run(*arguments: str) -> tuple[int, list[dict]]:
    """Run the command with --json; return its exit code and what it printed."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, "--json", stdout=out)
        code = 0
    except SystemExit as exit:
        code = exit.code
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def ok(stream: UUID, events: int = 8) -> dict:
    return {"stream": str(stream), "events": events, "status": "ok", "at": None, "error": None}


def broken(stream: UUID, at: int, error: str, events: int) -> dict:
    return {"stream": str(stream), "events": events, "status": "broken", "at": at, "error": error}


def by_stream(reports: list[dict]) -> list[dict]:
    return sorted(reports, key=lambda report: str(report["stream"]))


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_good_log(log: list[UUID], lawful: None, processes: str) -> None:
    code, reports = run("--all", "--processes", processes)
    assert (code, by_stream(reports)) == (0, by_stream([ok(stream) for stream in log]))


def test_only_the_streams_that_were_asked_for(log: list[UUID]) -> None:
    assert run(str(log[2]), str(log[0])) == (0, [ok(log[2]), ok(log[0])])


ALTERED = "the event does not have the hash it claims"
CHANGES = {
    'data = \'{"turn": "e4-e5"}\'': ALTERED,
    "time = time + interval '1 microsecond'": ALTERED,
    "actor = gen_random_uuid()": ALTERED,
    "type = 'sample-finished'": ALTERED,
    "type_version = 2": ALTERED,
    "hash = sha256('')": ALTERED,
    "previous = sha256('')": "the hash of the predecessor is another one",
}


def test_a_changed_row_is_found_at_its_version(log: list[UUID], tamper) -> None:
    at = "WHERE stream = %s AND version = 5"
    tamper(f"CREATE TABLE kept AS SELECT * FROM eventlog_event {at}", log[1])
    for number, (change, error) in enumerate(CHANGES.items()):
        tamper(f"UPDATE eventlog_event SET {change} {at}", log[1])
        # Now and then on two cores, which takes longest.
        code, reports = run("--all", "--processes", "2" if number % 3 == 0 else "1")
        expected = [broken(stream, 5, error, 5) if stream == log[1] else ok(stream) for stream in log]
        assert (change, code, by_stream(reports)) == (change, 1, by_stream(expected))
        assert run(str(log[1])) == (1, [broken(log[1], 5, error, 5)])
        assert run(str(log[0])) == (0, [ok(log[0])])
        columns = "data, time, actor, type, type_version, hash, previous"
        tamper(f"UPDATE eventlog_event SET ({columns}) = (SELECT {columns} FROM kept) {at}", log[1])
    assert run(str(log[1])) == (0, [ok(log[1])])


def test_a_missing_row_is_found(log: list[UUID], tamper) -> None:
    tamper("DELETE FROM eventlog_event WHERE stream = %s AND version = 4", log[3])
    assert run(str(log[3])) == (1, [broken(log[3], 4, "a version is missing", 3)])


def test_a_row_moved_from_another_stream_is_found(log: list[UUID], tamper) -> None:
    tamper("DELETE FROM eventlog_event WHERE stream = %s AND version = 8", log[3])
    tamper("UPDATE eventlog_event SET stream = %s WHERE stream = %s AND version = 8", log[3], log[2])
    assert run(str(log[3])) == (1, [broken(log[3], 8, "the hash of the predecessor is another one", 8)])


def rewrite(tamper, stream: UUID, events: list) -> None:
    """Write a whole stream anew with a chain that is right in itself."""
    tamper("DELETE FROM eventlog_event WHERE stream = %s", stream)
    append(stream=stream, expected=0, events=events)


def test_a_game_that_cannot_have_happened_is_found_by_replay(log: list[UUID], tamper, lawful: None) -> None:
    rewrite(tamper, log[0], [BEGUN, *moves(4), *moves(1)])
    code, reports = run(str(log[0]))
    assert (code, reports) == (1, [broken(log[0], 6, "the event cannot have happened (ValueError)", 6)])
    rewrite(tamper, log[0], [BEGUN, *moves(4), Moved("j9-j10")])
    assert run(str(log[0])) == (1, [broken(log[0], 3, "a reason of its own", 6)])


def test_of_two_faults_the_first_is_told_though_the_verifier_reads_ahead(log: list[UUID], tamper, lawful: None) -> None:
    def replay(stored: Iterator[Stored]) -> None:
        try:
            list(stored)
        except Broken:
            raise Broken(5, "what came before") from None

    registry.verifier(Begun)(replay)
    for version, result in ((6, (5, "what came before")), (3, (3, "the event does not have the hash it claims"))):
        tamper("UPDATE eventlog_event SET hash = sha256('') WHERE stream = %s AND version = %s", log[0], version)
        assert run(str(log[0])) == (1, [broken(log[0], *result, version)])


def test_an_event_that_nobody_knows_is_found(log: list[UUID], tamper) -> None:
    previous, _row = GENESIS, None
    append(stream=(stream := uuid4()), expected=0, events=moves(1))
    (row,) = prepare(stream=stream, head=EMPTY, events=moves(1), actor=None, now=NOON)
    envelope = {"actor": None, "data": {}, "previous": previous.hex(), "stream": str(stream)}
    rest = {"time": row.time, "type": "sample-unheard", "type_version": 1, "version": 1}
    own = hashlib.sha256(canonical({**envelope, **rest}).encode()).digest()
    tamper(
        "UPDATE eventlog_event SET type = 'sample-unheard', data = '{}', time = %s, hash = %s WHERE stream = %s",
        *(NOON, own, stream),
    )
    assert run(str(stream)) == (1, [broken(stream, 1, "the event type 'sample-unheard' is unknown", 1)])


@pytest.mark.django_db
def test_bad_usage() -> None:
    for arguments in ([], ["no-such-key"], ["--all", str(uuid4())], ["--checkpoint", "/no/such/file"]):
        with pytest.raises(CommandError) as caught:
            call_command("verify_log", *arguments)
        assert caught.value.returncode == 2


@pytest.mark.django_db
def test_a_stream_that_is_not_there() -> None:
    stream = uuid4()
    assert run(str(stream)) == (1, [broken(stream, 1, "there is no such stream", 0)])


# Checkpoints


def checkpoint() -> Path:
    _row, path = checkpoints.write()
    return path


def test_a_checkpoint_of_a_good_log_finds_nothing_also_when_it_has_grown(log: list[UUID], lawful: None) -> None:
    path = checkpoint()
    assert run("--checkpoint", str(path))[0] == 0
    append(stream=log[0], expected=8, events=moves(1, first=20))
    append(stream=(other := uuid4()), expected=0, events=moves(1))
    code, reports = run("--checkpoint", str(path), "--all")
    expected = [ok(log[0], 9), *(ok(stream) for stream in log[1:]), ok(other, 1)]
    assert (code, by_stream(reports)) == (0, by_stream(expected))


def test_a_stream_cut_short_is_found(log: list[UUID], tamper) -> None:
    path = checkpoint()
    tamper("DELETE FROM eventlog_event WHERE stream = %s AND version > 5", log[4])
    assert run("--all")[0] == 0  # the chain alone does not show it
    code, reports = run("--checkpoint", str(path))
    error = "the stream was cut short since the checkpoint saw version 8"
    assert (code, [report for report in reports if report["status"] == "broken"]) == (1, [broken(log[4], 6, error, 5)])
    assert len(reports) == 5


def test_a_removed_stream_is_found(log: list[UUID], tamper) -> None:
    path = checkpoint()
    tamper("DELETE FROM eventlog_event WHERE stream = %s", log[4])
    assert run("--all")[0] == 0
    gone = broken(log[4], 1, "the stream was removed since the checkpoint", 0)
    code, reports = run("--checkpoint", str(path))
    assert (code, [report for report in reports if report["status"] == "broken"]) == (1, [gone])
    assert run("--checkpoint", str(path), str(log[4]), str(log[0])) == (1, [ok(log[0]), gone])


def test_a_rewritten_stream_is_found(log: list[UUID], tamper) -> None:
    path = checkpoint()
    rewrite(tamper, log[4], [BEGUN, *moves(8, first=30)])
    assert run("--all")[0] == 0
    code, reports = run("--checkpoint", str(path), str(log[4]), str(log[0]))
    error = "the stream was rewritten since the checkpoint"
    assert (code, reports) == (1, [broken(log[4], 8, error, 9), ok(log[0])])


def test_a_checkpoint_that_was_removed_or_rewritten_is_found(log, superuser_connection) -> None:
    first, second = checkpoint(), checkpoint()
    superuser_connection.execute("ALTER TABLE eventlog_checkpoint DISABLE TRIGGER ALL")
    superuser_connection.execute("UPDATE eventlog_checkpoint SET root = sha256('') WHERE number = 1")
    finding = {"stream": None, "events": 0, "status": "broken", "at": None}
    code, reports = run("--checkpoint", str(first), str(log[0]))
    error = "checkpoint 1 was rewritten in the database"
    assert (code, reports) == (1, [{**finding, "error": error}, ok(log[0])])
    code, reports = run("--checkpoint", str(second), str(log[0]))
    error = "the tree of checkpoint 1 was rewritten in the database"
    assert (code, reports) == (1, [{**finding, "error": error}, ok(log[0])])
    superuser_connection.execute("DELETE FROM eventlog_checkpoint WHERE number = 2")
    code, reports = run("--checkpoint", str(second), str(log[0]))
    error = "checkpoint 2 was removed from the database"
    assert (code, reports) == (1, [{**finding, "error": error}, ok(log[0])])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[:-2] + lines[-1:],
        lambda lines: lines[:-1],
        lambda lines: [*lines[:1], lines[1].replace("8", "7"), *lines[2:]],
        lambda lines: [lines[0].replace('"number": 1', '"number": 2'), *lines[1:]],
        lambda lines: ["{}", *lines[1:]],
        lambda lines: [*lines[:1], "hello", *lines[1:]],
        lambda lines: [],
    ],
)
def test_a_file_that_was_altered_is_bad_usage(change) -> None:
    for stream in STREAMS:
        append(stream=stream, expected=0, events=[BEGUN, *moves(7)])
    path = checkpoint()
    path.write_text("".join(f"{line}\n" for line in change(path.read_text().splitlines())))
    with pytest.raises(CommandError) as caught:
        call_command("verify_log", "--checkpoint", str(path))
    assert caught.value.returncode == 2
    assert path.name in str(caught.value)


@pytest.mark.django_db
def test_checkpoints_are_chained_published_and_kept_secret(data_dir: Path, capsys) -> None:
    append(stream=STREAMS[0], expected=0, events=moves(3))
    call_command("checkpoint")
    append(stream=STREAMS[1], expected=0, events=moves(3))
    path = checkpoint()
    shown = list(checkpoints.published())
    assert [item.number for item in shown] == [2, 1]
    assert [item.previous for item in shown] == [shown[1].root, "00" * 32]
    assert shown[0]._fields == ("number", "time", "root", "previous")
    assert path == data_dir / "checkpoints" / "checkpoint-000002.jsonl"
    assert (stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)) == (0o600, 0o700)
    assert [len(file.read_text().splitlines()) for file in sorted(path.parent.iterdir())] == [3, 3]  # what changed
    out = capsys.readouterr().out
    assert out.splitlines()[0] == f"Checkpoint 1: root {shown[1].root}"


@pytest.fixture
def any_day(owner_connection: psycopg.Connection) -> None:
    """A database that takes checkpoints of any time, for tests that set the clock."""
    owner_connection.execute("ALTER TABLE eventlog_checkpoint DISABLE TRIGGER eventlog_checkpoint_follows")


def test_the_salt_hides_the_heads_and_the_root_depends_on_all(any_day: None) -> None:
    def root(random: bytes, now: datetime = NOON) -> bytes:
        with injected(random=lambda count: random * count, clock=lambda: now):
            row, _path = checkpoints.write()
        return bytes(row.root)

    def alone(*arguments) -> bytes:
        with transaction.atomic():
            value = root(*arguments)
            transaction.set_rollback(True)
        return value

    append(stream=STREAMS[0], expected=0, events=moves(3), now=NOON)
    before = alone(b"\1")
    assert alone(b"\1") == before
    assert alone(b"\2") != before
    assert alone(b"\1", NOON + timedelta(seconds=1)) != before
    append(stream=STREAMS[0], expected=3, events=moves(1), now=NOON)
    assert alone(b"\1") != before


def test_the_daily_task_writes_once_a_day(any_day: None) -> None:
    with injected(clock=lambda: NOON):
        assert [tasks.write_checkpoint(), tasks.write_checkpoint()] == [1, 1]
        checkpoints.write()
    with injected(clock=lambda: NOON + timedelta(hours=11, minutes=59)):
        assert tasks.write_checkpoint() == 1
    with injected(clock=lambda: NOON + timedelta(hours=12)):
        assert tasks.write_checkpoint() == 3
    assert list(Checkpoint.objects.order_by("number").values_list("number", "day")) == [
        (1, NOON.date()),
        (2, None),
        (3, NOON.date() + timedelta(days=1)),
    ]


def test_a_leaf_hides_its_head() -> None:
    head = StreamHead(STREAMS[0], 3, GENESIS)
    assert checkpoints.leaf(b"\1" * 32, head) != checkpoints.leaf(b"\2" * 32, head)
    assert checkpoints.leaf(b"\1" * 32, head) != checkpoints.leaf(b"\1" * 32, head._replace(version=4))
    assert "01" not in repr(checkpoints.Opening(5, 0, GENESIS, b"\1" * 32))


def test_a_large_log_is_shared_out_and_found_whole(fresh_database: str) -> None:
    from eventlog.store import NewStream, append_streams

    streams = [UUID(int=(number << 120) | number) for number in range(256)] + [UUID(int=2**128 - 1)]
    append_streams([NewStream(stream, moves(2)) for stream in streams])
    reports = sorted(verify(processes=2))
    assert reports == [StreamReport(stream, 2) for stream in sorted(streams)]
    assert list(load(streams[0])) != []


# Going on


@pytest.mark.parametrize("processes", ["1", "2"])
def test_reports_come_in_the_order_of_streams_with_what_a_checkpoint_finds(log, tamper, processes: str) -> None:
    path = checkpoint()
    tamper("DELETE FROM eventlog_event WHERE stream = ANY(%s)", [log[1], log[4]])
    removed = "the stream was removed since the checkpoint"
    gone = {stream: broken(stream, 1, removed, 0) for stream in (log[1], log[4])}
    expected = [gone.get(stream, ok(stream)) for stream in sorted(log)]
    assert run("--checkpoint", str(path), "--processes", processes) == (1, expected)


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("compared", [False, True])
def test_a_run_that_was_stopped_goes_on_where_it_was(
    log, tamper, tmp_path: Path, monkeypatch, processes: str, compared: bool
) -> None:
    """Each stream is told once, and what was broken before counts in the end."""
    first, second, *rest = sorted(log)
    options = ["--all", "--processes", processes, "--resume", str(tmp_path / "state")]
    if compared:
        options += ["--checkpoint", str(checkpoint())]
        tamper("DELETE FROM eventlog_event WHERE stream = ANY(%s)", [first, rest[0]])
        removed = "the stream was removed since the checkpoint"
        expected = [broken(first, 1, removed, 0), ok(second), broken(rest[0], 1, removed, 0), *map(ok, rest[1:])]
    else:
        tamper("UPDATE eventlog_event SET hash = sha256('') WHERE stream = %s AND version = 5", first)
        error = "the event does not have the hash it claims"
        expected = [broken(first, 5, error, 5), ok(second), *map(ok, rest)]

    def stopped(*arguments, **values) -> Iterator[StreamReport]:
        yield from islice(verify(*arguments, **values), 2)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("eventlog.management.commands.verify_log.verify", stopped)
        assert run(*options) == (130, expected[:2])
    assert json.loads((tmp_path / "state").read_text())["after"] == str(second)
    assert run(*options) == (1, expected[2:])
    assert not (tmp_path / "state").exists()


@pytest.mark.django_db
def test_a_file_to_resume_from_that_makes_no_sense_is_bad_usage(tmp_path: Path) -> None:
    append(stream=STREAMS[0], expected=0, events=moves(1))
    state, path = tmp_path / "state", checkpoint()
    sound = {"checkpoint": None, "after": str(STREAMS[0]), "streams": 1, "events": 1, "broken": 0}
    for content in ("", "{}", "[1]", json.dumps(sound | {"after": 5}), json.dumps(sound | {"broken": "no"})):
        state.write_text(content)
        with pytest.raises(CommandError, match="does not say how far") as caught:
            run("--all", "--resume", str(state))
        assert (caught.value.returncode, state.read_text()) == (2, content)
    state.write_text(json.dumps(sound))
    for arguments, file, words in (
        (["--checkpoint", str(path)], state, "another --checkpoint"),
        ([str(STREAMS[0])], state, "Only all"),
        (["--all"], tmp_path / "nowhere" / "state", "There is no folder"),
    ):
        with pytest.raises(CommandError, match=words) as caught:
            run(*arguments, "--resume", str(file))
        assert caught.value.returncode == 2
