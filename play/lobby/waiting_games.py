"""How many games wait for a player, for the head of every page."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from play.lobby.queries import waiting_count
from web.header import counter


@counter("waiting")
def games_waiting(request: HttpRequest, player: UUID) -> int:
    """Games in which it is the player's turn."""
    return waiting_count(player)
