"""`manage.py pair`: the next round of a report file, why there is none, and the comparison with other programs."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.shared import REPORT_FILES
from tournaments.files.formats import trf

OWN = Path(__file__).parents[1] / "files" / "reports"


def line(number: int, rounds: str, points: str) -> str:
    return f"001 {number:>4}{points:>76}{number:>5}  {rounds}"


FIVE = [
    line(1, "   3 w 1", "1.0"),
    line(2, "   4 b 1", "1.0"),
    line(3, "   1 b 0", "0.0"),
    line(4, "   2 w 0", "0.0"),
    line(5, "0000 - Z", "0.0"),
    "XXR 3",
]
TWO = [line(1, "   2 w 1", "1.0"), line(2, "   1 b 0", "0.0")]


def run(*arguments: object) -> str:
    out = StringIO()
    call_command("pair", *map(str, arguments), stdout=out)
    return out.getvalue()


def failed(*arguments: object) -> tuple[str, int, str]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("pair", *map(str, arguments), stdout=out)
    return out.getvalue(), error.value.returncode, str(error.value)


@pytest.fixture
def file(tmp_path: Path):
    def written(lines: list[str]) -> Path:
        path = tmp_path / "event.trf"
        path.write_text("\r".join(lines))
        return path

    return written


def test_a_round_is_printed_a_board_a_line(file):
    assert run("--trf", file(FIVE)) == "2 1\n3 5\n4 0\n"


def test_a_round_as_json(file):
    assert json.loads(run("--trf", file(FIVE), "--json")) == {"round": 2, "pairings": [[2, 1], [3, 5], [4, 0]]}


def test_no_round_is_told_with_what_could_be_done(file):
    reason = (
        "No pairing keeps all the rules that may not be broken: nobody meets twice, nobody has a second bye, nobody "
        "has one colour too often, and forbidden pairs do not meet.\n"
        "Pair by hand, and let two meet again. One of these pairs would do: 1–2.\n"
        "End the event after the rounds that were played."
    )
    assert failed("--trf", file(TWO)) == ("", 1, reason)
    printed, status, _reason = failed("--trf", file(TWO), "--json")
    choices = [{"code": "meet-again", "pairs": [[1, 2]]}, {"code": "end"}]
    assert (status, json.loads(printed)) == (
        1,
        {"error": {"code": "no-pairing", "reason": reason, "choices": choices}},
    )


def four(*more: str, played: bool = False) -> list[str]:
    """Four players before the first round, or after it, and what else the file says."""
    games = ["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"] if played else [""] * 4
    return [*more, *(line(n, games[n - 1], f"{float(played and n < 3)}") for n in (1, 2, 3, 4))]


@pytest.mark.parametrize(
    ("lines", "boards"),
    [
        (["142 3", "152 B"], "3 1\n2 4\n"),
        (["142 3", "152 W", "240 H 001    4"], "1 2\n3 0\n"),
        (["142 3", "152 B", "260 001 001    1    3"], "4 1\n2 3\n"),
        (["142 3", "152 W", "260 002 003    1    3"], "1 3\n4 2\n"),
        (["142 3", "152 W", "250       1.0 001 001    1    2"], "1 2\n3 4\n"),
        (["142 5", "152 W", "192 FIDE_DUTCH_BAKU"], "1 2\n3 4\n"),
    ],
    ids=["first-colour", "bye", "apart", "apart-later", "virtual-points", "baku"],
)
def test_a_file_of_2026_is_paired_by_what_it_says(file, lines: list[str], boards: str):
    assert run("--trf", file(four(*lines))) == boards


def test_a_file_of_2026_says_what_results_are_worth_and_when_it_is_over(file):
    scored = [
        line(1, "   3 w 1", "3.0"),
        line(2, "   4 b =", "1.0"),
        line(3, "   1 b 0", "0.0"),
        line(4, "   2 w =", "1.0"),
    ]
    assert run("--trf", file(["142 3", "162  W 3.0    D 1.0    L 0.0    P 3.0", *scored])) == "2 1\n3 4\n"
    assert failed("--trf", file(four("142 1", played=True)))[1:] == (
        1,
        "The last round is paired already. There is no next one.",
    )


def test_a_file_that_another_system_pairs_is_refused(file):
    result, status, reason = failed("--trf", file(four("142 3", "192 FIDE_DUBOV")), "--json")
    assert (status, json.loads(result)["error"]["code"], json.loads(result)["error"]["line"]) == (1, "system", 2)
    assert reason.startswith("Line 2: The file is paired by another system (FIDE_DUBOV).")


def test_who_lost_by_forfeit_against_nobody_was_away(file):
    """Round 2 is still to be paired, without 5 and 6."""
    away = [line(n, "0000 - Z  0000 - -", "0.0") for n in (5, 6)]
    assert run("--trf", file([*FIVE[:4], *away, "XXR 3"])) == "2 1\n3 4\n"


def test_a_pairing_allocated_bye_makes_a_round(file):
    """Pairing alone gives one (C.04.1, 3), so round 2 of this file is paired: one player was there. Round 3 is next, in
    which 4 gets no second one.
    """
    event = [*FIVE[:3], line(4, "   2 w 0  0000 - U", "1.0"), line(5, "0000 - U", "1.0"), "XXR 3"]
    assert json.loads(run("--trf", file(event), "--json")) == {"round": 3, "pairings": [[2, 1], [5, 4], [3, 0]]}


def test_the_number_of_rounds_may_be_told(file):
    assert failed("--trf", file(TWO), "--rounds", 1)[1:] == (
        1,
        "The last round is paired already. There is no next one.",
    )
    with pytest.raises(CommandError, match="a number of rounds from 1 is needed"):
        run("--trf", file(TWO), "--rounds=-1")


def test_a_broken_file_is_told_with_the_line(file):
    printed, status, reason = failed("--trf", file([*TWO, "XXC swiss"]), "--json")
    assert (status, reason) == (1, "Line 3: “swiss” is not known after XXC: it may be white1, black1 or rank.")
    assert json.loads(printed) == {"error": {"code": "configuration", "reason": reason, "text": "swiss", "line": 3}}


def test_our_own_events_compare_equal():
    assert run("--compare", OWN) == "27 of 27 rounds equal\n"
    assert json.loads(run("--compare", OWN, "--json")) == {"equal": 27, "rounds": 27, "different": []}


def test_a_round_that_differs_is_named(tmp_path: Path):
    """The bye of round 2 goes to 5 in this file, and should go to 4."""
    report = "\n".join(
        [
            line(1, "   3 w 1     2 b 1", "2.0"),
            line(2, "   4 b 1     1 w 0", "1.0"),
            line(3, "   1 b 0     4 w 1", "1.0"),
            line(4, "   2 w 0     3 b 0", "0.0"),
            line(5, "0000 - Z  0000 - U", "1.0"),
        ]
    )
    (tmp_path / "event.trf").write_text(report)
    (tmp_path / "README.md").write_text("not a report")
    (tmp_path / "folder").mkdir()
    assert run("--compare", tmp_path) == "event.trf, round 2: ours has 3-5, 4-0\n0 of 1 round equal\n"
    assert json.loads(run("--compare", tmp_path, "--json"))["different"] == [
        {"file": "event.trf", "round": 2, "theirs": [[2, 1], [3, 4], [5, 0]], "ours": [[2, 1], [3, 5], [4, 0]]}
    ]


@pytest.mark.parametrize("path", REPORT_FILES, ids=lambda path: path.stem)
def test_a_report_is_paired_on(path: Path):
    report = trf.read(trf.decode(path.read_bytes()))
    boards = [
        tuple(map(int, result.split())) for result in run("--trf", path, "--rounds", report.paired + 1).splitlines()
    ]
    assert sorted(number for board in boards for number in board if number) == [
        player.number for player in report.players
    ]
