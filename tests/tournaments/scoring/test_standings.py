"""Standings: places, shared places, crosstable cells, points as numbers; and the command that prints them."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.tournaments.tables import events, table
from tournaments.scoring.crosstable import Colour, Crosstable
from tournaments.scoring.points import SCORINGS, Mark, Scoring, scoring_named
from tournaments.scoring.standings import CrosstableCell, Standing, cards, decimal, standings
from tournaments.scoring.tiebreaks import TIEBREAKS, Count

SWISS = """
    2000  4w1  2b=  3w1  5b1
    1900  5b1  1w=  H    3b=
    1800  6w+  4b1  1b0  2w=
    1700  1b0  3w0  5w1  U
    1600  2w0  U    4b0  1w0
       0  3b-  Z    Z    Z
"""


def test_places_by_points_and_tiebreaks() -> None:
    """2 and 3 have 2.5 points; Buchholz Cut-1 is 7.0 and 8.0."""
    assert standings(table(SWISS), ["buchholz-cut-1", "wins"]) == (
        Standing(place=1, number=1, points=35, values=(70, 3), shared=False),
        Standing(place=2, number=3, points=25, values=(80, 2), shared=False),
        Standing(place=3, number=2, points=25, values=(70, 1), shared=False),
        Standing(place=4, number=4, points=20, values=(80, 2), shared=False),
        Standing(place=5, number=5, points=10, values=(80, 1), shared=False),
        Standing(place=6, number=6, points=0, values=(0, 0), shared=False),
    )


def test_who_is_still_tied_shares_the_place() -> None:
    """2 and 3 drew with one another, and the place below them stays empty."""
    result = standings(table(SWISS), ["direct-encounter"])
    assert [(item.place, item.number, item.shared, item.values) for item in result] == [
        (1, 1, False, (0,)),
        (2, 2, True, (50,)),
        (2, 3, True, (50,)),
        (4, 4, False, (0,)),
        (5, 5, False, (0,)),
        (6, 6, False, (0,)),
    ]


@pytest.mark.parametrize("last", ["seed", "lot"])
def test_a_chosen_end_makes_every_place_different(last: str) -> None:
    event = table("\n".join(["1500"] * 9))
    assert standings(event, ["buchholz"])[8] == Standing(place=1, number=9, points=0, values=(0,), shared=True)
    result = standings(event, ["buchholz", last], lot=77)
    assert [(item.place, item.shared) for item in result] == [(place, False) for place in range(1, 10)]
    if last == "seed":
        assert [item.number for item in result] == list(range(1, 10))


def test_an_event_without_players_has_no_places() -> None:
    assert standings(Crosstable(rows=(), rounds=3), ["buchholz", "direct-encounter", "lot"]) == ()


@given(events(), st.lists(st.sampled_from(sorted(TIEBREAKS)), max_size=5, unique=True), st.booleans())
@some(50)
def test_places_follow_points_and_values(event: Crosstable, slugs: list[str], predetermined: bool) -> None:
    result = standings(event, slugs, predetermined=predetermined, lot=5)
    assert sorted(item.number for item in result) == [row.number for row in event.rows]
    signs = [1 if TIEBREAKS[slug].ascending else -1 for slug in slugs]
    keys = [(-item.points, *(sign * value for sign, value in zip(signs, item.values, strict=True))) for item in result]
    assert all(item.points == event.points(item.number) for item in result)
    if "direct-encounter" in slugs:
        # Its order can say more than its value: those level among all the tied are looked at again.
        cut = slugs.index("direct-encounter") + 2
        keys = [key[:cut] for key in keys]
    assert keys == sorted(keys)
    for index, item in enumerate(result):
        same = [other.number for other in result if other.place == item.place]
        assert item.shared == (len(same) > 1)
        assert item.place <= index + 1 < item.place + len(same)
        assert result[item.place - 1].place == item.place
        if item.shared:
            assert {keys[at] for at, other in enumerate(result) if other.place == item.place} == {keys[index]}


def test_the_cells_of_a_crosstable() -> None:
    """A row has what a crosstable prints, with the score after each round and the opponent's before it."""
    assert cards(table(SWISS))[1] == (
        CrosstableCell(1, Mark.WIN, 5, Colour.BLUE, points=10, so_far=10, opponent_before=0),
        CrosstableCell(2, Mark.DRAW, 1, Colour.RED, points=5, so_far=15, opponent_before=10),
        CrosstableCell(3, Mark.HALF_BYE, None, None, points=5, so_far=20),
        CrosstableCell(4, Mark.DRAW, 3, Colour.BLUE, points=5, so_far=25, opponent_before=20),
    )
    assert cards(Count.of(table(SWISS), after=1))[5] == (
        CrosstableCell(1, Mark.FORFEIT_LOSS, 3, Colour.BLUE, points=0, so_far=0, opponent_before=0),
    )


