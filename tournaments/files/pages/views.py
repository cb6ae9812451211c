"""Downloads of an event: whoever may see it may have them. Nothing here tells what its pages do not.

Each has a stable content for a stable event, so it is revalidated by ETag. A file may hold names, so nobody else than
who asked keeps it.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Game
from tournaments.domain.formats import format_of
from tournaments.domain.queries.series_standings import events_of
from tournaments.domain.state import published
from tournaments.files.downloads import (
    FILES,
    ArchiveToBeMade,
    NoArchive,
    archive_zip,
    event_address,
    game_ids,
    have_archive_made,
    records_zip,
)
from tournaments.files.exchange.large_archives import MOST_AT_ONCE, WORK
from tournaments.files.formats.calendars import Slot, to_ical
from tournaments.files.formats.errors import FileError
from tournaments.files.words import file_error_text
from tournaments.models import Announcement, EventSeries, LargeArchive, Tournament
from tournaments.organizer.access import asked_about
from web.answers import StreamingView, refused, revalidated
from web.limits import costly

LATELY = timedelta(days=90)
"""The calendar of all events goes back so far."""

MOST_EVENTS = 250
"""Of those to come, and of those that have begun: the nearest ones."""


def _no_event(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no event at this address. Capitals matter in it."))


@revalidated
def downloads(request: HttpRequest, key: str) -> HttpResponse:
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    revealed = Game.objects.filter(id__in=game_ids(access), revealed=True).count()
    feed = request.build_absolute_uri(reverse("tournaments:calendar-file"))
    context = {"room": "tournaments", "access": access, "key": key, "revealed": revealed, "feed": feed}
    fold = published(access.fold)
    format = format_of(fold)
    context["reported"] = not format.grows and bool(not fold.terms.team_boards or format.report_teams)
    context["archived"] = fold.begun and fold.ended
    if context["archived"] and revealed > MOST_AT_ONCE:
        context |= {"large": True, "made": _made(access.id)}
    return render(request, "tournaments/exchange_downloads.html", context)


def _made(id: UUID) -> dict[str, Any]:
    row = LargeArchive.objects.filter(tournament=id).first()
    progress = WORK.progress(id) if row is not None and row.state == LargeArchive.State.WAITING else None
    done, total = progress or (0, 0)
    return {
        "state": "" if row is None else row.state,
        "done": done,
        "total": total,
        "percent": 100 * done // (total or 1),
    }


def file_view(name: str) -> StreamingView:
    """The view of a file of an event, one of `FILES`. Each is limited for itself, by its name."""

    def file(request: HttpRequest, key: str) -> HttpResponse:
        access = asked_about(request, key)
        try:
            return _no_event(request) if access is None else FILES[name].answer(request, access)
        except FileError as error:
            return refused(request, 404, file_error_text(error))

    file.__name__ = name
    return costly(per_minute=30)(revalidated(file))


# -- calendars ------------------------------------------------------------------------------------


@costly(per_minute=30)
@revalidated
def calendar_of_all(request: HttpRequest) -> HttpResponse:
    """When events begin, to be subscribed to: those to come, those that are on, and the last ones."""
    now = datetime.now(UTC)
    public = Tournament.objects.filter(announced__isnull=False, imported=False)
    public = public.annotate(begins=Coalesce("started", "starts"))
    coming = public.filter(begins__gte=now).order_by("begins", "id")[:MOST_EVENTS]
    # Not between two times: the planner takes few events to lie between them, and would read and sort them all.
    begun = public.filter(begins__lt=now).order_by("-begins", "id")[:MOST_EVENTS]
    events = [*coming, *(item for item in begun if item.begins >= now - LATELY)]
    announcements = Announcement.objects.in_bulk([event.id for event in events])
    slots = [_start(request, event, announcements.get(event.id)) for event in events]
    response = HttpResponse(to_ical(slots, name=_("Vexillum: events")), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="vexillum-events.ics"'
    return response


@costly(per_minute=30)
@revalidated
def calendar_of_series(request: HttpRequest, key: str) -> HttpResponse:
    """When the events of a series begin, to be subscribed to."""
    series = EventSeries.objects.filter(key=key).first()
    if series is None:
        return refused(request, 404, _("There is no series at this address. Capitals matter in it."))
    events = [event for event in events_of(series) if event.started or event.starts]
    announcements = Announcement.objects.in_bulk([event.id for event in events])
    slots = [_start(request, event, announcements.get(event.id)) for event in events]
    response = HttpResponse(to_ical(slots, name=series.name), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="vexillum-{key}.ics"'
    return response


def _start(request: HttpRequest, tournament: Tournament, announcement: Announcement | None) -> Slot:
    begins = tournament.started or tournament.starts
    assert begins is not None
    return Slot(
        uid=f"{tournament.key}@vexillum",
        name=_("Event") if announcement is None or not announcement.name else announcement.name,
        begins=begins,
        url=event_address(request, tournament.key),
        changed=tournament.changed,
        ends=tournament.ended,
        place="" if announcement is None else announcement.place,
        revision=tournament.version,
        off=tournament.status == Tournament.Status.CANCELLED,
    )


# -- records --------------------------------------------------------------------------------------


@costly(per_minute=10)
@require_safe
def records(request: HttpRequest, key: str) -> HttpResponseBase:
    """The records of all games that are revealed, as a zip that is made while it is sent."""
    access = asked_about(request, key)
    return _no_event(request) if access is None else records_zip(request, access)


@costly(per_minute=10)
@require_safe
def archive(request: HttpRequest, key: str) -> HttpResponseBase:
    """The archive of an event that is over: the same for everybody who may see the event."""
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    try:
        return archive_zip(request, access)
    except NoArchive:
        return refused(request, 403, _("The archive of an event can be had once the event has been played."))
    except ArchiveToBeMade:
        return redirect("tournaments:downloads", key)


@costly(per_minute=3)
@require_POST
def want_archive(request: HttpRequest, key: str) -> HttpResponse:
    """Has the archive of a large event made; the list of files tells how far it is."""
    access = asked_about(request, key)
    if access is None:
        return _no_event(request)
    have_archive_made(access)
    return redirect("tournaments:downloads", key)
