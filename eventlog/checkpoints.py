"""Checkpoints: what makes a log show that was cut, thinned or written anew as a whole.

The hash chain finds a changed event, but whoever can rewrite a whole stream, chain and all, or remove one, leaves no
trace in it. A checkpoint is a Merkle root over the heads of all streams, salted, and chained to the one before. The
root is public; the heads and the salt lie in a file that the operator keeps apart from the database. The root says
nothing about how many streams there are or how far they stand.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connection, transaction

from eventlog import sources
from eventlog.canonical import GENESIS, canonical, digest, microseconds
from eventlog.models import Checkpoint
from eventlog.registry import Broken

FORMAT = "vexillum-checkpoint-1"
CHECKPOINT_LOCK = 0x76657869_63686563
BATCH = 1000


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
    """The file is no checkpoint, or was damaged; the message says where."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first line of a checkpoint's file. The salt is the operator's secret."""

    number: int
    time: int
    previous: bytes
    salt: bytes

    def __repr__(self) -> str:
        return f"Opening({self.number})"


# The tree


def leaf(salt: bytes, head: StreamHead) -> bytes:
    """Return the leaf of a stream: SHA-256 over a zero byte, HMAC-SHA-256 of the stream's id keyed by the salt, the id,
    the version as eight bytes and the hash of its head."""
    own = hmac.digest(salt, head.stream.bytes, "sha256")
    return hashlib.sha256(b"\0" + own + head.stream.bytes + head.version.to_bytes(8, "big") + head.hash).digest()


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Return the root of the binary tree over the leaves in order, shaped as in RFC 6962.

    Memory grows with the height of the tree only.
    """
    stack: list[tuple[int, bytes]] = []
    for node in leaves:
        height = 0
        while stack and stack[-1][0] == height:
            node, height = _join(stack.pop()[1], node), height + 1
        stack.append((height, node))
    if not stack:
        return hashlib.sha256().digest()
    root = stack.pop()[1]
    while stack:
        root = _join(stack.pop()[1], root)
    return root


def _join(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def root_of(opening: Opening, heads: bytes) -> bytes:
    """Return the root that is published.

    It is the SHA-256 over the canonical JSON of the tree's root, the number, the time and the previous root.
    """
    return digest(
        canonical(
            {
                "heads": heads.hex(),
                "number": opening.number,
                "previous": opening.previous.hex(),
                "time": opening.time,
            }
        ).encode()
    )


# Writing


def folder() -> Path:
    """Return where the files of checkpoints lie; nobody but the operator may read there."""
    return Path(settings.DATA_DIR) / "checkpoints"


def write(*, daily: bool = False) -> tuple[Checkpoint, Path]:
    """Write a checkpoint over all streams: its file first, then its row.

    Side effects: a row of `Checkpoint`, and a file of mode 0600 in `folder()`.

    Args:
        daily: if this day (UTC) has its daily checkpoint already, return that one and write nothing.
    """
    with transaction.atomic():
        number, previous, now, known = _lock()
        if daily and known is not None:
            return known, folder() / _file_name(known.number)
        opening = Opening(number, microseconds(now), previous, sources.new_salt())
        path = folder() / _file_name(number)
        root = _write_file(path, opening)
        row = Checkpoint.objects.create(
            number=number, time=now, day=now.date() if daily else None, previous=previous, root=root
        )
    return row, path


def _lock() -> tuple[int, bytes, datetime, Checkpoint | None]:
    """Wait for other writers; return the next number, the last root, the time and the daily checkpoint of today."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CHECKPOINT_LOCK])
        cursor.execute("SELECT clock_timestamp()")
        (database_time,) = cursor.fetchone()
    now = (database_time if sources.SOURCES.clock is None else sources.SOURCES.clock()).astimezone(UTC)
    last = Checkpoint.objects.order_by("-number").first()
    known = Checkpoint.objects.filter(day=now.date()).first()
    return (last.number + 1 if last else 1), (bytes(last.root) if last else GENESIS), now, known


def _file_name(number: int) -> str:
    return f"checkpoint-{number:06}.jsonl"


