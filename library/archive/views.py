"""The pages: read the address, ask the domain, render.

A position and a chunk of moves have addresses that name the audience, whether the game is revealed, and the build that
draws them. What can no longer change is kept there for ever (RULES section 9 decides who may ask); a seat's own view is
private; everything else is asked for again by its ETag. None of these answers holds a name.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, lru_cache, partial, wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import conditional_page, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import notation as formats
from games.domain import queries
from games.domain.records import record_of
from games.models import Game
from games.presentation.audiences import Audience, audiences, moves_markup
from games.presentation.game_pages import OF_PAGES, ListedGame, count_text, is_elsewhere, newest, search_links
from games.presentation.knowledge import knowing_markup, may_know, odds_markup
from games.presentation.lists import board_address, cards_of, game_row, list_markup
from games.presentation.move_list import CHUNK
from games.presentation.opened import opened_markup, opened_value
from games.presentation.panels import ShownGame
from games.presentation.presentation import picture, position_markup
from games.presentation.public_view import only_what_is_over
from games.presentation.reveal import reveal_text
from games.presentation.rooms import at_own_seat, landing_parts
from games.presentation.seats import seated
from games.replay import timeline
from games.rules import Viewer, variant
from library.archive.domain.criteria import Criteria
from library.archive.domain.families import family_of
from library.archive.domain.search import GameSearch, SearchCount, SearchCursor, TooLong, place_of
from library.archive.explorer import ExplorerPage
from library.archive.families import FamiliesPage, FamilyPage
from library.archive.fight import landing_fight
from library.archive.forms import SearchForm, is_drawn, is_search
from library.archive.page import ReplayPage
from library.archive.search_filters import ExplorerFilters, FamiliesFilters, FamilyFilters
from library.archive.showcase import best_counted, by_worth
from web.answers import HtmxRequest, ViewFunction, number_in, plain, refused, revalidated, unkept
from web.compression import gzip_page
from web.kept_markup import kept_markup
from web.keyset import Page
from web.limits import costly
from web.replica import from_replica

PAGE = 30  # games on a page of the archive
LIVE, CARDS = 4, 8  # games on the landing page: so many in play, and with those that are over full rows of four or two
LATEST = 12  # among so many they are looked for
FOR_EVER = 365 * 24 * 3600


def _no_game(request: HttpRequest) -> HttpResponse:
    reason = _("There is no game at this address. Capitals matter in it; it may also never have existed.")
    return refused(request, 404, reason)


# -- lists ----------------------------------------------------------------------------------------


@revalidated
@from_replica
def home(request: HttpRequest) -> HttpResponse:
    """The landing page: a fight and a button to play for visitors, what waits for who is signed in; below are games."""
    player = getattr(request.user, "player", None)  # none is made here: this may be a replica
    context: dict[str, Any] = {
        "games": _live_and_latest(),
        "parts": landing_parts(player),
        "fight": None if player else landing_fight(),
    }
    return render(request, "home.html", context)


def _live_and_latest() -> SafeString:
    """The games in play, and those that are over: first the one most worth seeing, then the latest, records after those
    played here."""
    rows = queries.latest(LATEST, also=best_counted())
    damaged = queries.damaged_among(queries.ids_in(rows))

    def draw() -> str:
        games = queries.games_in(rows)
        queries.note_damage(games, damaged)
        best = by_worth(games)
        live = [game for game in best if game.status == Game.Status.PLAYING][:LIVE]
        over = [game for game in best if game.status == Game.Status.OVER]
        over = [*over[:1], *(game for game in games[:LATEST] if game.status == Game.Status.OVER), *over]
        shown = list({game.id: game for game in over}.values())[: CARDS - len(live)]
        return render_to_string("games/_live_and_latest.html", {"live": cards_of(live), "latest": cards_of(shown)})

    return kept_markup("latest", (rows, damaged), draw)


@costly(per_minute=60, when=is_search)
@revalidated
@from_replica
def archive(request: HtmxRequest) -> HttpResponse:
    """All games, newest first, searched and paged; HTMX swaps the list alone."""
    form = SearchForm(request.GET) if request.GET else None
    valid = form is None or form.is_valid()
    alone = request.htmx and not request.htmx.history_restore_request
    sent = {name for name in request.GET if name not in OF_PAGES}
    if form is not None and valid and (is_drawn(request.GET) or any(not request.GET[name].strip() for name in sent)):
        # A form sends all its fields: an address to share has those that say something.
        return _led(request, form.address())
    if alone and not valid:
        return HttpResponseClientRedirect(request.get_full_path())  # errors are shown with their fields
    context: dict[str, Any] = {"room": "archive", "form": form}
    status = 200
    if valid:
        try:
            page, count = GameSearch(_everything() if form is None else form.criteria()).look(PAGE, _cursor(request))
        except TooLong:
            if alone:
                return HttpResponseClientRedirect(request.get_full_path())
            context["too_long"] = True
            status = 503
        else:
            games = queries.rows_by_id(page.games)
            known = queries.ids_in(games)
            rows = Page([ListedGame(id) for id in page.games if id in known], page.newer, page.older)
            if is_elsewhere(request, rows) and not page.reached:
                return HttpResponseRedirect(newest(request))
            links = search_links(request, rows, page.reached)
            context |= {"rows": rows.rows, "links": links, "reached": page.reached}
            context["list"] = list_markup(page.games, games)
            context["total"] = total_text(count)
            # A service that comes from an older release has games and no entries yet.
            context["unmade"] = not rows.rows and not (form and form.chips) and Game.objects.exists()
    else:
        status = 400
    # The list alone is another answer at the same address, so caches must tell them apart.
    template = "games/_archive_list.html" if alone else "games/archive.html"
    if not alone:

        def draw() -> str:
            return render_to_string("games/_search_form.html", {"form": form or SearchForm(request.GET)})

        context["search"] = mark_safe(draw()) if sent else kept_markup("search", None, draw)  # noqa: S308
    response = render(request, template, context, status=status)
    response["Vary"] = "HX-Request"
    return response


@cache
def _everything() -> Criteria:
    """What is searched for where nothing is asked for."""
    form = SearchForm(QueryDict())
    form.is_valid()
    return form.criteria()


def _led(request: HttpRequest, query: str) -> HttpResponse:
    """Redirects to the address with only the used parameters."""
    return HttpResponseRedirect(f"{request.path}?{query}" if query else request.path)


def _cursor(request: HttpRequest) -> SearchCursor:
    """The beginning of the page of an address: at the newest game if it names none that there is."""
    for name, upwards, included in (
        ("before", False, False),
        ("after", True, False),
        ("from", False, True),
        ("upto", True, True),
    ):
        if name in request.GET:
            place = place_of(request.GET[name])
            return SearchCursor() if place is None else SearchCursor(place, upwards, included)
    return SearchCursor(upwards="oldest" in request.GET)


def total_text(count: SearchCount) -> str:
    """How many games there are, in words."""
    words = ngettext("%(number)s game", "%(number)s games", count.count.number) % {"number": count_text(count.count)}
    return _("At least %(games)s") % {"games": words} if count.least else words


@costly(per_minute=60)
@revalidated
@from_replica
def explorer(request: HttpRequest) -> HttpResponse:
    """The places of each rank in the set-ups of revealed games, with results; counted as games are revealed."""
    form = ExplorerFilters(request.GET)
    context: dict[str, Any] = {"room": "archive", "form": form}
    if form.is_valid():
        if any(not request.GET[name].strip() for name in request.GET):
            return _led(request, form.address())
        context["explorer"] = ExplorerPage(form)
    return render(request, "games/explorer.html", context, status=200 if form.is_valid() else 400)


@costly(per_minute=60)
@revalidated
@from_replica
def families(request: HttpRequest) -> HttpResponse:
    """The families of set-ups of a rule book, the largest first; sorted again from time to time."""
    form = FamiliesFilters(request.GET)
    context: dict[str, Any] = {"room": "archive", "form": form}
    if form.is_valid():
        if any(not request.GET[name].strip() for name in request.GET):
            return _led(request, form.address())
        context["families"] = FamiliesPage(form, number_in(request.GET.get("page")) or 1)
    return render(request, "games/families.html", context, status=200 if form.is_valid() else 400)


@costly(per_minute=60)
@revalidated
@from_replica
def family(request: HttpRequest) -> HttpResponse:
    """The family that a set-up belongs to; an address with one always leads to its family, whatever its leader."""
    form = FamilyFilters(request.GET)
    context: dict[str, Any] = {"room": "archive", "form": form}
    if form.is_valid() and (asked := form.cleaned_data["setup"]):
        row = family_of(asked, form.rules)
        context |= {"family": None if row is None else FamilyPage(row, form), "asked": asked}
    return render(request, "games/family.html", context, status=200 if form.is_valid() else 400)


# -- one game -------------------------------------------------------------------------------------


def asks_what_is_known(query: str) -> bool:
    """Whether the query of an address requests what could be known over the whole game, as part of the page."""
    return any(part.partition("=")[0] == "knowing" for part in query.split("&"))


@costly(per_minute=30, when=asks_what_is_known)
@revalidated
@from_replica
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """The replay of a game at one ply, for one audience. An impossible `ply` leads to the nearest one there is."""
    only_what_is_over(key)
    sitting = seated(request, key)
    if sitting is not None and not {"view", "ply"} & request.GET.keys():
        answer = at_own_seat(request, sitting)
        if answer is not None:
            return answer
    game = queries.game_by_key(key)
    if game is None:
        return _no_game(request)
    own = None if sitting is None else sitting.seat
    choices = audiences(game, own)
    line = timeline(game, player=own is not None)
    if not choices or (game.delayed and own is None and not line.begun):
        context = {"row": game_row(game), "game": game, "shown": ShownGame(game)}
        context["reveal"] = reveal_text(line.reveal_plan)
        return render(request, "games/closed.html", context)
    asked = request.GET.get("view", "")
    audience = next((choice for choice in choices if choice.viewer == asked), None)
    if asked and audience is None:
        if asked in set(Viewer):
            return refused(request, 403, _("This view of the game opens when the game is revealed."))
        return refused(request, 404, _("There is no such view of a game."))
    shown = audience or choices[0]
    if game.delayed and not shown.private:
        line = timeline(game)
    if game.delayed and own is None:
        game.public_version = line.version  # the page is at its reader's ply
    elif game.delayed and shown.private and line.outcome is not None:  # a player knows the end
        game.status, game.outcome, game.winner = Game.Status.OVER, line.outcome.kind.value, line.outcome.winner
    page = ReplayPage(
        game=game,
        line=line,
        choices=choices,
        audience=shown,
        asked=asked,
        wanted=number_in(request.GET.get("ply")),
        below=_below(request, game),
        own=own,
        whole=asks_what_is_known(request.META.get("QUERY_STRING", "")),
        reader=getattr(request.user, "player", None),
    )
    if "ply" in request.GET and request.GET["ply"] != str(page.ply):
        return HttpResponseRedirect(page.address(page.ply))
    return render(request, "games/replay.html", {"replay": page})


def _below(request: HttpRequest, game: Game) -> int:
    """The number of the seat that the address wants at the bottom; the first for one that there is not."""
    asked = number_in(request.GET.get("flip")) or 0
    return asked if 0 <= asked < len(variant(game.variant).seats) else 0


DrawFunction = Callable[[HttpRequest, Game, Audience, int], "tuple[str, bool] | None"]


def _fragment(draw: DrawFunction, *, kind: str | None = None) -> ViewFunction:
    """Make the view of a fragment: permission, whether the address is current, how long the answer is valid.

    `draw` returns the markup and whether it can no longer change, or None if the game has not come that far.
    """

    @wraps(draw)
    def inner(request: HttpRequest, key: str, audience: str, reveal: str, build: str, number: int) -> HttpResponse:
        only_what_is_over(key)
        game = queries.game_by_key(key)
        if game is None or audience not in set(Viewer):
            return plain(404, _("There is no such game or view."))
        viewer = Viewer(audience)
        # Only a seat's view before the reveal depends on the account: all other answers must not depend on a cookie.
        own = None if game.revealed or viewer.seat is None else queries.seat_of(game, request.user)
        mine = next((audience for audience in audiences(game, own) if audience.viewer is viewer), None)
        if mine is None:
            return plain(403, _("This view of the game opens when the game is revealed."))
        if (reveal, build) != (mine.reveal, mine.build):
            return _moved(request, game, mine, number)
        drawn = draw(request, game, mine, number)
        if drawn is None:
            return plain(404, _("The game has not come that far."))
        markup, settled = drawn
        response = HttpResponse(markup, content_type=kind)
        _keep(response, settled=settled, private=mine.private)
        return response

    return require_safe(gzip_page(conditional_page(from_replica(inner))))


def _keep(response: HttpResponse, *, settled: bool, private: bool) -> None:
    if private:
        patch_cache_control(response, private=True, no_cache=True)
    elif settled:
        patch_cache_control(response, public=True, max_age=FOR_EVER, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)


def _moved(request: HttpRequest, game: Game, audience: Audience, number: int) -> HttpResponse:
    """Redirect from addresses of another build, or from before the reveal, to the current one."""
    assert request.resolver_match is not None
    address = audience.address(request.resolver_match.view_name, game, number)
    query = request.GET.urlencode()
    return unkept(HttpResponseRedirect(f"{address}?{query}" if query else address))


@_fragment
def position(request: HttpRequest, game: Game, audience: Audience, ply: int) -> tuple[str, bool] | None:
    """A position: trays, board, the last turn in words. `?flip=1` has the second seat's side at the bottom.

    Args:
        game, audience, ply: what the address names; the audience may see it.
    """
    line = timeline(game, player=audience.private)
    if not line.begun or ply > line.plies:
        return None
    view = line.view(audience.viewer, ply)
    opened = opened_markup(line.opened(view), line.rules)
    markup = position_markup(view, below=_below(request, game), wait=line.wait(ply), opened=opened)
    return markup, ply < line.settled


@_fragment
def board(request: HttpRequest, game: Game, audience: Audience, ply: int) -> tuple[str, bool] | None:
    """The small board of a list of games: the position of a `game` at a `ply`, as the `audience` has it."""
    line = timeline(game, player=audience.private)
    if not line.begun or ply > line.plies:
        return None
    return picture(line.view(audience.viewer, ply), small=True), ply < line.settled or line.outcome is not None


@require_safe
@from_replica
def last_board(request: HttpRequest, key: str) -> HttpResponse:
    """Leads to the small board of a game as it stands for everybody; nothing where there is none to see. For lists that
    know a game by its `key` alone.
    """
    only_what_is_over(key)
    game = queries.game_by_key(key)
    at = "" if game is None else board_address(game)
    return unkept(HttpResponseRedirect(at) if at else HttpResponse(status=204))


@partial(_fragment, kind="application/json")
def opened(request: HttpRequest, game: Game, audience: Audience, ply: int) -> tuple[str, bool] | None:
    """What opens all that the `audience` of a `game` knows of hidden pieces at a `ply`, as JSON (docs/verifying.md)."""
    line = timeline(game, player=audience.private)
    if not line.begun or ply > line.plies:
        return None
    view = line.view(audience.viewer, ply)
    value = opened_value(game.key, view, line.known(view), line.seals, line.rules)
    return json.dumps(value, indent=1), ply < line.settled


@_fragment
def moves(request: HttpRequest, game: Game, audience: Audience, chunk: int) -> tuple[str, bool] | None:
    """Fifty plies of the move list of a `game`, as the `audience` has it: the `chunk` says which, from 0."""
    line = timeline(game, player=audience.private)
    if chunk * CHUNK >= line.plies:
        return None
    return moves_markup(game, line, audience, chunk), (chunk + 1) * CHUNK < line.settled


@lru_cache(maxsize=1)
def _verifying() -> str:
    return Path(settings.BASE_DIR, "docs", "verifying.md").read_text(encoding="utf-8")


@revalidated
def verifying(request: HttpRequest) -> HttpResponse:
    """How anybody checks seals and records, with the programs that do: `docs/verifying.md` as it is."""
    return HttpResponse(_verifying(), content_type="text/plain; charset=utf-8")


@costly(per_minute=60, strangers=True)
@_fragment
def knowing(request: HttpRequest, game: Game, audience: Audience, ply: int) -> tuple[str, bool] | None:
    """What the audience could know over the whole game: the graph, the turning points and the table.

    Args:
        game, audience: what the address names; the audience may see it.
        ply: the last one that the page knew of.
    """
    line = timeline(game, player=audience.private)
    if not line.begun or ply > line.plies or not _told_odds(game, audience):
        return None
    return knowing_markup(game, line, audience), ply == line.plies and line.outcome is not None


@costly(per_minute=120, strangers=True)
@_fragment
def odds(request: HttpRequest, game: Game, audience: Audience, ply: int) -> tuple[str, bool] | None:
    """What each piece of a `game` that is hidden from the `audience` may be at a `ply`."""
    line = timeline(game, player=audience.private)
    if not line.begun or ply > line.plies or not _told_odds(game, audience):
        return None
    return odds_markup(game, line, audience, ply, below=_below(request, game)), ply < line.settled


def _told_odds(game: Game, audience: Audience) -> bool:
    """Whether an audience may see what can be known: players not while the terms of the game forbid memory aids."""
    return may_know(game, audience.viewer.seat if audience.private else None)


FORMATS = {"json": ("application/json", formats.to_json), "xml": ("application/xml", formats.to_gravon)}


@costly(per_minute=60)
@revalidated
@from_replica
def record(request: HttpRequest, key: str, form: str) -> HttpResponse:
    """The record as a download, once the game is revealed: it holds every rank."""
    only_what_is_over(key)
    game = queries.game_by_key(key)
    if game is None:
        return _no_game(request)
    if form not in FORMATS:
        return refused(request, 404, _("A record can be had as record.json and as record.xml."))
    if not game.revealed:
        return refused(request, 403, _("A record holds every rank. It can be downloaded once the game is revealed."))
    kind, write = FORMATS[form]
    try:
        body = write(record_of(game.id, names=queries.names_of(game.id)))
    except formats.RecordError:
        return refused(request, 404, _("This form of record cannot hold this game. Take record.json instead."))
    response = HttpResponse(body, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="vexillum-{game.key}.{form}"'
    return response
