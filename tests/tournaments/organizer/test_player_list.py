"""A list of players as it is pasted: what its columns are taken for, and what is entered of it."""

from __future__ import annotations

import pytest

from tournaments.domain.commands.people import NewEntry, NewPerson
from tournaments.organizer.player_list import clean_birth, read_list

YEAR = 2026


def entered(text: str, *, team: int = 1, columns: tuple[str, ...] = ()) -> list[NewEntry | str]:
    return [line.entry or line.trouble for line in read_list(text, team=team, columns=columns, year=YEAR).lines]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Bo\nCyd\n\nDee Jr.", ("name",)),
        ("1, Anna Ek, 1700, SC Blau, SWE, 1990", ("number", "name", "rating", "club", "federation", "birth")),
        ("SWE;1990;Anna Ek;1700;1;SC Blau", ("federation", "birth", "name", "rating", "number", "club")),
        ("Anna Ek\tGM\t1234567\t03.05.1990\t1700", ("name", "title", "fide", "birth", "rating")),
        ("name;rating;club\nEk, Anna;1500;X", ("name", "rating", "club")),
        ("Club,Elo,Name\nX,1500,Bo", ("club", "rating", "name")),
        ("Ek, Anna, 1500\nOd, Bo, 1400", ("name", "first", "rating")),
        ("Ek, Blau, 1500\nOd, Blau, 1400", ("name", "club", "rating")),
        ("Ann 1, 1950\nBo 2, 2012", ("name", "rating")),
        ("A,1950\nB,1951\nC,1952\nD,1953", ("name", "birth")),
        ("Ann Ek, 1950, 1990", ("name", "rating", "birth")),
        ("Ann Ek, 1700, 4711", ("name", "rating", "fide")),
        ("GER, 1500\nSWE, 1600", ("name", "rating")),
        ("1. Ann", ("number", "name")),
        ("3) Ann Ek\n1) Bo", ("number", "name")),
        ("1.\tAnn\t1500\n2.\tBo\t1400", ("number", "name", "rating")),
        ("1. Ann, 1500\n2. Bo, 1400", ("number", "name", "rating")),
        ("1. Ann\n2 Bo", ("name",)),
        ("1. FC Rot;Ann Ek\n1. FC Rot;Bo Li", ("name", "club")),
        ("03.05.1990;Ann\n04.06.1991;Bo", ("birth", "name")),
        ("2,Ann,1500\n3,Bo,1400\n1,Cyd,1300", ("number", "name", "rating")),
        ("3;Ann\n1;Bo\n2;Cyd", ("number", "name")),
        ("Ann;12\nBo;7\nCyd;9", ("name", "rating")),
        ("Name;Vorname;DWZ;Verein\nEk;Ann;1500;SC Blau", ("name", "first", "rating", "club")),
        ("Nr.\tName\tDWZ\n1.\tAnn\t1500", ("number", "name", "rating")),
        ("Name;DWZ\n1. Ann;1500\n2. Bo;1400", ("number", "name", "rating")),
        ("Naam;Voornaam;Rating;Vereniging\nEk;Ann;1500;SC Blau", ("name", "first", "rating", "club")),
        ("Nom;Prénom;Classement;Pays\nEk;Ann;1500;FRA", ("name", "first", "rating", "federation")),
        ("Name;Bemerkung;DWZ\nAnn;kommt später;1500", ("name", "", "rating")),
        ("Name\nAnn\nBo", ("name",)),
        ("Ann Ek 1500\nBo 1400\nCyd", ("name", "rating")),
        ("Name\nAnn 1500\nBo 1400", ("name", "rating")),
        ("1. Ann 1500\n2. Bo 1400", ("number", "name", "rating")),
        ("Ann 1500\nBo\nCyd", ("name",)),
        ("Ann 1500\nBo, SC Blau", ("name", "club")),
    ],
)
def test_columns_are_recognised_in_any_order(text: str, columns: tuple[str, ...]) -> None:
    assert read_list(text, year=YEAR).columns == columns


