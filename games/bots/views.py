"""The page “Play the computer”: one click, and there is a game."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.bots.forms import ComputerForm
from games.bots.opening import PACES, start_game, unfinished
from games.domain import queries
from games.domain.clocks import TimeControl
from games.domain.commands import open_game
from games.models import key_of
from games.rules import VARIANTS, Illegal, Refusal
from games.show.rooms import rule_card
from games.show.wording import variant_name
from players.models import Account
from players.people.accounts import player_of
from players.people.bots import BOT_IDS
from players.people.guests import TWICE, TooManyGuests, guest_for, sent_before, sign_in_again
from web.answers import refused
from web.compressing import gzip_page

_FIRST = ("barrage", "duel")
"""They have few pieces and are over soon, so they stand first."""

_LISTED = 5


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """GET: choose what to play. POST: a game begins and the answer leads to it; a visitor becomes a guest."""
    if request.method != "POST":
        return _page(request, ComputerForm())
    form = ComputerForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    begun = sent_before(_of_form(form))
    if begun is not None:
        return _same_game(request, *begun)
    try:
        return _start(request, form)
    except TooManyGuests as error:
        cache.delete(_of_form(form))
        reason = _("Too many games were begun from here within the hour. Wait a little, or sign in.")
        response = _page(request, form, reason=reason, status=429)
        response["Retry-After"] = str(error.seconds)
        return response
    except Illegal as error:
        cache.delete(_of_form(form))
        return _page(request, form, reason=_reason(error.refusal), status=409)


def _start(request: HttpRequest, form: ComputerForm) -> HttpResponse:
    account = guest_for(request)
    game = start_game(player=player_of(account), **form.terms())
    cache.set(_of_form(form), (key_of(game), str(account.pk)), timeout=TWICE)
    return redirect("games:replay", key_of(game))


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The same game against the computer once more, with the colours changed. A second click leads to the same one."""
    over = queries.game_by_key(key)
    if over is None:
        return refused(request, 404, _("There is no game at this address."))
    seat = queries.seat_of(over, request.user)
    against = {one.player_id for one in over.seats.all()} & BOT_IDS
    if seat is None or not against or not isinstance(request.user, Account):
        return refused(request, 403, _("Only who played this game against the computer can play it again."))
    once = f"computer-again:{over.id}"
    begun = sent_before(once)
    if begun is not None:
        return redirect("games:replay", begun[0])
    made = open_game(over.id).created
    control = TimeControl.from_value(over.time) if over.time else next(iter(PACES.values()))
    try:
        player = player_of(request.user)
        game = start_game(
            player=player,
            book=VARIANTS[over.variant],
            side=1 - seat.side,
            time=control,
            reveal=made.reveal,
            reveal_after=made.reveal_after,
        )
    except Illegal as error:
        cache.delete(once)
        return _page(request, ComputerForm(), reason=_reason(error.refusal), status=409)
    cache.set(once, (key_of(game), ""), timeout=TWICE)
    return redirect("games:replay", key_of(game))


def _reason(refusal: Refusal) -> str:
    most = int(str(refusal.params.get("most", 0)))
    return ngettext(
        "You have %(most)d unfinished game against the computer. Finish it, or give it up.",
        "You have %(most)d unfinished games against the computer. Finish one, or give one up.",
        most,
    ) % {"most": most}


# -- the same form twice --------------------------------------------------------------------------


def _of_form(form: ComputerForm) -> str:
    return f"computer:{form.cleaned_data['once']}"


def _same_game(request: HttpRequest, key: str, account: str) -> HttpResponse:
    """Leads to the game that a first click began."""
    sign_in_again(request, account)
    return redirect("games:replay", key)


# -- the page -------------------------------------------------------------------------------------


def _page(request: HttpRequest, form: ComputerForm, *, reason: str = "", status: int = 200) -> HttpResponse:
    slugs = [*_FIRST, *(slug for slug in VARIANTS if slug not in _FIRST)]
    player = player_of(request.user) if isinstance(request.user, Account) else None
    mine = unfinished(player.id)[:_LISTED] if player else ()
    context = {
        "room": "computer",
        "form": form,
        "reason": reason,
        "books": [(slug, rule_card.ask(VARIANTS[slug])) for slug in slugs],
        "guest": player is None,
        "unfinished": [(reverse("games:replay", args=[game.key]), variant_name(game.variant)) for game in mine],
    }
    response = render(request, "bots/computer.html", context, status=status)
    patch_cache_control(response, private=True, no_store=True)
    return response
