"""Namesakes in an event, and what distinguishes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db.models import Q, Value
from django.db.models.functions import Collate, Upper
from django.utils.translation import gettext as _

from accounts.models import FOLDED_NAME, Player
from tournaments.models import EntryPerson, TournamentEntry
from web.words import isolated

HERE = ("entered", "waiting")
"""The entries that take part, or are to."""


def marks_of_namesakes(tournament: UUID, names: Collection[str]) -> dict[UUID, str]:
    """For each entry of which another one has the name, what tells it apart, by its first player: the first
    that differs of club, federation and rating, else their numbers. At most three queries.
    """
    if not names:
        return {}
    alike = Player.objects.annotate(folded=FOLDED_NAME).filter(
        folded__in=[Collate(Upper(Value(name)), "C") for name in names]
    )
    rows = list(
        TournamentEntry.objects.filter(
            Q(presence__in=HERE) | Q(number__isnull=False), tournament=tournament, member=False
        )
        .filter(player__in=alike.values("id"))
        .order_by("entry", "partner")
    )
    if len({row.entry for row in rows}) < 2:
        return {}
    folded = dict(alike.filter(id__in=[row.player for row in rows]).values_list("id", "folded"))
    called: dict[int, tuple[str, ...]] = {}
    for row in rows:
        called[row.entry] = (*called.get(row.entry, ()), folded[row.player])
    groups: dict[tuple[str, ...], list[TournamentEntry]] = {}
    for row in rows:
        if row.partner == 0:
            groups.setdefault(called[row.entry], []).append(row)
    namesakes = [group for group in groups.values() if len(group) > 1]
    asked = [row.entry for group in namesakes for row in group]
    result = EntryPerson.objects.filter(tournament=tournament, entry__in=asked, partner=0) if asked else ()
    people = {person.entry: person for person in result}
    return {player: mark for group in namesakes for player, mark in _apart(group, people).items()}


def marked(name: str, mark: str) -> str:
    """A name with what tells it apart."""
    return _("%(name)s (%(mark)s)") % {"name": name, "mark": isolated(mark)}


def _apart(group: Sequence[TournamentEntry], people: Mapping[int, EntryPerson]) -> dict[UUID, str]:
    for name in ("club", "federation", "rating"):
        rows = {row.player: row if name == "rating" else people.get(row.entry) for row in group}
        texts = {player: str(getattr(row, name, "") or "") for player, row in rows.items()}
        if "" not in texts.values() and len({*texts.values()}) == len(group):
            return texts
    return {row.player: _("No. %(number)d") % {"number": row.number or row.entry} for row in group}
