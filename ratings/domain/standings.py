"""The players of a variant by rating: those whose rating is not provisional, the strongest first."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from players.models import Player
from ratings.domain.numbers import PROVISIONAL
from ratings.domain.queries import RatingValue, shown
from ratings.models import Rating

MOST = 100  # players on the page
READ = 3 * MOST  # rows; some are left out, and nobody looks for the rest


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the list. Equal ratings share a place."""

    place: int
    name: str
    rating: RatingValue


def ranking(variant: str, *, machines: bool = False) -> list[Ranked]:
    """The list of a variant. Deleted players are not in it, nor those whose deviation is too great by now.

    Args:
        variant: slug of a rule book.
        machines: the list of bots, who are in no other; else that of people.
    """
    now = timezone.now()
    rated = Rating.objects.filter(variant=variant, deviation__lte=PROVISIONAL)
    if machines:  # they are few
        rated = rated.filter(player__in=list(Player.objects.filter(machine=True).values_list("id", flat=True)[:READ]))
    rows = rated.order_by("-value", "player")[:READ]
    found = [(row.player, rating) for row in rows if not (rating := shown(row, now)).provisional]
    there = Player.objects.filter(id__in=[player for player, _rating in found], machine=machines)
    names = dict(there.values_list("id", "name"))
    ranked: list[Ranked] = []
    for player, rating in found:
        if player in names and len(ranked) < MOST:
            equal = bool(ranked) and ranked[-1].rating.value == rating.value
            ranked.append(Ranked(ranked[-1].place if equal else len(ranked) + 1, names[player], rating))
    return ranked
