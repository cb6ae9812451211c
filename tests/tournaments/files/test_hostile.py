"""Files that are made to keep the service busy are refused before they do."""

from __future__ import annotations

from time import process_time

import pytest

from tournaments.files.exchange.imports import MOST_BYTES, Understood, understood
from tournaments.files.formats import trf
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.trf import TrfError

SECONDS = 3.0
"""Each of these took minutes, or all the memory there is."""


def players(number: int, results: str = "") -> str:
    lines = (f"001 {item:4}      P{item:<32}".ljust(79) + "  0.0    1  " + results for item in range(1, number + 1))
    return "012 X\n" + "\n".join(lines) + "\n"


def read_in_time(text: str) -> Understood:
    begun = process_time()
    result = understood(text)
    assert process_time() - begun < SECONDS
    return result


def test_a_field_that_is_there_twice_among_many() -> None:
    fields = ",".join(f'"k{number}":1' for number in range(40_000))
    assert read_in_time(f'{{{fields},"again":1,"again":2}}').errors == (FileError("value-unknown", path="again"),)


def test_forbidden_pairs_of_everybody() -> None:
    everybody = " ".join(map(str, range(1, 3001)))
    (error,) = read_in_time(f"{players(3000)}XXP {everybody}\n").errors
    assert (error.code, len(str(error.params["text"]))) == ("forbidden", 40)  # type: ignore[union-attr]
    together = [range(first, first + trf.MOST_TOGETHER) for first in range(1, 2000)]
    lines = "\n".join("XXP " + " ".join(map(str, item)) for item in together)
    (error,) = read_in_time(f"{players(3000)}{lines}\n").errors
    assert error.code == "too-long"
    (pairs,) = {trf.read(f"{players(40)}XXP {' '.join(map(str, range(1, 41)))}\n").forbidden}
    assert len(pairs) == 780


def test_more_rounds_than_an_event_can_have() -> None:
    rounds = "  ".join(["0000 - H"] * (trf.MOST_ROUNDS + 1))
    with pytest.raises(TrfError) as error:
        trf.read(players(2, rounds))
    assert (error.value.line, error.value.code) == (2, "too-many-rounds")
    assert len(trf.read(players(2, rounds[:-10])).players[0].results) == trf.MOST_ROUNDS


@pytest.mark.slow
def test_a_large_event_is_counted_once() -> None:
    """Each player's rounds were counted again for each player."""
    half = "  ".join(["0000 - Z"] * 90)
    time = read_in_time(players(1200, half))
    assert (time.errors, time.record is not None and len(time.record.entries)) == ((), 1200)


@pytest.mark.parametrize(
    ("piece", "last"),
    [("{},", "{}]"), ("[],", "[]]"), ("1,", "1]")],
)
def test_json_of_many_small_parts(piece: str, last: str) -> None:
    text = '{"entries":[' + piece * ((MOST_BYTES - 20) // len(piece)) + last + "}"
    assert read_in_time(text).errors == (FileError("json-large", allowed=200_000),)
    assert read_in_time('{"a":' + "[" * 150_000).errors == (FileError("json-deep"),)


@pytest.mark.parametrize("line", ["XXZ {0}", "XXA {0} 1.0", "012 {0}", "ABC {0}", "XXS W={0}"])
def test_many_lines_that_say_the_same_of_each_player(line: str) -> None:
    begun = process_time()
    report = trf.read(players(2000) + "".join(line.format(number % 2000 + 1) + "\n" for number in range(8500)))
    assert process_time() - begun < SECONDS
    assert len(report.players) == 2000
