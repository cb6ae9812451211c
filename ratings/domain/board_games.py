"""The ratings across real boards: a list of its own, by the same Glicko-2, from games of rated events that are over.

The rows of the games are written with the events (`tournaments.domain.projections`), and the ratings in them are null
until they are computed here, in the order of the ends of the events. Who corrects a result, or claims an entry, has the
rows of that event and of all later ones of the rule book computed anew.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Min

from games.rules import VARIANTS
from ratings.domain.glicko import START, Strength, rated_duel
from ratings.domain.queries import RatingValue, shown_strength
from ratings.models import BoardGame

_ORDER = ("ended", "event", "number", "player")
_LATEST = ("-variant", "-ended", "-event", "-number")
_COMPUTED = ("before", "value", "deviation", "volatility", "games")


def rate_boards() -> None:
    """Computes what is not computed yet. Side effects: writes the ratings into the rows of the games."""
    open = BoardGame.objects.filter(value=None).values_list("variant").annotate(Min("ended")).order_by("variant")
    for variant, since in open:
        _rate(variant, since)


@transaction.atomic
def _rate(variant: str, since: datetime) -> None:
    later = BoardGame.objects.select_for_update().filter(variant=variant, ended__gte=since)
    rows = list(later.order_by(*_ORDER))
    known: dict[UUID, tuple[Strength, int]] = {}
    for player in {row.player for row in rows}:  # the last row of each by its index, and none of the others
        last = BoardGame.objects.filter(player=player, variant=variant, ended__lt=since).order_by(*_LATEST).first()
        if last is not None:
            known[player] = _strength(last), last.games or 0
    for red, blue in zip(rows[::2], rows[1::2], strict=True):  # both rows of a game
        (strength, games), (against, others) = (known.get(row.player, (START, 0)) for row in (red, blue))
        after = rated_duel(strength, against, points=red.halves / 2, at=red.ended)
        for row, was, now, number in ((red, strength, after[0], games), (blue, against, after[1], others)):
            row.before, row.value, row.deviation, row.volatility = was.value, now.value, now.deviation, now.volatility
            row.games = number + 1
            known[row.player] = (now, number + 1)
    BoardGame.objects.bulk_update(rows, _COMPUTED, batch_size=1000)


def _strength(row: BoardGame) -> Strength:
    assert row.value is not None
    assert row.deviation is not None
    assert row.volatility is not None
    return Strength(row.value, row.deviation, row.volatility, row.ended)


def board_ratings_of(player: UUID) -> dict[str, RatingValue]:
    """A player's ratings across real boards, by the slugs of their rule books."""
    mine = BoardGame.objects.filter(player=player, value__isnull=False).order_by(*_LATEST)
    books = [slug for slug, book in VARIANTS.items() if len(book.seats) == 2]
    last = BoardGame.objects.none().union(*(mine.filter(variant=slug)[:1] for slug in books), all=True)
    rows = {row.variant: row for row in last}
    return {slug: shown_strength(_strength(rows[slug]), rows[slug].games or 0) for slug in books if slug in rows}


def board_games_of(player: UUID, variant: str, most: int) -> list[BoardGame]:
    """The last so many games of a player that count across real boards, the latest first.

    Args:
        player: the id.
        variant: slug of the rule book.
        most: rows.
    """
    mine = BoardGame.objects.filter(player=player, variant=variant, value__isnull=False)
    return list(mine.order_by(*_LATEST)[:most])
