"""Tournament report files: read, written, and refused with the line that is wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import some
from tests.shared import REPORT_FILES
from tests.tournaments.tables import events
from tournaments.files.formats.trf import PlayersApart, ReportPlayer, TournamentReport, decode, read, write
from tournaments.files.formats.trf_values import TrfError
from tournaments.files.words import TRF_ERRORS, trf_error_text
from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark, Scoring

OWN = Path(__file__).parents[1] / "reports"

EXAMPLE = """012 Havana
022 Havana
042 1913/02/15
132                                                                                        13/02/15  13/02/16
001    1 m GM Capablanca y Graupera, José Raúl  2725 CUB     3500020 1888/11/19  1.5    1     2 w 1     3 b =
001    2    m Marshall, Frank James             2570 USA             1877/08/10  0.0    3     1 b 0  0000 - Z
001    3      Janowski                                                           1.5    2  0000 - U     1 w =
013 A team
XXR 5
XXC black1
XXZ 2
XXA    1  1.0  1.0  0.5
XXP 2 3
### a remark
"""


def test_a_report_is_read():
    players = (
        ReportPlayer(
            number=1,
            sex="m",
            title="GM",
            name="Capablanca y Graupera, José Raúl",
            rating=2725,
            federation="CUB",
            id="3500020",
            birth="1888/11/19",
            points=15,
            rank=1,
            results=(RoundResult(Mark.WIN, 2, Colour.RED), RoundResult(Mark.DRAW, 3, Colour.BLUE)),
        ),
        ReportPlayer(
            number=2,
            title="m",
            name="Marshall, Frank James",
            rating=2570,
            federation="USA",
            birth="1877/08/10",
            points=0,
            rank=3,
            results=(RoundResult(Mark.LOSS, 1, Colour.BLUE), RoundResult(Mark.ABSENT)),
        ),
        ReportPlayer(
            number=3,
            name="Janowski",
            points=15,
            rank=2,
            results=(RoundResult(Mark.PAIRING_BYE), RoundResult(Mark.DRAW, 1, Colour.RED)),
        ),
    )
    report = read(EXAMPLE)
    assert report == TournamentReport(
        players=players,
        header=(("012", "Havana"), ("022", "Havana"), ("042", "1913/02/15"), ("132", f"{'':87}13/02/15  13/02/16")),
        rounds=5,
        first_colour=Colour.BLUE,
        absent=frozenset({2}),
        acceleration={1: (10, 10, 5)},
        forbidden=frozenset({frozenset({2, 3})}),
        other=("013 A team", "### a remark"),
    )
    assert report.name == "Havana"
    assert [player.line for player in report.players] == [5, 6, 7]
    assert report.crosstable() == Crosstable(
        rows=(
            Row(1, 2725, players[0].results, (10, 10, 5)),
            Row(2, 2570, players[1].results, absent=True),
            Row(3, 0, players[2].results),
        ),
        rounds=5,
        forbidden=frozenset({frozenset({2, 3})}),
        first_colour=Colour.BLUE,
    )


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_may_end_in_any_way(end: str):
    assert read("\ufeff" + EXAMPLE.replace("\n", end)) == read(EXAMPLE)


@pytest.mark.parametrize("path", sorted(OWN.glob("*.trf")), ids=lambda path: path.stem)
def test_our_reports_are_written_as_they_were_read(path: Path):
    text = decode(path.read_bytes())
    assert write(read(text)) == text.replace("\r\n", "\n").replace("\r", "\n")


SCORED = {"classic-scoring": "6-3-1", "many-rounds": "3-1-0"}


@pytest.mark.parametrize("path", REPORT_FILES, ids=lambda path: path.stem)
def test_a_report_is_read_back(path: Path):
    report = read(decode(path.read_bytes()))
    assert read(write(report)) == report
    report.check_points(SCORINGS[SCORED.get(path.stem, "1-half-0")])


WORDS = st.text(st.characters(categories=["L", "N", "P"], exclude_characters="#"), max_size=10)


BYES = [Mark.HALF_BYE, Mark.FULL_BYE, Mark.ABSENT]


@st.composite
def reports(draw: st.DrawFn) -> TournamentReport:
    """A report with the results of a random event and everything else by chance."""
    table = draw(events())
    numbers = range(1, len(table.rows) + 1)
    some = st.sets(st.sampled_from(list(numbers)))
    pairs = st.sets(st.sampled_from(list(numbers)), min_size=2, max_size=2)
    players = tuple(
        ReportPlayer(
            number=row.number,
            name=draw(WORDS),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WFM", "m"])),
            rating=row.rating,
            federation=draw(st.sampled_from(["", "CUB"])),
            id=draw(st.sampled_from(["", "3500020"])),
            birth=draw(st.sampled_from(["", "1888/11/19"])),
            points=draw(st.sampled_from([None, table.points(row.number)])),
            rank=draw(st.integers(0, 12)),
            results=row.results,
        )
        for row in table.rows
    )
    return TournamentReport(
        players=players,
        header=tuple((code, draw(WORDS)) for code in draw(st.lists(st.sampled_from(["012", "022", "132"])))),
        rounds=draw(st.sampled_from([0, table.rounds, table.rounds + 2])),
        first_colour=draw(st.sampled_from([None, *Colour])),
        by_rank=draw(st.booleans()),
        absent=frozenset(draw(some)),
        scoring=draw(st.sampled_from([None, table.scoring, replace(table.scoring, pairing_bye=7, absent=1)])),
        acceleration=dict.fromkeys(draw(some), (10, 5)),
        forbidden=frozenset(map(frozenset, draw(st.lists(pairs, max_size=2)))),
        system=draw(st.sampled_from(["", "FIDE_DUTCH", "FIDE_DUTCH_2017_BAKU", "FIDE_DUBOV"])),
        tiebreaks=draw(st.sampled_from([(), ("BH/C1", "DE")])),
        byes={number: {table.paired + 1: draw(st.sampled_from(BYES))} for number in draw(some)},
        apart=tuple(PlayersApart(frozenset(two), 1, 3) for two in draw(st.lists(pairs, max_size=2))),
        left=frozenset(draw(some)),
        other=tuple(draw(st.lists(st.sampled_from(["013 Team    1    2", "### ours", "801 what comes"]), max_size=2))),
    )


@given(reports())
@some(25)
def test_what_is_written_is_read_back(report: TournamentReport):
    text = write(report)
    assert read(text) == report
    assert write(read(text)) == text


def test_nobody_can_write_a_line_of_their_own():
    mean = ReportPlayer(number=1, name="A\n001    2\rXXR 9\u2028" + "b" * 40, points=0)
    text = write(TournamentReport(players=(mean,), header=(("012", "Cup\nXXR 99"),)))
    report = read(text)
    assert (len(report.players), report.rounds, text.count("\n")) == (1, 0, 2)
    assert report.header == (("012", "Cup XXR 99"),)
    assert report.players[0].name == "A 001    2 XXR 9 " + "b" * 16


def line(number: int, rounds: str, points: str = "0.0") -> str:
    return f"001 {number:>4}{points:>76}{number:>5}  {rounds}"


GOOD = (line(1, "   2 w 1", "1.0"), line(2, "   1 b 0"))


@pytest.mark.parametrize(
    ("lines", "where", "code", "params"),
    [
        ((), 0, "no-players", {}),
        (("hello world",), 1, "code", {"text": "hello world"}),
        (("012 Cup", "001    1"), 2, "short", {"columns": 8, "needed": 84}),
        ((line(0, ""),), 1, "number", {"text": "   0"}),
        ((*GOOD, line(2, "")), 3, "number-twice", {"number": 2, "first": 2}),
        ((line(1, "", "x.0"),), 1, "decimal", {"text": "x.0"}),
        ((line(1, "   2 w 1"),), 1, "no-opponent", {"number": 1, "opponent": 2, "round": 1}),
        ((line(1, "   1 w 1"),), 1, "no-opponent", {"number": 1, "opponent": 1, "round": 1}),
        ((line(1, "   2 w 1"), line(2, "0000 - U")), 1, "one-sided", {"number": 1, "opponent": 2, "round": 1}),
        ((line(1, "   2 w 1"), line(2, "   1 w 0")), 1, "same-colour", {"number": 1, "opponent": 2, "round": 1}),
        ((line(1, "   2 w 1"), line(2, "   1 b 1")), 1, "results-disagree", {"number": 1, "opponent": 2, "round": 1}),
        ((line(1, "   2 w x"),), 1, "result", {"number": 1, "round": 1, "text": "2 w x"}),
        ((line(1, "0000 - 1"),), 1, "result", {"number": 1, "round": 1, "text": "0000 - 1"}),
        ((line(1, "0000 - U  0000 w H"),), 1, "result", {"number": 1, "round": 2, "text": "0000 w H"}),
        ((line(1, "   2 - 1"),), 1, "result", {"number": 1, "round": 1, "text": "2 - 1"}),
        ((line(1, "  2 w 1"),), 1, "result", {"number": 1, "round": 1, "text": "2 w 1"}),
        ((*GOOD, "XXR nine"), 3, "rounds", {"text": "nine"}),
        ((*GOOD, "XXC white1 swiss"), 3, "configuration", {"text": "swiss"}),
        ((*GOOD, "XXS W:3"), 3, "scoring", {"text": "W:3"}),
        ((*GOOD, "XXS WW=3.0 BW=2.0"), 3, "scoring-by-colour", {"text": "WW=3.0 BW=2.0"}),
        ((*GOOD, "XXA x 1.0"), 3, "acceleration", {"text": "x"}),
        ((*GOOD, "XXZ 1 b"), 3, "player", {"text": "b"}),
        ((*GOOD, "XXP 1"), 3, "forbidden", {"text": "1"}),
        ((*GOOD, "XXZ 7"), 3, "unknown-player", {"number": 7}),
        ((line(1, "0000 - +", "1.0"),), 1, "forfeit-alone", {"number": 1, "round": 1}),
        ((*GOOD, "142 x"), 3, "rounds", {"text": "x"}),
        ((*GOOD, "142 3", "XXR 4"), 4, "contradicts", {"text": "4", "first": 3}),
        ((*GOOD, "152 R"), 3, "first-colour", {"text": "R"}),
        ((*GOOD, "152 W", "XXC black1"), 4, "contradicts", {"text": "black1", "first": 3}),
        ((*GOOD, "162 W=3"), 3, "point-system", {"text": "W=3"}),
        ((*GOOD, "162  W 3.0", "XXS W=2.0"), 4, "contradicts", {"text": "XXS", "first": 3}),
        ((*GOOD, "192 FIDE_TEAM_BAKU"), 3, "team-event", {"text": "FIDE_TEAM_BAKU"}),
        ((*GOOD, "310   1 India", "310   1 Peru"), 4, "team-twice", {"number": 1, "first": 3}),
        ((*GOOD, "299         -1.0  001    1"), 3, "abnormal-points", {"text": "        -1.0  001    1"}),
        ((*GOOD, "240 U 002    1"), 3, "bye", {"text": "U 002    1"}),
        ((*GOOD, "240 H 002"), 3, "bye", {"text": "H 002"}),
        ((*GOOD, "240 H 000    1"), 3, "round", {"text": "000"}),
        ((*GOOD, "240 H 002    9"), 3, "unknown-player", {"number": 9}),
        ((*GOOD, "240 H 001    1"), 3, "bye-differs", {"number": 1, "round": 1, "first": 1}),
        ((*GOOD, "240 H 002    1", "240 Z 002    1"), 4, "contradicts", {"text": "Z 002    1", "first": 3}),
        ((*GOOD, "250       1.0 001 003"), 3, "virtual-points", {"text": "      1.0 001 003"}),
        ((*GOOD, "250  1.0  1.0 001 003    1    2"), 3, "virtual-points", {"text": " 1.0  1.0 001 003    1    2"}),
        ((*GOOD, "250       1.0 001 003    1    9"), 3, "unknown-player", {"number": 9}),
        ((*GOOD, "XXA 1 2.0", "250 1.0 001 001 1 1"), 3, "contradicts", {"text": "XXA 1", "first": 4}),
        ((*GOOD, "260 001 002    1"), 3, "forbidden", {"text": "1"}),
        ((*GOOD, "260 002 001    1    2"), 3, "round", {"text": "002 001"}),
        ((line(1, "0000 - U  0000 - H"), "XXR 1"), 1, "too-many-rounds", {"number": 1, "rounds": 1}),
    ],
)
def test_what_is_wrong_is_told_with_its_line(lines: tuple[str, ...], where: int, code: str, params: dict[str, object]):
    with pytest.raises(TrfError) as refused:
        read("\n".join(lines))
    assert (refused.value.line, refused.value.code, refused.value.params) == (where, code, params)
    words = trf_error_text(refused.value)
    assert "%" not in words
    assert words.startswith(f"Line {where}: ") == bool(where)


def test_points_that_do_not_add_up_are_told():
    report = read("\n".join([line(1, "   2 w 1", "2.0"), line(2, "   1 b 0")]))
    with pytest.raises(TrfError) as refused:
        report.crosstable()
    assert (refused.value.line, refused.value.code, refused.value.params) == (
        1,
        "points",
        {"number": 1, "told": "2.0", "counted": "1.0"},
    )
    assert report.crosstable(scoring=SCORINGS["6-3-1"]).all_points() == {1: 60, 2: 10}


@pytest.mark.parametrize(
    ("lines", "code"), [((line(1, ""), line(3, "")), "numbers-gap"), ((*GOOD, "XXC rank"), "by-rank")]
)
def test_what_cannot_be_paired_is_read_but_has_no_crosstable(lines: tuple[str, ...], code: str):
    with pytest.raises(TrfError) as refused:
        read("\n".join(lines)).crosstable()
    assert refused.value.code == code
    assert "%" not in trf_error_text(refused.value)


def test_the_scoring_of_a_report():
    report = read("\n".join([*GOOD, "XXS W=3.0 D=1.0", "XXS PAB=2.0 ZPB=0.5"]))
    assert report.scoring == replace(SCORINGS["3-1-0"], pairing_bye=20, absent=5)


def test_the_lines_of_2026_say_what_the_older_ones_do():
    older = [
        "XXR 5",
        "XXC black1",
        "XXS W=3.0 D=1.0 L=0.5 FL=0 ZPB=0 PAB=3.0",
        "XXA 1 1.0 1.0 0.5",
        "XXA 2 1.0 1.0 0.5",
    ]
    newer = ["142 5", "152 B", "162  W 3.0    D 1.0    L 0.5", "250       1.0 001 002    1    2"]
    newer += ["250 00.0 00.5 003 003    1    2"]
    told_points = [line(1, "   2 w 1", "3.0"), line(2, "   1 b 0", "0.5")]
    item, other = (read("\n".join([*told_points, *result])) for result in (older, newer))
    assert item.crosstable() == other.crosstable()
    assert item.crosstable() == Crosstable(
        rows=(
            Row(1, 0, (RoundResult(Mark.WIN, 2, Colour.RED),), (10, 10, 5)),
            Row(2, 0, (RoundResult(Mark.LOSS, 1, Colour.BLUE),), (10, 10, 5)),
        ),
        rounds=5,
        scoring=replace(SCORINGS["3-1-0"], loss=5),
        first_colour=Colour.BLUE,
    )


def test_what_a_report_says_beyond_results_is_told():
    """A line of 2026 for each; what has no counterpart here is kept and named."""
    lines = ["192 FIDE_DUTCH_2017_BAKU", "212 PTS,BH/C1,DE", "240 H 003    2", "260 001 002    1    2", "172 FRA NRO"]
    report = read("\n".join([*GOOD, *lines, "162  X 0.5", "FRA    1", "### a remark"]))
    assert (report.system, report.rules, report.tiebreaks) == ("FIDE_DUTCH_2017_BAKU", "2017", ("BH/C1", "DE"))
    assert report.requested == {2: {3: Mark.HALF_BYE}}
    assert report.apart == (PlayersApart(frozenset({1, 2}), 1, 2),)
    assert report.unread == ((7, "172 FRA NRO"), (8, "162 X 0.5"), (9, "FRA    1"))
    assert report.other == ("172 FRA NRO", "FRA    1", "### a remark")


def test_players_are_apart_in_the_rounds_that_are_named():
    pair = frozenset({frozenset({1, 2})})
    for rounds, apart in {"001 001": frozenset(), "002 002": pair, "001 009": pair, "003 009": frozenset()}.items():
        assert read("\n".join([*GOOD, f"260 {rounds}    1    2"])).crosstable().forbidden == apart


def test_the_acceleration_of_line_192_gives_way_to_virtual_points():
    four = [line(number, "") for number in (1, 2, 3, 4)]
    for lines, points in ((["192 FIDE_DUTCH_BAKU"], (10,)), (["192 FIDE_DUTCH_BAKU", "XXA 3 0.5"], ())):
        table = read("\n".join([*four, "142 4", *lines])).crosstable()
        assert table.row(1).acceleration == points


def test_a_forfeit_loss_against_nobody_is_an_absence():
    report = read("\n".join([*GOOD, line(3, "0000 - -"), line(4, "0000 - Z  0000 - -")]))
    assert report.paired == 1
    assert [player.results for player in report.players[2:]] == [(RoundResult(Mark.ABSENT),) * n for n in (1, 2)]


@pytest.mark.parametrize(
    ("scoring", "text"),
    [
        (SCORINGS["6-3-1"], "162  W 6.0    D 3.0    L 1.0    P 6.0"),
        (replace(SCORINGS["3-1-0"], pairing_bye=10), "162  W 3.0    D 1.0    L 0.0    P 1.0"),
        (replace(SCORINGS["2-1-0"], absent=5, forfeit_loss=5), "162  W 2.0    D 1.0    L 0.0    A 0.5    P 2.0"),
        (SCORINGS["1-half-0"], None),  # what goes without saying
        (replace(SCORINGS["3-1-0"], forfeit_loss=5), None),  # other points than an absence: XXS alone can say it
        (replace(SCORINGS["3-1-0"], win=1000, forfeit_win=1000, full_bye=1000, pairing_bye=1000), None),  # no room
    ],
)
def test_a_scoring_is_written_for_both_families_of_programs(scoring: Scoring, text: str | None):
    """bbpPairings reads the columns of line 162 and passes over XXS; JaVaFo the other way round."""
    written = write(TournamentReport(players=(ReportPlayer(number=1, points=0),), scoring=scoring))
    assert next((item for item in written.splitlines() if item.startswith("162")), None) == text
    assert any(item.startswith("XXS") for item in written.splitlines())
    assert read(written).scoring == scoring
    if text is not None:
        columns = [(text[at], text[at + 1 : at + 5].strip()) for at in range(5, len(text), 9)]
        assert columns == [tuple(part.split()) for part in text[5:].split("    ")]


def test_byes_of_the_next_round_leave_players_out():
    """2 has a half-point bye in round 2, which is not paired yet; its half point may be counted or not."""
    for points in ("0.0", "0.5"):
        report = read("\n".join([line(1, "   2 w 1", "1.0"), line(2, "   1 b 0  0000 - H", points)]))
        assert report.paired == 1
        assert [(row.absent, len(row.results)) for row in report.crosstable(rounds=3).rows] == [(False, 1), (True, 1)]


def test_who_stopped_playing_has_empty_rounds():
    report = read("\n".join([line(1, "   2 w 1  0000 - U", "2.0"), line(2, "   1 b 0")]))
    assert report.crosstable(rounds=3).row(2).results == (
        RoundResult(Mark.LOSS, 1, Colour.BLUE),
        RoundResult(Mark.ABSENT),
    )


def test_a_game_that_goes_on_has_no_mark():
    report = read("\n".join([line(1, "   2 w"), line(2, "   1 b")]))
    assert report.players[0].results == (RoundResult(None, 2, Colour.RED),)


@pytest.mark.parametrize(
    ("rounds", "colour"),
    [((1, "w", 2), Colour.RED), ((1, "b", 2), Colour.BLUE), ((2, "w", 3), Colour.BLUE), ((2, "b", 3), Colour.RED)],
)
def test_the_first_colour_is_seen_in_the_first_round(rounds: tuple[int, str, int], colour: Colour):
    """The higher player of a board has it if the number is odd (C.04.3.E.5)."""
    item, letter, other = rounds
    letters = {item: (other, letter, "="), other: (item, "b" if letter == "w" else "w", "=")}
    lines = [line(n, "{:>4} {} {}".format(*letters.get(n, ("0000", "-", "H"))), "0.5") for n in (1, 2, 3)]
    assert read("\n".join(lines)).crosstable(rounds=3).first_colour is colour


def test_a_report_before_a_round():
    report = read(decode((OWN / "small.trf").read_bytes()))
    before = report.before(4)
    assert before.paired == 3
    assert before.absent == {
        player.number
        for player in report.players
        if player.results[3].mark in {Mark.HALF_BYE, Mark.FULL_BYE, Mark.ABSENT}
    }
    assert before.absent
    before.check_points(SCORINGS["1-half-0"])


def test_old_files_are_in_the_western_code_page():
    assert decode("José".encode("cp1252")) == decode("José".encode()) == "José"


def test_every_error_has_words():
    folder = Path(__file__).parents[4] / "tournaments/files/formats"
    source = "".join(path.read_text() for path in sorted(folder.glob("trf*.py")))

    raised = set(re.findall(r'TrfError\([^"]*"([a-z-]+)"', source)) | set(
        re.findall(r'whole\([^"]*"([a-z]+)"\)', source)
    )
    assert raised <= set(TRF_ERRORS)
    assert set(TRF_ERRORS) - raised <= {"number", "rating", "rank", "rounds", "round", "acceleration", "player"}
