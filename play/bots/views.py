"""The pages “Play the computer”: one click, and there is a game; and “What if”: on from a position of another one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.conduct.restrictions import PlayerBarred
from accounts.models import Account
from accounts.people.accounts import player_of
from accounts.people.bots import BOT_IDS
from accounts.people.guests import TWICE, TooManyGuests, guest_for, sent_before, sign_in_again
from games.domain import queries
from games.models import key_of
from games.presentation.rooms import rule_card
from games.presentation.words import refusal_text, variant_name
from games.replay import timeline
from games.rules import VARIANTS, Illegal, Refusal
from play.bots.forms import ComputerForm, WhatIfForm
from play.bots.new_games import PACES, TooManyPlies, count_plies, once_more, start_game, start_what_if, unfinished
from play.bots.what_if import WhatIfPage
from play.bots.words import refusal_words
from web.answers import number_in, refused, unkept
from web.compression import gzip_page
from web.limits import costly

_FIRST = ("barrage", "duel")
"""They have few pieces and are over soon, so they stand first."""

_LISTED = 5


_TOO_MANY_GUESTS = gettext_lazy("Too many games were begun from here within the hour. Wait a little, or sign in.")
_TOO_MANY_PLIES = gettext_lazy("You have played on from many positions within the hour. Wait a little, then go on.")


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def computer(request: HttpRequest) -> HttpResponse:
    """GET: choose what to play. POST: a game begins and the answer leads to it; a visitor becomes a guest."""
    if request.method != "POST":
        return _page(request, ComputerForm())
    form = ComputerForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _begin(request, form, f"computer:{form.cleaned_data['once']}", **form.terms())


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A game that needs no choice begins, and the answer leads to it; a visitor becomes a guest.

    A second click within a moment leads to the same one.
    """
    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")  # without it a form is refused
    once = salted_hmac("play.bots.now", browser, algorithm="sha256").hexdigest()
    book, time = VARIANTS[_FIRST[0]], PACES["live-20-10"]
    return _begin(request, ComputerForm(), f"now:{once}", book=book, side=None, time=time, ready_made=True)


def _begin(request: HttpRequest, form: ComputerForm, once: str, **terms: Any) -> HttpResponse:
    """A game against the computer, or the page with the reason why there is none.

    Args:
        form: what the page shows then.
        once: the key in the cache under which the same form finds the game again.
        terms: as for `start_game`.
    """
    begun = sent_before(once)
    if begun is not None:
        return _same_game(request, *begun)
    try:
        account = guest_for(request)
        game = start_game(player=player_of(account), **terms)
    except TooManyGuests as error:
        cache.delete(once)
        return _wait(_page(request, form, reason=_TOO_MANY_GUESTS, status=429), error.seconds)
    except PlayerBarred:
        cache.delete(once)
        raise
    except Illegal as error:
        cache.delete(once)
        return _page(request, form, reason=refusal_words(error.refusal), status=409)
    cache.set(once, (key_of(game), str(account.pk)), timeout=TWICE)
    return redirect("games:replay", key_of(game))


@require_POST
def again(request: HttpRequest, key: str) -> HttpResponse:
    """The same game against the computer once more, with the colours changed. A second click leads to the same one."""
    over = queries.game_by_key(key)
    if over is None:
        return refused(request, 404, _("There is no game at this address."))
    seat = queries.seat_of(over, request.user)
    against = {seat.player_id for seat in over.all_seats} & BOT_IDS
    if seat is None or not against or not isinstance(request.user, Account):
        return refused(request, 403, _("Only who played this game against the computer can play it again."))
    once = f"computer-again:{over.id}"
    begun = sent_before(once)
    if begun is not None:
        return redirect("games:replay", begun[0])
    try:
        game = once_more(request, over, seat, player_of(request.user))
    except TooManyPlies as error:
        cache.delete(once)
        return _wait(_page(request, ComputerForm(), reason=_TOO_MANY_PLIES, status=429), error.seconds)
    except PlayerBarred:
        cache.delete(once)
        raise
    except Illegal as error:
        cache.delete(once)
        return _page(request, ComputerForm(), reason=refusal_words(error.refusal), status=409)
    cache.set(once, (key_of(game), ""), timeout=TWICE)
    return redirect("games:replay", key_of(game))


# -- what if --------------------------------------------------------------------------------------


@costly(per_minute=30)
@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def play_on(request: HttpRequest, key: str) -> HttpResponse:
    """GET: from which side, and from the truth or from what it could know, one plays on at `?ply=`. POST: that game
    begins, and the answer leads to it; a visitor becomes a guest."""
    game = queries.game_by_key(key)
    if game is None:
        return refused(request, 404, _("There is no game at this address."))
    if not game.revealed:
        return refused(request, 403, refusal_text(Refusal("origin-closed")))
    page = WhatIfPage(game, timeline(game), number_in(request.GET.get("ply")))
    if request.method != "POST":
        return _what_if(request, page, page.form())
    form = page.form(request.POST)
    if not form.is_valid():
        return _what_if(request, page, form, status=422)
    once = f"what-if:{form.cleaned_data['once']}"
    begun = sent_before(once)
    if begun is not None:
        return _same_game(request, *begun)
    try:
        count_plies(request, form.cleaned_data["ply"])
        account = guest_for(request)
        made = start_what_if(player=player_of(account), game=game, **form.terms())
    except (TooManyGuests, TooManyPlies) as error:
        cache.delete(once)
        reason = _TOO_MANY_GUESTS if isinstance(error, TooManyGuests) else _TOO_MANY_PLIES
        return _wait(_what_if(request, page, form, reason=reason, status=429), error.seconds)
    except PlayerBarred:
        cache.delete(once)
        raise
    except Illegal as error:
        cache.delete(once)
        return _what_if(request, page, form, reason=refusal_words(error.refusal), status=409)
    cache.set(once, (key_of(made), str(account.pk)), timeout=TWICE)
    return redirect("games:replay", key_of(made))


def _wait(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"] = str(seconds)
    return response


def _what_if(
    request: HttpRequest, page: WhatIfPage, form: WhatIfForm, *, reason: str | Promise = "", status: int = 200
) -> HttpResponse:
    return unkept(render(request, "bots/play_on.html", {"page": page, "form": form, "reason": reason}, status=status))


# -- the same form twice --------------------------------------------------------------------------


def _same_game(request: HttpRequest, key: str, account: str) -> HttpResponse:
    """Leads to the game that a first click began."""
    sign_in_again(request, account)
    return redirect("games:replay", key)


# -- the page -------------------------------------------------------------------------------------


def _page(request: HttpRequest, form: ComputerForm, *, reason: str | Promise = "", status: int = 200) -> HttpResponse:
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
    return unkept(render(request, "bots/computer.html", context, status=status))
