"""The bots that take challenges, by name: accounts that programs of people play for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.conduct.blocks import not_blocked
from accounts.conduct.restrictions import Barred, not_barred
from accounts.models import Player
from games.models import Ladder
from games.presentation.words import variant_name
from ratings import RatingValue, ratings_among
from web.keyset import Page, page_in_order


@dataclass(frozen=True, slots=True)
class ListedBot:
    """A bot; its owner, if the profile names one; and its ratings among bots, by the slugs of rule books."""

    player: Player
    keeper: Player | None
    ratings: Mapping[str, RatingValue]

    @property
    def key(self) -> str:
        """What the address of a page names it by."""
        return self.player.name

    @property
    def courses(self) -> list[tuple[str, RatingValue]]:
        """The names of rule books and the ratings in them."""
        return [(variant_name(slug), rating) for slug, rating in self.ratings.items()]


def listed_bots(size: int, *, asker: Player | None, beside: str | None, upwards: bool) -> Page[ListedBot]:
    """A page of the bots whom `guard.check_player` lets somebody challenge to a casual game.

    Args:
        size: of the page.
        asker: who looks; None for nobody in particular.
        beside: the name next to the page; None for the first page, or the last one if it runs upwards.
        upwards: the page ends above that name.
    """
    bots = Player.objects.filter(not_barred("pk", Barred.SEEKS), machine=True, account__is_active=True)
    if asker is not None:
        bots = bots.filter(not_blocked(asker.pk, "pk")).exclude(pk=asker.pk)
    name = None if beside is None else (beside.replace("\0", ""),)
    page = page_in_order(bots.select_related("keeper"), size, ("name",), name, upwards=upwards)
    ratings = ratings_among([row.pk for row in page.rows], Ladder.BOTS)
    rows = [ListedBot(row, row.keeper if row.kept else None, ratings.get(row.pk, {})) for row in page.rows]
    return Page(rows, page.newer, page.older)
