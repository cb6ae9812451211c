"""Gravon XML in and out, its quirks, and what hostile files come to."""

import tracemalloc

import pytest
from hypothesis import given

from games.notation import Record, RecordError, parse_records, to_gravon
from games.notation.archive_codes import RESULT_CODES
from games.rules import End, Options, Outcome, Seat, replay, variant

from .played import FIELD, only, played, records, small

FIELD_ELEMENT = f'<field content="{FIELD}"/>'


def game(body: str, kind: str = "classicfree") -> str:
    return f'<game type="{kind}">{body}</game>'


def xml(*games: str, encoding: str = "UTF-8") -> bytes:
    return f'<?xml version="1.0" encoding="{encoding}"?>\n<stratego>{"".join(games)}</stratego>'.encode(encoding)


@given(records(("classic", "barrage", "duel"), tuple(RESULT_CODES.values())))
def test_out_and_in_is_the_same_record(record):
    back = only(to_gravon(record))
    assert back == record
    assert back.source == "gravon-xml"
    assert replay(variant(back.variant), back.setups, back.turns, back.options).ply == len(record.turns)


def test_a_free_set_up_goes_out_as_classicfree():
    assert b'<game type="classicfree">' in to_gravon(played("classic", 3, 20, free=True))


def test_squares_are_written_with_k_and_the_field_in_the_archives_letters():
    data = to_gravon(small(("b1-b2", "j10-j9"))).decode()
    assert f'<field content="{FIELD}" />' in data
    assert '<move id="2" source="K10" target="K9" />' in data


@pytest.mark.parametrize(
    ("record", "error"),
    [
        (played("battle", 1, 4), RecordError("type-missing", variant="battle")),
        (played("barrage", 1, 4, free=True), RecordError("free-missing", variant="barrage")),
        (small(("a1-a2", "b1-b2-b3")), RecordError("turn-unsupported", ply=2)),
        (small(("a1-a11",)), RecordError("turn-unsupported", ply=1)),
        (small(result=Outcome(End.ADJUDICATION, 0)), RecordError("result-missing", kind="adjudication")),
        (
            Record("classic", {Seat.RED: "C" * 40, Seat.BLUE: "." * 40}, ()),
            RecordError("setup-unsupported", seat="red"),
        ),
        (Record("classic", {Seat.RED: "." * 40}, ()), RecordError("setup-unsupported", seat="blue")),
    ],
)
def test_what_the_form_cannot_hold_says_why(record, error):
    with pytest.raises(RecordError) as raised:
        to_gravon(record)
    assert raised.value == error


def test_a_resignation_and_a_time_out_have_their_nearest_codes():
    results = [only(to_gravon(small(result=Outcome(end, 1)))).result for end in (End.RESIGNATION, End.TIME_OUT)]
    assert results == [Outcome(End.FORFEIT, 1), Outcome(End.PLAYER_CLOCK, 1)]


@pytest.mark.parametrize("tenth", ["J", "K"])
def test_j_is_read_for_k(tenth):
    moves = f'<move id="1" source="B1" target="B2"/><move id="2" source="{tenth}4" target="{tenth}5"/>'
    assert only(xml(game(FIELD_ELEMENT + moves))) == small(("b1-b2", "j4-j5"))


def test_an_unfinished_game_has_no_result():
    players = '<player id ="1">red</player><player id ="2"> B.  &amp; co </player><!-- unfinished -->'
    record = only(xml(game(FIELD_ELEMENT + players)))
    assert record == small(players={Seat.RED: "red", Seat.BLUE: "B. & co"})
    assert record.result is None


def test_what_the_form_does_not_know_is_passed_over():
    more = '<clock limit="3"><move source="A1" target="A2"/><player id="1">no</player></clock><player id="9">x</player>'
    assert only(xml(game(more + FIELD_ELEMENT + '<move source="A1" target="A2" time="3"/>'))) == small(("a1-a2",))


def test_a_game_may_be_the_root():
    assert only(game(FIELD_ELEMENT).encode()) == small()


@pytest.mark.parametrize(
    ("kind", "slug", "free"),
    [
        ("classic", "classic", False),
        ("classicfree", "classic", True),
        ("barrage", "barrage", False),
        ("duell", "duel", False),
        (" Classic ", "classic", False),
    ],
)
def test_game_types(kind, slug, free):
    record = only(xml(game(FIELD_ELEMENT, kind)))
    assert (record.variant, record.options) == (slug, Options(free_setup=free))


@pytest.mark.parametrize(("code", "end"), sorted(RESULT_CODES.items()))
@pytest.mark.parametrize(("mark", "side"), [("1", 0), ("2", 1), ("3", None)])
def test_result_codes(code, end, mark, side):
    record = only(xml(game(f'{FIELD_ELEMENT}<result type="{code}" winner="{mark}"/>')))
    assert record.result == Outcome(end, side)


