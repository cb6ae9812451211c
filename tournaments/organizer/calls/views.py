"""The pages of calls: read the form, call one command, render."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.authentication.second_factor import stopped
from games.domain import arbitration as in_games
from games.presentation.presentation import position_markup
from games.rules import Viewer
from tournaments.domain.commands import arbitration as tournament_arbitration
from tournaments.domain.state import Call
from tournaments.organizer.access import EventAccess, for_players
from tournaments.organizer.actions import ActionForm, offers, perform, said_above, said_elsewhere
from tournaments.organizer.calls.actions import ACTIONS, actions_of
from tournaments.organizer.calls.pages import CallPage, call_state, calls_about, players_at, rows, seat_words
from tournaments.organizer.calls.player_actions import CALL, TAKE_UP
from tournaments.organizer.names import Names
from web.answers import refused

SHOWN = 50  # closed calls on a page


def _may(access: EventAccess, number: int) -> tuple[Call, bool] | None:
    """The call, and whether the reader may act on it; None if there is none that the reader may see."""
    if not 0 < number <= len(access.fold.calls) or access.player is None:
        return None
    call = access.fold.calls[number - 1]
    if not tournament_arbitration.may_see(access.fold, call, access.player.id):
        return None
    return call, access.is_at_least("arbiter") and access.player.id not in players_at(
        access.fold, call.round, call.board
    )


# -- the queue ------------------------------------------------------------------------------------


@for_players
def queue(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The calls of an event: all for its arbiters, one's own for a player."""
    assert access.player is not None
    fold, arbiter = access.fold, access.is_at_least("arbiter")
    seen = fold.calls if arbiter else tournament_arbitration.calls_of(fold, access.player.id)
    if not arbiter and access.entry is None:
        if not access.passed and (led := stopped(request)) is not None:
            return led
        return refused(request, 403, _("Only the event’s arbiters and its players see calls."))
    names = Names(fold)
    context = {
        "access": access,
        "arbiter": arbiter,
        "open": rows(access, tuple(call for call in seen if not call.closed), names),
        "closed": rows(access, tuple(call for call in seen if call.closed)[-SHOWN:][::-1], names),
    }
    template = "tournaments/_calls_list.html" if "part" in request.GET else "tournaments/calls.html"
    return render(request, template, context)


# -- calling --------------------------------------------------------------------------------------


@for_players
def new(request: HttpRequest, access: EventAccess, round: int, board: int) -> HttpResponse:
    """The form that calls the arbiter; it also stands beside the board of play, and leads back there. For an arbiter it
    takes the board up.

    Args:
        access, round, board: what the address names.
    """
    assert access.player is not None
    arbiter = access.is_at_least("arbiter") and access.player.id not in players_at(access.fold, round, board)
    action = TAKE_UP if arbiter else CALL

    def page(
        request: HttpRequest, now: EventAccess, bound: ActionForm | None, status: int = 200, say: str = ""
    ) -> HttpResponse:
        (offer,) = offers(now, [action], about=(round, board), bound=bound)
        context = {
            "access": now,
            "form": bound or offer.form,
            "arbiter": arbiter,
            "say": say or said_above(bound),
            "stops": now.fold.terms.stop_clocks,
            "where": _("Round %(round)d, board %(board)d") % {"round": round, "board": board},
        }
        return render(request, "tournaments/call_new.html", context, status=status)

    if request.method != "POST":
        return page(request, access, None)
    return perform(request, access, {"": action}, page, about=(round, board))


# -- one call -------------------------------------------------------------------------------------


@for_players
def call(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """A call with all that is attached to it. GET shows it; POST `do` and the fields of that form acts on it."""
    may = _may(access, number)
    if may is None:
        return refused(request, 403, _("Only who called and the arbiters see a call. You may have to sign in."))
    page = CallPage(access, *may)
    if request.method != "POST":
        return _page(request, page)
    if not page.arbiter:
        return refused(request, 403, _("Only an arbiter who does not play at this board can answer."))
    here = access.url("call-look" if request.POST.get("do") == "look" else "call", number)
    return perform(request, access, ACTIONS, _page_again, about=page, leads=here)


def _page(
    request: HttpRequest, page: CallPage, bound: ActionForm | None = None, status: int = 200, say: str = ""
) -> HttpResponse:
    """The page of a call, with the form that came back among those of its actions."""
    actions = actions_of(page) if page.arbiter and not page.call.closed else []
    result = offers(page.access, actions, about=page, bound=bound)
    for offer in result:
        offer.primary = offer.action.slug in ("answer", "look") or (offer.action.slug == "stop" and not page.paused)
    context = {
        "access": page.access,
        "page": page,
        "offers": result,
        "action": page.row.url,
        "say": say or said_elsewhere(bound, result),
    }
    return render(request, "tournaments/call.html", context, status=status)


def _page_again(
    request: HttpRequest, access: EventAccess, bound: ActionForm | None, status: int, say: str
) -> HttpResponse:
    """The page as it is now, for an arbiter whose form came back."""
    number = request.resolver_match.kwargs["number"] if request.resolver_match else 0
    now = CallPage(access, access.fold.calls[number - 1], arbiter=True)
    return _page(request, now, bound, 422 if bound is None else status, say)  # a button that is not there: 422 as ever


# -- the look -------------------------------------------------------------------------------------


@for_players
def looked(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    """Both sides of a paused game, for the arbiter who said that this look is needed: each seat's own view, no more.
    It opens after the POST that both sides are told of, and closes when the game is resumed.
    """
    may = _may(access, number)
    if (
        may is None
        or not may[1]
        or access.player is None
        or tournament_arbitration.takes_part(access.fold, access.player.id)
    ):
        return refused(request, 403, _("Only an arbiter who does not take part in the event sees both sides."))
    page = CallPage(access, *may)
    views = None if page.leg.game is None else in_games.look_again(game=page.leg.game, arbiter=access.player.id)
    if views is None:
        messages.info(request, _("Both sides can be seen while the game is paused, after you have asked to look."))
        return HttpResponseRedirect(access.url("call", number))
    sides = [
        (seat_words(view.viewer.seat), view.viewer.value, position_markup(view))
        for view in views
        if view.viewer is not Viewer.ALL and view.viewer.seat is not None
    ]
    return render(request, "tournaments/call_look.html", {"access": access, "page": page, "sides": sides})


# -- beside the game ------------------------------------------------------------------------------


@for_players
def state(request: HttpRequest, access: EventAccess, game: str) -> HttpResponse:
    """How one's own call stands, beside the board of play."""
    assert access.player is not None
    mine = calls_about(access.fold, access.player.id, game)
    result = call_state(access.fold, access.key, game, mine[-1] if mine else None)
    return render(request, "tournaments/_call_state.html", result)
