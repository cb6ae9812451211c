"""Checkpoints: what makes a log show that was cut, thinned or rewritten as a whole.

The hash chain finds a changed event. It has no trace of a stream that was removed, or rewritten whole, chain and all.
So a checkpoint takes the heads of all streams with new events into a Merkle tree, which only grows. It publishes the
root, chained to the one before: a day costs what happened on it. The leaves are salted; heads
and salts lie in files, one a checkpoint, that the operator keeps apart from the database. The root says nothing about
how many streams there are or their versions.

Checkpoints of the first format held the heads of all streams, and no tree went on from one to the next. They stay
valid.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connection, transaction

from eventlog import shadow_tables, sources
from eventlog.canonical import GENESIS, canonical, digest, microseconds
from eventlog.merkle import Tree
from eventlog.models import Checkpoint
from eventlog.registry import Broken
from eventlog.statements import execute

ALONE = "vexillum-checkpoint-1"
"""The format of a file with the heads of all streams, and a tree of its own."""

FORMAT = "vexillum-checkpoint-2"
"""The format of a file with the heads that changed, and a tree that continues that of the file before."""

CHECKPOINT_LOCK = 0x76657869_63686563
BATCH = 1000
PATIENCE = 600.0
"""Seconds that a checkpoint waits for appends that are under way; a large import takes a minute."""


class StreamHead(NamedTuple):
    """The last event of a stream when the checkpoint was written."""

    stream: UUID
    version: int
    hash: bytes


class Published(NamedTuple):
    """What everyone may see of a checkpoint. `root` and `previous` are hexadecimal."""

    number: int
    time: datetime
    root: str
    previous: str


class BadCheckpoint(ValueError):
    """A file is no checkpoint, is missing, or was damaged; the message says which and where."""


class CannotCheckpoint(RuntimeError):
    """No checkpoint can be written now; the message says why. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first line of a checkpoint's file. The salt is the operator's secret.

    Attributes:
        number, previous: its place among the checkpoints, and the root of the one before.
        time: microseconds since 1970.
        size, peaks: the tree that its leaves are added to, see `eventlog.merkle`; no size in a file of the first
            format, which has a tree of its own.
        whole: it holds the heads of all streams, so that files from before it are not needed.
    """

    number: int
    time: int
    previous: bytes
    salt: bytes
    size: int | None = None
    peaks: tuple[bytes, ...] = ()
    whole: bool = True

    def __repr__(self) -> str:
        return f"Opening({self.number})"

    def tree(self) -> Tree:
        return Tree(self.size or 0, self.peaks)


# The tree


def leaf_key(salt: bytes, stream: UUID) -> bytes:
    """Return what hides a leaf: HMAC-SHA-256 of the stream's id, keyed by the salt of the checkpoint."""
    return hmac.digest(salt, stream.bytes, "sha256")


def leaf(salt: bytes, head: StreamHead) -> bytes:
    """Return the leaf of a stream: SHA-256 over a zero byte, its key, its id, the version as eight bytes and the hash
    of its head."""
    own = leaf_key(salt, head.stream)
    return hashlib.sha256(b"\0" + own + head.stream.bytes + head.version.to_bytes(8, "big") + head.hash).digest()


def root_of(opening: Opening, tree: Tree) -> bytes:
    """Return the root that is published: the SHA-256 over the canonical JSON of `rooted`."""
    return digest(canonical(rooted(opening, tree)).encode())


def rooted(opening: Opening, tree: Tree) -> dict[str, Any]:
    """Return the parts of the published root: the tree's root and size, the number, the time and the root before.
    The first format has no size.
    """
    return _rooted(opening.number, opening.time, opening.previous, tree, sized=opening.size is not None)


def _rooted(number: int, time: int, previous: bytes, tree: Tree, *, sized: bool) -> dict[str, Any]:
    value = {"heads": tree.root().hex(), "number": number, "previous": previous.hex(), "time": time}
    return value | ({"size": tree.size} if sized else {})


