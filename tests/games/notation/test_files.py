"""Files, folders and zips: told apart by content, and nothing in them stops the rest."""

import io
import json
import os
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.notation import (
    Record,
    RecordError,
    parse_records,
    read_records,
    to_gravon,
    to_json,
)
from games.notation.files import MAX_DEPTH, MAX_FILE, MAX_GAMES, MAX_MEMBERS
from tests.shared import GAMES, RECORDS

from .played import GSN, fit_to_print, played, small

FIRST, SECOND = played("barrage", 1, 10), played("duel", 2, 10)


def zip_of(path: Path, members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_folders_and_zips_are_read_in_order_and_told_apart_by_content(tmp_path):
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / "b" / "one.txt").write_bytes(to_json(FIRST))
    (tmp_path / "b" / "deep" / "zero.json").write_bytes(to_gravon(SECOND))
    (tmp_path / "b" / "two").write_text(GSN)
    (tmp_path / "b" / "loop").symlink_to(tmp_path)
    zip_of(
        tmp_path / "c.dat", {"../x/two.xml": to_gravon(SECOND), "notes.txt": b"no record", "/etc/one": to_json(FIRST)}
    )
    records = list(read_records(tmp_path))
    (gsn,) = parse_records(GSN.encode())
    assert records == [
        (f"{tmp_path}/c.dat/../x/two.xml", SECOND),
        (f"{tmp_path}/c.dat//etc/one", FIRST),
        (f"{tmp_path}/b/one.txt", FIRST),
        (f"{tmp_path}/b/two", gsn),
        (f"{tmp_path}/b/deep/zero.json", SECOND),
    ]


SLOWER = 1 if sys.gettrace() is None else 8  # than usual, where each line is counted for `make coverage`

UNRELATED = {
    "README.md": b"no record",
    "page.md": b"<p align=center>A page</p>\n",
    "page.html": b"<!DOCTYPE html><html></html>",
    "picture.svg": b'<?xml version="1.0"?><svg/>',
    "manifest.json": b'[{"file": "x.xml"}]',
    "broken.json": b"{nothing",
    "empty": b"",
    "image": bytes(range(256)),
    "utf-16": "text".encode("utf-16"),
    "large": b"\0" * (9 << 20),
}


def test_what_is_no_record_is_passed_over_unless_it_was_named(tmp_path):
    for name, data in UNRELATED.items():
        (tmp_path / name).write_bytes(data)
    zip_of(tmp_path / "z.zip", UNRELATED | {"more.zip/": b""})
    assert [(name, error.code) for name, error in read_records(tmp_path)] == [
        (f"{tmp_path}/z.zip/large", "zip-bomb"),
    ]
    codes = {name: [error.code for _name, error in read_records(tmp_path / name)] for name in UNRELATED}
    assert codes == {
        "README.md": ["form-unknown"],
        "page.md": ["xml-broken"],
        "page.html": ["xml-forbidden"],
        "picture.svg": ["no-games"],
        "manifest.json": ["no-record"],
        "broken.json": ["json-broken"],
        "empty": ["form-unknown"],
        "image": ["form-unknown"],
        "utf-16": ["form-unknown"],
        "large": ["too-large"],
    }


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"<stratego><game>", "xml-broken"),
        (b'<!DOCTYPE lolz [<!ENTITY a "b">]><lolz>&a;</lolz>', "xml-forbidden"),
        (b'<?xml version="1.0" encoding="nonsense"?><stratego/>', "encoding"),
        ('<?xml version="1.0" encoding="utf-16"?><stratego>'.encode("utf-16"), "xml-broken"),
        (b"<stratego>" + b" " * (9 << 20), "too-large"),
        (b'{"format":"vexillum-record","version":9}', "version-unknown"),
        (b"#X38FA11 Stratego-Notation v9", "gsn-version"),
    ],
)
def test_a_bad_record_in_a_folder_is_told_and_the_others_are_read(tmp_path, data, code):
    for name, content in {"a": to_json(FIRST), "b": data, "c": to_json(SECOND)}.items():
        (tmp_path / name).write_bytes(content)
    result = dict(read_records(tmp_path))
    assert (result[f"{tmp_path}/a"], result[f"{tmp_path}/c"]) == (FIRST, SECOND)
    assert result[f"{tmp_path}/b"].code == code


