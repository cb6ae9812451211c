"""What the page that deletes an account says of the events that its owner runs."""

from __future__ import annotations

from django.template.loader import render_to_string

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from tournaments.domain.succession import events_of


@panel(PanelPlace.DELETION)
def left_events(player: Player) -> str:
    """What becomes of each event."""
    events = events_of(player.pk)
    return render_to_string("tournaments/_left_events.html", {"events": events}) if events else ""
