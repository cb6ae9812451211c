"""What a puzzle asks, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.presentation.words import rank_name, seat_name
from games.rules import Reserve, Seat, Variant
from library.puzzles.models import Puzzle
from library.puzzles.questions import PuzzleKind


def question_text(puzzle: Puzzle, rules: Variant) -> str:
    """What is asked, in a sentence."""
    if puzzle.about is None or puzzle.rank_asked is None:
        return _("Which of these attacks cannot lose?")
    armies = 2 if rules.reserve is Reserve.SECOND_ARMY else 1
    alone = armies * rules.army[puzzle.rank_asked] == 1
    values = {"seat": seat_name(Seat(puzzle.about)), "rank": rank_name(puzzle.rank_asked, rules)}
    if puzzle.kind == PuzzleKind.WHERE:
        text = _("Where may %(seat)s’s %(rank)s stand?") if alone else _("Where may %(seat)s’s last %(rank)s stand?")
    else:
        alike = _("Which of these pieces cannot be %(seat)s’s %(rank)s?")
        text = alike if alone else _("Which of these pieces of %(seat)s cannot be a %(rank)s?")
    return text % values


def hint_text(puzzle: Puzzle) -> str:
    if puzzle.kind == PuzzleKind.WHERE:
        return _("Mark every square on which it may stand, for all that is known, and no other.")
    if puzzle.kind == PuzzleKind.ATTACK:
        return _("Only one of them never loses, whatever the hidden piece is. An exchange is not a loss.")
    return _("Only one of the marked pieces cannot be it, for all that is known. The moves are needed: read them.")