ROBIN = """
    2000  6w+  5w0  4w1  3w1  2b=
    1900  5b=  4b1  3b1  6w+  1w=
    1800  4w1  6b+  2w0  1b0  5b1
    1700  3b0  2w0  1b0  5b1  6b+
    1600  2w=  1b1  6w1  4w0  3w0
    1500  1b-  3w-  5b0  2b-  4w-
"""
"""A round robin whose number 6 has played one game and left; 5 won that game."""


def robin() -> Crosstable:
    event = table(ROBIN)
    return replace(event, rows=(*event.rows[:5], replace(event.rows[5], annulled=True)))


def test_the_results_of_who_left_too_early_count_for_nobody() -> None:
    """Without them 2 is ahead of 1, and 5, who won the only game against 6, gains no more by it than the others."""
    slugs = ["direct-encounter", "sonneborn-berger", "wins", "games-won", "koya"]
    result = standings(robin(), slugs, predetermined=True)
    assert [(item.place, item.number, item.points, item.annulled) for item in result] == [
        (1, 2, 30, False),
        (2, 1, 25, False),
        (3, 3, 20, False),
        (4, 5, 15, False),
        (5, 4, 10, False),
        (6, 6, 0, True),
    ]
    without = table(
        "\n".join(
            line.replace("6w+", "Z").replace("6b+", "Z").replace("6w1", "Z") for line in ROBIN.strip().splitlines()[:5]
        )
    )
    assert tuple(item for item in result if not item.annulled) == standings(without, slugs, predetermined=True)
    assert result[-1].values == (0,) * len(slugs)


def test_who_left_too_early_is_last_even_behind_who_has_no_points() -> None:
    """And those who share that place share it with nobody else."""
    event = table("1500 2w0 3w0 4w1\n1500 1b1 4b1 3w=\n1500 4w1 1b1 2b=\n1500 3b0 2w0 1b0")
    gone = replace(event, rows=(replace(event.rows[0], annulled=True), *event.rows[1:]))
    assert [
        (standing.place, standing.number, standing.shared)
        for standing in standings(gone, ["wins", "seed"], predetermined=True)
    ] == [
        (1, 2, False),
        (2, 3, False),
        (3, 4, False),
        (4, 1, False),
    ]


def test_a_crosstable_keeps_what_does_not_count() -> None:
    fifth, sixth = cards(robin())[4:]
    assert fifth[2] == CrosstableCell(3, Mark.WIN, 6, Colour.RED, points=0, so_far=15, opponent_before=0, counts=False)
    assert [item.counts for item in fifth] == [True, True, False, True, True]
    assert [(item.mark, item.so_far, item.counts) for item in sixth] == [
        (Mark.FORFEIT_LOSS, 0, False),
        (Mark.FORFEIT_LOSS, 0, False),
        (Mark.LOSS, 0, False),
        (Mark.FORFEIT_LOSS, 0, False),
        (Mark.FORFEIT_LOSS, 0, False),
    ]
    assert robin().points(5) == 25
    assert robin().counted().points(5) == 15
    assert table(ROBIN).counted() == table(ROBIN)


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [(35, 10, 3.5), (40, 10, 4), (675, 100, 6.75), (600, 100, 6), (3, 1, 3), (0, 10, 0)],
)
def test_points_as_plain_numbers(value: int, unit: int, expected: float) -> None:
    assert (decimal(value, unit), type(decimal(value, unit))) == (expected, type(expected))


@pytest.mark.parametrize(
    ("text", "scoring"),
    [
        ("6-3-1", SCORINGS["6-3-1"]),
        ("1-half-0", SCORINGS["1-half-0"]),
        ("1-0.5-0", SCORINGS["1-half-0"]),
        ("4-2-1", Scoring.of(40, 20, 10)),
        ("10-10-0", Scoring.of(100, 100, 0)),
    ],
)
def test_scorings_by_name_and_by_numbers(text: str, scoring: Scoring) -> None:
    assert scoring_named(text) == scoring


