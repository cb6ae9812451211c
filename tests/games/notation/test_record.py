"""Records as values, and the codes of what is wrong with them."""

import ast
from pathlib import Path

from games.notation import CODES, Record, RecordError
from games.notation.record import clean_name, shown
from games.rules import Seat

from .played import small

SOURCE = Path(__file__).parents[3] / "games/notation"


def raised() -> list[tuple[str, tuple[str, ...]]]:
    """Every `RecordError(code, name=…)` in the source."""
    calls = [
        node
        for path in sorted(SOURCE.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RecordError"
    ]
    results = []
    for call in calls:
        words = [part for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant)]
        results += [(word.value, tuple(keyword.arg or "" for keyword in call.keywords)) for word in words]
    return results


def test_every_error_is_one_of_the_codes_and_every_code_is_used():
    assert {(code, tuple(sorted(names))) for code, names in raised()} == {
        (code, tuple(sorted(names))) for code, names in CODES.items()
    }


def test_every_code_is_told_in_the_document():
    text = (SOURCE.parents[1] / "docs/record-format.md").read_text()
    assert [code for code in CODES if f"`{code}`" not in text] == []


def test_a_record_shows_no_rank_in_its_repr():
    result = repr(small(("+7@d3",), chance={Seat.RED: "FM9"}))
    assert "classic" in result
    assert "FM" not in result
    assert "7@" not in result


def test_records_are_equal_if_they_tell_the_same_game():
    assert small(source="gsn", noted=((1, "two-squares"),), proof={"log": []}) == small()
    assert small(("a1-a2",)) != small()
    assert Record("duel", small().setups, ()) != small()


def test_names_and_quotes_are_fit_to_print():
    assert clean_name(" A\tb\u202e\x00\ud800  c ") == "A b c"
    assert len(clean_name("x" * 100_000)) == 80
    assert shown("a\x1bb\ud800" + "c" * 100) == "a�b�" + "c" * 36


def test_an_error_tells_its_code_and_parameters():
    error = RecordError("move-broken", ply=3)
    assert (str(error), repr(error)) == ("move-broken (ply 3)", "<RecordError move-broken (ply 3)>")
    assert error == RecordError("move-broken", ply=3) != RecordError("move-broken", ply=4)
    assert str(RecordError("zip-bomb")) == "zip-bomb"