def test_a_whole_line_is_a_whole_person() -> None:
    anna = NewPerson("Anna Ek", club="SC Blau", federation="SWE", fide="1234567", title="FM", birth="1990/05/03")
    assert entered("Anna Ek;1700;SC Blau;SWE;1234567;FM;1990-05-03") == [NewEntry((anna,), 1700)]
    assert entered("Ek;Anna\nOd;Bo") == [NewEntry((NewPerson("Ek, Anna"),)), NewEntry((NewPerson("Od, Bo"),))]


def test_a_rating_is_no_part_of_a_name_whatever_stands_before_it() -> None:
    assert entered("Name\tElo\nAnn Ek\t1500\nBo Li, 1400\nCyd 1300\nDee;1200\nEve 7") == [
        NewEntry((NewPerson(name),), rating)
        for name, rating in (("Ann Ek", 1500), ("Bo Li", 1400), ("Cyd", 1300), ("Dee", 1200), ("Eve 7", 0))
    ]


def test_what_a_column_holds_may_be_said_otherwise() -> None:
    assert entered("Ann Ek, 1950", columns=("name", "birth")) == [NewEntry((NewPerson("Ann Ek", birth="1950"),))]
    assert entered("Ann Ek, 1950", columns=("name", "")) == [NewEntry((NewPerson("Ann Ek"),))]
    # What does not fit the list, or is no column, is recognised anew.
    assert read_list("Ann Ek, 1950", columns=("name",), year=YEAR).columns == ("name", "rating")
    assert read_list("Ann Ek, 1950", columns=("name", "rank"), year=YEAR).columns == ("name", "rating")


def test_a_numbered_list_is_entered_in_the_order_of_its_numbers() -> None:
    assert entered("2,Bo Li\n1,Ann Ek", columns=("number", "name")) == [
        NewEntry((NewPerson("Ann Ek"),)),
        NewEntry((NewPerson("Bo Li"),)),
    ]


def test_a_list_that_numbers_its_lines_has_names_without_numbers() -> None:
    both = [NewEntry((NewPerson("Ann Ek"),)), NewEntry((NewPerson("Bo"),))]
    assert entered("1. Ann Ek\n2. Bo") == entered("1) Ann Ek\n2) Bo") == entered("2.\tBo\n1.\tAnn Ek") == both
    assert entered("Name\nAnn Ek\nBo") == entered("2;Bo\n1;Ann Ek") == both
    ann = NewPerson("Ek, Ann", club="SC Blau")
    assert entered("Name;Vorname;DWZ;Verein\nEk;Ann;1500;SC Blau") == [NewEntry((ann,), 1500)]


def test_of_partners_a_line_has_both() -> None:
    assert entered("Bo, Cyd\nDee,Eve,1500,SC Blau", team=2) == [
        NewEntry((NewPerson("Bo"), NewPerson("Cyd"))),
        NewEntry((NewPerson("Dee", club="SC Blau"), NewPerson("Eve", club="SC Blau")), 1500),
    ]
    assert entered("Bo", team=2) == ["no-name"]


@pytest.mark.parametrize(
    ("text", "columns", "trouble"),
    [
        (",1500", ("name", "rating"), "no-name"),
        ("Bo,15x0", ("name", "rating"), "no-rating"),
        ("Bo,99999", ("name", "rating"), "no-rating"),
        ("Bo,1850", ("name", "birth"), "no-birth"),
        ("Bo,2099", ("name", "birth"), "no-birth"),
        ("Bo,2000-02-30", ("name", "birth"), "no-birth"),
        ("Bo," + "x" * 81, ("name", "club"), "too-long"),
        ("x" * 151, ("name",), "too-long"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(text: str, columns: tuple[str, ...], trouble: str) -> None:
    assert entered(text, columns=columns) == [trouble]


def test_what_is_not_seen_is_no_part_of_a_name() -> None:
    assert entered("\u202eEve \tAdams\u200b\n\u200b\nBo\u200b", columns=("name", "first")) == [
        NewEntry((NewPerson("Eve, Adams"),)),
        NewEntry((NewPerson("Bo"),)),
    ]


def test_a_birth_is_a_year_or_a_day() -> None:
    assert [clean_birth(name, YEAR) for name in ("", "1990", "3.5.1990", "1990/5/3")] == [
        "",
        "1990",
        "1990/05/03",
        "1990/05/03",
    ]