@pytest.mark.parametrize("text", ["", "6", "6-3", "1-2-3", "0-0-0", "1-0.25-0", "1-half-1", "-1-0-0", "a-b-c", "1-1-1"])
def test_what_is_no_scoring(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be worth|is a name"):
        scoring_named(text)


# -- the command ----------------------------------------------------------------------------------


def player(number: int, name: str, rating: int, points: str, *results: str) -> str:
    line = f"001 {number:4} {'':4} {name:33} {rating:4} {'':3} {'':11} {'':10} {points:>4} {number:4}"
    return line + "".join(f"  {result}" for result in results)


REPORT = "\n".join(
    [
        "012 The worked example",
        "XXR 4",
        player(1, "Ada", 2000, "3.5", "   4 w 1", "   2 b =", "   3 w 1", "   5 b 1"),
        player(2, "Ben", 1900, "2.5", "   5 b 1", "   1 w =", "0000 - H", "   3 b ="),
        player(3, "Cem", 1800, "2.5", "   6 w +", "   4 b 1", "   1 b 0", "   2 w ="),
        player(4, "Dov", 1700, "2.0", "   1 b 0", "   3 w 0", "   5 w 1", "0000 - U"),
        player(5, "Eva", 1600, "1.0", "   2 w 0", "0000 - U", "   4 b 0", "   1 w 0"),
        player(6, "Fin", 0, "0.0", "   3 b -", "0000 - Z"),
        "",
    ]
)


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "event.trf"
    path.write_text(REPORT)
    return path


def printed(*arguments: Any) -> str:
    out = StringIO()
    call_command("standings", *map(str, arguments), stdout=out)
    return out.getvalue()


def test_the_command_as_json(report: Path) -> None:
    document = json.loads(
        printed("--trf", report, "--scoring", "1-half-0", "--tiebreaks", "buchholz-cut-1,sonneborn-berger", "--json")
    )
    assert {key: document[key] for key in ("rounds", "tiebreaks")} == {
        "rounds": 4,
        "tiebreaks": ["buchholz-cut-1", "sonneborn-berger"],
    }
    assert document["standings"][:3] == [
        {
            "place": 1,
            "number": 1,
            "name": "Ada",
            "points": 3.5,
            "tiebreaks": {"buchholz-cut-1": 7, "sonneborn-berger": 6.75},
            "shared": False,
        },
        {
            "place": 2,
            "number": 3,
            "name": "Cem",
            "points": 2.5,
            "tiebreaks": {"buchholz-cut-1": 8, "sonneborn-berger": 4.75},
            "shared": False,
        },
        {
            "place": 3,
            "number": 2,
            "name": "Ben",
            "points": 2.5,
            "tiebreaks": {"buchholz-cut-1": 7, "sonneborn-berger": 5},
            "shared": False,
        },
    ]


def test_the_command_in_words(report: Path) -> None:
    assert printed("--trf", report, "--scoring", "6-3-1", "--tiebreaks", "wins", "--after", "1") == (
        "place  number  name  points  wins\n"
        "    1       1  Ada        6     1\n"
        "    1       2  Ben        6     1\n"
        "    1       3  Cem        6     1\n"
        "    4       4  Dov        1     0\n"
        "    4       5  Eva        1     0\n"
        "    6       6  Fin        0     0\n"
    )


def test_the_rules_of_before_and_round_robins(report: Path) -> None:
    """The dummy of player 3 is 2.5 by the rules of 2024 and 1.5 since; in a round robin the forfeit is a game."""
    result = {}
    for options in ((), ("--rules", "2024"), ("--format", "round_robin")):
        value = json.loads(printed("--trf", report, "--tiebreaks", "buchholz", "--json", *options))
        result[options] = {row["name"]: row["tiebreaks"]["buchholz"] for row in value["standings"]}["Cem"]
    assert result == {(): 9.5, ("--rules", "2024"): 10.5, ("--format", "round_robin"): 8}
    report.write_text("092 Individual: Round-Robin (Berger)\n" + REPORT)
    for options, value in ((), 8), (("--format", "swiss"), 9.5):
        rows = json.loads(printed("--trf", report, "--tiebreaks", "buchholz", "--json", *options))["standings"]
        assert {row["name"]: row["tiebreaks"]["buchholz"] for row in rows}["Cem"] == value


def test_a_knockout_is_ranked_by_how_far_one_came(report: Path, tmp_path: Path) -> None:
    """4 beat 1 and won the final; a Swiss is refused, and so are tie-breaks."""
    path = tmp_path / "cup.trf"
    path.write_text(
        "\n".join(
            [
                player(1, "Ada", 2000, "0.0", "   4 w 0"),
                player(2, "Ben", 1900, "1.0", "   3 b 1", "   4 w 0"),
                player(3, "Cem", 1800, "0.0", "   2 w 0"),
                player(4, "Dov", 1700, "2.0", "   1 b 1", "   2 b 1"),
            ]
        )
    )
    assert printed("--trf", path, "--format", "knockout") == (
        "place  number  name  points\n"
        "    1       4  Dov        2\n"
        "    2       2  Ben        1\n"
        "    3       1  Ada        0\n"
        "    3       3  Cem        0\n"
    )
    half = json.loads(printed("--trf", path, "--format", "knockout", "--after", "1", "--json"))["standings"]
    assert [(row["place"], row["name"], row["shared"]) for row in half] == [
        (1, "Ben", True),
        (1, "Dov", True),
        (3, "Ada", True),
        (3, "Cem", True),
    ]
    path.write_text("092 Individual: Knockout\n" + path.read_text())
    assert printed("--trf", path) == printed("--trf", path, "--format", "knockout")
    assert [
        row["name"] for row in json.loads(printed("--trf", path, "--tiebreaks", "wins", "--json"))["standings"]
    ] == [
        "Dov",
        "Ben",
        "Ada",
        "Cem",
    ]
    with pytest.raises(CommandError, match="not one of this format"):
        printed("--trf", report, "--format", "knockout")
    with pytest.raises(CommandError, match="no tie-breaks"):
        printed("--trf", path, "--format", "knockout", "--tiebreaks", "wins")


def test_numbers_with_gaps_are_ranked_all_the_same(tmp_path: Path) -> None:
    """Somebody who never came is not in the file; the numbers that are printed are those of the file."""
    path = tmp_path / "gap.trf"
    path.write_text(
        "\n".join([player(2, "Ben", 1900, "0.0", "   7 b 0"), player(7, "Gus", 1500, "1.0", "   2 w 1"), "XXP 2 7"])
    )
    load = json.loads(printed("--trf", path, "--json"))["standings"]
    assert [(row["place"], row["number"], row["name"]) for row in load] == [(1, 7, "Gus"), (2, 2, "Ben")]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--tiebreaks", "buchholtz"], "unknown-tiebreak", "“buchholtz”"),
        (["--scoring", "best"], "unknown-scoring", "“best”"),
        (["--after", "5"], "no-such-round", "4 rounds"),
    ],
)
def test_mistakes_are_told(report: Path, arguments: list[str], code: str, words: str) -> None:
    out = StringIO()
    with pytest.raises(CommandError, match=words) as raised:
        call_command("standings", "--trf", str(report), *arguments, "--json", stdout=out)
    assert raised.value.returncode == 1
    assert json.loads(out.getvalue())["error"]["code"] == code


def test_files_that_cannot_be_used_are_told(report: Path, tmp_path: Path) -> None:
    """Missing, no report, or points that its results do not make (unless another scoring is asked for)."""
    with pytest.raises(CommandError, match="cannot be read"):
        printed("--trf", tmp_path / "none.trf")
    broken = tmp_path / "broken.trf"
    broken.write_text("001 not a player\n")
    with pytest.raises(CommandError, match="Line 1"):
        printed("--trf", broken)
    broken.write_text(REPORT.replace("3.5", "4.5"))
    with pytest.raises(CommandError, match="Line 3"):
        printed("--trf", broken)
    assert printed("--trf", broken, "--scoring", "1-half-0") == printed("--trf", report)


def test_standings_of_the_tables_own_scoring() -> None:
    event = replace(table(SWISS), scoring=SCORINGS["3-1-0"])
    assert [standing.points for standing in standings(event, [])] == [100, 70, 60, 60, 30, 0]
