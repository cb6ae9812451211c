"""Records in files, folders and zip archives, told apart by what is in them."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from .gravon import read_gravon
from .gsn import is_gsn, read_gsn
from .json_record import FORMAT, read_json
from .record import Record, RecordError, shown

__all__ = ["File", "parse_records", "read_files", "read_records"]

MAX_FILE = 8 << 20
"""Bytes of one file or zip member; the longest known record has 140 kB."""

MAX_GAMES = 20_000
"""Records of one file."""

MAX_MEMBERS = 100_000
MAX_ZIP_TOTAL = 1 << 30
"""Bytes that the members of one zip may have in all, refused ones included."""

MAX_RATIO = 200
"""How much a zip member may grow; real records shrink about tenfold."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CHUNK = 1 << 16
_LONGEST_NAME = 4096

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    OverflowError,
    RuntimeError,
    LookupError,
)
"""What zipfile raises on a file that is not what it says."""


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


def read_records(path: Path | str) -> Iterator[tuple[str, Record | RecordError]]:
    """Yields every record under `path`, a file, a folder (with its folders, in order of names) or a `.zip`.

    The name of a record is its path; of a zip's member `archive.zip/member`. In a folder or a zip, a file that is no
    kind of record is passed over; a file that was named itself gives a `RecordError`. One bad record never stops the
    others. Memory is bounded by the largest file, not by their number.
    """
    for file in read_files(path):
        for record in file.records():
            yield file.name, record


def read_files(path: Path | str) -> Iterator[File]:
    """Yields every file under `path` unread: what `read_records` reads, for those who share out the reading."""
    path = Path(path)
    if path.is_dir():
        yield from _read_folder(path)
    else:
        yield from _read_file(path, asked=True)


def _read_folder(folder: Path) -> Iterator[File]:
    """What lies in a folder, its own files first. Links to folders are not followed: they may form a ring."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield File(_name(folder), _unreadable(error), False)
        return
    for entry in entries:
        if entry.is_file():
            yield from _read_file(folder / entry.name, asked=False)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _read_folder(folder / entry.name)


def _name(path: Path | str) -> str:
    return shown(os.fsencode(path).decode(errors="replace"), _LONGEST_NAME)


def _unreadable(error: OSError) -> RecordError:
    return RecordError("unreadable", reason=error.strerror or type(error).__name__)


def _read_file(path: Path, *, asked: bool) -> Iterator[File]:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        yield File(_name(path), _unreadable(error), asked)
        return
    if data.startswith(_ZIP):
        del data
        yield from _read_zip(path)
    else:
        yield File(_name(path), data, asked)


def _read_zip(path: Path) -> Iterator[File]:
    try:
        archive = zipfile.ZipFile(path)
    except _BROKEN as error:
        yield File(_name(path), RecordError("zip-broken", reason=type(error).__name__), False)
        return
    with archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        if len(members) > MAX_MEMBERS:
            yield File(_name(path), RecordError("zip-members", found=len(members), allowed=MAX_MEMBERS), False)
            return
        total = 0
        for member in members:
            data, size = _read_member(archive, member)
            total += size
            if total > MAX_ZIP_TOTAL:
                yield File(_name(path), RecordError("zip-bomb"), False)
                return
            yield File(_name(f"{path}/{member.filename}"), data, False)


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> tuple[bytes | RecordError, int]:
    """The bytes of a member and how many were read, piece by piece: what its head says of its size is not believed."""
    if member.flag_bits & 1:
        return RecordError("zip-encrypted"), 0
    if member.compress_type not in _ZIP_METHODS:  # those of the others may ask for gigabytes of memory
        return RecordError("zip-method"), 0
    allowed = min(MAX_FILE, MAX_RATIO * member.compress_size + _CHUNK)
    pieces, size = [], 0
    try:
        with archive.open(member) as file:
            while piece := file.read(_CHUNK):
                size += len(piece)
                if size > allowed:
                    return RecordError("zip-bomb"), size
                pieces.append(piece)
    except _BROKEN as error:
        return RecordError("zip-broken", reason=type(error).__name__), size
    data = b"".join(pieces)
    return RecordError("zip-nested") if data.startswith(_ZIP) else data, size


def parse_records(data: bytes) -> Iterator[Record | RecordError]:
    """Yields the records in the bytes of one file, whatever form they have; a file that is no record gives an error."""
    return _parse(data, named=True)


def _parse(data: bytes, *, named: bool) -> Iterator[Record | RecordError]:
    if not named and not _looks_like_a_record(data):
        return
    records = _records(data, named=named)
    yield from islice(records, MAX_GAMES)
    if next(records, None) is not None:
        yield RecordError("too-many", allowed=MAX_GAMES)


def _records(data: bytes, *, named: bool) -> Iterator[Record | RecordError]:
    try:
        if len(data) > MAX_FILE:
            raise RecordError("too-large", allowed=MAX_FILE)
        if is_gsn(data):
            yield from read_gsn(data)
        elif _is_xml(data):
            yield from read_gravon(data)
        elif _head(data)[:1] in (b"{", b"["):
            yield from read_json(data)
        else:
            raise RecordError("form-unknown")
    except RecordError as error:
        if named or error.code != "no-games":
            yield error


def _head(data: bytes) -> bytes:
    """The beginning without marks of the encoding; of UTF-16 what is in its low bytes."""
    head = data[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in head[:2]:
        head = head.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\0", b"")
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()


def _is_xml(data: bytes) -> bool:
    return _head(data).startswith(b"<")


def _looks_like_a_record(data: bytes) -> bool:
    """Whether a file that nobody named may be meant as a record, so that what is wrong with it should be told.

    Every XML file is asked, as one may hide a bomb, but not a web page or the markup at the head of a text.
    """
    if is_gsn(data):
        return True
    head = _head(data).lower()
    if _is_xml(data):
        page = head.startswith(b"<!doctype html") or b"<html" in head
        marked = head.startswith((b"<?xml", b"<!doctype"))
        return not page and (marked or b"<stratego" in data or b"<game" in data)
    return head[:1] in (b"{", b"[") and FORMAT.encode() in data
