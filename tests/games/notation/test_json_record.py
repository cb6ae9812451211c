"""Our own record: canonical out, strict in, and the schema says the same."""

import json
import re
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.imports import judge
from games.notation import Record, RecordError, parse_records, to_json
from games.rules import VARIANTS, End, Options, Outcome, Repetition, Seat

from .played import only, played, records, small

SCHEMA = jsonschema.Draft202012Validator(
    json.loads((Path(__file__).parents[3] / "games/notation/record.schema.json").read_text()),
    format_checker=jsonschema.FormatChecker(),
)
DOCUMENT = Path(__file__).parents[3] / "docs/record-format.md"
STREAM = "0b54ae57-9c0a-4a0c-8b3f-0c6f6d3f7a11"
COMMITMENT = {"commitment": "0a" * 32, "salt": "0b" * 32}


@st.composite
def full_records(draw: st.DrawFn) -> Record:
    record = draw(records(tuple(VARIANTS), tuple(End)))
    plies = len(record.turns)
    limit = draw(st.none() | st.integers(1, 300))
    options = replace(record.options, no_attack_limit=limit, repetition=draw(st.sampled_from(Repetition)))
    times = draw(st.none() | st.lists(st.integers(0, 2**53 - 1), min_size=plies, max_size=plies).map(sorted).map(tuple))
    mark = st.tuples(st.integers(1, max(plies, 1)), st.sampled_from(["two-squares", "chase-limit"]))
    noted = tuple(sorted(draw(st.lists(mark, max_size=3)))) if plies else ()
    proof = draw(
        st.sampled_from(
            [
                None,
                {"stream": STREAM, "commitments": {"red": COMMITMENT}, "log": [{"version": 1}]},
                {"commitments": {"red2": COMMITMENT}, "shuffles": COMMITMENT | {"seed": "0c" * 32}},
            ]
        )
    )
    return replace(record, options=options, times=times, noted=noted, proof=proof)


def test_the_examples_of_the_document_are_legal_records():
    texts = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    documents = [json.loads(text) for text in texts if json.loads(text)["variant"] in VARIANTS]
    for value in documents:
        SCHEMA.validate(value)
        judged = judge("", only(json.dumps(value).encode()))
        assert (judged.status, judged.error) == ("valid", None)
    assert len(documents) > 0


@given(full_records())
def test_out_and_in_is_the_same_record(record):
    data = to_json(record)
    SCHEMA.validate(json.loads(data))
    back = only(data)
    assert back == record
    assert (back.noted, back.proof, back.source) == (record.noted, record.proof, "json")
    assert to_json(back) == data


def test_the_bytes_of_a_record():
    record = small(
        ("b1-b2",),
        result=Outcome(End.RESIGNATION, 1),
        players={Seat.RED: "Zoë"},
        times=(5,),
        noted=((1, "two-squares"),),
    )
    dots = "." * 38
    assert to_json(record).decode() == (
        '{"format":"vexillum-record","version":1,"variant":"classic","options":{"free_setup":true},'
        f'"seats":{{"red":{{"player":"Zoë","setup":"FM{dots}"}},"blue":{{"setup":"{dots}MF"}}}},'
        '"turns":["b1-b2"],"times":[5],"result":{"kind":"resignation","winner":"blue"},"noted":[{"ply":1,"rule":"two-squares"}]}\n'
    )


def test_a_record_need_not_be_canonical():
    value = json.loads(to_json(small(("b1-b2",))))
    shuffled = dict(reversed(value.items())) | {"options": {"free_setup": True, "no_attack_limit": None}}
    assert only(b"\xef\xbb\xbf\n" + json.dumps(shuffled, indent=2).encode()) == small(("b1-b2",))


BASE = {
    "format": "vexillum-record",
    "version": 1,
    "variant": "classic",
    "options": {"free_setup": True},
    "seats": {"red": {"setup": "FM" + "." * 38}, "blue": {"setup": "." * 38 + "MF"}},
    "turns": ["b1-b2"],
}
SEATS = BASE["seats"]


