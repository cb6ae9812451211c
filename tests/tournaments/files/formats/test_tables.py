"""Tables as CSV: what spreadsheets are given, and the way back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.files.records import random_record, small_record
from tournaments.files.formats.errors import FileError
from tournaments.files.formats.record import EntryRecord, GameRecord, Person
from tournaments.files.formats.tables import (
    Placed,
    crosstable_csv,
    rating_csv,
    read_crosstable,
    read_table,
    standings_csv,
)
from tournaments.scoring.points import Mark


def test_no_cell_is_a_formula() -> None:
    names = ("=1+1", "+49", "-3", "@sum", "'quoted", "\tx", "Ann, Ben", 'a "b"')
    placed = [Placed(place, place, name, 7.5, (12, 0.5)) for place, name in enumerate(names, 1)]
    data = standings_csv(placed, ("buchholz", "wins"))
    cells = [cell for line in data.decode().splitlines() for cell in line.split(",")]
    assert [cell for cell in cells if cell.lstrip('"')[:1] in tuple("=+-@\t")] == []
    assert read_table(data) == [
        ["place", "number", "name", "points", "buchholz", "wins"],
        *([str(item.place), str(item.number), item.name, "7.5", "12", "0.5"] for item in placed),
    ]


def test_the_games_for_the_rating_officer_name_the_event_and_both_players() -> None:
    record = small_record()
    ann, *others = record.entries
    person = replace(ann.people[0], fide="NL-17", club="Rot", birth="1990")
    record = replace(
        record, entries=(replace(ann, people=(person,)), *others), place="Delft", arbiters=("Eva", "Jan"), zone="UTC"
    )
    first, second = record.played
    forfeit = GameRecord(3, 1, (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN))
    second = replace(second, boards=(replace(second.boards[0], games=(forfeit,)),))
    record = replace(record, played=(replace(first, begun=1_795_910_400_000_000), second))
    assert rating_csv(record).decode().splitlines() == [
        "event,Cup",
        "place,Delft",
        "federation,",
        "begun,",
        "ended,",
        "chief arbiter,Eva",
        "arbiters,Jan",
        "rules,barrage",
        "time control,",
        "players,3",
        "rounds,2",
        "",
        "round,board,game,date,"
        "red number,red federation number,red name,red federation,red club,red birth,red rating,red result,"
        "blue number,blue federation number,blue name,blue federation,blue club,blue birth,blue rating,blue result,how",
        "1,1,1,2026-11-29,1,NL-17,Ann,GER,Rot,1990,1700,1,2,,Ben,,,,,0,played",
        "2,1,1,,3,,'=1+1,,,,,0,1,NL-17,Ann,GER,Rot,1990,1700,1,forfeit",
    ]


def test_partners_are_one_side_of_a_line() -> None:
    pair = EntryRecord(1, (Person("Ann", fide="7"), Person("Ben")), 1500)
    record = replace(small_record(), entries=(pair, *small_record().entries[1:]))
    assert rating_csv(record).decode().splitlines()[13] == "1,1,1,,1,7 / ,Ann / Ben,,,,1500,1,2,,Ben,,,,,0,played"


def test_the_crosstable_of_a_small_event() -> None:
    assert crosstable_csv(small_record()).decode().splitlines() == [
        "number,name,rating,round 1,round 2,playing",
        "1,Ann,1700,2r1,3b?,yes",
        "2,Ben,,1b0,H,yes",
        "3,'=1+1,,U,1r?,yes",
    ]


@given(st.integers(0, 10**6))
def test_a_crosstable_is_read_back(seed: int) -> None:
    record = random_record(seed)
    assert read_crosstable(crosstable_csv(record).decode()) == replace(record, first_colour=None)


@pytest.mark.parametrize(
    ("table", "error"),
    [
        ("", FileError("form-unknown")),
        ("name,points\nAnn,3\n", FileError("form-unknown")),
        (
            "number,name,rating,round 1\n1,Ann,,2r1\n2,Ben,,1r0\n",
            FileError("not-alike", line=2, round=1, one=1, other=2),
        ),
        ("number,name,rating,round 1\n1,Ann,,Q\n", FileError("value-unknown", line=2, path="Q")),
        ("number,name,rating,round 1\n1,Ann,\n", FileError("value-missing", line=2, path="round 1")),
        ("number,name,rating\n2,Ann,\n", FileError("numbers", line=2, path="number")),
        ("number,name,rating\n1,,\n", FileError("value-missing", line=2, path="name")),
    ],
)
def test_what_is_wrong_is_told_with_its_line(table: str, error: FileError) -> None:
    with pytest.raises(FileError) as raised:
        read_crosstable(table)
    assert raised.value == error
