"""Checkpoints cover what changed, cost what changed, and still find what was lost long ago."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from itertools import combinations_with_replacement
from pathlib import Path
from threading import Thread
from uuid import UUID, uuid4

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from eventlog import checkpoints
from eventlog.canonical import GENESIS, canonical
from eventlog.checkpoints import BadCheckpoint, CannotCheckpoint, StreamHead, file_heads, leaf, read_files
from eventlog.merkle import GrownTree, Tree, consistency_path, inclusion_path, join, merkle_root
from eventlog.models import Checkpoint, LateStream
from eventlog.proofs import daily_proofs, inclusion_proof
from eventlog.queries import export_log
from eventlog.sources import injected
from eventlog.store import NewStream, append, append_streams, open_stream
from tests.config.test_databases import INSERT
from tests.eventlog.test_verifying_doc import PROOF
from tests.growth.test_growth import read_by

from .samples import moves
from .test_verify import broken, ok, run, tamper  # noqa: F401 (a fixture)

STREAMS = [UUID(int=number << 120 | 4 << 76 | 2 << 62) for number in (16, 32, 48)]
REMOVED = "the stream was removed since the checkpoint"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checkpoints, "folder", lambda: tmp_path / "checkpoints")
    return tmp_path / "checkpoints"


def checkpoint(*, whole: bool = False) -> Path:
    _row, path = checkpoints.write(whole=whole)
    return path


def covered(path: Path) -> list[tuple[UUID, int]]:
    return [(head.stream, head.version) for head in file_heads(path)]


def go_on(stream: UUID, *, at: int) -> None:
    append(stream=stream, expected=at, events=moves(1, first=at))


@pytest.fixture
def files(fresh_database: str) -> list[Path]:
    """Three streams of three events, and three checkpoints; the first stream never goes on, the others did once."""
    append_streams([NewStream(stream, moves(3)) for stream in STREAMS])
    written = [checkpoint()]
    for stream in STREAMS[1:]:
        go_on(stream, at=3)
        written.append(checkpoint())
    return written


# What changed


@pytest.mark.django_db
def test_a_checkpoint_covers_what_changed() -> None:
    append_streams([NewStream(stream, moves(3)) for stream in STREAMS])
    first, nothing = checkpoint(), checkpoint()
    go_on(STREAMS[2], at=3)
    append(stream=(other := uuid4()), expected=0, events=moves(2))
    second, whole = checkpoint(), checkpoint(whole=True)
    assert [covered(path) for path in (first, nothing, second)] == [
        [(stream, 3) for stream in STREAMS],
        [],
        sorted([(STREAMS[2], 4), (other, 2)]),
    ]
    assert covered(whole) == sorted([(STREAMS[0], 3), (STREAMS[1], 3), (STREAMS[2], 4), (other, 2)])
    assert list(Checkpoint.objects.order_by("number").values_list("size", flat=True)) == [3, 3, 5, 9]
    assert len({bytes(row.root) for row in Checkpoint.objects.all()}) == 4


@pytest.mark.django_db
def test_it_reads_as_much_whether_there_are_100_streams_or_2000() -> None:
    def reads() -> int:
        checkpoint()
        for stream in STREAMS:
            append(stream=stream, expected=open_stream(stream).version, events=moves(1))
        return read_by(checkpoint).total()

    append_streams([NewStream(stream, moves(3)) for stream in [*STREAMS, *(uuid4() for _ in range(97))]])
    few = reads()
    append_streams([NewStream(uuid4(), moves(3)) for _ in range(1900)])
    assert max(few, reads()) < 50  # one more or less goes by what the server knows of its tables


@pytest.mark.django_db
def test_what_is_appended_below_the_mark_is_covered_by_the_next() -> None:
    opened = open_stream(STREAMS[0])  # it draws a position
    append(stream=STREAMS[1], expected=0, events=moves(1))
    first = checkpoint()
    append(stream=STREAMS[0], expected=0, events=moves(1), opened=opened)
    assert list(LateStream.objects.values_list("stream", flat=True)) == [STREAMS[0]]
    assert [covered(path) for path in (first, checkpoint(), checkpoint())] == [[(STREAMS[1], 1)], [(STREAMS[0], 1)], []]
    assert not LateStream.objects.exists()


LOOKING = """
SELECT query_start FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%%FROM pg_locks%%'
    AND pid <> pg_backend_pid()
