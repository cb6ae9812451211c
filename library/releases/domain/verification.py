"""How the stream of a month's releases is proved (see `eventlog.verify`)."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID, uuid5

from eventlog.registry import Broken, Stored, verifier
from library.releases.domain.events import ArchiveReleased

_NAMESPACE = UUID("5d0c8c0e-6f0a-5c0a-9a53-0c7d6a5d6f11")


def stream_of(year: int, month: int) -> UUID:
    """The stream of a month's releases. Everybody can work it out."""
    return uuid5(_NAMESPACE, f"{year:04}-{month:02}")


@verifier(ArchiveReleased)
def verify_releases(events: Iterator[Stored]) -> None:
    """Reads the releases of a month.

    Raises:
        Broken: an event is no release, or of another month than its stream.
    """
    for event in events:
        if not isinstance(event.event, ArchiveReleased):
            raise Broken(event.version, "this is no release")
        if stream_of(event.event.year, event.event.month) != event.stream:
            raise Broken(event.version, "this is the release of another month")