@pytest.mark.parametrize("code", range(5, 10))
def test_a_code_the_archive_does_not_document_is_read_as_unfinished(code):
    record = only(xml(game(f'{FIELD_ELEMENT}<result type="{code}" winner="1"/>')))
    assert record.result == Outcome(End.UNFINISHED, 0)


BODIES = [
    ('<move source="A1" target="A2"/>', RecordError("setup-missing")),
    (FIELD_ELEMENT * 3, RecordError("setup-twice")),
    ("<field/>", RecordError("field-length", found=0, needed=100)),
    ('<field content="AAA"/>', RecordError("field-length", found=3, needed=100)),
    (f'<field content="N{FIELD[1:]}"/>', RecordError("field-letter", square="a1", letter="N")),
    (f'<field content="{FIELD[:42]}B{FIELD[43:]}"/>', RecordError("field-letter", square="c5", letter="B")),
    (f'<field content="{FIELD[:99]}M"/>', RecordError("field-letter", square="j10", letter="M")),
    (FIELD_ELEMENT + '<move source="A0" target="A2"/>', RecordError("move-broken", ply=1)),
    (FIELD_ELEMENT + '<move source="A1" target="A2"/><move/>', RecordError("move-broken", ply=2)),
    (FIELD_ELEMENT + '<result type="15" winner="1"/>', RecordError("result-unknown", type="15", winner="1")),
    (FIELD_ELEMENT + '<result type="1" winner="4"/>', RecordError("result-unknown", type="1", winner="4")),
    (
        FIELD_ELEMENT + f'<result type="{"9" * 5000}" winner="1"/>',
        RecordError("result-unknown", type="9" * 20, winner="1"),
    ),
    (FIELD_ELEMENT + '<move source="A1" target="A2"/>' * 50_001, RecordError("too-long", allowed=50_000)),
]


@pytest.mark.parametrize(("body", "error"), BODIES, ids=[str(error) for _body, error in BODIES])
def test_a_game_that_cannot_be_read_says_why_and_the_others_are_read(body, error):
    good = game(FIELD_ELEMENT)
    assert list(parse_records(xml(good, game(body), good))) == [small(), error, small()]


def test_a_type_without_rules_here_says_so():
    assert list(parse_records(xml(game(FIELD_ELEMENT, "chess\x7f")))) == [RecordError("type-unknown", type="chess�")]


def test_games_before_a_break_are_read():
    data = xml(game(FIELD_ELEMENT), game(FIELD_ELEMENT))[:-20]
    first, error = parse_records(data)
    assert (first, error.code) == (small(), "xml-broken")


LAUGHS = (
    "<!DOCTYPE lolz ["
    + "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
    + '<!ENTITY l0 "ha">]><stratego><game>&l9;</game></stratego>'
)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"<stratego><game>", RecordError("xml-broken", line=1, column=16)),
        (b"<html/>", RecordError("no-games")),
        (b"<stratego/>", RecordError("no-games")),
        (b"<stratego>&unknown;</stratego>", RecordError("xml-broken", line=1, column=10)),
        (LAUGHS.encode(), RecordError("xml-forbidden")),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><stratego/>', RecordError("xml-forbidden")),
        (
            b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><stratego>&b;</stratego>',
            RecordError("xml-forbidden"),
        ),
        (b'<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/x"> %p;]><stratego/>', RecordError("xml-forbidden")),
        (b'<?xml version="1.0" encoding="nonsense"?><stratego/>', RecordError("encoding")),
        (b'<?xml version="1.0" encoding="utf-7"?><stratego/>', RecordError("encoding")),
        (b'<?xml version="1.0" encoding="utf-16"?><stratego/>', RecordError("encoding")),
        (xml(game(FIELD_ELEMENT)) + b" " * (8 << 20), RecordError("too-large", allowed=8 << 20)),
    ],
)
def test_hostile_and_broken_files_are_refused(data, error):
    assert list(parse_records(data)) == [error]


def test_bytes_that_are_not_in_the_encoding_are_refused():
    (error,) = parse_records(xml(game(f'{FIELD_ELEMENT}<player id="1">Z\xeb</player>')).replace("ë".encode(), b"\xeb"))
    assert error.code == "xml-broken"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "windows-1252"])
def test_encodings(encoding):
    data = xml(game(f'{FIELD_ELEMENT}<player id="1">Zoë</player>'), encoding=encoding)
    assert only(data).players == {Seat.RED: "Zoë"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "<a/>" * 200_000,
        "<a>" * 200_000,
        f"<player id='1'>{'x' * 4_000_000}</player>",
        f"<b c='{'x' * 4_000_000}'/>",
    ],
    ids=["many", "deep", "text", "attribute"],
)
def test_memory_stays_small_whatever_a_file_is_made_of(body):
    data = xml(game(FIELD_ELEMENT + body))
    tracemalloc.start()
    try:
        assert len(list(parse_records(data))) == 1
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data) + (4 << 20)
    finally:
        tracemalloc.stop()
