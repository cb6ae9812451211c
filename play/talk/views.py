"""Talk, notes and guesses of a game, for who sits at it; and guesses that are open, for everybody. With HTMX a form
swaps its panel; without, it leads back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages as notices
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.conduct.restrictions import PlayerBarred
from accounts.conduct.words import barred_note
from accounts.models import Penalty
from games.domain import queries
from games.models import Game
from games.rules import Illegal, Refusal, Seat, Viewer, variant
from play.talk import domain, guess_pages, pages
from play.talk.words import talk_refusal
from web.answers import HtmxRequest, StreamingView, number_in, refused, revalidated, small_number, unkept

TalkAction = Callable[[HtmxRequest, Game, Seat, UUID], HttpResponse]


def _at_table(action: TalkAction) -> StreamingView:
    """Finds the game and the seat of who asks. Everybody else gets the same answer, whatever was said."""

    @wraps(action)
    def inner(request: HtmxRequest, key: str) -> HttpResponse:
        game = queries.game_by_key(key)
        if game is None:
            return refused(request, 404, _("There is no game at this address."))
        seat = queries.seat_of(game, request.user)
        if seat is None:
            return refused(request, 403, _("Only the players of a game talk at its table. Sign in to join yours."))
        response = action(request, game, seat, request.user.player.id)  # type: ignore[union-attr]
        return unkept(response)

    return inner


def _back(game: Game, anchor: str = "") -> HttpResponse:
    return redirect(reverse("games:replay", args=[game.key]) + anchor)


def _answer(
    request: HtmxRequest, game: Game, player: UUID, refusal: Refusal | Penalty | None, *, draft: str = ""
) -> HttpResponse:
    """The panel of talk, with what went wrong in it; or the way back to the page of the game."""
    words = barred_note(refusal) if isinstance(refusal, Penalty) else None if refusal is None else talk_refusal(refusal)
    if request.htmx:
        markup = pages.talk_markup(request, game, player, trouble=words, draft=draft)
        return HttpResponse(markup, status=200 if refusal is None else 422)
    if words is not None:
        notices.error(request, words)
    return _back(game, "#talk")


@require_http_methods(["GET", "HEAD", "POST"])
@_at_table
def talk(request: HtmxRequest, game: Game, seat: Seat, player: UUID) -> HttpResponse:
    """GET: what was said; with `new`, how much of it is unread. POST `text` or `phrase`: say something; POST `read`:
    all of it was read.

    Args:
        game, seat, player: of who is signed in and sits there.
    """
    if request.method != "POST":
        if not request.htmx:
            return _back(game, "#talk")
        unread = "new" in request.GET
        return HttpResponse(pages.new_markup(game, player) if unread else pages.said_markup(request, game, player))
    if "read" in request.POST:
        domain.read(game=game.id, player=player)
        return HttpResponse(pages.READ) if request.htmx else _back(game, "#talk")
    text, phrase = request.POST.get("text", ""), request.POST.get("phrase", "")
    try:
        domain.say(game=game, player=player, text=text, phrase=phrase)
    except Illegal as error:
        return _answer(request, game, player, error.refusal, draft=text)
    except PlayerBarred as error:
        return _answer(request, game, player, error.penalty, draft=text)
    return _answer(request, game, player, None)


@require_POST
@_at_table
def mute(request: HtmxRequest, game: Game, seat: Seat, player: UUID) -> HttpResponse:
    """POST `player`: mute somebody at the table; with `undo`, hear them again.

    Args:
        game, seat, player: of who is signed in and sits there.
    """
    others = {str(seat.player_id): seat.player_id for seat in game.all_seats if seat.player_id != player}
    other = others.get(request.POST.get("player", ""))
    if other is not None:
        change = domain.unmute if request.POST.get("undo") else domain.mute
        change(player=player, muted=other)
    return _answer(request, game, player, None)


@require_POST
@_at_table
def note(request: HtmxRequest, game: Game, seat: Seat, player: UUID) -> HttpResponse:
    """POST `note`: keep the player's notes on the game.

    Args:
        game, seat, player: of who is signed in and sits there.
    """
    text = request.POST.get("note", "")
    try:
        domain.write_note(game=game, player=player, text=text)
    except Illegal as error:
        words = talk_refusal(error.refusal)
        if request.htmx:
            return HttpResponse(pages.note_status(words, ok=False), status=422)
        notices.error(request, words)
        return _back(game, "#notes")
    if request.htmx:
        return HttpResponse(pages.note_status(_("Saved."), ok=True))
    return _back(game, "#notes")


@require_POST
@_at_table
def guess(request: HtmxRequest, game: Game, seat: Seat, player: UUID) -> HttpResponse:
    """POST `piece` and `symbol`: mark a piece; without a symbol the mark goes, without a piece all of them go.

    With HTMX the answer has no body; its `HX-Trigger` has the board drawn again. What is `Illegal` becomes words.

    Args:
        game, seat, player: of who is signed in and sits there.
    """
    trouble = None
    try:
        sent, symbol = request.POST.get("piece", ""), request.POST.get("symbol", "")
        piece = small_number(sent, digits=4)
        if piece is None and (sent or symbol):  # all marks go if there is neither, and not by a slip
            raise Illegal(Refusal("guess-piece"))
        if piece is not None and symbol:
            domain.guess(game=game, seat=seat, player=player, piece=piece, symbol=symbol)
        else:
            domain.clear_guess(game=game, player=player, piece=piece)
    except Illegal as error:
        trouble = talk_refusal(error.refusal)
    if request.htmx:
        response = HttpResponse(trouble or "", status=422 if trouble else 200, content_type="text/plain; charset=utf-8")
        response["HX-Reswap"] = "none"
        response["HX-Trigger"] = json.dumps({"marked": {"trouble": trouble or ""}})
        return response
    if trouble:
        notices.error(request, trouble)
    return _back(game)


@require_POST
@_at_table
def open_guesses(request: HtmxRequest, game: Game, seat: Seat, player: UUID) -> HttpResponse:
    """POST `act`: `choose`, with `opened`, whether the player's guesses are shown to everybody once the game is open;
    `erase` deletes them.

    Args:
        game, seat, player: of who is signed in and sits there.
    """
    if request.POST.get("act") == "erase":
        domain.erase_guesses(game=game, player=player)
        notices.success(request, _("Your guesses at this game are deleted."))
        return _back(game)
    domain.open_guesses(game=game.id, player=player, opened=bool(request.POST.get("opened")))
    if request.htmx:
        return HttpResponse(guess_pages.choice_markup(request, game, player, kept=True))
    return _back(game, "#guesses")


@revalidated
def guesses(request: HtmxRequest, key: str) -> HttpResponse:
    """The guesses of a game that is open to all: those whose author wants it, and the reader's own. HTMX has them
    alone; `view` and `flip` say beside which board."""
    game = queries.game_by_key(key)
    if game is None:
        return refused(request, 404, _("There is no game at this address."))
    if not game.revealed:
        return refused(request, 403, _("Guesses are opened with the game, if their author wants it."))
    seat = queries.seat_of(game, request.user)
    own = next((game_seat.player_id for game_seat in game.all_seats if game_seat.seat == seat), None)
    asked, below = request.GET.get("view", ""), number_in(request.GET.get("flip")) or 0
    viewer = Viewer(asked) if asked in set(Viewer) else None
    below = below if 0 <= below < len(variant(game.variant).seats) else 0
    markup = guess_pages.guesses_markup(request, game, own, viewer, below)
    if request.htmx:
        response = HttpResponse(markup)
    else:
        context = {"game": game, "title": _("Guesses at game %(key)s") % {"key": game.key}, "guesses": markup}
        response = render(request, "talk/guesses.html", context)
    response["Vary"] = "HX-Request"
    return response
