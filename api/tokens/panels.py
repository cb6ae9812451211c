"""The line in the menu of an account."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel


@panel(PanelPlace.ACCOUNT, order=1)
def tokens_line(player: Player) -> str:
    return render_to_string("api/_tokens_line.html")
