"""The pages of the lobby: seeks, tables, challenges, games to watch and one's own games.

A list that refreshes itself is a fragment with an element around it (`web/polled_parts.py`). Fragments hold no token:
their buttons belong to one form of the page around them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Account, Player
from accounts.people.accounts import player_of
from accounts.people.guests import TWICE, TooManyGuests, guest_for, sent_before, sign_in_again
from accounts.people.panels import PanelPlace, panels
from eventlog.sources import new_id
from games.domain import queries as games
from games.models import Game
from games.presentation.game_pages import (
    count_text,
    cursor_of,
    is_elsewhere,
    newest,
    next_to,
    page_links,
    place_of,
)
from games.presentation.lists import cards_of
from games.presentation.words import variant_name
from games.rules import VARIANTS, Illegal, Refusal
from play.lobby import domain, queries
from play.lobby.bots import listed_bots
from play.lobby.forms import ChallengeForm, SeekFilters, SeekForm, TermsForm
from play.lobby.guard import is_for_guests
from play.lobby.models import Seek
from play.lobby.pages import my_games, seek_rows
from play.lobby.rematches import rematch as ask_for_rematch
from play.lobby.words import lobby_refusal, status_of
from web.answers import HtmxRequest, ViewFunction, refused, revalidated, small_number, unkept
from web.kept_markup import kept_markup
from web.polled_parts import polled

BOTS = 30  # on a page of theirs
CARDS = 12  # games on a page to watch
LOBBY_SECONDS, TABLE_SECONDS, MINE_SECONDS, WATCH_SECONDS = 4, 3, 20, 20


def _player(request: HttpRequest) -> Player | None:
    return player_of(request.user) if isinstance(request.user, Account) else None


def _alone(request: HtmxRequest) -> bool:
    """Whether only the part that changes is asked for."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def _polled(request: HttpRequest, template: str, context: dict[str, Any], *, seconds: int, url: str) -> SafeString:
    """A part of a page that asks for itself again; its version tells whether there is anything new."""
    return polled(render_to_string(template, context, request), seconds=seconds, url=url)


def _refreshed(response: HttpResponse) -> HttpResponse:
    """The part alone is another answer at the same address, so caches must tell them apart."""
    response["Vary"] = "HX-Request, Cookie"
    return response


def _go(url: str) -> HttpResponse:
    """Send the page that asked by itself to another one."""
    return unkept(HttpResponse(headers={"HX-Redirect": url}))


def _address(name: str, query: dict[str, str]) -> str:
    """The address of a page with those parts of a query that are not empty."""
    asked = urlencode({key: value for key, value in query.items() if value})
    return f"{reverse(name)}?{asked}" if asked else reverse(name)


def _game_url(game: UUID) -> str:
    key = Game.objects.filter(id=game).values_list("key", flat=True).get()
    return reverse("games:replay", args=[key])


# -- the lobby ------------------------------------------------------------------------------------


@revalidated
def lobby(request: HtmxRequest) -> HttpResponse:
    """Open seeks with filters, one's own seeks, challenges, and the form to post one."""
    if request.GET.get("to"):
        return redirect(f"{reverse('lobby:challenge')}?{urlencode({'to': request.GET['to']})}")
    player = _player(request)
    if player is None or not _alone(request):
        return _lobby(request, player)
    domain.keep_alive(player=player.id)
    # First the list, which may have lost a seek, then whether that began: what begins in between is not missed.
    answer = _lobby(request, player)
    key = queries.started_lately(player.id, _ids(request.GET))
    return answer if key is None else _go(reverse("games:replay", args=[key]))


def _lobby(
    request: HtmxRequest, player: Player | None, *, refusal: Refusal | None = None, form: TermsForm | None = None
) -> HttpResponse:
    filters = SeekFilters(request.GET, auto_id="filter_%s")
    valid = not request.GET or filters.is_valid()
    wanted = {name: value for name, value in filters.cleaned_data.items() if value} if request.GET and valid else {}
    seeks = _seeks(request, player, wanted)
    status = status_of(refusal) if refusal else (200 if valid else 400)
    if _alone(request):
        return _refreshed(HttpResponse(seeks, status=status))
    context: dict[str, Any] = {
        "room": "lobby",
        "seeks": seeks,
        "filters": _filters_markup(filters, wanted if valid else None),
        "player": player,
        "refusal": lobby_refusal(refusal) if refusal else "",
    }
    context |= {"form": form} if form else {"once": new_id(), "terms": _usual_terms(wanted.get("variant", "classic"))}
    return _refreshed(render(request, "lobby/lobby.html", context, status=status))


