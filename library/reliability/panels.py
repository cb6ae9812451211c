"""The figure of reliability on a profile."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from library.reliability.domain.player_days import reliability_of


@panel(PanelPlace.PROFILE_FACTS)
def reliability_panel(player: Player) -> str:
    """How reliably a player finishes games; nothing of a bot, which leaves none."""
    if player.bot:
        return ""
    return render_to_string("reliability/_panel.html", {"reliability": reliability_of(player.id)})
