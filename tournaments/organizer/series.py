"""Series of events: the page that everybody sees, with the forms of who organises it, and the list of one's own."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules import Illegal
from tournaments.domain.commands import series as series_commands
from tournaments.domain.commands.series import MOST_EVENTS
from tournaments.domain.queries.series_standings import events_of, events_to_add, standings_of
from tournaments.models import EventSeries, Tournament
from tournaments.organizer.access import player_in, signed_in
from tournaments.organizer.table_pages import page_of, paged
from tournaments.pages.lists import event_rows
from tournaments.presentation.names import link_to, put_names, without_marks
from tournaments.presentation.words import points_text, status_of, tournament_refusal
from tournaments.scoring.series import SeriesStanding
from web.answers import private, refused, see_other, small_number
from web.kept_markup import kept_markup
from web.limits import costly
from web.words import isolated


class SeriesForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the series"), max_length=120)
    best = forms.IntegerField(
        label=gettext_lazy("Results that count"),
        min_value=1,
        max_value=MOST_EVENTS,
        required=False,
        help_text=gettext_lazy("The best so many of each player. Left empty: all."),
    )
    points = forms.CharField(
        label=gettext_lazy("Points by place"),
        max_length=600,
        required=False,
        help_text=gettext_lazy(
            "Of the first place, the second, and so on, such as 10 8 6 5 4 3 2 1. Who share a place share its points. "
            "Left empty: the points scored in the events count."
        ),
    )

    def clean_points(self) -> list[int]:
        texts = re.split(r"[\s,;]+", self.cleaned_data["points"].strip())
        if not all(re.fullmatch(r"\d{1,5}", text, re.ASCII) for text in texts if text):
            raise forms.ValidationError(_("Write whole numbers with spaces between them."))
        return [int(text) for text in texts if text]


@signed_in
def own_series(request: HttpRequest) -> HttpResponse:
    """One's own series, and the form of a new one."""
    player = player_in(request)
    if player is None or player.guest:
        return refused(request, 403, _("Guests cannot organise events. Sign up first; your games go with you."))
    form = SeriesForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = _keep(form, player.id)
                messages.success(request, _("The series is made. Add its events below."))
                return see_other(_address(made))
            except Illegal as illegal:
                status = _refuse(form, illegal)
    rows = [(row.name, _address(row)) for row in EventSeries.objects.filter(owner=player.id).order_by("name", "id")]
    return render(
        request, "tournaments/own_series.html", {"room": "tournaments", "form": form, "rows": rows}, status=status
    )


def _keep(form: SeriesForm, owner: UUID, series: UUID | None = None) -> EventSeries:
    values = form.cleaned_data
    return series_commands.keep_series(
        owner=owner, name=values["name"], best=values["best"] or 0, points=values["points"], series=series
    )


def _refuse(form: SeriesForm, illegal: Illegal) -> int:
    field = illegal.refusal.params.get("field")
    form.add_error(None if field is None else str(field), tournament_refusal(illegal.refusal))
    return status_of(illegal.refusal)


def _address(series: EventSeries) -> str:
    return reverse("tournaments:series", args=[series.key])


@costly(per_minute=60)
@private
def series(request: HttpRequest, key: str) -> HttpResponse:
    """A series: its events, and the standings over those that are over. Its organiser changes it here."""
    player = player_in(request)
    if request.method == "POST" and player is None:
        return refused(request, 403, _("Only who organises the series may change it."))
    row = EventSeries.objects.filter(key=key).first()
    if row is None:
        return refused(request, 404, _("There is no series at this address. Capitals matter in it."))
    own = player is not None and player.id == row.owner
    if request.method != "POST":
        return _page(request, row, own=own)
    if not own:
        return refused(request, 403, _("Only who organises the series may change it."))
    do, tournament = request.POST.get("do", ""), request.POST.get("event", "")
    form = SeriesForm(request.POST)
    try:
        if do == "add" and (event := _event(tournament)) is not None:
            series_commands.add_to_series(owner=row.owner, series=row.id, tournament=event.id)
        elif do == "remove" and (event := _event(tournament)) is not None:
            series_commands.take_from_series(owner=row.owner, series=row.id, tournament=event.id)
        elif do == "delete" and "sure" not in request.POST:
            return _page(request, row, own=True, sure=True)
        elif do == "delete":
            series_commands.delete_series(owner=row.owner, series=row.id)
            messages.success(request, _("The series is deleted. Its events stay."))
            return see_other(reverse("tournaments:own-series"))
        elif do == "keep":
            if not form.is_valid():
                return _page(request, row, own=True, form=form, status=422)
            _keep(form, row.owner, row.id)
    except Illegal as illegal:
        status = _refuse(form, illegal) if do == "keep" else status_of(illegal.refusal)
        say = "" if do == "keep" else tournament_refusal(illegal.refusal)
        return _page(request, row, own=True, form=form if do == "keep" else None, status=status, say=say)
    return see_other(_address(row))


def _event(key: str) -> Tournament | None:
    return Tournament.objects.filter(key=key.replace("\0", "")).first()


def _page(
    request: HttpRequest,
    row: EventSeries,
    *,
    own: bool,
    form: SeriesForm | None = None,
    say: str = "",
    status: int = 200,
    sure: bool = False,
) -> HttpResponse:
    events = events_of(row, drafts=own)
    initial = {"name": row.name, "best": row.best or None, "points": " ".join(map(str, row.points))}
    context: dict[str, Any] = {
        "room": "tournaments",
        "series": row,
        "name": isolated(without_marks(row.name)),
        "events": [(event.key, shown) for event, shown in zip(events, event_rows(events), strict=True)],
        "standings": _standings(request, row, events),
        "own": own,
        "say": say,
        "sure": sure,
        "feed": request.build_absolute_uri(reverse("tournaments:series-calendar", args=[row.key])),
    }
    if own:
        free = [*events_to_add(row)]
        context |= {
            "form": form or SeriesForm(initial=initial),
            "free": [(event.key, shown.name) for event, shown in zip(free, event_rows(free), strict=True)],
        }
    return HttpResponse(put_names(render_to_string("tournaments/series.html", context, request)), status=status)


def _standings(request: HttpRequest, row: EventSeries, events: list[Tournament]) -> str:
    """A page of the standings as markup, kept as long as the events are as they were. Names are marks. Pages far down,
    of which there are any number, are not kept."""
    asked = small_number(request.GET.get("page", ""), digits=2)

    def draw() -> str:
        page = page_of(request, standings_of(row, events))
        context = {
            "numbers": range(1, len(events) + 1),
            "rows": [_standing(standing, len(events)) for standing in page.object_list],
            **paged(page),
        }
        return render_to_string("tournaments/_series_standings.html", context)

    if asked is None and "page" in request.GET:
        return draw()
    shown = (row.id, row.best, row.points, [(event.id, event.version) for event in events], asked)
    return kept_markup("series", shown, draw)


def _standing(standing: SeriesStanding[UUID], events: int) -> dict[str, Any]:
    return {
        "place": standing.place,
        "name": link_to(standing.who),
        "total": _points(standing.total),
        "wins": standing.wins,
        "results": [
            ("" if at not in standing.points else _points(standing.points[at]), at in standing.counted)
            for at in range(events)
        ],
    }


def _points(value: Any) -> str:
    """Points with one decimal at most."""
    return points_text(round(value * 10))