def test_a_path_that_cannot_be_read(tmp_path):
    missing = tmp_path / "none"
    assert list(read_records(missing)) == [
        (str(missing), RecordError("unreadable", reason="No such file or directory")),
    ]


def test_what_cannot_be_read_in_a_folder_is_told_and_the_rest_goes_on(tmp_path):
    folder, outside = tmp_path / "games", tmp_path / "outside.json"
    folder.mkdir()
    outside.write_bytes(to_json(FIRST))
    (folder / "inner").mkdir()
    (folder / "inner" / "one").write_bytes(to_json(FIRST))
    (folder / "z-last").write_bytes(to_json(SECOND))
    (folder / "again").symlink_to("inner/one")
    (folder / "inner-too").symlink_to("inner")
    (folder / "gone").symlink_to("nowhere")
    (folder / "itself").symlink_to("itself")
    (folder / "ring-1").symlink_to("ring-2")
    (folder / "ring-2").symlink_to("ring-1")
    (folder / "out").symlink_to(outside)
    (folder / "out-folder").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    (folder / "pipe-too").symlink_to("pipe")
    loop = RecordError("unreadable", reason="Too many levels of symbolic links")
    assert [(name.removeprefix(f"{folder}/"), record) for name, record in read_records(folder)] == [
        ("again", FIRST),
        ("gone", RecordError("unreadable", reason="No such file or directory")),
        ("itself", loop),
        ("out", RecordError("link-out")),
        ("out-folder", RecordError("link-out")),
        ("pipe", RecordError("special-file")),
        ("pipe-too", RecordError("special-file")),
        ("ring-1", loop),
        ("ring-2", loop),
        ("z-last", SECOND),
        ("inner/one", FIRST),
    ]
    for name in ("itself", "pipe"):
        ((_name, error),) = read_records(folder / name)
        assert error in (loop, RecordError("special-file"))
    assert list(read_records("/dev/zero")) == [("/dev/zero", RecordError("special-file"))]


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """A folder with 1,500 folders in one another, which neither pytest nor shutil could take away again."""
    made = [os.open(tmp_path, os.O_RDONLY)]
    for _ in range(1500):
        os.mkdir("d", dir_fd=made[-1])
        made.append(os.open("d", os.O_RDONLY, dir_fd=made[-1]))
        if len(made) > 2:
            os.close(made.pop(-2))
    os.close(made.pop())
    os.close(made.pop())
    yield tmp_path
    subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)


def test_folders_in_folders_without_end(deep):
    (deep / "e").mkdir()
    (deep / "e" / "one").write_bytes(to_json(FIRST))
    (name, error), last = read_records(deep)
    assert (name, error) == (f"{deep}{'/d' * (MAX_DEPTH + 1)}", RecordError("folder-deep", allowed=MAX_DEPTH))
    assert last == (f"{deep}/e/one", FIRST)


def test_too_many_games_in_a_file():
    data = b"[" + b",".join([b"1"] * (MAX_GAMES + 5)) + b"]"
    records = list(parse_records(data))
    assert records[MAX_GAMES:] == [RecordError("too-many", allowed=MAX_GAMES)]


def test_names_are_fit_to_print(tmp_path):
    (tmp_path / "a\x1b[2J").write_bytes(to_json(FIRST))
    (tmp_path / os.fsdecode(b"b\xff")).write_bytes(to_json(SECOND))
    assert list(read_records(tmp_path)) == [(f"{tmp_path}/a�[2J", FIRST), (f"{tmp_path}/b�", SECOND)]


# -- hostile zips ---------------------------------------------------------------------------------


def test_a_member_that_grows_too_much_is_refused_and_the_others_are_read(tmp_path):
    bomb = zip_of(tmp_path / "bomb.zip", {"a.xml": b"<" + b" " * (30 << 20), "b.json": to_json(FIRST)})
    assert list(read_records(bomb)) == [(f"{bomb}/a.xml", RecordError("zip-bomb")), (f"{bomb}/b.json", FIRST)]


