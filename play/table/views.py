"""The table: the page of a game in play for who sits there, its fragment, and what is sent from it.

A turn and every other action names the public version that the player saw. An answer to HTMX is the fragment: 200 if it
was done, 409 if the game had moved on, 422 if it was refused, with the reason in it and the position as it is now. An
answer to a plain form is a redirect to the page, or the page with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_POST, require_safe

from eventlog.sources import SOURCES
from games.domain import command_handler, commands, queries, reveal
from games.domain.limits import ABSENCE
from games.domain.state import GameFold
from games.models import Game
from games.presentation import rooms
from games.presentation.panels import ShownGame
from games.presentation.report_links import report_url
from games.presentation.rooms import opens_at_own_seat
from games.presentation.seats import SeatContext, seated
from games.presentation.words import refusal_text
from games.rules import Illegal, Seat
from play.table import presence
from play.table.page import TablePage
from play.table.table import fragment
from web.answers import HtmxRequest, ViewFunction, refused, see_other, small_number, unkept
from web.compression import gzip_page
from web.edit_conflicts import STATUS, redraw_on_conflict
from web.routes import QUICK, SLOW, in_line

STALE = frozenset({"moved-on", "game-over", "not-started", "time-is-up", "game-paused"})
"""Refusals of who looks at a page that is out of date."""

LONGEST = 60  # characters of a turn that are looked at

SeatAction = Callable[[HtmxRequest, SeatContext], HttpResponse]


def _seated(action: SeatAction) -> ViewFunction:
    """Find the seat of who asks, in one query. Everybody else learns no more than that the game is not theirs."""
    return _found(action, to_move=False)


def _seated_to_move(action: SeatAction) -> ViewFunction:
    """The same, with the head of the game's log: for what plays at once."""
    return _found(action, to_move=True)


def _found(action: SeatAction, *, to_move: bool) -> ViewFunction:
    @wraps(action)
    def inner(request: HtmxRequest, key: str) -> HttpResponse:
        sitting = seated(request, key, to_move=to_move)
        if sitting is None:
            if not Game.objects.filter(key=key).exists():
                return refused(request, 404, _("There is no game at this address."))
            return refused(request, 403, _("Only the players of a game sit at its table. Sign in to join yours."))
        if sitting.game.status == Game.Status.WAITING:
            return HttpResponseRedirect(reverse("games:replay", args=[key]))
        response = action(request, sitting)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return inner


# -- looking --------------------------------------------------------------------------------------


JUST_OVER = timedelta(days=1)
"""For so long a game that is over still opens at the table for who played it; later it is a replay."""


@opens_at_own_seat
def table(request: HttpRequest, sitting: SeatContext) -> HttpResponse | None:
    """The page of a game in play, at the game's own address, for who sits there; None for any other game."""
    game = sitting.game
    just_over = game.ended is not None and timezone.now() - game.ended < JUST_OVER
    if game.source == Game.Source.IMPORT or game.unplayed or not (game.status == Game.Status.PLAYING or just_over):
        return None
    return _page(request, sitting, command_handler.open_game(sitting.game.id))


def _page(
    request: HttpRequest, sitting: SeatContext, now: GameFold, *, trouble: str = "", chosen: str = "", status: int = 200
) -> HttpResponse:
    queries.read_seats(sitting.game)
    markup = fragment(sitting, now, trouble=trouble, listed=True, chosen=chosen)
    context = {"page": TablePage(sitting, now, markup), "game": sitting.game, "seat": sitting.seat}
    return render(request, "play/table.html", context, status=status)


