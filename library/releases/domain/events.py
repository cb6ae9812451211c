"""Events of a release: so the next checkpoint covers its manifest's hash (docs/verifying.md)."""

from __future__ import annotations

from dataclasses import dataclass

from eventlog.field_types import HexHash
from eventlog.registry import event


@event("archive-released", version=1)
@dataclass(frozen=True, slots=True)
class ArchiveReleased:
    """The games that were revealed in a month were released. A release again has another manifest.

    Args:
        year, month: the month, UTC.
        games: how many are in it.
        manifest: the SHA-256 of its manifest.
    """

    year: int
    month: int
    games: int
    manifest: HexHash
