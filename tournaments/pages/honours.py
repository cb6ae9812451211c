"""What a player has won: the first three places of events, and how many were played.

A place is an honour in a rated event of an organiser whom the operator approved, for who played in it: nobody gains by
an event of the own, a file that says so, or a table without games.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from eventlog.statements import count_of, rows_of
from games.presentation.words import variant_name
from tournaments.domain.queries.tournaments import played_by
from tournaments.models import Announcement, TournamentEntry
from tournaments.pages.lists import event_name
from tournaments.scoring.formats import FORMATS
from web.kept_markup import kept_markup

SHOWN = 10

COUNTED = 1000
"""The events that a player has played are counted so far."""


@dataclass(frozen=True, slots=True)
class Honour:
    place: int
    place_text: str
    name: str
    url: str
    what: str
    players: str
    date: datetime | None


@dataclass(frozen=True, slots=True)
class Honours:
    played: int
    played_text: str
    first: tuple[Honour, ...]


def honours_of(player: UUID) -> Honours:
    """A player's honours, the best and then the latest first; three queries at most."""
    played = count_of(_played, player)
    shown = list(_best_of(player)[:SHOWN]) if played else []
    announcements = Announcement.objects.in_bulk([entry.tournament_id for entry in shown]) if shown else {}
    text = ngettext("%(events)d event played", "%(events)d events played", played) % {"events": played}
    if played == COUNTED:
        text = _("%(events)d events played, or more") % {"events": played}
    return Honours(played, text, tuple(_honour(entry, announcements.get(entry.tournament_id)) for entry in shown))


def _played(player: UUID) -> QuerySet[Any, Any]:
    return played_by(player).values("pk")[:COUNTED]


@panel(PanelPlace.PROFILE_FACTS)
def honours_panel(player: Player) -> str:
    """What a profile shows of a player's honours; nothing for who has played no event."""
    played = count_of(_played, player.id)
    if not played:
        return ""

    def draw() -> str:
        return render_to_string("tournaments/_honours.html", {"honours": honours_of(player.id)})

    return kept_markup("honours", (played, rows_of(_shown, player.id), str(get_current_timezone())), draw)


def _shown(player: UUID) -> QuerySet[Any, Any]:
    """All that the honours are made of."""
    named = Announcement.objects.filter(tournament=OuterRef("tournament_id")).values("name")
    of_event = [f"tournament__{name}" for name in ("key", "variant", "format", "entries", "ended")]
    return _best_of(player).annotate(named=Subquery(named)).values_list("place", "named", *of_event)[:SHOWN]


def _best_of(player: UUID) -> QuerySet[TournamentEntry]:
    """Places among the first three of rated events whose organiser was approved, the best and then the latest first."""
    best = played_by(player).filter(place__lte=3, played__gt=0, tournament__rated=True, tournament__approved=True)
    return best.select_related("tournament").order_by("place", "-tournament__ended")


def _honour(entry: TournamentEntry, announcement: Announcement | None) -> Honour:
    row = entry.tournament
    places = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    assert entry.place is not None
    return Honour(
        place=entry.place,
        place_text=places[entry.place],
        name=event_name(row, announcement),
        url=reverse("tournaments:tournament", args=[row.key]),
        what=f"{variant_name(row.variant)}, {FORMATS[row.format].name}",
        players=ngettext("%(players)d player", "%(players)d players", row.entries) % {"players": row.entries},
        date=row.ended,
    )