@require_safe
@gzip_page
@conditional_page
@_seated
def refresh(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """The fragment as it is now. Its ETag is over what is shown, so who has it gets no second one."""
    return HttpResponse(fragment(sitting, command_handler.open_game(sitting.game.id), since=_since(request.GET)))


def _since(sent: QueryDict) -> int | None:
    """The public version that the page shows, if it can put in what has changed since."""
    return small_number(sent.get("since", ""), digits=9)


# -- doing ----------------------------------------------------------------------------------------


def _answer(
    request: HtmxRequest, sitting: SeatContext, now: GameFold, *, status: int = 200, trouble: str = "", chosen: str = ""
) -> HttpResponse:
    """The fragment for HTMX; for a plain form the way back to the page, or the page with what is wrong."""
    if request.htmx:
        since = _since(request.POST) if status == 200 else None
        response = HttpResponse(fragment(sitting, now, since=since, trouble=trouble), status=status)
    elif status == 200:
        response = see_other(reverse("games:replay", args=[sitting.game.key]))
    else:
        response = _page(request, sitting, now, trouble=trouble, chosen=chosen, status=status)
    return unkept(response)


def _done(request: HtmxRequest, sitting: SeatContext, do: Callable[[], GameFold], *, chosen: str = "") -> HttpResponse:
    def again(status: int, trouble: str) -> HttpResponse:
        now = command_handler.open_game(sitting.game.id)
        return _answer(request, sitting, now, status=status, trouble=trouble, chosen=chosen)

    def done() -> HttpResponse:
        try:
            now = do()
        except Illegal as error:
            return again(STATUS if error.refusal.code in STALE else 422, refusal_text(error.refusal))
        return _answer(request, sitting, now)

    def lost() -> HttpResponse:
        return again(STATUS, _("Somebody else was faster. Look at the current position, then decide again."))

    return redraw_on_conflict(done, lost)


def _version(request: HttpRequest) -> int:
    """The public version that the player saw; one that no game has, if the form names none."""
    number = small_number(request.POST.get("version", ""), digits=9)
    return -1 if number is None else number


@in_line(QUICK)
@require_POST
@gzip_page
@_seated_to_move
def turn(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """POST `turn`, in notation, and `version`: play it, or make the choice that a battle has opened."""
    text = request.POST.get("turn", "").strip()[:LONGEST]

    def play() -> GameFold:
        return commands.play_turn(
            game=sitting.game.id,
            seat=sitting.seat,
            turn=text,
            expected=_version(request),
            actor=request.user.pk,
            seen=sitting.seen,
        )

    return _done(request, sitting, play, chosen=text)


GameCommand = Callable[..., GameFold]


def _claim(*, game: UUID, seat: Seat, **values: Any) -> GameFold:
    """Claims the absence of an opponent, by the service's own record of who is at the board."""
    return commands.claim_absence(game=game, seat=seat, away=presence.absences(game, seat), **values)


_ACTS: dict[str, tuple[GameCommand, bool]] = {
    "offer": (commands.offer_draw, True),
    "accept": (commands.agree_draw, True),
    "decline": (commands.decline_draw, True),
    "take-back": (commands.offer_takeback, True),
    "accept-takeback": (commands.agree_takeback, True),
    "decline-takeback": (commands.decline_takeback, True),
    "abort": (commands.abort_game, True),
    "resign": (commands.resign, False),
    "claim": (_claim, True),
    "claim-draw": (partial(_claim, draw=True), True),
    "open": (reveal.propose_reveal, False),
    "close": (reveal.withdraw_reveal, False),
}
"""For each action its command, and whether it is only for the game as the player saw it: giving up is not, nor
what comes after the end."""


@in_line(SLOW)
@require_POST
@gzip_page
@_seated
def act(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """POST `act` and `version`: `offer`, `accept` or `decline` a draw; `take-back` the last move, `accept-takeback` or
    `decline-takeback` of another's; `abort` the game or `resign` it; `claim` the win or `claim-draw`, as an opponent
    has left a live game; of one that is over, `open` to want it opened now, `close` to take that back."""
    wanted = request.POST.get("act", "")
    if wanted not in _ACTS:
        trouble = _("There is no such action. Use the buttons at the table.")
        now = command_handler.open_game(sitting.game.id)
        return _answer(request, sitting, now, status=422, trouble=trouble)
    command, as_seen = _ACTS[wanted]
    values: dict[str, Any] = {"game": sitting.game.id, "seat": sitting.seat, "actor": request.user.pk}
    if as_seen:
        values["expected"] = _version(request)
    return _done(request, sitting, lambda: command(**values))


@in_line(SLOW)
@require_POST
def due(request: HttpRequest, key: str) -> HttpResponse:
    """POST from an open page whose clock has stood at zero for a while: end the game if its time is over, as a worker
    does that is not away. The answer is the same whatever came of it; the page then looks at the game."""
    sitting = seated(request, key)
    if sitting is not None:
        queries.end_if_overdue(sitting.game.id)
    return HttpResponse(status=204)


@in_line(SLOW)
@require_POST
def present(request: HttpRequest, key: str) -> HttpResponse:
    """POST from the open page of a player who is at the board, or who leaves it with `left`: for each other seat that
    has been there the seconds since it left (0 while it is there); and whether the absence of one can be claimed. 204,
    and nothing noted, unless all players want that.
    """
    sitting = seated(request, key)
    if sitting is None or not presence.wished(sitting.game.id):
        return HttpResponse(status=204)
    try:
        presence.beat(sitting.game.id, sitting.seat, leaves="left" in request.POST)
        seen = presence.look(sitting.game.id)
    except presence.PresenceUnknown:
        return HttpResponse(status=503)
    others = {seat.slug: how.away for seat, how in seen.items() if seat is not sitting.seat}
    long = any(away >= ABSENCE for away in others.values())
    return unkept(JsonResponse({"away": others, "claim": long and _claimable(sitting)}))


def _claimable(sitting: SeatContext) -> bool:
    try:
        away = presence.absences(sitting.game.id, sitting.seat)
        at = (SOURCES.clock or timezone.now)()
        commands.absent(command_handler.open_game(sitting.game.id), sitting.seat, away, at)
    except Illegal:
        return False
    return True


@require_safe
@gzip_page
@conditional_page
@_seated
def aside(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """Talk and notes beside the board. The page asks for them when they come into sight; without scripts they are a
    page of their own.
    """
    queries.read_seats(sitting.game)
    now = command_handler.open_game(sitting.game.id)
    notes = now.outcome is not None or now.created.notes
    context: dict[str, Any] = {"game": sitting.game, "shown": ShownGame(sitting.game, sitting.player, notes)}
    context["report"] = report_url(sitting.game, getattr(request.user, "player", None))
    response = render(request, "play/_aside.html" if request.htmx else "play/aside.html", context)
    response["Vary"] = "HX-Request"
    return response


@require_safe
@_seated
def leave(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """The page that asks whether to give up or to abort, for who has no scripts."""
    now = command_handler.open_game(sitting.game.id)
    if now.outcome is not None or now.state is None:
        return HttpResponseRedirect(reverse("games:replay", args=[sitting.game.key]))
    context = {
        "game": sitting.game,
        "version": now.public_version,
        "abort": request.GET.get("what") == "abort",
    }
    return render(request, "play/leave.html", context)


@require_safe
@_seated
def next_game(request: HtmxRequest, sitting: SeatContext) -> HttpResponse:
    """Lead to the next game that waits for the player's turn, or to the list of them if none does."""
    game = rooms.next_game.ask(sitting.player, sitting.game.id)
    if game is None:
        messages.info(request, _("No other game waits for you."))
        return HttpResponseRedirect(reverse("lobby:mine"))
    return HttpResponseRedirect(reverse("games:replay", args=[game.key]))
