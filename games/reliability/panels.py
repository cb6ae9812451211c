"""The figure of reliability on a profile."""

from __future__ import annotations

from django.template.loader import render_to_string

from games.reliability.domain.counting import reliability_of
from players.models import Player
from players.people.panels import PanelPlace, panel


@panel(PanelPlace.PROFILE_FACTS)
def reliability_panel(player: Player) -> str:
    """How reliably a player finishes games; nothing of a bot, which leaves none."""
    if player.bot:
        return ""
    return render_to_string("reliability/_panel.html", {"reliability": reliability_of(player.id)})
