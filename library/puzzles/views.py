"""The pages of puzzles: read the address, ask the domain, render."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from accounts.models import Player
from accounts.people.accounts import player_of
from eventlog.corruption import report
from eventlog.registry import Damaged
from games.models import Game
from games.presentation.game_pages import next_to, page_links
from games.replay import Timeline, timeline
from library.puzzles.domain.selection import next_puzzle, puzzle_of_the_day, today
from library.puzzles.domain.solutions import NoChoice, answer, attempt_of, checked
from library.puzzles.forms import NextForm
from library.puzzles.lists import (
    AttemptRow,
    DayRow,
    attempt_row,
    day_rows,
    difficulty_text,
    standing_of,
)
from library.puzzles.models import Attempt, Puzzle, PuzzleDay, Solver
from library.puzzles.page import PuzzlePage
from web.answers import number_in, refused, revalidated, unkept
from web.compression import gzip_page
from web.keyset import Page, PageCursor, page_in_order, page_of
from web.limits import costly

PAGE = 30


def solver_of(request: HttpRequest) -> Player | None:
    """The solver, if answers are kept: a member, and no guest or bot."""
    user: Any = request.user
    if not user.is_authenticated:
        return None
    player = player_of(user)
    return player if player.member and not player.guest and not player.machine else None


@revalidated
def index(request: HttpRequest) -> HttpResponse:
    """What there is: the puzzle of the day, the next one of a kind, and how one did."""
    player = solver_of(request)
    day = puzzle_of_the_day()
    form = NextForm(request.GET if request.GET else {"near": "1"} if player else {})
    context = {
        "room": "puzzles",
        "form": form,
        "none": "none" in request.GET,
        "day": None if day is None else day_rows([day], player)[0],
        "standing": standing_of(player),
    }
    return render(request, "puzzles/index.html", context)


@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Leads to a puzzle that is drawn among those that are wanted."""
    player = solver_of(request)
    form = NextForm(request.GET)
    asked = form.asked
    kinds = [asked["kind"]] if "kind" in asked else []
    books = [asked["variant"]] if "variant" in asked else []
    near = _rating(player) if player is not None and "near" in asked else None
    result = next_puzzle(kinds=kinds, books=books, near=near, player=player)
    if result is None and near is not None:  # none is about as hard: any other is better than none
        result = next_puzzle(kinds=kinds, books=books, player=player)
    if result is None:
        return unkept(redirect(f"{reverse('puzzles:index')}{form.before_more}none=1"))
    return unkept(redirect(f"{reverse('puzzles:puzzle', args=[result.key])}{form.query}"))


def _rating(player: Player) -> float:
    solver = Solver.objects.filter(player=player).first() or Solver(player=player)
    return solver.value


@costly(per_minute=120)
@gzip_page
@conditional_page
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, key: str) -> HttpResponse:
    """GET: the position and the question; what is right only for who has answered. POST: an answer, `choice` once or
    more; that of a member is kept, and the first one counts."""
    result = Puzzle.objects.filter(key=key, withdrawn=False).first()
    game = None if result is None else Game.objects.filter(id=result.game, revealed=True).first()
    line = None if game is None else _line(game)
    if result is None or line is None:
        return refused(request, 404, _("There is no puzzle at this address. Capitals matter in it."))
    player = solver_of(request)
    attempt = attempt_of(player, result)
    chosen = None if attempt is None else attempt.chosen
    status = 200
    if request.method == "POST" and attempt is None:
        try:
            chosen = list(checked(result, request.POST.getlist("choice")))
        except NoChoice:
            status = 422
        else:
            if player is not None:
                answer(puzzle=result, player=player, chosen=chosen)
    if request.method == "POST" and player is not None and status == 200:
        return redirect(f"{reverse('puzzles:puzzle', args=[key])}{NextForm(request.GET).query}")
    back = number_in(request.GET.get("at"))
    page = PuzzlePage(result, line, at=None if request.method == "POST" else back, chosen=chosen)
    context = {
        "room": "puzzles",
        "page": page,
        "form": NextForm(request.GET),
        "difficulty": difficulty_text(result),
        "attempt": None if attempt is None else attempt_row(attempt),
        "day": PuzzleDay.objects.filter(puzzle=result, day__lte=today()).first(),
        "solver": player,
        "unanswered": status == 422,
    }
    response = render(request, "puzzles/puzzle.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _line(game: Game) -> Timeline | None:
    """The game; None if its log is damaged, which is reported to the operators and not to the solver."""
    try:
        return timeline(game)
    except Damaged as error:
        report(error)
        return None


@revalidated
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """One's own answers, the newest first."""
    player = player_of(request.user)  # type: ignore[arg-type]
    rows = Attempt.objects.filter(player=player).select_related("puzzle")
    named, upwards = next_to(request)
    at = None if named is None else _attempt_key(player, named)
    page = page_of(rows, PAGE, PageCursor(at, upwards and (named is None or at is not None)), ("at", "id"))
    shown: Page[AttemptRow] = Page([attempt_row(row) for row in page.rows], page.newer, page.older)
    context = {
        "room": "puzzles",
        "rows": shown.rows,
        "links": page_links(request, shown),
        "standing": standing_of(player),
    }
    return render(request, "puzzles/mine.html", context)


def _attempt_key(player: Player, named: str) -> tuple[Any, UUID] | None:
    try:
        id = UUID(hex=named)
    except ValueError:
        return None
    return Attempt.objects.filter(player=player, id=id).values_list("at", "id").first()


@revalidated
def days(request: HttpRequest) -> HttpResponse:
    """The puzzles of earlier days, the newest first."""
    player = solver_of(request)
    named, upwards = next_to(request)
    try:
        beside = None if named is None else (date.fromisoformat(named),)
    except ValueError:
        beside, upwards = None, False
    rows = PuzzleDay.objects.filter(day__lte=today(), puzzle__withdrawn=False).select_related("puzzle")
    page = page_in_order(rows, PAGE, ("-day",), beside, upwards=upwards)
    shown: Page[DayRow] = Page(day_rows(page.rows, player), page.newer, page.older)
    context = {"room": "puzzles", "rows": shown.rows, "links": page_links(request, shown), "solver": player}
    return render(request, "puzzles/days.html", context)
