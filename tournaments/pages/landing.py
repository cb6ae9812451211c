"""Events on the landing page."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from games.presentation.rooms import on_landing_page
from tournaments.domain.queries.event_lists import events
from tournaments.pages.lists import event_rows

MOST = 3


@on_landing_page
def events_now(player: Player | None) -> SafeString:
    """What runs, those with most entries first, and then what one can still enter. The same for everybody."""
    running = sorted(events(when="running")[: 2 * MOST], key=lambda event: (event.imported, -event.entries))[:MOST]
    coming = events(when="open")[: MOST - len(running)] if len(running) < MOST else ()
    rows = event_rows([*running, *coming])
    return render_to_string("tournaments/_landing.html", {"rows": rows}) if rows else SafeString("")
