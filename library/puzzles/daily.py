"""The puzzle of the day on the landing page: the same for everybody, and nothing of its game."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Player
from eventlog.corruption import report
from eventlog.registry import Damaged
from games.models import Game
from games.presentation.presentation import picture
from games.presentation.rooms import on_landing_page
from games.replay import timeline
from library.puzzles.domain.selection import id_of_the_day, puzzle_of_the_day
from library.puzzles.page import PuzzlePage
from web.kept_markup import kept_markup


@on_landing_page
def daily_puzzle(player: Player | None) -> SafeString:
    """A small board with the question; nothing as long as there is no puzzle."""
    today = id_of_the_day()
    return SafeString("") if today is None else kept_markup("daily", today, _draw)


def _draw() -> str:
    day = puzzle_of_the_day()
    game = None if day is None else Game.objects.filter(id=day.puzzle.game).first()
    if day is None or game is None:
        return ""
    puzzle = day.puzzle
    try:
        page = PuzzlePage(puzzle, timeline(game))
    except Damaged as error:
        report(error)
        return ""
    context = {
        "page": page,
        "board": picture(page.view, below=puzzle.seat, small=True),
        "url": reverse("puzzles:puzzle", args=[puzzle.key]),
    }
    return render_to_string("puzzles/_daily.html", context)