def wrong(path: str, expected: str) -> RecordError:
    return RecordError("value-type", path=path, expected=expected)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"format": "other"}, RecordError("no-record")),
        ({"version": 2}, RecordError("version-unknown", found="2", known=1)),
        ({"version": True}, RecordError("version-unknown", found="True", known=1)),
        ({"version": 1.0}, RecordError("version-unknown", found="1.0", known=1)),
        ({"version": None}, RecordError("version-unknown", found="None", known=1)),
        ({"extra": 1}, RecordError("value-unknown", path="$.extra")),
        ({"\ud800\n": 1}, RecordError("value-unknown", path="$.��")),
        ({"variant": ...}, RecordError("value-missing", path="$.variant")),
        ({"variant": "chess"}, RecordError("variant-unsupported", variant="chess")),
        ({"edition": 2}, RecordError("edition-unknown", variant="classic", found="2", known=1)),
        ({"edition": 0}, RecordError("edition-unknown", variant="classic", found="0", known=1)),
        ({"edition": True}, wrong("$.edition", "integer")),
        ({"edition": None}, wrong("$.edition", "integer")),
        ({"seats": ...}, RecordError("value-missing", path="$.seats")),
        ({"seats": []}, wrong("$.seats", "object")),
        ({"seats": {"red": SEATS["red"]}}, RecordError("seats", needed="red, blue")),
        ({"seats": SEATS | {"red2": SEATS["red"]}}, RecordError("seats", needed="red, blue")),
        ({"seats": SEATS | {"blue": {}}}, RecordError("value-missing", path="$.seats.blue.setup")),
        ({"seats": SEATS | {"blue": {"setup": "xyz"}}}, wrong("$.seats.blue.setup", "pieces")),
        ({"seats": SEATS | {"blue": {"setup": "." * 101}}}, wrong("$.seats.blue.setup", "pieces")),
        ({"seats": SEATS | {"blue": {"setup": ".", "age": 3}}}, RecordError("value-unknown", path="$.seats.blue.age")),
        ({"seats": SEATS | {"blue": {"setup": ".", "player": "a\nb"}}}, wrong("$.seats.blue.player", "name")),
        ({"seats": SEATS | {"blue": {"setup": ".", "player": "x" * 81}}}, wrong("$.seats.blue.player", "name")),
        ({"seats": SEATS | {"blue": {"setup": ".", "player": "\ud800"}}}, wrong("$.seats.blue.player", "name")),
        ({"options": {"spotter": True}}, RecordError("value-unknown", path="$.options.spotter")),
        ({"options": {"free_setup": 1}}, wrong("$.options.free_setup", "boolean")),
        ({"options": {"no_attack_limit": 0}}, wrong("$.options.no_attack_limit", "integer from 1 to 50000")),
        ({"options": {"no_attack_limit": True}}, wrong("$.options.no_attack_limit", "integer")),
        ({"options": {"repetition": "never"}}, wrong("$.options.repetition", "enforced or noted")),
        ({"options": {"repetition": []}}, wrong("$.options.repetition", "string")),
        ({"turns": ...}, RecordError("value-missing", path="$.turns")),
        ({"turns": "b1-b2"}, wrong("$.turns", "list")),
        ({"turns": ["b1-b2", 7]}, wrong("$.turns[1]", "turn")),
        ({"turns": ["b1-b2", ""]}, wrong("$.turns[1]", "turn")),
        ({"turns": ["b1-b2\nb2-b3"]}, wrong("$.turns[0]", "turn")),
        ({"turns": ["well played"]}, wrong("$.turns[0]", "turn")),
        ({"turns": ["\ud800"]}, wrong("$.turns[0]", "turn")),
        ({"turns": ["x" * 49]}, wrong("$.turns[0]", "turn")),
        ({"turns": ["b1-b2"] * 50_001}, RecordError("too-long", allowed=50_000)),
        ({"times": [1, 2]}, wrong("$.times", "one microsecond a turn, never falling")),
        ({"times": [-1]}, wrong("$.times", "one microsecond a turn, never falling")),
        ({"times": [2**53]}, wrong("$.times", "one microsecond a turn, never falling")),
        ({"turns": ["b1-b2"] * 2, "times": [2, 1]}, wrong("$.times", "one microsecond a turn, never falling")),
        ({"times": [1.5]}, wrong("$.times", "list of integers")),
        ({"times": None}, wrong("$.times", "list")),
        ({"result": {}}, RecordError("value-missing", path="$.result.kind")),
        ({"result": {"kind": "won"}}, RecordError("result-unknown", type="won", winner="None")),
        ({"result": {"kind": "forfeit", "winner": 3}}, RecordError("result-unknown", type="forfeit", winner="3")),
        ({"result": {"kind": "forfeit", "by": 1}}, RecordError("value-unknown", path="$.result.by")),
        ({"noted": [{"ply": 2, "rule": "x"}]}, wrong("$.noted[0].ply", "integer from 1 to 1")),
        ({"noted": [{"ply": 1, "rule": "Not!"}]}, wrong("$.noted[0].rule", "slug")),
        ({"noted": [3]}, wrong("$.noted[0]", "object")),
        ({"chance": {"red": "FM", "blue": "FM"}}, RecordError("value-unknown", path="$.chance")),
        ({"shuffles": 1}, wrong("$.shuffles", "object")),
        ({"stream": "1"}, wrong("$.stream", "uuid")),
        ({"commitments": {"green": {}}}, RecordError("value-unknown", path="$.commitments.green")),
        ({"commitments": {"red": 1}}, wrong("$.commitments.red", "object")),
        ({"log": [1]}, wrong("$.log[0]", "object")),
    ],
)  # fmt: skip
def test_a_record_that_is_wrong_says_where_and_the_others_are_read(change, error):
    assert list(parse_records(json.dumps(BASE).encode())) == [small(("b1-b2",))]
    value = {key: value for key, value in (BASE | change).items() if value is not ...}
    assert list(parse_records(json.dumps([BASE, value, BASE]).encode())) == [
        small(("b1-b2",)),
        error,
        small(("b1-b2",)),
    ]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"{", RecordError("json-broken", line=1, column=2)),
        (b'{"a":"\xff"}', RecordError("encoding")),
        (b"[" * 100_000, RecordError("json-deep")),
        (b'{"a":' + b"9" * 10_000 + b"}", RecordError("json-broken", line=1, column=1)),
        (b'{"a":NaN}', RecordError("json-broken", line=1, column=1)),
        (b'{"a":1,"a":2}', RecordError("json-repeated", key="a")),
        (b"{%s}" % b",".join(b'"%d":1' % (n % 99_999) for n in range(100_000)), RecordError("json-repeated", key="0")),
        (b"{}", RecordError("no-record")),
        (b'{"format":"vexillum-record"}', RecordError("version-unknown", found="None", known=1)),
    ],
)
def test_files_that_are_no_records(data, error):
    assert list(parse_records(data)) == [error]


def test_one_record_a_line():
    first, second = played("barrage", 1, 10), played("duel", 2, 10)
    lines = to_json(first) + b"\n{nonsense\n" + to_json(second)
    assert list(parse_records(lines)) == [first, RecordError("json-broken", line=3, column=2), second]


def test_options_that_are_left_out_have_their_defaults():
    value = {key: value for key, value in BASE.items() if key != "options"}
    assert only(json.dumps(value).encode()).options == Options()