# Writing


def folder() -> Path:
    """Return where the files of checkpoints lie; nobody but the operator may read there."""
    return Path(settings.DATA_DIR) / "checkpoints"


def write(*, daily: bool = False, whole: bool = False) -> tuple[Checkpoint, Path]:
    """Write a checkpoint over the streams that went on since the last one: its file first, then its row.

    It first waits for the appends that are under way, and holds nobody up meanwhile.

    Side effects: a row of `Checkpoint`, and a file of mode 0600 in `folder()`.

    Args:
        daily: if this day (UTC) has its daily checkpoint already, return that one and write nothing.
        whole: hold the heads of all streams, as the first one does, so that older files are not needed from here on.

    Raises:
        CannotCheckpoint: the last row was altered, or an append does not come to its end.
    """
    with transaction.atomic():
        last, now, known = _lock()
        if daily and known is not None:
            return known, folder() / file_name(known.number)
        number, previous = (last.number + 1, bytes(last.root)) if last else (1, GENESIS)
        size, peaks = _tree_of(last)
        whole = whole or last is None or last.size is None
        opening = Opening(number, microseconds(now), previous, sources.new_salt(), size, peaks, whole)
        upto = set_mark()
        path = folder() / file_name(number)
        late = _take_late()
        tree, root = _write_file(path, opening, _heads() if whole else _changed(last, late))
        row = Checkpoint.objects.create(
            number=number,
            time=now,
            day=now.date() if daily else None,
            previous=previous,
            root=root,
            size=tree.size,
            peaks=b"".join(tree.peaks),
            upto=upto,
        )
    return row, path


