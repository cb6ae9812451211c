"""The pages of set-ups. What is drafted or saved is its owner's alone: every page here is private and kept nowhere."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from accounts.people.preferences import preferences_of
from games.domain import command_handler, commands, queries
from games.domain.placement import TextError, form_of, placed, read_text
from games.domain.state import GameFold
from games.models import Game
from games.presentation.rooms import opens_at_own_seat, setup_families, setup_results
from games.presentation.seats import SeatContext
from games.presentation.words import refusal_text, variant_name
from games.rules import Illegal, Refusal, Seat, Variant, Viewer, check_setup
from play.setups import domain
from play.setups.editor import EditAnswer, Editing, Unknown, books, edit, editing_alone, editing_at, first_form
from play.setups.models import SavedSetup
from play.setups.pages import EditorPage, SavedRow, WaitingPage, results_text
from play.setups.words import text_error_text
from web.answers import private, refused, see_other
from web.edit_conflicts import redraw_on_conflict


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


# -- for a game -----------------------------------------------------------------------------------


def _page(request: HttpRequest, editing: Editing, game: Game | None, answer: EditAnswer | None = None) -> EditorPage:
    if answer is None:
        work = domain.draft_of(editing.desk)
        first = game is not None and not work.version and not editing.link
        answer = EditAnswer(work, form=first_form(editing) if first else "")
    return EditorPage(
        rules=editing.rules,
        seat=editing.seat,
        stock=editing.stock,
        player=editing.desk.player,
        work=answer.work,
        ranks=preferences_of(request.user).ranks,
        game=game,
        drawn=editing.drawn,
        form=answer.form,
        text=answer.text,
        error=answer.say if answer.status == 422 else "",
        question=answer.question,
        stale=answer.status == 409 and answer.question is None,
        name=answer.name,
        link=editing.link,
    )


@opens_at_own_seat
def at_own_seat(request: HttpRequest, sitting: SeatContext) -> HttpResponse | None:
    """The editor for who sits at a game that waits for set-ups; None for any other game."""
    if sitting.game.status != Game.Status.WAITING:
        return None
    game = queries.game_by_key(sitting.game.key)
    return None if game is None or game.unplayed else editor(request, game, sitting.seat)


@private
@require_safe
def editor(request: HttpRequest, game: Game, seat: Seat) -> HttpResponse:
    """The page of a game whose set-ups are missing, for who sits at `seat`: the editor, or who is not ready yet."""
    if game.status != Game.Status.WAITING:  # it was too late for somebody
        return HttpResponseRedirect(reverse("games:replay", args=[game.key]))
    now = command_handler.open_game(game.id)
    if seat in now.ready:
        made = now.placement(seat, Viewer.of(seat))
        form = "" if made is None else form_of(made, now.variant, seat)
        page = WaitingPage(game, seat, form, preferences_of(request.user).ranks)
        return render(request, "setups/waiting.html", {"setup": page})
    return render(request, "setups/editor.html", {"setup": _page(request, editing_at(game, seat, now), game)})


@private
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, key: str) -> HttpResponse:
    """What the editor sends: every button, and each change while one edits. `?sure` asks before the set-up is made."""
    game = queries.game_by_key(key)
    if game is None:
        return refused(request, 404, _("There is no game at this address. Capitals matter in it."))
    seat = queries.seat_of(game, request.user)
    if seat is None:
        return refused(request, 403, _("Only the players of this game can set up for it. You may have to sign in."))
    address = reverse("games:replay", args=[game.key])
    if request.method == "POST" and request.POST.get("do") == "abort":
        return _abort(request, game, seat, address)
    return laid(request, game, seat, address)


def laid(request: HttpRequest, game: Game, seat: Seat, address: str, link: str = "") -> HttpResponse:
    """Does what the editor sends for a seat.

    Args:
        request: with the fields of the editor.
        game, seat: whose set-up it is.
        address: where the game is looked at afterwards.
        link: as for `editing_at`.
    """
    now = command_handler.open_game(game.id)
    if link and seat in now.ready:  # whoever holds the link cannot try out what was made
        return _too_late(request, address, now, seat)
    if request.method == "POST" and request.POST.get("do") == "confirm":
        return redraw_on_conflict(
            lambda: _make(request, game, seat, now, address, link),
            lambda: _laid_again(
                request, editing_at(game, seat, command_handler.open_game(game.id), link), game, _faster()
            ),
        )
    if game.status != Game.Status.WAITING or seat in now.ready:
        return _too_late(request, address, now, seat)
    editing = editing_at(game, seat, now, link)
    if request.method == "POST":
        return _edit(request, editing, game, address)
    page = _page(request, editing, game)
    if link:
        return render(request, "setups/editor.html", {"setup": page})
    if "sure" in request.GET and page.complete:
        return render(request, "setups/confirm.html", {"setup": page})
    return HttpResponseRedirect(address)


def _too_late(request: HttpRequest, address: str, now: GameFold, seat: Seat) -> HttpResponse:
    """A page that was left open: nothing is changed any more, and the game says how it stands."""
    text = (
        _("You have already submitted your set-up, so nothing was changed. This is the game now.")
        if seat in now.ready or now.state is not None
        else _("This game accepts no more set-ups. This is the game now.")
    )
    if _wants_json(request):
        return JsonResponse({"over": address, "say": text}, status=410)
    if request.method == "POST":
        messages.info(request, text)
    return see_other(address)


def _abort(request: HttpRequest, game: Game, seat: Seat, address: str) -> HttpResponse:
    """Calls the game off before play."""
    try:
        commands.abort_game(game=game.id, seat=seat, actor=request.user.pk)
    except Illegal as error:
        messages.info(request, refusal_text(error.refusal))
    else:
        messages.success(request, _("The game is aborted. It counts for nobody."))
    return see_other(address)


def _make(request: HttpRequest, game: Game, seat: Seat, now: GameFold, address: str, link: str = "") -> HttpResponse:
    """Makes the set-up that the form shows."""
    rules = now.variant
    try:
        placement = placed(read_text(request.POST.get("rows", ""), rules), rules, seat)
        check_setup(rules, seat, placement, free=now.options.free_setup)
        if now.placement(seat, Viewer.of(seat)) != placement:  # else a double click: it has what it wanted
            commands.make_setup(game=game.id, seat=seat, placement=placement, actor=request.user.pk)
    except TextError:
        return _edit(request, editing_at(game, seat, now, link), game, address)
    except Illegal as error:
        return _not_made(request, game, seat, error.refusal, address, link)
    domain.erase_draft(editing_at(game, seat, now).desk)
    return see_other(address)


def _not_made(
    request: HttpRequest, game: Game, seat: Seat, refusal: Refusal, address: str, link: str = ""
) -> HttpResponse:
    now = command_handler.open_game(game.id)
    if refusal.code == "time-is-up":
        messages.info(request, refusal_text(refusal))
        return see_other(address)
    if refusal.code != "set-up" or seat in now.ready or now.state is not None:
        return _too_late(request, address, now, seat)
    return _laid_again(request, editing_at(game, seat, now, link), game, refusal_text(refusal))


def _faster() -> str:
    return _("Others were faster, so your set-up is not made yet. It is below as you sent it: send it again.")


def _laid_again(request: HttpRequest, editing: Editing, game: Game, say: str) -> HttpResponse:
    """The editor with the set-up as it was sent, and why it was not made."""
    form = read_text(request.POST.get("rows", ""), editing.rules)
    page = _page(request, editing, game, EditAnswer(domain.draft_of(editing.desk), 422, say, form=form))
    return render(request, "setups/editor.html", {"setup": page}, status=422)


# -- every button ---------------------------------------------------------------------------------


def _edit(request: HttpRequest, editing: Editing, game: Game | None, address: str) -> HttpResponse:
    """Does what a button of the editor stands for and shows what came of it."""
    try:
        data = request.POST.dict()
        answer = edit(editing, {**data, "do": "commit"} if data.get("do") == "confirm" else data)
    except Unknown:
        text = _("What this button stood for is not there any more. Reload the page and choose again.")
        return JsonResponse({"say": text}, status=400) if _wants_json(request) else refused(request, 400, text)
    page = _page(request, editing, game, answer)
    if _wants_json(request):
        return JsonResponse(_told(request, page, answer), status=answer.status)
    if answer.status == 200 and answer.question is None:
        if request.POST.get("do") == "commit":
            if page.complete and page.link:  # nothing is kept that the next page could show
                return render(request, "setups/confirm.html", {"setup": page})
            if page.complete:
                return see_other(page.url + "?sure=1")
            page.error = page.summary
            return render(request, "setups/editor.html", {"setup": page}, status=422)
        if page.link:
            return render(request, "setups/editor.html", {"setup": page})
        if answer.say:
            messages.success(request, answer.say)
        return see_other(address)
    return render(request, "setups/editor.html", {"setup": page}, status=answer.status)


def _told(request: HttpRequest, page: EditorPage, answer: EditAnswer) -> dict[str, Any]:
    """What the script of the editor needs to show how the draft stands."""
    return {
        "form": answer.work.form,
        "version": answer.work.version,
        "undoable": answer.work.undoable,
        "complete": page.complete,
        "stale": page.stale,
        "failed": answer.status == 422,
        "say": answer.say,
        "summary": page.summary,
        "status": render_to_string("setups/_status.html", {"setup": page}, request),
        "saved": render_to_string("setups/_saved.html", {"setup": page}, request),
        "asked": page.question is not None,
    }


# -- without a game -------------------------------------------------------------------------------


def _player_of(request: HttpRequest) -> Player | None:
    return getattr(request.user, "player", None)


@private
@require_safe
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """The saved set-ups of a player, by rule book."""
    player = _player_of(request)
    saved = list(domain.saved_setups(player.id)) if player is not None else []
    listed = [
        {
            "name": variant_name(book.slug),
            "url": reverse("setups:workshop", args=[book.slug]),
            "saved": _with_results(book, [item for item in saved if item.variant == book.slug]),
        }
        for book in books()
    ]
    return render(request, "setups/index.html", {"room": "setups", "books": listed})


def _with_results(book: Variant, saved: list[SavedSetup]) -> list[SavedRow]:
    """The saved set-ups of one player and one rule book, each with how its games went and the family it belongs to."""
    if not saved:
        return []
    forms = {item.form for item in saved}
    went = setup_results.ask(saved[0].player_id, book, forms)
    families = setup_families.ask(book, forms)
    return [SavedRow(item.name, results_text(went.get(item.form)), families.get(item.form)) for item in saved]


@private
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def workshop(request: HttpRequest, slug: str) -> HttpResponse:
    """The editor without a game, to make set-ups that are saved."""
    player = _player_of(request)
    if player is None:
        return refused(request, 403, _("Only players have set-ups. This account is none."))
    if slug not in {book.slug for book in books()}:
        return refused(request, 404, _("There is no rule book of this name whose set-ups can be made beforehand."))
    editing = editing_alone(player.id, slug)
    if request.method == "POST":
        return _edit(request, editing, None, reverse("setups:workshop", args=[slug]))
    if "take" in request.GET:
        return _taken(request, editing)
    return render(request, "setups/editor.html", {"setup": _page(request, editing, None)})


def _taken(request: HttpRequest, editing: Editing) -> HttpResponse:
    """The editor with a set-up from elsewhere, such as an open game. An address changes nothing: the first button, or
    the first change, keeps it, and the draft that was there before can be had back."""
    work = domain.draft_of(editing.desk)
    try:
        form = read_text(request.GET["take"], editing.rules)
    except TextError as error:
        page = _page(request, editing, None, EditAnswer(work, 422, text_error_text(error, editing.rules)))
        return render(request, "setups/editor.html", {"setup": page}, status=400)
    page = _page(request, editing, None, EditAnswer(work, form=form))
    page.taken = form != work.form
    return render(request, "setups/editor.html", {"setup": page})