"""


def test_it_waits_for_what_is_being_appended(fresh_database: str, owner_connection, superuser_connection) -> None:
    """The other transaction wrote its event before there was a mark that it could have seen."""
    append(stream=STREAMS[1], expected=0, events=moves(1))
    written: list[Path] = []

    def work() -> None:
        written.append(checkpoint())
        connections.close_all()

    with owner_connection.transaction():
        position = owner_connection.execute("SELECT nextval('eventlog_event_position_seq')").fetchone()[0]
        owner_connection.execute(INSERT, (position, datetime.now(UTC), STREAMS[0], 1, GENESIS, b"\1" * 32))
        writer = Thread(target=work)
        writer.start()
        looks: set[datetime] = set()
        while len(looks) < 3 and writer.is_alive():  # it looks again and again
            looks.update(item for (item,) in superuser_connection.execute(LOOKING).fetchall())
        assert writer.is_alive()
    writer.join()
    assert covered(written[0]) == [(STREAMS[0], 1), (STREAMS[1], 1)]


def test_it_gives_up_on_an_append_that_does_not_end(
    fresh_database: str, owner_connection: psycopg.Connection, monkeypatch
) -> None:
    monkeypatch.setattr(checkpoints, "PATIENCE", 0.0)
    with owner_connection.transaction():
        owner_connection.execute("LOCK TABLE eventlog_event IN ROW EXCLUSIVE MODE")
        with pytest.raises(CommandError, match="an append has been under way for more than 0 seconds"):
            call_command("checkpoint")
    assert not Checkpoint.objects.exists()


def test_nobody_but_a_checkpoint_moves_the_mark(fresh_database: str) -> None:
    connection.ensure_connection()
    service = connection.connection
    for way in ("SELECT setval('eventlog_marked', 0)", "ALTER SEQUENCE eventlog_marked RESTART WITH 0"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            service.execute(way)
    append(stream=STREAMS[0], expected=0, events=moves(3))
    before = service.execute("SELECT eventlog_mark()").fetchone()
    service.execute("SELECT setval('eventlog_event_position_seq', last_value) FROM eventlog_event_position_seq LIMIT 0")
    assert service.execute("SELECT eventlog_mark()").fetchone() == before


# What was lost


def test_a_stream_that_was_lost_is_found_though_it_did_not_change_lately(files, tamper) -> None:  # noqa: F811
    for stream, version in ((STREAMS[0], 3), (STREAMS[1], 4), (STREAMS[2], 4)):
        assert [head.version for head in all_heads(files) if head.stream == stream][-1] == version
    tamper("DELETE FROM eventlog_event WHERE stream = %s", STREAMS[0])
    tamper("DELETE FROM eventlog_event WHERE stream = %s AND version = 4", STREAMS[1])
    tamper("DELETE FROM eventlog_event WHERE stream = %s", STREAMS[2])
    append(stream=STREAMS[2], expected=0, events=moves(6, first=30))
    assert run("--all")[0] == 0
    results = [
        broken(STREAMS[0], 1, REMOVED, 0),
        broken(STREAMS[1], 4, "the stream was cut short since the checkpoint saw version 4", 3),
        broken(STREAMS[2], 3, "the stream was rewritten since the checkpoint", 6),
    ]
    assert run("--checkpoint", str(files[2])) == (1, results)


def all_heads(paths: list[Path]) -> list[StreamHead]:
    return [head for path in paths for head in file_heads(path)]


def test_a_changed_leaf_is_found_in_whichever_file_it_is(files: list[Path]) -> None:
    for path in files:
        good = path.read_text()
        lines = good.splitlines()
        stream, version, own = json.loads(lines[1])
        for head in ([stream, version + 1, own], [stream, version, "00" * 32], [str(uuid4()), version, own]):
            path.write_text("\n".join([lines[0], json.dumps(head), *lines[2:]]))
            with pytest.raises(CommandError, match=f"^{path.name}: its root does not follow") as caught:
                run("--checkpoint", str(files[2]))
            assert caught.value.returncode == 2
        path.write_text(good)
    assert run("--checkpoint", str(files[2]))[0] == 0


def test_a_file_that_was_forged_whole_is_found_by_the_one_after_it(files: list[Path]) -> None:
    """Its root follows from what it holds; but it is not the root that the next one names."""
    forge(files[1], lambda first: first, [StreamHead(STREAMS[1], 4, b"\1" * 32)])
    assert read_files(files[1])[-1].path == files[1]
    with pytest.raises(BadCheckpoint, match=f"^{files[2].name}: it does not follow {files[1].name}"):
        read_files(files[2])
    finding = {"stream": None, "events": 0, "status": "broken", "at": None}
    code, reports = run("--checkpoint", str(files[1]), str(STREAMS[0]))
    error = "checkpoint 2 was rewritten in the database"
    assert (code, reports) == (1, [{**finding, "error": error}, ok(STREAMS[0], 3)])


def forge(path: Path, change: Callable[[dict], dict], heads: list[StreamHead]) -> None:
    """Write a file that holds together by itself."""
    lines = path.read_text().splitlines()
    first = change(json.loads(lines[0]))
    tree = Tree(first["size"], [bytes.fromhex(peak) for peak in first["peaks"]])
    for head in heads:
        tree.add(leaf(bytes.fromhex(first["salt"]), head))
    result = {"heads": tree.root().hex(), "size": tree.size} | {
        key: first[key] for key in ("number", "previous", "time")
    }
    root = hashlib.sha256(canonical(result).encode()).hexdigest()
    body = [[str(head.stream), head.version, head.hash.hex()] for head in heads]
    last = {"heads": len(heads), "root": root}
    path.write_text("".join(json.dumps(line) + "\n" for line in (first, *body, last)))


def test_a_tree_that_does_not_go_on_is_found(files: list[Path]) -> None:
    """The history was forked: the last file names the root before it and yet stands on another tree."""
    other = [leaf(b"\1" * 32, head) for head in file_heads(files[0])] + [b"\2" * 32]
    tree = Tree()
    for item in other:
        tree.add(item)
    forked = {"size": tree.size, "peaks": [peak.hex() for peak in tree.peaks]}
    forge(files[2], lambda first: first | forked, list(file_heads(files[2])))
    with pytest.raises(BadCheckpoint, match=f"^{files[2].name}: its tree does not go on from that of {files[1].name}"):
        read_files(files[2])


def test_a_missing_file_is_named_and_a_whole_checkpoint_needs_none(files: list[Path], tamper) -> None:  # noqa: F811
    whole = checkpoint(whole=True)
    go_on(STREAMS[0], at=3)
    last = checkpoint()
    assert [file.path for file in read_files(last)] == [whole, last]
    assert [file.path for file in read_files(last, all_leaves=True)] == [*files, whole, last]
    files[1].unlink()
    tamper("DELETE FROM eventlog_event WHERE stream = %s", STREAMS[1])
    assert broken(STREAMS[1], 1, REMOVED, 0) in run("--checkpoint", str(last))[1]
    with pytest.raises(BadCheckpoint, match=f"^{files[1].name} is missing: {files[2].name} goes on from it"):
        read_files(files[2])


def test_a_tree_that_was_rewritten_in_the_database_is_found_and_not_gone_on_from(files, superuser_connection) -> None:
    superuser_connection.execute("ALTER TABLE eventlog_checkpoint DISABLE TRIGGER ALL")
    for change in ("peaks = sha256('') || sha256('x')", "size = 9", "peaks = NULL"):
        with superuser_connection.transaction(force_rollback=False):
            row = Checkpoint.objects.get(number=3)
            superuser_connection.execute(f"UPDATE eventlog_checkpoint SET {change} WHERE number = 3")
        error = "the tree of checkpoint 3 was rewritten in the database"
        with pytest.raises(CannotCheckpoint, match=error):
            checkpoint()
        code, reports = run("--checkpoint", str(files[2]), str(STREAMS[0]))
        assert (code, reports[0]["error"]) == (1, error)
        superuser_connection.execute(
            "UPDATE eventlog_checkpoint SET size = %s, peaks = %s WHERE number = 3", (row.size, bytes(row.peaks))
        )
    assert len(read_files(checkpoint())) == 4


def test_checkpoints_of_the_first_format_stay_valid(files, folder: Path, owner_connection, tamper) -> None:  # noqa: F811
    """One that an older release wrote after the last; then this release goes on."""
    path, salt, now = folder / "checkpoint-000004.jsonl", b"\7" * 32, datetime(2026, 3, 1, tzinfo=UTC)
    heads = [StreamHead(UUID(str(head.stream)), head.version, head.hash) for head in sorted(all_heads(files))]
    heads = list({head.stream: head for head in heads}.values())
    previous = bytes(Checkpoint.objects.get(number=3).root)
    first = {"number": 4, "time": 1_772_323_200_000_000, "previous": previous.hex()}
    data = {"heads": merkle_root(leaf(salt, head) for head in heads).hex(), **first}
    root = hashlib.sha256(canonical(data).encode()).digest()
    lines = [{"format": "vexillum-checkpoint-1", **first, "salt": salt.hex()}]
    body = [[str(head.stream), head.version, head.hash.hex()] for head in heads]
    end = {"heads": len(heads), "root": root.hex()}
    path.write_text("".join(json.dumps(line) + "\n" for line in (*lines, *body, end)))
    owner_connection.execute("ALTER TABLE eventlog_checkpoint DISABLE TRIGGER eventlog_checkpoint_follows")
    owner_connection.execute(
        "INSERT INTO eventlog_checkpoint (number, time, previous, root) VALUES (4, %s, %s, %s)", (now, previous, root)
    )
    assert run("--checkpoint", str(path))[0] == 0
    last = checkpoint()
    assert covered(last) == [(STREAMS[0], 3), (STREAMS[1], 4), (STREAMS[2], 4)]
    assert [file.path for file in read_files(last, all_leaves=True)] == [last]
    tamper("DELETE FROM eventlog_event WHERE stream = %s", STREAMS[0])
    for item in (path, last):
        assert run("--checkpoint", str(item), str(STREAMS[0])) == (1, [broken(STREAMS[0], 1, REMOVED, 0)])


# The tree, and proofs


def plain(leaves: list[bytes]) -> bytes:
    """The recursive definition of RFC 9162: split at the largest power of two below the count."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + plain(leaves[:split]) + plain(leaves[split:])).digest()


