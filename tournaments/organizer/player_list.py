"""A list of players as somebody pastes it: one a line, with columns in any order, recognised by what is in them.

Pure: no database. What is recognised is shown before anything is taken, and whoever looks at it may say otherwise.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.domain.commands.people import LENGTHS, LONGEST_NAME, MOST_RATING, NewEntry, NewPerson
from web.words import clean_line

MOST_AT_ONCE = 300
"""Entries of one list: all of them are made or none, and nothing else happens in the event meanwhile."""

MOST_COLUMNS = 12

COLUMNS: Mapping[str, Any] = {
    "": gettext_lazy("Left out"),
    "number": gettext_lazy("Number in the list"),
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "partner": gettext_lazy("Name of the partner"),
    "rating": gettext_lazy("Rating"),
    "club": gettext_lazy("Club"),
    "federation": gettext_lazy("Federation"),
    "fide": gettext_lazy("Number with the federation"),
    "title": pgettext_lazy("of a player", "Title"),
    "birth": gettext_lazy("Year or day of birth"),
}
"""What a column can hold."""

HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("no", "nr", "#", "number", "start number", "rank", "place"), "number"),
    **dict.fromkeys(("nummer", "startnummer", "start-nr", "rang", "platz", "n°", "numéro", "numero"), "number"),
    **dict.fromkeys(("name", "names", "player", "surname", "last name", "family name", "full name"), "name"),
    **dict.fromkeys(("nachname", "familienname", "spieler", "spielername", "teilnehmer"), "name"),
    **dict.fromkeys(("naam", "achternaam", "speler", "nom", "nom de famille", "joueur"), "name"),
    **dict.fromkeys(("first name", "given name", "forename", "vorname", "voornaam", "prénom", "prenom"), "first"),
    **dict.fromkeys(("partner", "second player", "partenaire", "coéquipier"), "partner"),
    **dict.fromkeys(("rating", "elo", "rtg", "points", "dwz", "wertung", "wertungszahl", "elozahl"), "rating"),
    **dict.fromkeys(("knsb-rating", "classement", "cote"), "rating"),
    **dict.fromkeys(("club", "team", "association", "verein", "klub", "vereniging", "équipe", "equipe"), "club"),
    **dict.fromkeys(("federation", "fed", "country", "nation", "verband", "föderation", "land"), "federation"),
    **dict.fromkeys(("bond", "federatie", "fédération", "pays"), "federation"),
    **dict.fromkeys(
        ("id", "fide id", "fide-id", "fide", "member number", "player number", "code", "id number"), "fide"
    ),
    **dict.fromkeys(("mitgliedsnummer", "lidnummer", "licence", "code fide"), "fide"),
    **dict.fromkeys(("title", "titel", "titre", "tit"), "title"),
    **dict.fromkeys(("birth", "birth year", "year of birth", "born", "birthday", "date of birth", "year"), "birth"),
    **dict.fromkeys(("geburtsjahr", "jahrgang", "geburtsdatum", "geboren", "geb", "b-day"), "birth"),
    **dict.fromkeys(("geboortejaar", "geboortedatum", "année de naissance", "date de naissance", "né"), "birth"),
}
"""What a first line says of its columns, in English, German, Dutch and French."""

_TITLES = frozenset({"GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM"})
_NUMBERED = re.compile(r"(\d{1,6})[.)](?!\d)\s*(.*)")
_RATED = re.compile(r"(.*[^\W\d].*?)[\s,;|]+(\d{3,4})")
_YEAR = re.compile(r"\d{4}")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_OLDEST = 1900


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line of the list.

    Args:
        number: from 1, as it stands in the list.
        cells: as they were typed.
        entry: who it enters; None if something is wrong.
        trouble: the code of what is wrong: `no-name`, `no-rating`, `no-birth`, `too-long`; and `cell`, where.
        rank: the number in the list, or 0.
    """

    number: int
    cells: tuple[str, ...]
    entry: NewEntry | None
    trouble: str = ""
    cell: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was read: what each column holds, a slug of `COLUMNS`, and the lines."""

    columns: tuple[str, ...]
    lines: tuple[PastedLine, ...]

    @property
    def troubled(self) -> tuple[PastedLine, ...]:
        return tuple(line for line in self.lines if line.entry is None)


def read_list(text: str, *, team: int = 1, columns: Sequence[str] = (), year: int | None = None) -> Pasted:
    """What a list says.

    Args:
        text: as it was pasted, a line an entry.
        team: how many play together: of partners each line has both names.
        columns: what its columns hold, if somebody has said so; else they are recognised.
        year: this year, for years of birth.

    >>> read = read_list("1, Anna Ek, 1700, SC Blau, SWE, 1990")
    >>> read.columns
    ('number', 'name', 'rating', 'club', 'federation', 'birth')
    >>> read.lines[0].entry.people[0].name
    'Anna Ek'
    """
    rows = _apart(_rated([cells for cells in cells_of(text) if any(cells)]))
    width = max(map(len, rows), default=0)
    rows = [(*cells, *[""] * (width - len(cells))) for cells in rows]
    head = _head(rows[0], len(rows)) if rows else ()
    body = rows[1:] if head else rows
    now = date.today().year if year is None else year  # a year of birth needs no zone
    if len(columns) != width or any(column not in COLUMNS for column in columns):
        columns = head or _recognised(body, team, now)
    lines = [_line(number, cells, columns, team, now) for number, cells in enumerate(body, start=2 if head else 1)]
    # A list that is numbered is entered in the order of its numbers.
    if all(line.rank for line in lines):
        lines.sort(key=lambda line: line.rank)
    return Pasted(tuple(columns), tuple(lines))


def cells_of(text: str) -> Iterator[tuple[str, ...]]:
    """The cells of each line of a text: what stands between tabs, else semicolons, else commas."""
    lines = text.splitlines()
    mark = next((mark for mark in "\t;|" if any(mark in line for line in lines)), ",")
    for line in lines:
        texts = next(csv.reader([line], delimiter=mark, skipinitialspace=True), [])
        yield tuple(clean_line(cell) for cell in texts[:MOST_COLUMNS])


def _rated(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The lines of a list of names with ratings, with the rating as a cell of its own where nothing but a space stands
    before it, or another mark than in the other lines.
    """
    matches = [_RATED.fullmatch(cells[0]) if len(cells) == 1 else None for cells in rows]
    rated = sum(
        bool(item) or (len(cells) == 2 and cells[1].isdecimal()) for item, cells in zip(matches, rows, strict=True)
    )
    if not any(matches) or max(map(len, rows)) > 2 or 2 * rated <= len(rows):
        return list(rows)
    if len(rows[0]) == 1 and rows[0][0].casefold() in HEADINGS:
        return [(*rows[0], "rating"), *_rated(rows[1:])]
    return [(item[1], item[2]) if item else cells for item, cells in zip(matches, rows, strict=True)]


