"""How good a player is, as far as the lobby asks."""

from __future__ import annotations

from players.models import Player
from players.ratings import rating_of

__all__ = ["rating_text", "rating_value"]


def rating_value(player: Player, variant: str) -> int:
    """The rating of a player in a variant, as a whole number."""
    return rating_of(player.id, variant).value


def rating_text(player: Player, variant: str) -> str:
    """The rating of a player in a variant, with a question mark while it is uncertain."""
    rating = rating_of(player.id, variant)
    return f"{rating.value}?" if rating.provisional else f"{rating.value}"