LEAVES = [bytes([number]) * 32 for number in range(70)]


def test_the_tree_is_that_of_rfc_9162() -> None:
    assert merkle_root([]) == hashlib.sha256(b"").digest()
    assert [merkle_root(LEAVES[:count]) for count in range(1, 70)] == [plain(LEAVES[:count]) for count in range(1, 70)]


def test_a_tree_goes_on_from_its_peaks() -> None:
    for size in range(70):
        before = Tree()
        for item in LEAVES[:size]:
            before.add(item)
        after = Tree(before.size, before.peaks)
        for item in LEAVES[size:]:
            after.add(item)
        assert after.root() == plain(LEAVES)
    with pytest.raises(ValueError, match="a tree of 5 leaves does not have 1 peaks"):
        Tree(5, [b""])


def test_the_examples_of_rfc_9162() -> None:
    """Section 2.1.5: the paths in a tree of seven leaves, by the names that the figure has."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = join(a, b), join(c, d), join(e, f)
    k, l_ = join(g, h), join(i, j)
    assert [inclusion_path(LEAVES[:7], index) for index in (0, 3, 4, 6)] == [[b, h, l_], [c, g, l_], [f, j, k], [i, k]]
    assert [consistency_path(LEAVES[:7], size) for size in (3, 4, 6)] == [[c, d, g, l_], [l_], [i, j, k]]
    assert consistency_path(LEAVES[:7], 7) == []


@pytest.mark.slow
def test_a_leaf_that_was_added_needs_the_peaks_alone() -> None:
    for size, end in combinations_with_replacement(range(40), 2):
        before = Tree()
        for item in LEAVES[:size]:
            before.add(item)
        grown = GrownTree(size, before.peaks, LEAVES[size:end])
        added = range(size, end)
        assert [grown.path(index) for index in added] == [inclusion_path(LEAVES[:end], index) for index in added]
        with pytest.raises(IndexError):
            grown.path(end)


@pytest.mark.django_db
def test_a_proof_is_made_of_the_file_of_a_day(folder: Path) -> None:
    append_streams([NewStream(stream, moves(3)) for stream in STREAMS])
    first = checkpoint()
    go_on(STREAMS[1], at=3)
    append_streams([NewStream(uuid4(), moves(1)) for _ in range(3)])
    second = checkpoint()
    go_on(STREAMS[2], at=3)
    wanted = {STREAMS[0]: inclusion_proof(STREAMS[0], first), STREAMS[1]: inclusion_proof(STREAMS[1], second)}
    assert daily_proofs(STREAMS, folder) == wanted
    assert daily_proofs(STREAMS, folder, before=Checkpoint.objects.get(number=2).time) == {
        STREAMS[0]: wanted[STREAMS[0]]
    }
    assert daily_proofs(STREAMS, folder, largest=10) == {}
    first.unlink()
    second.write_text(second.read_text().replace('"heads": 4', '"heads": 4, "more": 1'))
    assert daily_proofs(STREAMS, folder) == {STREAMS[1]: wanted[STREAMS[1]]}
    second.write_text(second.read_text().replace(str(STREAMS[1]), str(STREAMS[0])))  # it was altered
    assert daily_proofs(STREAMS, folder) == {}
    assert daily_proofs([uuid4()], folder) == {}


@pytest.fixture
def prove(tmp_path: Path):
    """Make a proof, or take one, and run the program of docs/verifying.md on it; return its exit code and output."""

    def proved(*arguments: str) -> dict:
        out = StringIO()
        call_command("prove", *arguments, stdout=out)
        return json.loads(out.getvalue())

    def check(proof: dict, record: dict | None = None) -> tuple[int, str]:
        names = [tmp_path / name for name in ("proof.py", "proof.json", "record.json")]
        for name, text in zip(names, (PROOF, json.dumps(proof), json.dumps(record)), strict=True):
            name.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-I", *names], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return proved, check


def record_of(stream: UUID) -> dict:
    return {"stream": str(stream), "log": export_log(stream)}


@pytest.mark.django_db
def test_proofs_hold_and_those_that_were_altered_do_not(prove) -> None:
    proved, check = prove
    append_streams([NewStream(stream, moves(3)) for stream in STREAMS])
    first = checkpoint()
    append_streams([NewStream(uuid4(), moves(1)) for _ in range(3)])
    go_on(STREAMS[1], at=3)
    last = checkpoint()
    roots = [bytes(row.root).hex() for row in Checkpoint.objects.order_by("number")]
    ends = "Compare the roots with those at /checkpoints/.\n"
    result = [f"checkpoint {number} with the root {root}" for number, root in enumerate(roots, start=1)]
    for stream, version in ((STREAMS[0], 3), (STREAMS[1], 4)):
        proof, record = proved(str(last), "--covers", str(stream)), record_of(stream)
        assert check(proof, record) == (0, f"{result[1]} covers the first {version} events of {stream}. {ends}")
        hashes = {entry["hash"] for entry in record["log"]}
        assert not any(secret in json.dumps(proof) for secret in hashes)  # they are secret until the reveal
        forged = [dict(entry) for entry in record["log"]]
        forged[version - 1]["hash"] = "00" * 32
        for bad, other in (
            (proof | {"index": proof["index"] ^ 1}, record),
            (proof | {"path": proof["path"][:-1]}, record),
            (proof | {"path": [*proof["path"], "00" * 32]}, record),
            (proof | {"key": "00" * 32}, record),
            (proof | {"version": version - 1}, record),
            (proof, record | {"stream": str(uuid4())}),
            (proof, record | {"log": forged}),
        ):
            assert check(bad, other) == (1, "The proof does not hold.\n")
    proof = proved(str(last), "--since", str(first))
    assert check(proof) == (0, f"{result[1]} covers {result[0]}. {ends}")
    for bad in (
        proof | {"earlier": proof["earlier"] | {"heads": "00" * 32}},
        proof | {"earlier": proof["earlier"] | {"size": 2}},
        proof | {"checkpoint": proof["checkpoint"] | {"heads": "00" * 32}},
        proof | {"path": proof["path"][::-1]},
        proof | {"path": proof["path"][:-1]},
    ):
        assert check(bad) == (1, "The proof does not hold.\n")
    assert check(proved(str(first), "--since", str(first)))[0] == 0
    with pytest.raises(CommandError, match="no checkpoint up to this one covers the stream") as caught:
        proved(str(first), "--covers", str(uuid4()))
    assert caught.value.returncode == 2
    with pytest.raises(CommandError, match="it does not go on from checkpoint-000002"):
        proved(str(first), "--since", str(last))


def test_the_program_of_the_text_takes_every_proof() -> None:
    script = compile(PROOF.replace('json.load(open(sys.argv[1], encoding="utf-8"))', "PROOF"), "proof.py", "exec")
    for size, end in combinations_with_replacement(range(1, 18), 2):
        earlier = {"heads": merkle_root(LEAVES[:size]).hex(), "size": size, "number": 1}
        later = {"heads": merkle_root(LEAVES[:end]).hex(), "size": end, "number": 2}
        good = {"earlier": earlier, "checkpoint": later}
        good["path"] = [node.hex() for node in consistency_path(LEAVES[:end], size)]
        exec(script, {"PROOF": good, "print": lambda _text: None})
        with pytest.raises(SystemExit, match="does not hold"):
            exec(script, {"PROOF": good | {"earlier": earlier | {"heads": "11" * 32}}})


def test_the_salt_hides_what_a_leaf_is_made_of() -> None:
    head = StreamHead(STREAMS[0], 3, GENESIS)
    assert len({leaf(salt * 32, head) for salt in (b"\1", b"\2")}) == 2
    with injected(random=lambda count: b"\1" * count):
        assert repr(checkpoints.Opening(5, 0, GENESIS, b"\1" * 32)) == "Opening(5)"
