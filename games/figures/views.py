"""The pages: read the address, ask what was counted, render; and each table of them as CSV."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.figures.domain.counting import (
    books_of_player,
    figures_of,
    figures_of_player,
    games_due,
    last_shown_month,
    slice_of,
)
from games.figures.domain.sums import FEWEST
from games.figures.forms import FiguresForm, PlayerFiguresForm
from games.figures.page import Figures
from games.show.address_form import AddressForm
from players.models import Player, Preferences
from players.people.accounts import member_of
from web.answers import refused, revalidated
from web.replica import from_replica

BEHIND = 20
"""Games that may be waiting to be counted without a word of it: they are counted within a minute."""


def _figures(form: FiguresForm) -> Figures:
    asked = form.cleaned_data
    part = slice_of(year=asked["year"], event=asked["event"])
    counts = figures_of(form.rules.slug, of=part, source=asked["source"])
    # Of an event whose games are all open, all is told: nothing is hidden behind a number.
    whole = bool(asked["event"]) and counts["opened"] == counts["games"]
    return Figures(form.rules, counts, usual=None, fewest=1 if whole else FEWEST)


def _led(request: HttpRequest, form: AddressForm) -> HttpResponse | None:
    """To the address that has nothing but what is asked for: a form sends all its fields."""
    if all(request.GET[name].strip() for name in request.GET):
        return None
    query = form.address()
    return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)


@revalidated
@from_replica
def figures(request: HttpRequest) -> HttpResponse:
    """How the games of a rule book go, of a source, a year or an event; counted when they end and when they open."""
    form = FiguresForm(request.GET)
    if not form.is_valid():
        return render(request, "figures/figures.html", {"room": "archive", "form": form}, status=400)
    due = games_due()
    context = {
        "room": "archive",
        "form": form,
        "figures": _figures(form),
        "query": form.address(),
        "games_url": _games(form),
        "event": form.cleaned_data["event"],
        "due": due if due > BEHIND else 0,
    }
    return _led(request, form) or render(request, "figures/figures.html", context)


def _games(form: AddressForm, player: str = "") -> str:
    """The same games in the archive."""
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


@revalidated
@from_replica
def table(request: HttpRequest, table: str) -> HttpResponse:
    """A table of that page as CSV."""
    form = FiguresForm(request.GET)
    if not form.is_valid():
        return refused(request, 400, _("The address asks for something that there is not. Take it from the page."))
    return _csv(request, _figures(form), table)


def _csv(request: HttpRequest, found: Figures, slug: str) -> HttpResponse:
    wanted = found.table(slug)
    if wanted is None:
        return refused(request, 404, _("There is no such table, or fewer than ten games stand behind it."))
    response = HttpResponse(wanted.csv, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="vexillum-{found.rules.slug}-{wanted.slug}.csv"'
    return response


# -- of a player ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """Whose figures are asked for.

    Args:
        until: the last month that who asks may see; None for all, of one's own.
    """

    player: Player
    until: date | None
    form: PlayerFiguresForm
    books: bool

    @property
    def figures(self) -> Figures:
        """The figures, held against those of all players."""
        rules = self.form.rules
        counts = figures_of_player(
            self.player.id, rules.slug, until=self.until, year=self.form.cleaned_data.get("year")
        )
        return Figures(rules, counts, usual=figures_of(rules.slug), fewest=FEWEST if self.until else 1)


def _asked(request: HttpRequest, name: str) -> _Asked | HttpResponse:
    try:
        player = member_of(name)
    except Http404:
        return refused(request, 404, _("There is no player of this name. The account may have been deleted."))
    if player.bot:
        return refused(request, 404, _("The computer has no figures of its own: its games count in those of all."))
    own = request.user.is_authenticated and request.user.pk == player.account_id
    if not own and Preferences.objects.filter(account=player.account_id, show_figures=False).exists():
        return refused(request, 403, _("This player keeps the figures to themselves."))
    until = None if own else last_shown_month(timezone.now())
    books = books_of_player(player.id, until=until)
    return _Asked(player, until, PlayerFiguresForm(request.GET, books), bool(books))


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


@revalidated
def player_table(request: HttpRequest, name: str, table: str) -> HttpResponse:
    """A table of that page as CSV."""
    asked = _asked(request, name)
    if isinstance(asked, HttpResponse):
        return asked
    if not asked.form.is_valid():
        return refused(request, 400, _("The address asks for something that there is not. Take it from the page."))
    return _csv(request, asked.figures, table)
