"""Proofs that anybody can check against published roots (docs/verifying.md).

They are made of the files of checkpoints, which the operator keeps, and tell nothing that these hide: neither the hash
of a head nor any salt, and of other streams only salted nodes of the tree.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from eventlog.checkpoints import BadCheckpoint, CheckpointFile, file_heads, leaf_key, read_files, rooted
from eventlog.merkle import consistency_path, inclusion_path


def inclusion_proof(stream: UUID, path: Path) -> dict[str, Any]:
    """Return the proof that a checkpoint covers a stream: by the last head that it knows of it.

    Args:
        path: the file of the checkpoint; those from before lie beside it.

    Raises:
        BadCheckpoint: the files do not hold together, or none of them covers the stream.
    """
    files = read_files(path, all_leaves=True)
    for file in reversed(files):
        for place, head in enumerate(file_heads(file.path)):
            if head.stream == stream:
                index = (file.opening.size or 0) + place
                return {
                    "checkpoint": _published(files[-1]),
                    "stream": str(stream),
                    "version": head.version,
                    "key": leaf_key(file.opening.salt, stream).hex(),
                    "index": index,
                    "path": _texts(inclusion_path(_leaves(files), index)),
                }
    raise BadCheckpoint(f"{path.name}: no checkpoint up to this one covers the stream {stream}")


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
