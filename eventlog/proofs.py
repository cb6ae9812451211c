"""Proofs that anybody can check against published roots (docs/verifying.md).

They are computed from the operator's checkpoint files and reveal nothing secret in them: neither the hash
of a head nor any salt, and of other streams only salted nodes of the tree.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from eventlog.checkpoints import (
    BadCheckpoint,
    CheckpointFile,
    StreamHead,
    file_heads,
    file_name,
    leaf_key,
    read_file,
    read_files,
    rooted,
)
from eventlog.merkle import GrownTree, consistency_path, inclusion_path
from eventlog.models import Checkpoint
from eventlog.statements import execute


def inclusion_proof(stream: UUID, path: Path) -> dict[str, Any]:
    """Return the proof that a checkpoint covers a stream: by the last head that it knows of it.

    Args:
        path: the file of the checkpoint; the earlier ones are in the same folder.

    Raises:
        BadCheckpoint: the files do not hold together, or none of them covers the stream.
    """
    files = read_files(path, all_leaves=True)
    for file in reversed(files):
        for place, head in enumerate(file_heads(file.path)):
            if head.stream == stream:
                index = (file.opening.size or 0) + place
                return _inclusion(files[-1], file.opening.salt, head, index, inclusion_path(_leaves(files), index))
    raise BadCheckpoint(f"{path.name}: no checkpoint up to this one covers the stream {stream}")


def daily_proofs(
    streams: Collection[UUID], folder: Path, *, before: datetime | None = None, largest: int | None = None
) -> Mapping[UUID, dict[str, Any]]:
    """The proofs that streams are covered to their end, each by the first checkpoint that did so: of these the file
    alone is read, however large the log is. A stream is left out if there is no such checkpoint yet, or no file.

    Args:
        streams: which.
        folder: where the files of checkpoints lie.
        before: take no checkpoint from this time on.
        largest: read no file of more bytes.
    """
    wanted: dict[int, list[StreamHead]] = defaultdict(list)
    heads = execute(_HEADS, (list(streams),))
    since = min((position for *_head, position in heads), default=0)
    found_rows = Checkpoint.objects.filter(size__isnull=False, upto__gte=since).order_by("number")
    rows = list(found_rows.values_list("number", "upto", "time"))
    uptos = [upto for _number, upto, _time in rows]
    for stream, version, own, position in heads:
        # One that appeared late is in the next file (`eventlog.checkpoints`).
        for number, _upto, time in rows[bisect_left(uptos, position) :][:2]:
            if before is None or time < before:
                wanted[number].append(StreamHead(stream, version, bytes(own)))
    values: dict[UUID, dict[str, Any]] = {}
    for number, covered in sorted(wanted.items()):
        path = folder / file_name(number)
        with suppress(BadCheckpoint, OSError):
            if largest is None or path.stat().st_size <= largest:
                for stream, proof in _proofs_in(path, {head for head in covered if head.stream not in values}):
                    values[stream] = proof
    return values


_HEADS = b"""
SELECT s.stream, head.version, head.hash, head.position FROM unnest(%s::uuid[]) s (stream)
CROSS JOIN LATERAL (
    SELECT version, hash, position FROM eventlog_event e WHERE e.stream = s.stream ORDER BY version DESC LIMIT 1
) head
"""


def _proofs_in(path: Path, heads: set[StreamHead]) -> Iterator[tuple[UUID, dict[str, Any]]]:
    """The proofs of those heads that the file of a checkpoint holds, computed from that file alone."""
    if not heads:
        return
    file = read_file(path, keep=True)
    if file.opening.size is None:
        return
    grown = GrownTree(file.opening.size, file.opening.peaks, file.leaves)
    for place, head in enumerate(file_heads(path)):
        if head in heads:
            index = file.opening.size + place
            yield head.stream, _inclusion(file, file.opening.salt, head, index, grown.path(index))


def _inclusion(
    checkpoint: CheckpointFile, salt: bytes, head: StreamHead, index: int, path: list[bytes]
) -> dict[str, Any]:
    return {
        "checkpoint": _published(checkpoint),
        "stream": str(head.stream),
        "version": head.version,
        "key": leaf_key(salt, head.stream).hex(),
        "index": index,
        "path": _texts(path),
    }


def consistency_proof(earlier: Path, path: Path) -> dict[str, Any]:
    """Return the proof that the tree of a checkpoint begins with that of an earlier one.

    Raises:
        BadCheckpoint: the files do not hold together, the tree does not go on from the earlier one, or that is empty.
    """
    files = read_files(path, all_leaves=True)
    wanted = read_files(earlier)[-1]
    known = next((file for file in files if file.root == wanted.root), None)
    if known is None or not known.tree.size:
        raise BadCheckpoint(f"{path.name}: it does not go on from {earlier.name}")
    return {
        "earlier": _published(known),
        "checkpoint": _published(files[-1]),
        "path": _texts(consistency_path(_leaves(files), known.tree.size)),
    }


def _leaves(files: list[CheckpointFile]) -> list[bytes]:
    return [leaf for file in files for leaf in file.leaves]


def _published(file: CheckpointFile) -> dict[str, Any]:
    return rooted(file.opening, file.tree)


def _texts(path: list[bytes]) -> list[str]:
    return [node.hex() for node in path]
