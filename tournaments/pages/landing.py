"""Events on the landing page."""

from __future__ import annotations

from functools import cache

from django.db.models import OuterRef, Subquery
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts.models import Player
from eventlog.statements import execute, statement_of
from games.presentation.rooms import on_landing_page
from tournaments.domain.queries.event_lists import events
from tournaments.models import Announcement
from tournaments.pages.lists import event_rows
from web.kept_markup import kept_markup

MOST = 3


@on_landing_page
def events_now(player: Player | None) -> SafeString:
    """What runs, those with most entries first, and then what one can still enter. The same for everybody."""
    rows = execute(_newest())
    return kept_markup("events", rows, _draw) if rows else SafeString("")


@cache
def _newest() -> bytes:
    """A statement by hand: what the list depends on, the first events that run and the first that one can enter."""
    name = Announcement.objects.filter(tournament=OuterRef("id")).values("name")
    lists = [
        events(when=when).annotate(named=Subquery(name)).values("id", "version", "entries", "damaged", "named")
        for when in ("running", "open")
    ]
    return b" UNION ALL ".join(b"(%b)" % statement_of(rows[: 2 * MOST])[0] for rows in lists)


def _draw() -> str:
    running = sorted(events(when="running")[: 2 * MOST], key=lambda event: (event.imported, -event.entries))[:MOST]
    coming = events(when="open")[: MOST - len(running)] if len(running) < MOST else ()
    return render_to_string("tournaments/_landing.html", {"rows": event_rows([*running, *coming])})
