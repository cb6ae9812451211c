"""What waits for a player, on the landing page."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from accounts.people.panels import PanelPlace, panels
from games.presentation.rooms import on_landing_page
from play.lobby import queries
from play.lobby.pages import waiting_games

MOST = 6
"""Games that stand there; the list of the player's games has all."""


@on_landing_page
def what_waits(player: Player | None) -> SafeString:
    """The games in which it is the player's turn, the most urgent first, challenges, and what else waits."""
    if player is None:
        return SafeString("")
    context = {
        "games": waiting_games(player, MOST),
        "challenges": queries.challenges_count(player.id),
        "panels": panels(PanelPlace.GAMES, player),
    }
    return render_to_string("lobby/_landing.html", context)
