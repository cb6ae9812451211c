"""A federation's rating list as a file: a line a person below headings, also in columns of a fixed width, as FIDE's.

The headings are those of pasted lists. A column that nothing here knows is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tournaments.domain.commands.people import LENGTHS, LONGEST_NAME, MOST_RATING
from tournaments.domain.commands.rating_lists import MOST_PEOPLE, NewRated
from tournaments.domain.drafts import refuse
from tournaments.organizer.player_list import HEADINGS, cells_of, clean_birth
from web.words import clean_line

_RATING = re.compile(r"(\d{1,4})(?:[.,]\d+)?")
_MONTH = re.compile(r"[a-z]{3}\d\d")
"""The heading of the ratings in FIDE's file: the month, "sep26"."""


def read_rating_list(data: bytes, *, year: int) -> list[NewRated]:
    """The people of a rating list.

    Args:
        data: the file, in UTF-8 or Windows' Western alphabet.
        year: this year; a birth after it is not taken.

    Raises:
        Illegal: `list-unheaded`: the first line names no column of names, or none of ratings; `list-empty`;
            `list-too-long` (`most`); `list-line` (`line`, `cell`): a line that cannot be read.

    >>> [(person.name, person.rating) for person in read_rating_list(b"No;Name;Rating\\n7;Jan Smit;1712", year=2026)]
    [('Jan Smit', 1712)]
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > MOST_PEOPLE + 1:
        raise refuse("list-too-long", most=MOST_PEOPLE)
    rows = _rows([line for _number, line in lines])
    slugs = next(rows, [])
    if not {"name", "rating"} <= {*slugs}:
        raise refuse("list-unheaded")
    people = [
        _person(number, dict(zip(slugs, cells, strict=False)), year)
        for (number, _line), cells in zip(lines[1:], rows, strict=True)
    ]
    if not people:
        raise refuse("list-empty")
    return people


def _rows(lines: Sequence[str]) -> Iterator[list[str]]:
    """What each column holds, a slug of `COLUMNS`; then the cells of each line."""
    if lines and not any(mark in lines[0] for mark in "\t;|,"):
        columns = _columns(lines[0])
        ends = [*(start for start, _slug in columns[1:]), None]
        yield [slug for _start, slug in columns]
        for line in lines[1:]:
            yield [clean_line(line[start:end]) for (start, _slug), end in zip(columns, ends, strict=True)]
        return
    for at, cells in enumerate(cells_of("\n".join(lines))):
        yield list(cells) if at else [_slug(cell) for cell in cells]


def _columns(line: str) -> list[tuple[int, str]]:
    """Where each column of a fixed width begins, and what it holds. Two words may be one heading: "ID Number"."""
    columns: list[tuple[int, str]] = []
    before = ""
    for match in re.finditer(r"\S+", line):
        if columns and _slug(both := f"{before} {match[0]}") and line[columns[-1][0] :].startswith(both):
            columns[-1] = columns[-1][0], _slug(both)
        else:
            columns.append((match.start(), _slug(match[0])))
        before = match[0]
    return columns


def _slug(heading: str) -> str:
    plain = heading.casefold().strip(" .:")
    slug = "rating" if _MONTH.fullmatch(plain) else HEADINGS.get(plain, "")
    return "fide" if slug == "number" and plain in ("number", "nummer", "no", "nr") else slug


def _person(line: int, texts: dict[str, str], year: int) -> NewRated:
    name = ", ".join(filter(None, (texts.get("name", ""), texts.get("first", ""))))
    rating = texts.get("rating", "").strip("-")
    match = _RATING.fullmatch(rating) if rating else None
    if not name or len(name) > LONGEST_NAME:
        raise refuse("list-line", line=line, cell=name[:40])
    if rating and (match is None or int(match[1]) > MOST_RATING):
        raise refuse("list-line", line=line, cell=rating[:40])
    try:
        birth = clean_birth(texts.get("birth", ""), year)
    except ValueError:
        birth = ""  # lists have "0000" where they do not know it
    kept = {slug: texts.get(slug, "")[: LENGTHS[slug]] for slug in ("club", "federation", "title")}
    number = texts.get("fide", "")[: LENGTHS["fide"]]
    return NewRated(number=number, name=name, rating=int(match[1]) if match else 0, birth=birth, **kept)
