"""Records in files, folders and zip archives, told apart by what is in them."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from enum import Enum, auto
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from .gravon import read_gravon
from .gsn import is_gsn, read_gsn
from .json_record import FORMAT, read_json
from .record import Record, RecordError, shown

MAX_FILE = 8 << 20
"""Bytes of one file or zip member; the longest known record has 140 kB."""

MAX_GAMES = 20_000
"""Records of one file."""

MAX_DEPTH = 100
"""Folders in folders."""

MAX_MEMBERS = 100_000
MAX_DIRECTORY = 32 << 20
"""Bytes of the directory at the end of a zip: 335 for each of the most members."""

MAX_ZIP_TOTAL = 1 << 30
"""Bytes that the members of one zip may have in all, refused ones included."""

MAX_RATIO = 200
"""How much a zip member may grow; real records shrink about tenfold."""

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_MEMBER = b"PK\x01\x02"  # with it each member begins in the directory
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
        """Each record that the file holds, or the error in its place."""
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
    """Yields every file under `path` unread: what `read_records` reads, for those who share out the reading.

    Links to files of the same folder are read. Links to its folders are passed over, as what is in them is read in its
    place. A link that leads out of it gives a `RecordError`.
    """
    path = Path(path)
    try:
        folder = stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):  # opening it reports the error
        folder = False
    if folder:
        yield from _read_folder(path)
    else:
        yield from _read_file(path, asked=True)


class _Folder(NamedTuple):
    """A folder to be read; `depth` counts its parents."""

    path: Path
    depth: int


def _read_folder(folder: Path) -> Iterator[File]:
    """The content of a folder and its folders, files first. Unreadable entries are reported, and the rest goes on."""
    root = os.path.realpath(folder)
    waiting = [_Folder(folder, 0)]
    while waiting:
        at, depth = waiting.pop()
        if depth > MAX_DEPTH:
            yield File(_name(at), RecordError("folder-deep", allowed=MAX_DEPTH), False)
            continue
        try:
            with os.scandir(at) as scandir:
                entries = sorted(scandir, key=lambda entry: entry.name)
        except OSError as error:
            yield File(_name(at), _unreadable(error), False)
            continue
        folders: list[_Folder] = []
        for entry in entries:
            path = at / entry.name
            try:
                kind = _kind(entry, root)
            except OSError as error:
                yield File(_name(path), _unreadable(error), False)
            except RecordError as refused:
                yield File(_name(path), refused, False)
            else:
                if kind is _FileKind.FOLDER:
                    folders.append(_Folder(path, depth + 1))
                elif kind is _FileKind.FILE:
                    yield from _read_file(path, asked=False)
        waiting += reversed(folders)


class _FileKind(Enum):
    FILE = auto()
    FOLDER = auto()
    LINKED_FOLDER = auto()


def _kind(entry: os.DirEntry[str], root: str) -> _FileKind:
    """The content of a folder.

    Args:
        root: the folder that was named, without links: targets of links have to be in it.

    Raises:
        OSError: it cannot be read; a link may lead nowhere, or to itself.
        RecordError: `link-out`.
    """
    if entry.is_symlink():
        target = os.path.realpath(entry.path, strict=True)
        if os.path.commonpath((root, target)) != root:
            raise RecordError("link-out")
        return _FileKind.LINKED_FOLDER if os.path.isdir(target) else _FileKind.FILE
    return _FileKind.FOLDER if entry.is_dir(follow_symlinks=False) else _FileKind.FILE


def _name(path: Path | str) -> str:
    """A path as it is shown: what is no UTF-8 in it has marks in its place, whatever the system's encoding is."""
    return shown(str(path).encode("utf-8", "surrogateescape").decode(errors="replace"), _LONGEST_NAME)


def _unreadable(error: Exception) -> RecordError:
    reason = error.strerror if isinstance(error, OSError) else None
    return RecordError("unreadable", reason=reason or type(error).__name__)


def _open(path: Path) -> BinaryIO:
    """Opens an ordinary file. Nobody waits for who writes to a pipe, and a device is not read.

    Raises:
        OSError: it cannot be opened.
        RecordError: `special-file`.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise RecordError("special-file")
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))  # noqa: SIM115
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise RecordError("special-file")
    return file


def _read_file(path: Path, *, asked: bool) -> Iterator[File]:
    try:
        file = _open(path)
    except RecordError as refused:
        yield File(_name(path), refused, asked)
        return
    except (OSError, ValueError) as error:
        yield File(_name(path), _unreadable(error), asked)
        return
    with file:
        data: bytes | RecordError
        try:
            data = file.read(len(_ZIP[0]))
            if data not in _ZIP:
                data += file.read(MAX_FILE + 1 - len(data))
        except OSError as error:
            data = _unreadable(error)
        if data in _ZIP:
            yield from _read_zip(path, file)
        else:
            yield File(_name(path), data, asked)


class _Bounded(io.RawIOBase):
    """A zip whose directory is looked at before `zipfile` takes it apart, which costs 50 microseconds a member.

    `zipfile` reads the whole directory at once, and nothing else in pieces larger than it. So what counts is what is
    read, wherever the end of the archive says that the directory lies, and how many members it claims.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._file.tell()

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def read(self, size: int = -1) -> bytes:
        """Raises `RecordError`: `zip-directory` or `zip-members`."""
        if size > MAX_DIRECTORY:
            raise RecordError("zip-directory", allowed=MAX_DIRECTORY >> 20)
        data = self._file.read(MAX_DIRECTORY if size < 0 else size)  # `zipfile` reads the end of the end so
        members = data.count(_MEMBER)
        if members > MAX_MEMBERS:
            raise RecordError("zip-members", found=members, allowed=MAX_MEMBERS)
        return data


def _read_zip(path: Path, file: BinaryIO) -> Iterator[File]:
    try:
        archive = zipfile.ZipFile(_Bounded(file))
    except RecordError as refused:
        yield File(_name(path), refused, False)
        return
    except _BROKEN as error:
        yield File(_name(path), RecordError("zip-broken", reason=type(error).__name__), False)
        return
    with archive:
        total = 0
        for member in archive.infolist():
            if member.is_dir():
                continue
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
    if member.compress_type not in _ZIP_METHODS:  # others may need gigabytes of memory
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
