"""Zips that are written as a stream: piece by piece, and the same files give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator

_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can have
_READABLE = 0o644 << 16


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


def packed(files: Iterable[tuple[str, bytes | Iterable[bytes]]]) -> Iterator[bytes]:
    """A zip of files, in pieces. What is in memory at a time is one file that comes whole, or a piece of one that does
    not.

    Args:
        files: the name and the content of each; a content in pieces may be longer than memory.
    """
    outbox = _Outbox()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _READABLE
            if isinstance(content, bytes):
                archive.writestr(info, content)
            else:
                with archive.open(info, "w", force_zip64=True) as member:
                    for piece in content:
                        member.write(piece)
                        yield outbox.take()
            yield outbox.take()
    yield outbox.take()
