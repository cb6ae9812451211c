"""What is released: the folders of months that the log knows, as anybody may have them.

A folder counts if its manifest is the last one in the log for the month. A release made by somebody else, or stopped
half-way, is none. One that was replaced is the operator's alone: it may name somebody who does not want to be named.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from eventlog.checkpoints import Published, covering
from eventlog.queries import export_log
from eventlog.store import load
from library.releases.domain.release import FORMAT, MANIFEST
from library.releases.domain.verification import stream_of

MARK = 12
"""Digits of a manifest's hash that stand in the addresses of its files, so that none ever answers otherwise."""

_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
_LARGEST = 64 * 1024  # bytes of a manifest; ours have some hundred


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """A file of a release.

    Attributes:
        rows: of a table; None of what is none.
    """

    name: str
    size: int
    sha256: str
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Released:
    """The release of a month.

    Attributes:
        month: as `2026-11`.
        stream: of the month in the log.
        manifest: the SHA-256 of its manifest.
        at: the time of its event in the log.
        complete: the month was over by then.
        games, by_wish: how many are in it, and how many were left out because somebody wished so.
        files: all but the manifest itself, which is `manifest_size` bytes long.
        checkpoint: the first that covers its event; None until there is one.
    """

    month: str
    stream: UUID
    manifest: str
    at: datetime
    complete: bool
    games: int
    by_wish: int
    files: Sequence[ReleasedFile]
    manifest_size: int
    checkpoint: Published | None

    @property
    def mark(self) -> str:
        """The name of this release in addresses."""
        return self.manifest[:MARK]

    def all_files(self) -> Iterator[ReleasedFile]:
        yield from self.files
        yield ReleasedFile(MANIFEST, self.manifest_size, self.manifest)


def folder() -> Path | None:
    """Where the releases of this site lie; None if they are not shown."""
    path: Path | None = settings.VEXILLUM_RELEASES
    return path


def releases(size: int, before: str = "") -> tuple[list[Released], bool]:
    """The releases of some months, the last month first, and whether there are earlier ones.

    Args:
        size: how many months.
        before: a month as `2026-11`: those before it; all of them without.
    """
    months = (month for month in _months() if not before or month < before)
    result = list(islice(filter(None, map(released, months)), size + 1))
    covered = covering([release.stream for release in result])
    return [_covered(release, covered) for release in result[:size]], len(result) > size


def released_in(month: str) -> Released | None:
    release = released(month)
    return None if release is None else _covered(release, covering([release.stream]))


def released(month: str) -> Released | None:
    """The release of a month, without a look for its checkpoint; None if there is none, and for what is no month."""
    place = folder()
    match = _MONTH.fullmatch(month)
    if place is None or match is None:
        return None
    try:
        with open(place / month / MANIFEST, "rb") as file:
            content = file.read(_LARGEST)
    except OSError:
        return None
    digest, stream = sha256(content).hexdigest(), stream_of(int(match[1]), int(match[2]))
    known = list(load(stream))
    if not known or known[-1].event.manifest != digest:
        return None
    value: Mapping[str, Any] = json.loads(content)
    if value["format"] != FORMAT:
        return None
    return Released(
        month,
        stream,
        digest,
        known[-1].time,
        value["complete"],
        value["games"],
        value["left_out"]["by wish"],
        tuple(ReleasedFile(item["name"], item["bytes"], item["sha256"], item.get("rows")) for item in value["files"]),
        len(content),
        None,
    )


def file_of(month: str, mark: str, name: str) -> Path | None:
    """Where a file of a release lies.

    Args:
        month: as `2026-11`.
        mark: of the release; another one than that which is there has no files.
        name: of the file, as the manifest has it.
    """
    release, place = released(month), folder()
    if (
        release is None
        or place is None
        or release.mark != mark
        or name not in {file.name for file in release.all_files()}
    ):
        return None
    return place / month / name


def log_of(month: str) -> dict[str, Any] | None:
    """What the log was told of a month, with its hashes, as `proof.py` of docs/verifying.md reads it; None if nothing
    is released of it."""
    release = released(month)
    return None if release is None else {"stream": str(release.stream), "log": export_log(release.stream)}


def _months() -> list[str]:
    place = folder()
    try:
        names = [] if place is None else os.listdir(place)
    except OSError:
        names = []
    return sorted((name for name in names if _MONTH.fullmatch(name)), reverse=True)


def _covered(release: Released, covered: Mapping[tuple[UUID, int], Published | None]) -> Released:
    last = max(version for stream, version in covered if stream == release.stream)
    return replace(release, checkpoint=covered[release.stream, last])
