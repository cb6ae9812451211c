"""Records in files, folders and zip archives, told apart by what is in them."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .gravon import read_gravon
from .gsn import is_gsn, read_gsn
from .json_record import FORMAT, read_json
from .record import Record, RecordError

__all__ = ["File", "parse_records", "read_files", "read_records"]

MAX_FILE = 8 << 20
"""Bytes of one file or zip member; the longest known record has 140 kB."""

MAX_MEMBERS = 100_000
MAX_ZIP_TOTAL = 4 << 30
MAX_RATIO = 200
"""How much a zip member may grow; real records shrink about tenfold."""

_ZIP = b"PK\x03\x04"
_CHUNK = 1 << 16


def read_records(path: Path | str) -> Iterator[tuple[str, Record | RecordError]]:
    """Yields every record under `path`, a file, a folder (with its folders, in order of names) or a `.zip`.

    The name of a record is its path; of a zip's member `archive.zip/member`. In a folder or a zip, a file that is no
    kind of record is passed over; a file that was named itself gives a `RecordError`. One bad record never stops the
    others.
    """
    for file in read_files(path):
        for record in file.records():
            yield file.name, record


class File(NamedTuple):
    """The bytes of one file or zip member, or why there are none. `asked` is true for a file that was named itself."""

    name: str
    data: bytes | RecordError
    asked: bool

    def records(self) -> Iterator[Record | RecordError]:
        """The records in it."""
        if isinstance(self.data, RecordError):
            return iter([self.data])
        return _parse(self.data, named=self.asked)


def read_files(path: Path | str) -> Iterator[File]:
    """Yields every file under `path` unread: what `read_records` reads, for those who share out the reading."""
    path = Path(path)
    if path.is_dir():
        for file in sorted(file for file in path.rglob("*") if file.is_file()):
            yield from _read_file(file, asked=False)
    else:
        yield from _read_file(path, asked=True)


def _read_file(path: Path, *, asked: bool) -> Iterator[File]:
    try:
        with path.open("rb") as file:
            if file.read(len(_ZIP)) != _ZIP:
                file.seek(0)
                yield File(str(path), file.read(MAX_FILE + 1), asked)
                return
    except OSError as error:
        yield File(str(path), RecordError("unreadable", reason=error.strerror or type(error).__name__), asked)
        return
    yield from _read_zip(path)


def _read_zip(path: Path) -> Iterator[File]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) > MAX_MEMBERS:
                yield File(str(path), RecordError("zip-members", found=len(members), allowed=MAX_MEMBERS), False)
                return
            total = 0
            for member in members:
                data = _read_member(archive, member)
                total += len(data) if isinstance(data, bytes) else 0
                if total > MAX_ZIP_TOTAL:
                    yield File(str(path), RecordError("zip-bomb"), False)
                    return
                yield File(f"{path}/{member.filename}", data, False)
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError) as error:
        yield File(str(path), RecordError("zip-broken", reason=type(error).__name__), False)


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes | RecordError:
    """The bytes of a member, read piece by piece: what its head says of its size is not believed."""
    if member.flag_bits & 1:
        return RecordError("zip-encrypted")
    allowed = min(MAX_FILE, MAX_RATIO * member.compress_size + _CHUNK)
    pieces, size = [], 0
    try:
        with archive.open(member) as file:
            while piece := file.read(_CHUNK):
                size += len(piece)
                if size > allowed:
                    return RecordError("zip-bomb")
                pieces.append(piece)
    except (zipfile.BadZipFile, zlib.error, OSError, NotImplementedError, EOFError, ValueError, RuntimeError) as error:
        return RecordError("zip-broken", reason=type(error).__name__)
    return b"".join(pieces)


def parse_records(data: bytes) -> Iterator[Record | RecordError]:
    """Yields the records in the bytes of one file, whatever form they have; a file that is no record gives an error."""
    return _parse(data, named=True)


def _parse(data: bytes, *, named: bool) -> Iterator[Record | RecordError]:
    if len(data) > MAX_FILE:
        yield RecordError("too-large", allowed=MAX_FILE)
        return
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    try:
        if is_gsn(data):
            yield from read_gsn(data)
        elif _is_xml(head):
            yield from _only_games(read_gravon(data), named=named)
        elif head[:1] in (b"{", b"["):
            if named or FORMAT.encode() in head:
                yield from read_json(data)
        elif named:
            yield RecordError("form-unknown")
    except RecordError as error:
        yield error


def _is_xml(head: bytes) -> bool:
    """Whether the bytes begin like XML; `<`, or the mark of UTF-16, which no other form has."""
    return head.startswith((b"<", b"\xff\xfe", b"\xfe\xff"))


def _only_games(records: Iterator[Record | RecordError], *, named: bool) -> Iterator[Record | RecordError]:
    """The records of an XML file; one of some other kind is passed over unless it was named itself."""
    try:
        yield from records
    except RecordError as error:
        if named or error.code != "no-games":
            raise
