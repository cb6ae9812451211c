"""Where somebody stands in a table with many pages: the reader's own row, and those whose name has a text in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from accounts.models import Player
from tournaments.domain.state import Entry
from tournaments.models import TournamentEntry
from tournaments.pages.parts import RowPlace
from tournaments.presentation.names import names_of_entry
from web.answers import small_number

MOST_FOUND = 20
"""So many are listed; who looks for one of more types another letter."""

LONGEST = 80
"""Characters of what is looked for."""


class FoundEntry(NamedTuple):
    """Somebody who was looked for: the name, and the address of the row, or of the card if there is no row."""

    name: str
    url: str
    here: bool


class Search(NamedTuple):
    """What was looked for in an event, and who was found; `more`: there are others."""

    text: str
    found: list[FoundEntry]
    more: bool


def entries_called(tournament: UUID, text: str) -> list[int]:
    """The entries whose name has a text in it, or that have it as their pairing number; one more than are shown."""
    rows = TournamentEntry.objects.filter(tournament=tournament).order_by("number", "entry", "partner")
    result = list(rows.values_list("entry", "number", "player"))
    people = Player.objects.filter(id__in=[player for _entry, _number, player in result], name__icontains=text)
    named, number = set(people.values_list("id", flat=True)), small_number(text)
    entries = [entry for entry, own, player in result if player in named or (number is not None and own == number)]
    return list(dict.fromkeys(entries))[: MOST_FOUND + 1]


def search(
    text: str,
    numbers: list[int],
    entries: Mapping[int, Entry],
    places: Mapping[int, RowPlace],
    *,
    card: str,
    query: str,
) -> Search:
    """Those who were found, each with the row in the table that was searched.

    Args:
        text: what was looked for.
        numbers: the entries that were found.
        entries: of the event.
        places: the rows of the table.
        card: the address of the cards, to which the number of an entry is added.
        query: what the address of the table chooses, empty or ending in &.
    """
    results = []
    for number in numbers[:MOST_FOUND]:
        here = number in places
        url = row_url(places[number], query) if here else f"{card}{number}/"
        results.append(FoundEntry(names_of_entry(entries[number]), url, here))
    return Search(text, results, len(numbers) > MOST_FOUND)


def row_url(place: RowPlace, query: str) -> str:
    """The address of a row, from any page of its table."""
    page = f"{query}{urlencode({'page': place.page})}" if place.page > 1 else query.rstrip("&")
    return f"?{page}#{place.anchor}"


def typed(text: str) -> str:
    """What somebody looks for, as short as names are."""
    return " ".join(text.split())[:LONGEST]
