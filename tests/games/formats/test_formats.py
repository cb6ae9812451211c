"""Records survive their forms; hostile and broken files give errors, never anything else."""

import io
import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.formats import Record, RecordError, parse_records, read_records, to_gravon, to_json
from games.formats.archive_codes import RESULT_CODES
from games.rules import End, Options, Outcome, Repetition, Seat

from .played import played

SCHEMA = json.loads((Path(__file__).parents[3] / "games/formats/record.schema.json").read_text())
SHARED = Path(os.environ.get("VEXILLUM_RECORDS", Path(__file__).parents[4] / "shared/games"))

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=20)
SIDES = st.sampled_from([0, 1, None])


@st.composite
def records(draw, slugs=("classic", "barrage", "battle", "duel"), ends=tuple(End)):
    record = played(draw(st.sampled_from(slugs)), draw(st.integers(0, 5000)), draw(st.integers(0, 60)))
    result = record.result or draw(st.none() | st.builds(Outcome, st.sampled_from(ends), SIDES))
    players = draw(st.fixed_dictionaries({}, optional={Seat.RED: NAMES, Seat.BLUE: NAMES}))
    return replace(record, result=result, players=players)


@given(records(), st.none() | st.integers(1, 300), st.sampled_from(Repetition), st.booleans())
def test_json_out_and_in_is_the_same_record(record, limit, repetition, timed):
    options = Options(no_attack_limit=limit, repetition=repetition, free_setup=record.options.free_setup)
    times = tuple(range(10**15, 10**15 + len(record.turns))) if timed else None
    record = replace(record, options=options, times=times)
    data = to_json(record)
    jsonschema.validate(json.loads(data), SCHEMA)
    assert list(parse_records(data)) == [record]


ARCHIVE_ENDS = tuple(RESULT_CODES.values())


@given(records(slugs=("classic", "barrage", "duel"), ends=ARCHIVE_ENDS))
def test_gravon_out_and_in_is_the_same_record(record):
    assert list(parse_records(to_gravon(record))) == [record]


def test_a_free_set_up_goes_out_and_in_as_classicfree():
    record = played("classic", 3, 20, free=True)
    data = to_gravon(record)
    assert b'type="classicfree"' in data
    assert list(parse_records(data)) == [record]


def test_gravon_has_no_type_for_battle():
    with pytest.raises(RecordError) as error:
        to_gravon(played("battle", 1, 4))
    assert error.value == RecordError("type-missing", variant="battle")


FIELD = "ML" + "A" * 38 + "AA__AA__AA" * 2 + "A" * 38 + "XY"


def xml(body: str, kind: str = "classicfree") -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?><stratego><game type="{kind}">{body}</game></stratego>'.encode()


def record_of(turns=(), **values) -> Record:
    setups = {Seat.RED: "FM" + "." * 38, Seat.BLUE: "." * 38 + "MF"}
    return Record(variant="classic", setups=setups, turns=turns, options=Options(free_setup=True), **values)


@pytest.mark.parametrize("tenth", ["J", "K"])
def test_j_is_read_for_k(tenth):
    moves = f'<move id="1" source="B1" target="B2"/><move id="2" source="{tenth}4" target="{tenth}5"/>'
    assert list(parse_records(xml(f'<field content="{FIELD}"/>{moves}'))) == [record_of(("b1-b2", "j4-j5"))]


@pytest.mark.parametrize(("code", "end"), sorted(RESULT_CODES.items()))
@pytest.mark.parametrize(("mark", "side"), [("1", 0), ("2", 1), ("3", None)])
def test_result_codes_of_xml(code, end, mark, side):
    (record,) = parse_records(xml(f'<field content="{FIELD}"/><result type="{code}" winner="{mark}"/>'))
    assert isinstance(record, Record)
    assert record.result == Outcome(end, side)


def test_a_code_the_archive_does_not_document_is_read_as_unfinished():
    (record,) = parse_records(xml(f'<field content="{FIELD}"/><result type="7" winner="1"/>'))
    assert isinstance(record, Record)
    assert record.result == Outcome(End.UNFINISHED, 0)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (xml('<move source="A1" target="A2"/>'), RecordError("field-missing")),
        (xml('<field content="AAA"/>'), RecordError("field-length", found=3, needed=100)),
        (xml(f'<field content="{"N" + FIELD[1:]}"/>'), RecordError("field-letter", square="a1", letter="N")),
        (xml(f'<field content="{FIELD}"/>', "chess"), RecordError("type-unknown", type="chess")),
        (xml(f'<field content="{FIELD}"/><move source="A0" target="A2"/>'), RecordError("move-broken", ply=1)),
        (
            xml(f'<field content="{FIELD}"/><result type="99" winner="1"/>'),
            RecordError("result-unknown", type="99", winner="1"),
        ),
        (b"<stratego><game>", RecordError("xml-broken", line=1, column=16)),
        (b"<html/>", RecordError("no-games")),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><stratego>&b;</stratego>', RecordError("xml-forbidden")),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><stratego/>', RecordError("xml-forbidden")),
        (b'<?xml version="1.0" encoding="nonsense"?><stratego/>', RecordError("encoding")),
        (b"nothing of the kind", RecordError("form-unknown")),
        (b"", RecordError("form-unknown")),
        (b"{", RecordError("json-broken", line=1, column=2)),
        (b'{"a":"\xff"}', RecordError("encoding")),
        (b"[" * 100_000, RecordError("json-broken", line=1, column=1)),
        (b"{}", RecordError("no-record")),
        (b'{"format":"vexillum-record","version":2}', RecordError("version-unknown", known=1)),
        (b"<" + b" " * (8 << 20), RecordError("too-large", allowed=8 << 20)),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(data, error):
    assert list(parse_records(data)) == [error]


