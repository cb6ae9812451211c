"""Who the people of an event are in a rating list, and what speaks against it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from uuid import UUID

from django.db.models import Q, QuerySet

from tournaments.domain.state import TournamentFold
from tournaments.models import EntryPerson, RatedPerson, RatingList

MOST_CANDIDATES = 8
"""Who are offered for one entry."""


def name_words(name: str) -> list[str]:
    """The words of a name, without accents and capitals.

    >>> name_words("Müller-Lüdenscheidt, José")
    ['muller', 'ludenscheidt', 'jose']
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return re.findall(r"\w+", "".join(item for item in plain if not unicodedata.combining(item)))


def family_of(name: str) -> str:
    """The word by which a list finds a name: the last one of what stands before a comma, else the last one.

    >>> family_of("van der Berg, Jan"), family_of("Jan van der Berg")
    ('berg', 'berg')
    """
    return next(reversed(name_words(name.partition(",")[0]) or name_words(name)), "")


@dataclass(frozen=True, slots=True)
class SoughtPerson:
    """Somebody of an event, as far as it helps to find them."""

    entry: int
    name: str
    number: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class RatingMatch:
    """Who somebody may be in a list.

    Args:
        person: the most likely line, if there is one.
        candidates: all that may be meant, the likeliest first.
        doubts: what speaks against `person`, or why there is none: `other-name`: the list has this number under another
            name; `other-number`; `other-birth`; `namesakes`: several bear the name; `family`: only the family name is
            the same; `taken-twice`: another entry would be the same line; `unknown`: nobody is like that.
    """

    entry: int
    person: RatedPerson | None
    candidates: tuple[RatedPerson, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        return self.person is not None and not self.doubts


def rating_lists_for(player: UUID, fold: TournamentFold) -> QuerySet[RatingList]:
    """The lists that somebody may use in an event: one's own, and those of its organiser; the newest first."""
    owners = {id for id, role in fold.roles.items() if role == "owner"}
    return RatingList.objects.filter(owner__in={player, *owners}).order_by("-day", "name", "id")


def match_people(list: UUID, people: Sequence[SoughtPerson]) -> dict[int, RatingMatch]:
    """Who each of some people is in a list, by entry; one query, which reads those of the same number or family name.

    The number of the federation decides; without one a name that only one person bears, or only one of the same year of
    birth.
    """
    words = {word for person in people for word in name_words(person.name)}
    numbers = {person.number for person in people if person.number}
    rows = RatedPerson.objects.filter(Q(number__in=numbers) | Q(family__in=words), list=list).order_by("name", "id")
    numbered: dict[str, RatedPerson] = {}
    families: dict[str, dict[int, RatedPerson]] = {}
    for row in rows:
        if row.number:
            numbered.setdefault(row.number, row)
        families.setdefault(row.family, {})[row.pk] = row
    matches = [_match(person, numbered, families) for person in people]
    taken = Counter(match.person.pk for match in matches if match.person is not None)
    return {
        match.entry: replace(match, doubts=(*match.doubts, "taken-twice"))
        if match.person is not None and taken[match.person.pk] > 1
        else match
        for match in matches
    }


def _match(
    person: SoughtPerson, numbered: Mapping[str, RatedPerson], families: Mapping[str, Mapping[int, RatedPerson]]
) -> RatingMatch:
    words = name_words(person.name)
    there = {id: row for word in words for id, row in families.get(word, {}).items()}
    namesakes = [row for row in there.values() if sorted(name_words(row.name)) == sorted(words)]
    likely = numbered.get(person.number) if person.number else None
    if likely is None and namesakes:
        born = [row for row in namesakes if _same_year(row, person)]
        likely = namesakes[0] if len(namesakes) == 1 else born[0] if len(born) == 1 else None
    ranked = sorted(
        (row for row in there.values() if row not in namesakes),
        key=lambda row: -SequenceMatcher(None, " ".join(name_words(row.name)), " ".join(words)).ratio(),
    )
    first = [] if likely is None else [likely]
    candidates = [*dict.fromkeys([*first, *namesakes, *ranked])][:MOST_CANDIDATES]
    return RatingMatch(person.entry, likely, tuple(candidates), tuple(_doubts(person, likely, namesakes, candidates)))


def _doubts(
    person: SoughtPerson,
    likely: RatedPerson | None,
    namesakes: Sequence[RatedPerson],
    candidates: Sequence[RatedPerson],
) -> Iterator[str]:
    if likely is None:
        yield "namesakes" if namesakes else "family" if candidates else "unknown"
        return
    if likely not in namesakes:
        yield "other-name"
    if person.number and likely.number and person.number != likely.number:
        yield "other-number"
    if person.birth and likely.birth and not _same_year(likely, person):
        yield "other-birth"


def _same_year(row: RatedPerson, person: SoughtPerson) -> bool:
    return bool(row.birth) and row.birth[:4] == person.birth[:4]


def says_the_same(match: RatingMatch, rating: int, details: EntryPerson | None) -> bool:
    """Whether an entry has already what a list says for sure.

    Args:
        match: who it is in the list.
        rating: that it has.
        details: what is known of its person, or None.
    """
    line = match.person
    if line is None or not match.sure:
        return False
    return line.rating in (0, rating) and line.number in ("", "" if details is None else details.fide)
