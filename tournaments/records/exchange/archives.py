"""All records of an event's games that are open to everybody, as one zip that is written while it is sent.

A game that is not revealed is not in it (RULES section 9). The same games give the same bytes: members are in the order
of rounds and boards and all have the same date.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import UUID

from games.domain.commands import NoGame, NotRevealed, record_of
from games.domain.queries import names_of
from games.records import to_json

_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can have
_READABLE = 0o644 << 16


class Member(NamedTuple):
    """A game and the name of its file, without the ending."""

    name: str
    game: UUID


class _Outbox(io.RawIOBase):
    """Where a zip is written and taken from piece by piece; it cannot go back, so zipfile writes it as a stream."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        taken, self.pieces = b"".join(self.pieces), []
        return taken


def zipped(members: Iterable[Member]) -> Iterator[bytes]:
    """The zip, in pieces. One game is in memory at a time."""
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            try:
                record = to_json(record_of(member.game, names=names_of(member.game)))
            except (NoGame, NotRevealed):
                continue
            info = zipfile.ZipInfo(f"{member.name}.json", _DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _READABLE
            archive.writestr(info, record)
            yield outbox.take()
    yield outbox.take()