def test_utf_16_and_latin_1_are_read():
    body = f'<field content="{FIELD}"/><player id="1">Zoë</player>'
    text = xml(body).decode()
    for encoding in ("utf-16", "iso-8859-1"):
        data = text.replace("UTF-8", encoding).encode(encoding)
        (record,) = parse_records(data)
        assert isinstance(record, Record)
        assert record.players == {Seat.RED: "Zoë"}


GSN = f"#X38FA11 Stratego-Notation v1\ntype 2\n{FIELD}\nA1-A2\nK10-K9\nEND\nAnn vs Bob result 1 winner 1\n"


@pytest.mark.parametrize("version", ["1", "2"])
def test_gsn(version):
    players = {Seat.RED: "Ann", Seat.BLUE: "Bob"}
    record = record_of(("a1-a2", "j10-j9"), result=Outcome(End.FLAG_CAPTURED, 1), players=players)
    assert list(parse_records(GSN.replace("v1", f"v{version}").encode())) == [record]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("#X38FA11 Stratego-Notation v3\ntype 0\n", RecordError("gsn-version", found="#X38FA11 Stratego-Notation v3")),
        ("#X38FA11 Stratego-Notation v1\ntype 9\n", RecordError("type-unknown", type="type 9")),
        ("#X38FA11 Stratego-Notation v1\ntype 0\nA1-A2\nEND\n", RecordError("field-missing")),
        (GSN.replace("A1-A2", "A1-Z2"), RecordError("move-broken", ply=1)),
    ],
)
def test_broken_gsn_says_why(text, error):
    assert list(parse_records(text.encode())) == [error]


def test_one_bad_game_does_not_stop_the_others_in_a_file():
    data = GSN + GSN.replace("A1-A2", "??") + GSN
    kinds = [type(record) for record in parse_records(data.encode())]
    assert kinds == [Record, RecordError, Record]


def test_a_list_and_lines_of_json():
    first, second = played("barrage", 1, 10), played("duel", 2, 10)
    lines = to_json(first) + b"nonsense\n" + to_json(second)
    assert list(parse_records(b"[" + to_json(first) + b"," + to_json(second) + b"]")) == [first, second]
    assert [type(record) for record in parse_records(lines)] == [Record, RecordError, Record]


def test_folders_and_zips(tmp_path):
    first, second = played("barrage", 1, 10), played("duel", 2, 10)
    (tmp_path / "b").mkdir()
    (tmp_path / "README.md").write_text("no record")
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "b" / "one.txt").write_bytes(to_json(first))
    (tmp_path / "b" / "zero.xml").write_bytes(to_gravon(second))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("../x/two.xml", to_gravon(second))
        archive.writestr("notes.txt", "no record")
    assert list(read_records(tmp_path)) == [
        (str(tmp_path / "b/one.txt"), first),
        (str(tmp_path / "b/zero.xml"), second),
        (f"{tmp_path}/c.zip/../x/two.xml", second),
    ]
    assert list(read_records(tmp_path / "README.md")) == [(str(tmp_path / "README.md"), RecordError("form-unknown"))]
    missing = str(tmp_path / "none")
    assert list(read_records(missing)) == [(missing, RecordError("unreadable", reason="No such file or directory"))]


def test_a_zip_bomb_and_a_broken_zip_are_refused(tmp_path):
    good = played("barrage", 1, 5)
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", b"<" + b" " * (30 << 20))
        archive.writestr("b.json", to_json(good))
    assert list(read_records(bomb)) == [(f"{bomb}/a.xml", RecordError("zip-bomb")), (f"{bomb}/b.json", good)]
    broken = tmp_path / "broken.zip"
    broken.write_bytes(bomb.read_bytes()[:2000])
    ((name, error),) = read_records(broken)
    assert (name, error) == (str(broken), RecordError("zip-broken", reason="BadZipFile"))


def test_a_record_shows_no_rank_in_its_repr():
    shown = repr(record_of(("a1-a2",)))
    assert "FM" not in shown
    assert "setups" not in shown


@given(st.binary(max_size=200))
def test_arbitrary_bytes_give_records_or_errors(data):
    assert all(isinstance(record, Record | RecordError) for record in parse_records(data))


SEEDS = [to_json(played("barrage", 5, 8)), to_gravon(played("duel", 5, 8)), GSN.encode()]


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", SEEDS[1])
    return buffer.getvalue()


@given(st.sampled_from(SEEDS), st.data())
def test_altered_records_give_records_or_errors(seed, data):
    at = data.draw(st.integers(0, len(seed)))
    altered = seed[:at] + data.draw(st.binary(max_size=6)) + seed[at + data.draw(st.integers(0, 30)) :]
    assert all(isinstance(record, Record | RecordError) for record in parse_records(altered))


@given(st.data())
def test_altered_zips_give_records_or_errors(tmp_path_factory, data):
    seed = zipped()
    at = data.draw(st.integers(4, len(seed) - 1))
    altered = seed[:at] + data.draw(st.binary(min_size=1, max_size=4)) + seed[at + 2 :]
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(altered)
    assert all(isinstance(record, Record | RecordError) for _name, record in read_records(path))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared reference records are not beside this checkout")
def test_the_reference_records_are_read():
    manifest = json.loads((SHARED / "manifest.json").read_text())
    found = {Path(name).name: len(record.turns) for name, record in read_records(SHARED) if isinstance(record, Record)}
    assert found == {entry["file"]: entry["plies"] for entry in manifest}