def _write_file(path: Path, opening: Opening) -> bytes:
    """Write the file beside its place, then move it there; return the root."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    making = path.with_suffix(".making")
    count = 0

    def leaves() -> Iterator[bytes]:
        nonlocal count
        for head in _heads():
            count += 1
            file.write(json.dumps([str(head.stream), head.version, head.hash.hex()]) + "\n")
            yield leaf(opening.salt, head)

    with open(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        first = {
            "format": FORMAT,
            "number": opening.number,
            "time": opening.time,
            "previous": opening.previous.hex(),
            "salt": opening.salt.hex(),
        }
        file.write(json.dumps(first) + "\n")
        root = root_of(opening, merkle_root(leaves()))
        file.write(json.dumps({"heads": count, "root": root.hex()}) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(making, path)
    return root


# One index look-up for the next stream and one for its head, however many events there are.
HEADS = """
WITH RECURSIVE streams AS (
    (SELECT stream FROM eventlog_event ORDER BY stream LIMIT 1)
    UNION ALL
    SELECT (SELECT e.stream FROM eventlog_event e WHERE e.stream > s.stream ORDER BY e.stream LIMIT 1)
    FROM streams s WHERE s.stream IS NOT NULL
)
SELECT s.stream, head.version, head.hash
FROM streams s CROSS JOIN LATERAL (
    SELECT version, hash FROM eventlog_event e WHERE e.stream = s.stream ORDER BY version DESC LIMIT 1
) head
"""


def _heads() -> Iterator[StreamHead]:
    """Yield the heads of all streams, ordered by stream, as one moment shows them."""
    with psycopg.ServerCursor(connection.connection, "eventlog_heads") as cursor:
        cursor.itersize = BATCH
        cursor.execute(HEADS)
        for row in cursor:
            yield StreamHead(*row)


# Reading


def published() -> Iterator[Published]:
    """Yield the checkpoints, the newest first, as everyone may see them."""
    for row in Checkpoint.objects.order_by("-number").iterator(chunk_size=BATCH):
        yield Published(row.number, row.time, bytes(row.root).hex(), bytes(row.previous).hex())


def read_file(path: Path) -> tuple[Opening, bytes]:
    """Read a checkpoint's file and return its opening and its root, after checking that the root follows from it.

    Raises:
        BadCheckpoint: it is no such file, or was altered.
    """
    opening = _opening(path)
    end: dict[str, Any] = {}
    heads = merkle_root(leaf(opening.salt, head) for head in file_heads(path, end))
    root = root_of(opening, heads)
    if end.get("root") != root.hex():
        raise BadCheckpoint(f"{path.name}: its root does not follow from what it holds; it was altered or cut")
    return opening, root


def _opening(path: Path) -> Opening:
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline(1000))
        if first["format"] != FORMAT:
            raise BadCheckpoint(f"{path.name}: the format {first['format']!r} is unknown")
        return Opening(first["number"], first["time"], bytes.fromhex(first["previous"]), bytes.fromhex(first["salt"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadCheckpoint(f"{path.name}: this is no checkpoint file") from error


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


def check_row(opening: Opening, root: bytes) -> str | None:
    """Return what is wrong with the database's row of a checkpoint, or `None`."""
    row = Checkpoint.objects.filter(number=opening.number).first()
    if row is None:
        return f"checkpoint {opening.number} was removed from the database"
    if bytes(row.root) != root or bytes(row.previous) != opening.previous:
        return f"checkpoint {opening.number} was rewritten in the database"
    return check_links()


def check_links() -> str | None:
    """Return where the chain of checkpoints is broken, or `None`."""
    number, last = 0, GENESIS
    for row in Checkpoint.objects.order_by("number").iterator(chunk_size=BATCH):
        if row.number != number + 1 or bytes(row.previous) != last:
            return f"the chain of checkpoints is broken at number {number + 1}"
        number, last = row.number, bytes(row.root)
    return None


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
        for head, (_stream, _version, found, last) in zip(batch, rows, strict=True):
            if last is None:
                yield head, Broken(1, "the stream was removed since the checkpoint")
            elif last < head.version:
                yield (
                    head,
                    Broken(last + 1, f"the stream was cut short since the checkpoint saw version {head.version}"),
                )
            elif found is None or bytes(found) != head.hash:
                yield head, Broken(head.version, "the stream was rewritten since the checkpoint")