def _filters_markup(filters: SeekFilters, wanted: dict[str, str] | None) -> SafeString:
    draw = partial(render_to_string, "lobby/_filters.html", {"filters": filters})
    return draw() if wanted is None else kept_markup("filters", sorted(wanted.items()), draw)


def _usual_terms(variant: str) -> SafeString:
    """The fields of the form to post a seek as they first are, for everybody alike."""

    def draw() -> str:
        return render_to_string("lobby/_terms.html", {"form": SeekForm(initial={"variant": variant})})

    return kept_markup("terms", variant, draw)


def _seeks(request: HttpRequest, player: Player | None, wanted: dict[str, str]) -> SafeString:
    """The part of the lobby that refreshes itself."""
    rows = seek_rows(queries.listed_seeks(player.id if player else None, **wanted), player)
    own = queries.seeks_of(player.id) if player else {}
    mine, tables, challenges = (seek_rows(own.get(what, []), player) for what in ("mine", "tables", "challenges"))
    context = {
        "rows": [row for row in rows if row.role not in ("host", "sitting")],
        "mine": mine,
        "tables": tables,
        "challenges": challenges,
        "filtered": bool(wanted),
        "login_url": f"{reverse('login')}?{urlencode({'next': reverse('lobby:lobby')})}",
    }
    address = wanted | {"mine": ",".join(str(row.id) for row in [*mine, *tables])}
    url = _address("lobby:lobby", address)
    return _polled(request, "lobby/_seeks.html", context, seconds=LOBBY_SECONDS, url=url)


def _ids(data: QueryDict) -> list[UUID]:
    """The ids of seeks that a page had when it was made; what is none is passed over."""
    results = []
    for text in data.get("mine", "").split(",")[:100]:
        try:
            results.append(UUID(text))
        except ValueError:
            continue
    return results


# -- posting --------------------------------------------------------------------------------------