def _apart(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The lines of a list that numbers them as texts do, "1. Ann" or "1) Ann", with the number as a cell of its own.
    Below headings that name no column for it, it has none there.
    """
    matches = [_NUMBERED.fullmatch(cells[0]) for cells in rows]
    first = int(bool(matches) and matches[0] is None)
    apart = [(item[1], item[2], *cells[1:]) for item, cells in zip(matches, rows, strict=True) if item is not None]
    if not apart or len({cells[0] for cells in apart}) < len(rows) - first:
        return list(rows)
    # "1.", and then the name in a cell of its own.
    if not any(cells[1] for cells in apart):
        return [*rows[:first], *((cells[0], *cells[2:]) for cells in apart)]
    return [*(("#", *cells) for cells in rows[:first]), *apart]


def _head(cells: Sequence[str], rows: int) -> tuple[str, ...]:
    """What a first line says of the columns, if it is one of headings: of the name and of something else, or of the
    name alone above a list of names. A heading that is not known is of a column that is left out.
    """
    named = tuple(HEADINGS.get(cell.casefold().strip(" .:"), "") for cell in cells)
    known = len(named) - named.count("")
    return _once(named) if "name" in named and rows > 1 and (known > 1 or len(cells) == 1) else ()


def _once(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(slug if slug not in columns[:at] else "" for at, slug in enumerate(columns))


# -- recognising ----------------------------------------------------------------------------------


def _recognised(rows: Sequence[Sequence[str]], team: int, now: int) -> tuple[str, ...]:
    columns = [[cell for cell in column if cell] for column in zip(*rows, strict=True)]
    fromkeys = dict.fromkeys(range(len(columns)), "")
    digits = [at for at, cells in enumerate(columns) if cells and all(cell.isdecimal() for cell in cells)]
    days = [at for at, cells in enumerate(columns) if at not in digits and cells and all(map(_is_day, cells))]
    fromkeys |= dict.fromkeys(days[:1], "birth")
    fromkeys |= _numbers({at: [int(cell[:12]) for cell in columns[at]] for at in digits}, len(rows), now, bool(days))
    words = [at for at, cells in enumerate(columns) if cells and at not in digits and at not in days]
    fromkeys |= _words({at: columns[at] for at in words}, team)
    return tuple(fromkeys[at] for at in range(len(columns)))


def _numbers(columns: Mapping[int, list[int]], rows: int, now: int, born: bool) -> dict[int, str]:
    """What columns of numbers hold. A list counts; of two that may be years the later one is the birth."""
    texts: dict[int, str] = {}
    for at, values in columns.items():
        if "number" not in texts.values() and _counts(values, rows, first=at == 0):
            texts[at] = "number"
        elif max(values) > MOST_RATING and "fide" not in texts.values():
            texts[at] = "fide"
    left = [at for at in columns if at not in texts]
    years = [at for at in left if all(_OLDEST <= value <= now for value in columns[at])]
    plain = [at for at in left if at not in years]
    if not plain and years and (len(years) > 1 or len(columns[years[0]]) < 4 or born):
        plain, years = years[:1], years[1:]
    texts |= dict.fromkeys(plain[:1], "rating")
    texts |= dict.fromkeys([] if born else years[:1], "birth")
    return texts | ({plain[1]: "fide"} if len(plain) > 1 and "fide" not in texts.values() else {})


def _counts(values: Sequence[int], rows: int, *, first: bool) -> bool:
    """Whether numbers count a list: they go up, or, in its `first` column, each comes once, in any order."""
    if min(values) < 1 or max(values) > max(2 * rows, 20) or len({*values}) < len(values):
        return False
    return first or all(low < high for low, high in pairwise(values))


def _words(columns: Mapping[int, list[str]], team: int) -> dict[int, str]:
    """What columns of words hold: titles and countries are told by their form, then names come before clubs."""
    texts: dict[int, str] = {}
    untitled = [at for at, cells in columns.items() if not all(cell.upper() in _TITLES for cell in cells)]
    if untitled:
        texts |= dict.fromkeys([at for at in columns if at not in untitled][:1], "title")
    countries = [at for at in untitled if all(re.fullmatch("[A-Z]{3}", cell) for cell in columns[at])]
    if len(countries) < len(untitled):
        texts |= dict.fromkeys(countries[:1], "federation")
    left = [at for at in columns if at not in texts]
    slugs = ["name", "partner", "club"] if team == 2 else ["name", "club"]
    if team == 1 and len(left) > 1 and _is_first_name(columns[left[0]], columns[left[1]]):
        slugs.insert(1, "first")
    return texts | dict(zip(left, slugs, strict=False))


def _is_first_name(names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether two columns are family names and first names: single words, and few of the second come twice."""
    if len(names) < 2 or any(" " in cell for cell in (*names, *others)) or len(others) < len(names):
        return False
    return max(Counter(others).values()) == 1


def _is_day(text: str) -> bool:
    return bool(_DAY_FIRST.fullmatch(text) or _YEAR_FIRST.fullmatch(text))


# -- one line -------------------------------------------------------------------------------------


def clean_birth(text: str, now: int) -> str:
    """A year or day of birth as `1990` or `1990/05/03`. Raises ValueError for anything else, and for a time to come."""
    if not text:
        return ""
    if _YEAR.fullmatch(text):
        if not _OLDEST <= int(text) <= now:
            raise ValueError(text)
        return text
    if (match_ := _DAY_FIRST.fullmatch(text)) is not None:
        day, month, year = map(int, match_.groups())
    elif (match_ := _YEAR_FIRST.fullmatch(text)) is not None:
        year, month, day = map(int, match_.groups())
    else:
        raise ValueError(text)
    born = date(year, month, day)
    if not _OLDEST <= year <= now:
        raise ValueError(text)
    return f"{born:%Y/%m/%d}"


def _line(number: int, cells: tuple[str, ...], columns: Sequence[str], team: int, now: int) -> PastedLine:
    texts = {slug: cell for slug, cell in zip(columns, cells, strict=True) if slug}
    rank = texts.pop("number", "")
    order = int(rank) if rank.isdecimal() and len(rank) < 7 else 0
    trouble, cell = _trouble(texts, team, now)
    if trouble:
        return PastedLine(number, cells, None, trouble, cell, order)
    first, partner = texts.pop("first", ""), texts.pop("partner", "")
    name = f"{texts.pop('name')}, {first}" if first else texts.pop("name")
    rating = int(texts.pop("rating", "") or 0)
    texts["birth"] = clean_birth(texts.get("birth", ""), now)
    names = (name, partner) if team == 2 else (name,)
    # Of partners a line tells only what they have in common.
    common: dict[str, Any] = (
        dict(texts) if team == 1 else {slug: texts[slug] for slug in ("club", "federation") if slug in texts}
    )
    people = tuple(NewPerson(name=name, **common) for name in names)
    return PastedLine(number, cells, NewEntry(people, rating), rank=order)


def _trouble(texts: Mapping[str, str], team: int, now: int) -> tuple[str, str]:
    """What is wrong with a line, and with which cell."""
    if not texts.get("name") or (team == 2 and not texts.get("partner")):
        return "no-name", ""
    names = [", ".join(filter(None, (texts["name"], texts.get("first", "")))), texts.get("partner", "")]
    if long := next((name for name in names if len(name) > LONGEST_NAME), ""):
        return "too-long", long
    rating = texts.get("rating", "")
    if rating and not (rating.isdecimal() and len(rating) < 6 and int(rating) <= MOST_RATING):
        return "no-rating", rating
    try:
        clean_birth(texts.get("birth", ""), now)
    except ValueError:
        return "no-birth", texts["birth"]
    return next((("too-long", texts[slug]) for slug in LENGTHS if len(texts.get(slug, "")) > LENGTHS[slug]), ("", ""))
