"""Where a player's figures are found: on the profile, and in the menu of the account."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from accounts.people.preferences import preferences_of


@panel(PanelPlace.PROFILE_FACTS, order=1)
def figures_panel(player: Player) -> str:
    """What leads to the figures from a profile; nothing if the player keeps them to themselves."""
    if player.bot or player.account is None or not preferences_of(player.account).show_figures:
        return ""
    return render_to_string("figures/_panel.html", {"player": player})


@panel(PanelPlace.ACCOUNT)
def figures_line(player: Player) -> str:
    """The line in the menu of an account: one's own are always there."""
    return render_to_string("figures/_line.html", {"player": player})
