"""The game that the landing page shows large: chosen by its interest for visitors, not only by its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.core.cache import cache

from games.domain import queries
from games.models import Game
from games.rules import VARIANTS, End
from ratings import surely_at_least

AMONG = 40
"""Rated games, the newest, among which the best is looked for: old ones make room, and it costs the same for ever."""

CHOSEN = 60
"""Seconds for which the best of them stays chosen."""


def best_counted() -> list[UUID]:
    """The one of the newest rated games that are revealed that is most worth showing; none if there are none."""

    def choose() -> list[UUID]:
        return [game.id for game in by_worth(queries.counted(AMONG))[:1]]

    return cache.get_or_set("showcase", choose, CHOSEN) or []


def by_worth(games: Sequence[Game]) -> list[Game]:
    """Games from the one most worth showing on.

    What counts, in this order: its log is whole; it was played here; it is revealed, so that it can be seen from both
    sides; people played it, and no computer or bot; it was rated and counted; it is long enough; how strong the weakest
    player is for certain; it ended on the board; it is new.
    """
    strengths = surely_at_least(game.id for game in games)
    return sorted(games, key=lambda game: _worth(game, strengths), reverse=True)


Worth = tuple[bool, bool, bool, bool, bool, bool, float, bool, float]


def _worth(game: Game, strengths: Mapping[UUID, float]) -> Worth:
    seats = game.all_seats
    return (
        not getattr(game, "damaged", False),
        game.source == Game.Source.PLAY,
        game.revealed,
        all(seat.player is None or not (seat.player.bot or seat.player.machine) for seat in seats),
        game.rated and not game.unrated,
        game.plies >= VARIANTS[game.variant].rated_from,
        strengths.get(game.id, 0.0),
        bool(game.outcome) and End(game.outcome).on_board,
        (game.ended or game.created).timestamp(),
    )