def _lock() -> tuple[Checkpoint | None, datetime, Checkpoint | None]:
    """Wait for other writers; return the last checkpoint, the time and the daily checkpoint of today."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHECKPOINT_LOCK])
        cursor.execute("SELECT clock_timestamp()")
        (database_time,) = cursor.fetchone()
    now = (database_time if sources.SOURCES.clock is None else sources.SOURCES.clock()).astimezone(UTC)
    last = Checkpoint.objects.order_by("-number").first()
    return last, now, Checkpoint.objects.filter(day=now.date()).first()


def _tree_of(last: Checkpoint | None) -> tuple[int, tuple[bytes, ...]]:
    """Return the size and the peaks of the tree that the last checkpoint left, if they are those of its root."""
    if last is None or last.size is None:
        return 0, ()
    if (fault := _row_fault(last)) is not None:
        raise CannotCheckpoint(f"{fault}; `verify_log --checkpoint` with its file says more")
    return last.size, _peaks(last)


def _peaks(row: Checkpoint) -> tuple[bytes, ...]:
    content = bytes(row.peaks or b"")
    return tuple(content[start : start + 32] for start in range(0, len(content), 32))


def file_name(number: int) -> str:
    return f"checkpoint-{number:06}.jsonl"


def _write_file(path: Path, opening: Opening, heads: Iterable[StreamHead]) -> tuple[Tree, bytes]:
    """Write the file elsewhere, then move it into place; return the tree and the root."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    making = path.with_suffix(".making")
    tree = opening.tree()
    with open(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        first = {
            "format": FORMAT,
            "number": opening.number,
            "time": opening.time,
            "previous": opening.previous.hex(),
            "salt": opening.salt.hex(),
            "size": opening.size,
            "peaks": [peak.hex() for peak in opening.peaks],
            "whole": opening.whole,
        }
        file.write(json.dumps(first) + "\n")
        for head in heads:
            file.write(json.dumps([str(head.stream), head.version, head.hash.hex()]) + "\n")
            tree.add(leaf(opening.salt, head))
        root = root_of(opening, tree)
        file.write(json.dumps({"heads": tree.size - (opening.size or 0), "root": root.hex()}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(making, path)
    return tree, root


# What changed
#
# Positions are drawn before they are written, so an event may appear below one that a checkpoint has seen. A checkpoint
# therefore sets a mark at the last position drawn, which everybody sees at once, and waits for those who may have
# appended before they could see it. A later append below the mark is noted in `eventlog_late` by the
# database itself (`eventlog_event_follows`), and the next checkpoint covers what is noted there.

_HOLDERS = """
SELECT array_agg(virtualtransaction) FROM pg_locks
WHERE locktype = 'relation' AND relation = 'eventlog_event'::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND pid IS DISTINCT FROM pg_backend_pid()
"""


def set_mark() -> int:
    """Set the mark at the last position drawn, wait for appends under way, and return the mark.

    A later reader sees everything ever appended up to the mark, but for what is noted in
    `eventlog_late`. Needs a transaction; in it no checkpoint is written.

    Raises:
        CannotCheckpoint: an append does not come to its end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHECKPOINT_LOCK])
        cursor.execute("SELECT eventlog_mark()")
        (mark,) = cursor.fetchone()
        waited, pause = 0.0, 0.01
        awaited = who_appends(cursor)
        while awaited:
            if waited > PATIENCE:
                raise CannotCheckpoint(f"an append has been under way for more than {PATIENCE:.0f} seconds")
            time.sleep(pause)
            waited, pause = waited + pause, min(2 * pause, 1.0)
            awaited &= who_appends(cursor)
    return int(mark)


def who_appends(cursor: Any) -> set[str]:
    """Return the transactions of others that may have drawn a position and not shown its event yet."""
    cursor.execute(_HOLDERS)
    return set(cursor.fetchone()[0] or ())


def _take_late() -> list[UUID]:
    """Return what was appended below the mark; a rebuild that is under way still needs to know of it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT stream FROM eventlog_late"
            if shadow_tables.exist()
            else "DELETE FROM eventlog_late RETURNING stream"
        )
        return [stream for (stream,) in cursor.fetchall()]


_HEAD = """
CROSS JOIN LATERAL (
    SELECT version, hash FROM eventlog_event e WHERE e.stream = s.stream ORDER BY version DESC LIMIT 1
) head
"""

# One index look-up for the next stream and one for its head, however many events there are.
HEADS = f"""
WITH RECURSIVE streams AS (
    (SELECT stream FROM eventlog_event ORDER BY stream LIMIT 1)
    UNION ALL
    SELECT (SELECT e.stream FROM eventlog_event e WHERE e.stream > s.stream ORDER BY e.stream LIMIT 1)
    FROM streams s WHERE s.stream IS NOT NULL
)
SELECT s.stream, head.version, head.hash FROM streams s {_HEAD}
"""  # noqa: S608 (a constant)

# By itself, so that its order does not lead a server which takes the log for small to read all of it by stream.
CHANGED = f"""
WITH since AS MATERIALIZED (SELECT stream FROM eventlog_event WHERE position > %s)
SELECT s.stream, head.version, head.hash FROM (SELECT stream FROM since UNION SELECT unnest(%s::uuid[])) s {_HEAD}
ORDER BY s.stream
"""  # noqa: S608 (a constant)


def _heads() -> Iterator[StreamHead]:
    """Yield the heads of all streams, ordered by stream, as one moment shows them."""
    return _select(HEADS, [])


def _changed(last: Checkpoint | None, late: Sequence[UUID]) -> Iterator[StreamHead]:
    """Yield the heads of the streams that went on since the last checkpoint, ordered by stream."""
    return _select(CHANGED, [last.upto if last else 0, list(late)])


def _select(sql: str, parameters: Sequence[Any]) -> Iterator[StreamHead]:
    with psycopg.ServerCursor(connection.connection, "eventlog_heads") as cursor:
        cursor.itersize = BATCH
        cursor.execute(sql.encode(), parameters)
        for row in cursor:
            yield StreamHead(*row)


# Reading


def published() -> Iterator[Published]:
    """Yield the checkpoints, the newest first, as everyone may see them."""
    for row in Checkpoint.objects.order_by("-number").iterator(chunk_size=BATCH):
        yield Published(row.number, row.time, bytes(row.root).hex(), bytes(row.previous).hex())


_COVERING = b"""
SELECT e.stream, e.version, c.number, c.time, c.root, c.previous FROM eventlog_event e
LEFT JOIN LATERAL (
    SELECT number, time, root, previous FROM eventlog_checkpoint WHERE upto >= e.position ORDER BY number LIMIT 1
) c ON true
WHERE e.stream = ANY(%s::uuid[])
"""


def covering(streams: Iterable[UUID]) -> dict[tuple[UUID, int], Published | None]:
    """The first checkpoint over each event of some streams, by stream and version; None until there is one. An event
    that appeared late (see above) is in the next one.

    Args:
        streams: short ones, for all of their events are looked up.
    """
    return {
        (stream, version): None if number is None else Published(number, time, bytes(root).hex(), bytes(previous).hex())
        for stream, version, number, time, root, previous in execute(_COVERING, (list(streams),))
    }


@dataclass(frozen=True, slots=True)
class CheckpointFile:
    """A file that was read to its end and holds together.

    Attributes:
        tree: as its leaves left it.
        root: the root that follows.
        leaves: its leaves in order, if requested.
    """

    path: Path
    opening: Opening
    tree: Tree
    root: bytes
    leaves: list[bytes] = field(default_factory=list, repr=False)


def read_files(path: Path, *, all_leaves: bool = False) -> list[CheckpointFile]:
    """Read a checkpoint's file and the earlier ones that it continues, in the same folder; oldest first.

    Args:
        all_leaves: keep the leaves, and read back to the beginning of the tree and not only to the last file that holds
            the heads of all streams.

    Raises:
        BadCheckpoint: one of them is no such file, is missing, was altered, or does not go on from the one before.
    """
    files = [read_file(path, keep=all_leaves)]
    while not _first_needed(files[-1].opening, all_leaves):
        later = files[-1]
        before = path.with_name(file_name(later.opening.number - 1))
        try:
            file = read_file(before, keep=all_leaves)
        except FileNotFoundError as error:
            raise BadCheckpoint(
                f"{before.name} is missing: {path.name} goes on from it. Put it into the same folder"
            ) from error
        if (file.root, file.opening.number) != (later.opening.previous, later.opening.number - 1):
            raise BadCheckpoint(f"{later.path.name}: it does not follow {before.name}; one of them was replaced")
        if file.opening.size is None or file.tree != later.opening.tree():
            raise BadCheckpoint(f"{later.path.name}: its tree does not go on from that of {before.name}")
        files.append(file)
    return files[::-1]


def _first_needed(opening: Opening, all_leaves: bool) -> bool:
    return not opening.size if all_leaves else opening.whole


def read_file(path: Path, *, keep: bool) -> CheckpointFile:
    """Read a file and check that its root follows from it.

    Args:
        keep: the leaves.

    Raises:
        BadCheckpoint: it is no such file, or was altered.
        OSError: it cannot be read.
    """
    opening = _opening(path)
    end: dict[str, Any] = {}
    tree, leaves = opening.tree(), list[bytes]()
    for head in file_heads(path, end):
        own = leaf(opening.salt, head)
        tree.add(own)
        if keep:
            leaves.append(own)
    root = root_of(opening, tree)
    if end.get("root") != root.hex():
        raise BadCheckpoint(f"{path.name}: its root does not follow from what it holds; it was altered or cut")
    return CheckpointFile(path, opening, tree, root, leaves)


def _opening(path: Path) -> Opening:
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline(10_000))
        if first["format"] not in (ALONE, FORMAT):
            raise BadCheckpoint(f"{path.name}: the format {first['format']!r} is unknown")
        previous, salt = bytes.fromhex(first["previous"]), bytes.fromhex(first["salt"])
        opening = Opening(first["number"], first["time"], previous, salt)
        if first["format"] == FORMAT:
            peaks = tuple(bytes.fromhex(peak) for peak in first["peaks"])
            opening = replace(opening, size=int(first["size"]), peaks=peaks, whole=bool(first["whole"]))
        opening.tree()
    except BadCheckpoint:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise BadCheckpoint(f"{path.name}: this is no checkpoint file") from error
    return opening


def file_heads(path: Path, end: dict[str, Any] | None = None) -> Iterator[StreamHead]:
    """Yield the heads that a checkpoint's file holds.

    Args:
        end: filled with what the last line says.
    """
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(islice(file, 1, None), 2):
            try:
                value = json.loads(line)
                if isinstance(value, list):
                    yield StreamHead(UUID(value[0]), value[1], bytes.fromhex(value[2]))
                elif end is not None:
                    end.update(value)
            except (ValueError, IndexError, TypeError, AttributeError) as error:
                raise BadCheckpoint(f"{path.name}, line {number}: this is no head of a stream") from error


def check_row(file: CheckpointFile) -> str | None:
    """Return what is wrong with the database's row of a checkpoint, or with the chain of all of them, or `None`."""
    number = file.opening.number
    row = Checkpoint.objects.filter(number=number).first()
    if row is None:
        return f"checkpoint {number} was removed from the database"
    if bytes(row.root) != file.root or bytes(row.previous) != file.opening.previous:
        return f"checkpoint {number} was rewritten in the database"
    return check_links()


def check_links() -> str | None:
    """Return where the chain of checkpoints is broken, or `None`."""
    number, last = 0, GENESIS
    for row in Checkpoint.objects.order_by("number").iterator(chunk_size=BATCH):
        if row.number != number + 1 or bytes(row.previous) != last:
            return f"the chain of checkpoints is broken at number {number + 1}"
        if (fault := _row_fault(row)) is not None:
            return fault
        number, last = row.number, bytes(row.root)
    return None


def _row_fault(row: Checkpoint) -> str | None:
    """Return what is wrong with a row whose tree does not lead to its root."""
    if row.size is None:
        return None
    with suppress(ValueError):
        tree = Tree(row.size, _peaks(row))
        value = _rooted(row.number, microseconds(row.time), bytes(row.previous), tree, sized=True)
        if digest(canonical(value).encode()) == bytes(row.root):
            return None
    return f"the tree of checkpoint {row.number} was rewritten in the database"


FOUND = """
SELECT h.stream, h.version, e.hash, (SELECT max(version) FROM eventlog_event m WHERE m.stream = h.stream)
FROM unnest(%s::uuid[], %s::int4[]) WITH ORDINALITY h (stream, version, place)
LEFT JOIN eventlog_event e ON e.stream = h.stream AND e.version = h.version ORDER BY h.place
"""


def compare(heads: Iterable[StreamHead]) -> Iterator[tuple[StreamHead, Broken]]:
    """Yield the streams that no longer hold the head they had: removed, cut short or rewritten."""
    heads = iter(heads)
    while batch := list(islice(heads, BATCH)):
        with connection.cursor() as cursor:
            cursor.execute(FOUND, [[head.stream for head in batch], [head.version for head in batch]])
            rows = cursor.fetchall()
        for head, (_stream, _version, row, last) in zip(batch, rows, strict=True):
            if last is None:
                yield head, Broken(1, "the stream was removed since the checkpoint")
            elif last < head.version:
                yield (
                    head,
                    Broken(last + 1, f"the stream was cut short since the checkpoint saw version {head.version}"),
                )
            elif row is None or bytes(row) != head.hash:
                yield head, Broken(head.version, "the stream was rewritten since the checkpoint")
