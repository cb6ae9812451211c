"""GSN, both versions, and what is wrong with those that cannot be read."""

import pytest

from games.notation import Record, RecordError, parse_records
from games.rules import End, Options, Outcome, Seat

from .played import FIELD, GSN, only, small

HEAD = "#X38FA11 Stratego-Notation v1\n"
RECORD = small(("a1-a2", "j10-j9"), result=Outcome(End.FLAG_CAPTURED, 1), players={Seat.RED: "Ann", Seat.BLUE: "Bob"})


@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\n\n"])
def test_a_game(version, newline):
    record = only(GSN.replace("v1", f"v{version}").replace("\n", newline).encode())
    assert record == RECORD
    assert record.source == "gsn"


@pytest.mark.parametrize(("old", "new"), [("K10-K9", "J10-J9"), ("K10-K9", "k10 - k9"), ("#X", "\ufeff#X")])
def test_quirks(old, new):
    assert only(GSN.replace(old, new).encode()) == RECORD


def test_latin_1_names():
    assert only(GSN.replace("Ann", "Zoë").encode("latin-1")).players == {Seat.RED: "Zoë", Seat.BLUE: "Bob"}


def test_a_name_may_hold_the_words_of_the_line():
    assert only(GSN.replace("Ann", "Ann vs Eve").encode()).players == {Seat.RED: "Ann vs Eve", Seat.BLUE: "Bob"}


@pytest.mark.parametrize(
    ("number", "slug", "free"), [(0, "classic", False), (1, "barrage", False), (2, "classic", True)]
)
def test_types(number, slug, free):
    record = only(GSN.replace("type 2", f"type {number}").encode())
    assert (record.variant, record.options) == (slug, Options(free_setup=free))


@pytest.mark.parametrize(("mark", "side"), [("0", 0), ("1", 1), ("2", None)])
@pytest.mark.parametrize(("code", "end"), [(0, End.NO_LEGAL_TURN), (4, End.AGREED_DRAW), (14, End.OPPONENT_MISSING)])
def test_results(code, end, mark, side):
    text = GSN.replace("result 1 winner 1", f"result {code} winner {mark}")
    assert only(text.encode()).result == Outcome(end, side)


@pytest.mark.parametrize("cut", ["END\nAnn vs Bob result 1 winner 1\n", "Ann vs Bob result 1 winner 1\n"])
def test_an_unfinished_game(cut):
    assert only(GSN.removesuffix(cut).encode()) == small(("a1-a2", "j10-j9"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (HEAD.replace("v1", "v3"), RecordError("gsn-version", found="#X38FA11 Stratego-Notation v3")),
        (HEAD, RecordError("type-unknown", type="")),
        (HEAD + "type 9\n", RecordError("type-unknown", type="type 9")),
        (HEAD + "type 0\n", RecordError("setup-missing")),
        (HEAD + "type 0\nA1-A2\nEND\n", RecordError("setup-missing")),
        (HEAD + "type 0\nEND\n", RecordError("setup-missing")),
        (HEAD + "type 0\nMAA\n", RecordError("field-length", found=3, needed=100)),
        (GSN.replace("A1-A2", "A1-Z2"), RecordError("move-broken", ply=1)),
        (GSN.replace("K10-K9", "A4:A5-A6"), RecordError("rescue-unsupported", ply=2)),
        (GSN.replace("result 1", "result 15"), RecordError("result-unknown", type="15", winner="1")),
        (GSN.replace("Ann vs Bob", "a draw"), RecordError("result-unknown", type="a draw result 1 winn", winner="")),
        (GSN.replace("Ann", "A vs " * 1000), RecordError("line-too-long", allowed=1000)),
        (GSN + "\0", RecordError("encoding")),
        (HEAD + f"type 2\n{FIELD}\n" + "A1-A2\n" * 50_001, RecordError("too-long", allowed=50_000)),
    ],
)
def test_what_cannot_be_read_says_why(text, error):
    assert list(parse_records(text.encode())) == [error]


def test_one_bad_game_does_not_stop_the_others():
    records = list(parse_records((GSN + GSN.replace("A1-A2", "??") + GSN).encode()))
    assert records == [RECORD, RecordError("move-broken", ply=1), RECORD]
    assert [type(record) for record in records] == [Record, RecordError, Record]