def _signed_in(view: ViewFunction) -> ViewFunction:
    """Ask who is not signed in to do so, and bring them back."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            back = request.get_full_path() if request.method == "GET" else reverse("lobby:lobby")
            answer = redirect_to_login(back)
            # A list that refreshes itself after its reader has signed out takes the whole page there.
            return _go(answer.url) if getattr(request, "htmx", False) else answer
        player = _player(request)
        assert player is not None
        return view(request, player, *args, **kwargs)

    return inner


@require_http_methods(["GET", "HEAD", "POST"])
@_signed_in
def post(request: HttpRequest, player: Player) -> HttpResponse:
    """Post a seek; with errors, the form again with all that was typed.

    `?kind=link` begins with a casual one by link.
    """
    by_link = {"kind": Seek.Kind.LINK, "rated": False} if request.GET.get("kind") == Seek.Kind.LINK else None
    form = SeekForm(request.POST) if request.method == "POST" else SeekForm(initial=by_link)
    return _posted(request, player, form, "lobby/post.html")


@require_http_methods(["GET", "HEAD", "POST"])
@_signed_in
def challenge(request: HttpRequest, player: Player) -> HttpResponse:
    """Challenge a player by name; `?to=` fills it in."""
    asked = {"to": request.GET.get("to", "")[:150], "rated": True}
    form = ChallengeForm(request.POST) if request.method == "POST" else ChallengeForm(initial=asked)
    return _posted(request, player, form, "lobby/challenge.html")


def _posted(request: HttpRequest, player: Player, form: TermsForm, template: str) -> HttpResponse:
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return _to_seek(_write(player, form))
            except Illegal as illegal:
                form.add_error(None, lobby_refusal(illegal.refusal))
                status = status_of(illegal.refusal)
    return render(request, template, {"room": "lobby", "form": form, "player": player}, status=status)


def _write(player: Player, form: TermsForm) -> Seek:
    values = form.cleaned_data
    if isinstance(form, ChallengeForm):
        return domain.challenge(host=player, terms=values["terms"], players=values["to"], id=values["once"])
    kind = values["kind"] or Seek.Kind.OPEN
    return domain.open_seek(host=player, terms=values["terms"], kind=kind, id=values["once"])


def _to_seek(seek: Seek) -> HttpResponse:
    """To the game, if it has started; to the table, if one waits there; else to the lobby."""
    if seek.game is not None:
        return HttpResponseRedirect(_game_url(seek.game))
    if seek.kind == Seek.Kind.OPEN and seek.size == 2:
        return redirect("lobby:lobby")
    return redirect("lobby:invitation", seek.token)


@revalidated
def bots(request: HttpRequest) -> HttpResponse:
    """The bots that take challenges of who looks, by name."""
    player = _player(request)
    beside, upwards = next_to(request)
    page = listed_bots(BOTS, asker=player, beside=beside, upwards=upwards)
    if is_elsewhere(request, page):
        return HttpResponseRedirect(newest(request))
    context = {
        "room": "lobby",
        "rows": page.rows,
        "links": page_links(request, page),
        "may_challenge": player is None or not player.guest,
    }
    return render(request, "lobby/bots.html", context)


# -- joining and the rest -------------------------------------------------------------------------


@require_POST
def join(request: HtmxRequest) -> HttpResponse:
    """Join a seek or accept a challenge; `number` in the address is a place at a table where each chooses. Who is not
    signed in joins a casual game by link as a guest, and is asked to sign in for any other.
    """
    if not request.user.is_authenticated and _wants_guest(request):
        return _join_as_guest(request)
    return _join(request)


@_signed_in
def _join(request: HtmxRequest, player: Player) -> HttpResponse:
    return _done(request, player, lambda seek: _sit_down(request, seek, player))


def _sit_down(request: HttpRequest, seek: UUID, player: Player) -> HttpResponse:
    chosen = small_number(request.GET.get("number", ""), digits=1)
    return _to_seek(domain.join(seek=seek, player=player, number=chosen))


def _wants_guest(request: HttpRequest) -> bool:
    """Whether the form names a seek that needs no account. What is no seek is refused like one that is gone."""
    seek = _named(request)
    result = None if seek is None else Seek.objects.filter(id=seek).first()
    return result is not None and is_for_guests(result)


def _join_as_guest(request: HtmxRequest) -> HttpResponse:
    """A visitor joins. No guest is made where there is no place, and none twice of a form that comes twice."""
    seek = _named(request)
    assert seek is not None
    once = f"joins-as-guest:{seek}:{request.POST.get('once', '')[:40]}"
    before = sent_before(once)
    if before is not None:
        sign_in_again(request, before[1])
        return HttpResponseRedirect(before[0])

    def sit_down(seek: UUID) -> HttpResponse:
        domain.check_free(seek)
        try:
            guest = guest_for(request)
        except TooManyGuests as error:
            raise Illegal(Refusal("too-many-guests", {"seconds": error.seconds})) from None
        answer = _sit_down(request, seek, player_of(guest))
        cache.set(once, (answer["Location"], str(guest.pk)), timeout=TWICE)
        return answer

    answer = _done(request, None, sit_down)
    if answer.status_code != 302:
        cache.delete(once)
    return answer


@require_POST
@_signed_in
def cancel(request: HtmxRequest, player: Player) -> HttpResponse:
    """Take one's own seek back."""
    return _told(request, player, domain.cancel, _("Your seek is cancelled."))


@require_POST
@_signed_in
def decline(request: HtmxRequest, player: Player) -> HttpResponse:
    return _told(request, player, domain.decline, _("You have declined the challenge."))


@require_POST
@_signed_in
def leave(request: HtmxRequest, player: Player) -> HttpResponse:
    """Leave a table that is not full."""
    return _told(request, player, domain.leave, _("You have left the table."))


def _told(request: HtmxRequest, player: Player, act: Callable[..., object], words: str) -> HttpResponse:
    """Do something with the seek that a form names, say so, and lead to the lobby."""

    def done(seek: UUID) -> HttpResponse:
        act(seek=seek, player=player)
        messages.info(request, words)
        return redirect("lobby:lobby")

    return _done(request, player, done)


def _named(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.POST.get("seek", ""))
    except ValueError:
        return None


def _done(request: HtmxRequest, player: Player | None, act: Callable[[UUID], HttpResponse]) -> HttpResponse:
    """Do something with the seek that a form names; a refusal is told above the lobby as it is now."""
    try:
        seek = _named(request)
        if seek is None:
            raise Illegal(Refusal("gone"))
        return act(seek)
    except Illegal as illegal:
        answer = _lobby(request, _player(request) or player, refusal=illegal.refusal)
        if "seconds" in illegal.refusal.params:
            answer["Retry-After"] = str(illegal.refusal.params["seconds"])
        return answer


