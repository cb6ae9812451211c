"""The players of a variant by rating: those whose rating is not provisional, the strongest first. Bots have a list of
their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from games.models import Ladder
from ratings.domain.glicko import PROVISIONAL
from ratings.domain.queries import RatingValue, shown
from ratings.models import Rating
from web.keyset import page_in_order

MOST = 100  # players on the page
READ = 3 * MOST  # rows; some are left out, and nobody looks for the rest


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in a list. Equal ratings share a place. Further pages of the bots know no places: 0."""

    place: int
    name: str
    rating: RatingValue


def ranking(variant: str) -> list[Ranked]:
    """The strongest people of a variant. Deleted players are not in it, nor those whose deviation is too great by now.

    Args:
        variant: slug of a rule book.
    """
    return _ranked(_rows(variant, Ladder.PEOPLE).order_by("-value", "player")[:READ], machines=False)[:MOST]


@dataclass(frozen=True, slots=True)
class RankedBots:
    """A page of the bots of a variant. `older`: there are more below; `last` is the name of the last one."""

    ranked: list[Ranked]
    last: str
    older: bool


def ranked_bots(variant: str, *, after: str = "") -> RankedBots | None:
    """The bots of a variant, the strongest first; as `ranking`.

    Args:
        variant: slug of a rule book.
        after: the name of the last bot of the page before; none for the first page.

    Returns:
        None if there is no such bot here.
    """
    beside = None
    if after:
        bot = Player.objects.filter(name=after, machine=True).first()
        row = None if bot is None else Rating.objects.filter(variant=variant, player=bot.id).first()
        if row is None:
            return None
        beside = (row.value, row.player)
    page = page_in_order(_rows(variant, Ladder.BOTS), MOST, ("-value", "player"), beside)
    ranked = _ranked(page.rows, machines=True)
    if after:
        ranked = [replace(item, place=0) for item in ranked]
    names = dict(Player.objects.filter(id__in=[row.player for row in page.rows[-1:]]).values_list("id", "name"))
    return RankedBots(ranked, next(iter(names.values()), ""), page.older and bool(names))


def _rows(variant: str, ladder: Ladder) -> QuerySet[Rating]:
    return Rating.objects.filter(variant=variant, ladder=ladder, deviation__lte=PROVISIONAL)


def _ranked(rows: Iterable[Rating], *, machines: bool) -> list[Ranked]:
    now = timezone.now()
    result = [(row.player, rating) for row in rows if not (rating := shown(row, now)).provisional]
    there = Player.objects.filter(id__in=[player for player, _rating in result], machine=machines)
    names = dict(there.values_list("id", "name"))
    ranked: list[Ranked] = []
    for player, rating in result:
        if player in names:
            equal = bool(ranked) and ranked[-1].rating.value == rating.value
            ranked.append(Ranked(ranked[-1].place if equal else len(ranked) + 1, names[player], rating))
    return ranked