def test_an_archive_that_grows_too_much_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr("games.notation.files.MAX_ZIP_TOTAL", 20_000)
    many = zip_of(tmp_path / "many.zip", {f"{n}": to_json(FIRST) + b" " * 9000 for n in range(5)})
    assert list(read_records(many)) == [
        (f"{many}/0", FIRST),
        (f"{many}/1", FIRST),
        (str(many), RecordError("zip-bomb")),
    ]


def entries(count: int) -> bytes:
    """The directory of a zip, with so many empty members of no name."""
    return (b"PK\1\2" + bytes(42)) * count


def end_of(directory: bytes, *, large: bool, result: int = 1) -> bytes:
    """The end of a zip whose directory begins after its first four bytes."""
    size, at = len(directory), 4
    if not large:
        return struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, result, result, size, at, 0)
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, result, result, size, at)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, at + size, 1)
    return end + locator + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("count", "error"),
    [
        (1_000_000, RecordError("zip-directory", allowed=32)),
        (MAX_MEMBERS + 1, RecordError("zip-members", found=MAX_MEMBERS + 1, allowed=MAX_MEMBERS)),
    ],
)
def test_an_archive_with_too_many_members_is_refused_before_it_is_taken_apart(tmp_path, count, error, large):
    directory = entries(count)
    many = tmp_path / "many.zip"
    many.write_bytes(b"PK\3\4" + directory + end_of(directory, large=large))
    (tmp_path / "one").write_bytes(to_json(FIRST))
    begun = process_time()
    assert list(read_records(tmp_path)) == [(str(many), error), (f"{tmp_path}/one", FIRST)]
    assert process_time() - begun < 1 * SLOWER


@pytest.mark.parametrize("large", [False, True])
def test_an_archive_that_lies_about_its_directory(tmp_path, large):
    broken = tmp_path / "broken.zip"
    for size in (0xFFFFFFF0, 1 << 63) if large else (0xFFFFFFF0,):
        end = bytearray(end_of(b"", large=large))
        at = 40 if large else 12
        struct.pack_into("<Q" if large else "<L", end, at, size)
        broken.write_bytes(b"PK\3\4" + end)
        ((_name, error),) = read_records(broken)
        assert error.code in ("zip-broken", "zip-directory")


def test_a_zip_in_a_zip_is_not_opened(tmp_path):
    inner = zip_of(tmp_path / "inner.zip", {"a": to_json(FIRST)})
    outer = zip_of(tmp_path / "outer.zip", {"inner.zip": inner.read_bytes()})
    assert list(read_records(outer)) == [(f"{outer}/inner.zip", RecordError("zip-nested"))]


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_may_ask_for_much_memory_are_refused(tmp_path, method):
    path = zip_of(tmp_path / "a.zip", {"a": to_json(FIRST)}, method)
    assert list(read_records(path)) == [(f"{path}/a", RecordError("zip-method"))]


