"""The pages: read the address, ask what was counted, render; and each table of them as CSV."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.presentation.address_form import AddressForm
from games.presentation.rooms import event_page
from library.figures.domain.counters import games_due
from library.figures.filters import FiguresFilters
from library.figures.requests import NoFigures, PlayerAsked, figures_asked, player_asked
from library.figures.tables import Figures
from web.answers import refused, revalidated
from web.limits import costly
from web.replica import from_replica

BEHIND = 20
"""Games that may be waiting to be counted without a word of it: they are counted within a minute."""


def _led(request: HttpRequest, form: AddressForm) -> HttpResponse | None:
    """Redirects to the address with only the used parameters: a form sends all its fields."""
    if all(request.GET[name].strip() for name in request.GET):
        return None
    query = form.address()
    return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)


@costly(per_minute=60)
@revalidated
@from_replica
def figures(request: HttpRequest) -> HttpResponse:
    """How the games of a rule book go, of a source, a year or an event; counted when they end and when they open."""
    form = FiguresFilters(request.GET)
    if not form.is_valid():
        return render(request, "figures/figures.html", {"room": "archive", "form": form}, status=400)
    due = games_due()
    context = {
        "room": "archive",
        "form": form,
        "figures": figures_asked(form),
        "query": form.address(),
        "games_url": _games(form),
        "event": event_page.ask(event) if (event := form.cleaned_data["event"]) else "",
        "due": due if due > BEHIND else 0,
    }
    return _led(request, form) or render(request, "figures/figures.html", context)


def _games(form: AddressForm, player: str = "") -> str:
    asked, query = form.cleaned_data, QueryDict(mutable=True)
    year = asked.get("year")
    for name, value in (
        ("variant", form.data["variant"]),
        ("player", player),
        ("event", asked.get("event")),
        ("since", f"{year}-01-01" if year else ""),
        ("until", f"{year}-12-31" if year else ""),
        ("source", asked.get("source")),
    ):
        if value:
            query[name] = value
    return f"{reverse('games:archive')}?{query.urlencode()}"


@costly(per_minute=60)
@revalidated
@from_replica
def table(request: HttpRequest, table: str) -> HttpResponse:
    """A table of that page as CSV."""
    form = FiguresFilters(request.GET)
    if not form.is_valid():
        return refused(request, 400, _("The address asks for something that there is not. Take it from the page."))
    return _csv(request, figures_asked(form), table)


def _csv(request: HttpRequest, result: Figures, slug: str) -> HttpResponse:
    wanted = result.table(slug)
    if wanted is None:
        return refused(request, 404, _("There is no such table, or fewer than ten games stand behind it."))
    response = HttpResponse(wanted.csv, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="vexillum-{result.rules.slug}-{wanted.slug}.csv"'
    return response


# -- of a player ----------------------------------------------------------------------------------


def _asked(request: HttpRequest, name: str) -> PlayerAsked | HttpResponse:
    account = request.user.pk if request.user.is_authenticated else None
    try:
        return player_asked(name, account, request.GET)
    except NoFigures as error:
        return refused(request, error.status, error.words)


@costly(per_minute=60)
@revalidated
def player_figures(request: HttpRequest, name: str) -> HttpResponse:
    """How a player's games go: at once for the player, for others once the month has been over for a month."""
    asked = _asked(request, name)
    if isinstance(asked, HttpResponse):
        return asked
    if asked.player.name != name:
        return HttpResponseRedirect(reverse("figures:player", args=[asked.player.name]))
    form = asked.form
    context = {"player": asked.player, "own": asked.until is None, "until": asked.until, "form": form}
    if not form.is_valid():
        return render(request, "figures/player.html", context, status=400)
    context |= {
        "figures": asked.figures if asked.books else None,
        "query": form.address(),
        "games_url": _games(form, asked.player.name),
    }
    return _led(request, form) or render(request, "figures/player.html", context)


@costly(per_minute=60)
@revalidated
def player_table(request: HttpRequest, name: str, table: str) -> HttpResponse:
    """A table of that page as CSV."""
    asked = _asked(request, name)
    if isinstance(asked, HttpResponse):
        return asked
    if not asked.form.is_valid():
        return refused(request, 400, _("The address asks for something that there is not. Take it from the page."))
    return _csv(request, asked.figures, table)