@require_POST
@_signed_in
def rematch(request: HtmxRequest, player: Player, key: str) -> HttpResponse:
    """Ask for a rematch of a game, or accept one. Leads to the new game, or back to the old one to wait there."""
    try:
        game = games.game_by_key(key)
        if game is None:
            raise Illegal(Refusal("no-game"))
        seek = ask_for_rematch(game=game.id, player=player)
    except Illegal as illegal:
        return _lobby(request, player, refusal=illegal.refusal)
    return _to_seek(seek)


@revalidated
def invitation(request: HtmxRequest, token: str) -> HttpResponse:
    """A seek by its link: what it offers, who sits there, and how to join. Anyone may look who has the link."""
    seek = Seek.objects.select_related("host__account").prefetch_related("places__player").filter(token=token).first()
    if seek is None:
        return refused(request, 404, _("There is no such challenge. Links are long: see that yours is complete."))
    player = _player(request)
    sits = player is not None and any(place.player_id == player.id and place.joined for place in seek.table)
    if seek.game is not None and sits:
        url = _game_url(seek.game)
        return _go(url) if _alone(request) else redirect(url)
    if _alone(request) and player is not None:
        domain.keep_alive(player=player.id)
    return _invitation(request, seek, player)


def _invitation(request: HtmxRequest, seek: Seek, player: Player | None) -> HttpResponse:
    (row,) = seek_rows([seek], player)
    here = reverse("lobby:invitation", args=[seek.token])
    context = {
        "row": row,
        "state": seek.state if row.open or seek.state != Seek.State.OPEN else Seek.State.EXPIRED,
        "game_url": _game_url(seek.game) if seek.game else "",
        "login_url": f"{reverse('login')}?{urlencode({'next': here})}",
        "signup_url": f"{reverse('account_signup')}?{urlencode({'next': here})}",
        "link": request.build_absolute_uri(here),
    }
    table = _polled(request, "lobby/_table.html", context, seconds=TABLE_SECONDS, url=here)
    if _alone(request):
        return _refreshed(HttpResponse(table))
    page = {"room": "lobby", "table": table, "row": row, "once": new_id()}
    return _refreshed(render(request, "lobby/invitation.html", page, status=200 if row.open else 410))


# -- games ----------------------------------------------------------------------------------------


@revalidated
def watch(request: HtmxRequest) -> HttpResponse:
    """Running games with a small board each, of one variant or of all."""
    asked = request.GET.get("variant", "")
    if asked and asked not in VARIANTS:
        return refused(request, 404, _("There is no such variant. The list of rules has them all."))
    page = queries.watched(queries.running(asked), CARDS, cursor_of(request))
    if is_elsewhere(request, page):
        return HttpResponseRedirect(newest(request))
    query = {"variant": asked, **place_of(request)}
    context = {
        "cards": cards_of(page.rows),
        "links": page_links(request, page),
        "asked": variant_name(asked) if asked else "",
    }
    part = _polled(request, "lobby/_watch.html", context, seconds=WATCH_SECONDS, url=_address("lobby:watch", query))
    if _alone(request):
        return _refreshed(HttpResponse(part))
    count, by_variant = queries.running_by_variant()
    kinds = [(slug, variant_name(slug), number or "") for slug, number in by_variant.items()]
    total = count_text(count)
    whole = {"room": "watch", "part": part, "kinds": kinds, "asked": asked, "total": total}
    return _refreshed(render(request, "lobby/watch.html", whole))


@_signed_in
def mine(request: HttpRequest, player: Player) -> HttpResponse:
    """My games: those that wait for me first, by their deadlines."""
    return _mine(request, player)


@revalidated
def _mine(request: HtmxRequest, player: Player) -> HttpResponse:
    lists = my_games(player)
    challenges = queries.challenges_count(player.id)
    beside = panels(PanelPlace.GAMES, player)
    context = {"games": lists, "challenges": challenges, "panels": beside}
    part = _polled(request, "lobby/_mine.html", context, seconds=MINE_SECONDS, url=reverse("lobby:mine"))
    if _alone(request):
        # The tab shows the number of games that wait, as the head of every whole page does.
        number = f"({lists.waiting}) " if lists.waiting else ""
        return _refreshed(HttpResponse(format_html("<title>{}{} · Vexillum</title>{}", number, _("My games"), part)))
    return _refreshed(render(request, "lobby/mine.html", {"room": "mine", "part": part}))
