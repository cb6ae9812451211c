"""How good a player is, as far as the lobby asks."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.core.cache import cache

from accounts.models import Player
from ratings import rating_of

KEPT = 60
"""Seconds for which a list may show a rating that has changed since."""


def rating_value(player: Player, variant: str) -> int:
    """The rating of a player in a variant, as a whole number."""
    return rating_of(player.id, variant).value


def ratings_text(wanted: Iterable[tuple[UUID, str]]) -> dict[tuple[UUID, str], str]:
    """Ratings by player and variant as a list shows them, with a question mark while they are uncertain.

    Everybody who looks at the lobby asks for the same ones every few seconds, so they are kept for a while.
    """
    keys = {pair: f"lobby-rating-{pair[0]}-{pair[1]}" for pair in wanted}
    kept = cache.get_many(keys.values()) if keys else {}
    fresh = {key: _text(*pair) for pair, key in keys.items() if key not in kept}
    if fresh:
        cache.set_many(fresh, timeout=KEPT)
    known = kept | fresh
    return {pair: known[key] for pair, key in keys.items()}


def _text(player: UUID, variant: str) -> str:
    rating = rating_of(player, variant)
    return f"{rating.value}?" if rating.provisional else f"{rating.value}"
