"""Report files: out, back and out again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared import REPORT_FILES
from tests.tournaments.files.records import random_record, small_record
from tournaments.files.formats import trf
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import (
    EntryRecord,
    GameRecord,
    MatchRecord,
    Person,
    RoundRecord,
    TournamentRecord,
)
from tournaments.files.formats.trf_form import read_trf, to_trf
from tournaments.files.formats.validation import troubles
from tournaments.scoring.points import SCORINGS, Mark
from tournaments.scoring.standings import standings

DAY = 86_400_000_000


@given(st.integers(0, 10**6))
def test_a_report_is_read_back(seed: int) -> None:
    drawn = random_record(seed)
    record = replace(drawn, name="Cup", variant="duel", begun=DAY, tiebreaks=("wins", "buchholz"), rated=True)
    places = {entry.number: entry.number for entry in record.entries}
    text = to_trf(record, places)
    back = read_trf(text)
    assert to_trf(back, places) == text
    named = tuple(
        EntryRecord(entry.number, (replace(entry.people[0], rating=entry.rating),), entry.rating)
        for entry in record.entries
    )
    assert back == replace(record, entries=named)


def test_the_lines_of_a_small_event() -> None:
    record = replace(small_record(), scoring=SCORINGS["1-half-0"], begun=DAY, place="Home")
    assert to_trf(record, {1: 1, 2: 3, 3: 2}).splitlines() == [
        "012 Cup",
        "022 Home",
        "042 1970/01/02",
        "062 3",
        "072 1",
        "092 Individual: Swiss-System FIDE (Dutch)",
        "001    1      Ann                               1700 GER             1990/01/02  1.0    1     2 w 1     3 b",
        "001    2      Ben                                                                0.5    3     1 b 0  0000 - H",
        "001    3      =1+1                                                               1.0    2  0000 - U     1 w",
        "### vexillum variant=barrage system=swiss status=running tiebreaks=buchholz",
        "192 FIDE_DUTCH",
        "202 PTS,BH",
        "142 3",
        "XXR 3",
        "152 W",
        "XXC white1",
        "XXS WW=1.0 WD=0.5 WL=0.0 FW=1.0 FL=0.0 PAB=1.0 FPB=1.0 HPB=0.5 ZPB=0.0 BW=1.0 BD=0.5 BL=0.0",
    ]


def test_a_report_tells_local_days_arbiters_time_and_clubs() -> None:
    """Ten in the evening in UTC is the next day in Tokyo."""
    evening = 20 * DAY + 22 * 3_600_000_000
    first, *rest = small_record().entries
    club = replace(first, people=(replace(first.people[0], club="Strategos Berlin"),))
    record = replace(
        small_record(),
        entries=(club, *rest),
        begun=evening,
        ended=evening + DAY,
        zone="Asia/Tokyo",
        arbiters=("Ida Chief", "Jon Deputy", "Kim Deputy"),
        time_control="45 minutes + 20 seconds a turn",
        played=tuple(replace(item, begun=evening + item.number * DAY) for item in small_record().played),
        scoring=SCORINGS["1-half-0"],
    )
    text = to_trf(record, {})
    others = ("001", "142", "152", "192", "202", "XXS", "XXR", "XXC")
    assert [line for line in text.splitlines() if line[:3] not in others] == [
        "012 Cup",
        "042 1970/01/22",
        "052 1970/01/23",
        "062 3",
        "072 1",
        "092 Individual: Swiss-System FIDE (Dutch)",
        "102 Ida Chief",
        "112 Jon Deputy",
        "112 Kim Deputy",
        "122 45 minutes + 20 seconds a turn",
        "132" + " " * 88 + "70/01/23  70/01/24",
        "### vexillum-club    1 Strategos Berlin",
        "### vexillum variant=barrage system=swiss status=running tiebreaks=buchholz zone=Asia/Tokyo",
    ]
    back = read_trf(text)
    midnight = 21 * DAY - 9 * 3_600_000_000
    assert (back.begun, back.zone, back.arbiters, back.time_control, back.entries[0].people[0].club) == (
        midnight,
        "Asia/Tokyo",
        record.arbiters,
        record.time_control,
        "Strategos Berlin",
    )
    assert to_trf(back, {}) == text


def test_points_and_ranks_agree_where_results_do_not_count() -> None:
    """Somebody leaves a round robin of four after one game of three: whoever won against them has nothing of it."""
    entries = tuple(EntryRecord(number, (Person(name),), 0, number != 4) for number, name in enumerate("ABCD", 1))
    played = (
        RoundRecord(1, (_game(1, 1, 4, Mark.WIN, Mark.LOSS), _game(2, 2, 3, Mark.WIN, Mark.LOSS))),
        RoundRecord(2, (_game(1, 4, 3, Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN), _game(2, 1, 2, Mark.DRAW, Mark.DRAW))),
    )
    record = TournamentRecord("Club", "barrage", "round_robin", 3, entries, played, scoring=SCORINGS["1-half-0"])
    text = to_trf(record, {1: 2, 2: 1, 3: 3, 4: 4})
    result = [
        (line[4:8].strip(), line[80:84].strip(), line[85:89].strip()) for line in text.splitlines() if line[:3] == "001"
    ]
    assert result == [("1", "0.5", "2"), ("2", "1.5", "1"), ("3", "0.0", "3"), ("4", "0.0", "4")]
    assert "### vexillum-annulled 4" in text.splitlines()
    assert to_trf(read_trf(text), {1: 2, 2: 1, 3: 3, 4: 4}) == text
    # What the file alone gives is what it says; a file with other points is refused as before.
    table = trf.read(text).crosstable()
    assert [(standing.number, standing.points) for standing in standings(table, ())] == [
        (2, 15),
        (1, 5),
        (3, 0),
        (4, 0),
    ]
    with pytest.raises(trf.TrfError, match="points"):
        trf.read(text.replace("### vexillum-annulled 4", "### nothing")).crosstable()


def _game(board: int, red: int, blue: int, *marks: Mark) -> MatchRecord:
    return MatchRecord(board, (GameRecord(red, blue, (marks[0], marks[1])),))


def test_partners_stand_in_one_line() -> None:
    record = small_record()
    pair = EntryRecord(1, (Person("Ann"), Person("Zoe")))
    back = read_trf(to_trf(replace(record, entries=(pair, *record.entries[1:])), {}))
    assert back.entries[0] == pair


@pytest.mark.parametrize("told", ["one says it lost to another who says nothing", "a player is missing"])
def test_what_does_not_go_together_is_refused(told: str) -> None:
    lines = to_trf(small_record(), {}).splitlines()
    if told.startswith("one"):
        lines = [line.replace("1 b 0  0000 - H", "0000 - Z  0000 - H") for line in lines]
    else:
        lines = [line for line in lines if not line.startswith("001    2")]
    with pytest.raises((trf.TrfError, FileError)):
        read_trf("\n".join(lines))


@pytest.mark.parametrize("path", REPORT_FILES, ids=lambda path: path.stem)
def test_reports_are_read_whole(path: Path) -> None:
    record = read_trf(trf.decode(path.read_bytes()))
    assert list(troubles(record)) == []
    assert read_trf(to_trf(record, {})) == record