def test_an_encrypted_member_is_refused(tmp_path):
    path = zip_of(tmp_path / "a.zip", {"a": to_json(FIRST)}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert list(read_records(path)) == [(f"{path}/a", RecordError("zip-encrypted"))]


def test_an_empty_and_a_broken_archive(tmp_path):
    assert list(read_records(zip_of(tmp_path / "empty.zip", {}))) == []
    broken = tmp_path / "broken.zip"
    broken.write_bytes(zip_of(tmp_path / "whole.zip", {"a": to_json(FIRST)}).read_bytes()[:200])
    assert list(read_records(broken)) == [(str(broken), RecordError("zip-broken", reason="BadZipFile"))]


# -- hostile texts --------------------------------------------------------------------------------


def full(before: bytes, piece: bytes, after: bytes = b"") -> bytes:
    return before + piece * ((MAX_FILE - len(before) - len(after)) // len(piece)) + after


HOSTILE = {
    "objects": (partial(full, b"[", b"{},", b"{}]"), "json-large"),
    "lists": (partial(full, b"[", b"[],", b"[]]"), "json-large"),
    "numbers": (partial(full, b"[", b"1,", b"1]"), "json-large"),
    "fields": (partial(full, b"{", b'"":1,', b'"":1}'), "json-large"),
    "objects a line": (partial(full, b'{"format":"vexillum-record"}\n', b"{}\n"), "json-large"),
    "empty lines": (partial(full, b'{"format":"vexillum-record"}\n', b"\n", b"{"), "json-broken"),
    "elements": (partial(full, b"<stratego>", b"<a/>", b"</stratego>"), "xml-large"),
    "attributes": (partial(full, b"<stratego>", b"<a b='' c='' d='' e='' f=''/>", b"</stratego>"), "xml-large"),
    "attributes of one": (
        lambda: b"<stratego " + b" ".join(b"a%x='>'" % number for number in range(500_000)) + b"/>",
        "xml-long",
    ),
    "a comment": (partial(full, b"<stratego><!--", b">", b"--></stratego>"), "xml-long"),
    "lines": (partial(full, b"#X38FA11 Stratego-Notation v1\n", b"\n"), "too-many-lines"),
    "ends of lines": (partial(full, b"#X38FA11 Stratego-Notation v1\r", b"\r"), "too-many-lines"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_of_many_small_parts_is_left_before_it_costs_much(kind):
    make, code = HOSTILE[kind]
    data = make()
    begun = process_time()
    assert [error.code for error in parse_records(data)] == [code]
    assert process_time() - begun < 2.5 * SLOWER


# -- anything at all ------------------------------------------------------------------------------

BEGINNINGS = [b"", b"<", b"<stratego><game>", b"{", b'{"format":"vexillum-record",', b"[", b"#X38FA11", b"\xff\xfe<"]
SEEDS = [to_json(FIRST), to_gravon(SECOND), GSN.encode(), to_gravon(SECOND).decode().encode("utf-16")]


@given(st.sampled_from(BEGINNINGS), st.binary(max_size=300))
def test_arbitrary_bytes_give_records_or_errors(beginning, data):
    assert all(fit_to_print(record) for record in parse_records(beginning + data))


@given(st.sampled_from(SEEDS), st.data())
def test_altered_records_give_records_or_errors(seed, data):
    altered = seed
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(altered)))
        piece = data.draw(st.binary(max_size=6) | st.sampled_from(SEEDS) | st.just(altered[at : at + 40]))
        altered = altered[:at] + piece + altered[at + data.draw(st.integers(0, 30)) :]
    records = list(parse_records(altered))
    assert records
    assert all(fit_to_print(record) for record in records)
    for record in records:
        if isinstance(record, Record):
            assert list(parse_records(to_json(record))) == [record]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


FULL = json.loads(to_json(small(("b1-b2",)))) | {
    "times": [1],
    "chance": [{"ply": 0, "seat": "red", "order": "FM"}],
    "result": {"kind": "forfeit", "winner": None},
    "noted": [{"ply": 1, "rule": "two-squares"}],
    "commitments": {"red": {"commitment": "", "salt": ""}},
    "log": [{}],
    "stream": "0b54ae57-9c0a-4a0c-8b3f-0c6f6d3f7a11",
}


@given(st.sampled_from(places(FULL)[1:]), VALUES)
def test_any_value_anywhere_gives_a_record_or_an_error(place, value):
    altered = json.loads(json.dumps(FULL))
    inner = altered
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    (result,) = parse_records(json.dumps(altered).encode())
    assert fit_to_print(result)
    if isinstance(result, Record):
        assert to_json(result)


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", SEEDS[1])
        archive.writestr("b.json", SEEDS[0])
    return buffer.getvalue()


ZIPPED = zipped()


@given(st.data())
def test_altered_zips_give_records_or_errors(tmp_path_factory, data):
    head = data.draw(st.booleans())
    at = data.draw(st.integers(4, len(ZIPPED) - 1) if head else st.integers(ZIPPED.index(b"PK\1\2"), len(ZIPPED) - 1))
    altered = ZIPPED[:at] + data.draw(st.binary(min_size=1, max_size=4)) + ZIPPED[at + data.draw(st.integers(0, 4)) :]
    path = tmp_path_factory.getbasetemp() / "altered.zip"
    path.write_bytes(altered)
    assert all(fit_to_print(record) for _name, record in read_records(path))


# -- recorded games -------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", RECORDS, ids=lambda folder: folder.name)
def test_a_folder_of_recorded_games_is_read_whole(folder: Path):
    result = {folder / name: record for name, record in read_records(folder) if Path(name).name != "manifest.json"}
    assert {path.name for path in result} == {game.path.name for game in GAMES if game.path.parent == folder}
    assert all(isinstance(record, Record) for record in result.values())
