"""Rows of the lists of puzzles, and a player's state. No row reveals a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.presentation.words import variant_name
from games.rules import variant
from library.puzzles.domain.solutions import streak_of
from library.puzzles.models import Attempt, Puzzle, PuzzleDay, Solver
from library.puzzles.words import (
    question_text,
)
from ratings.domain.glicko import PROVISIONAL


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """An answer in a list: the puzzle, whether it was right, and what it did to the rating."""

    key: str
    url: str
    question: str
    book: str
    right: bool
    change: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DayRow:
    """The puzzle of a day in a list. `done`: how the reader answered, or None."""

    day: date
    url: str
    question: str
    book: str
    solved: str
    done: bool | None

    @property
    def key(self) -> str:
        """What an address names it by."""
        return self.day.isoformat()


@dataclass(frozen=True, slots=True)
class SolverStanding:
    rating: str
    solved: str
    streak: int
    best_streak: int


def _question(puzzle: Puzzle) -> str:
    return question_text(puzzle, variant(puzzle.variant))


def attempt_row(attempt: Attempt) -> AttemptRow:
    """An answer for a list. Its puzzle is at hand."""
    if attempt.before is None or attempt.after is None:
        change = _("not rated")
    else:
        before, after = round(attempt.before), round(attempt.after)
        sign = "−" if after < before else "+"
        change = _("%(after)d (%(change)s)") % {"after": after, "change": f"{sign}{abs(after - before)}"}
    puzzle = attempt.puzzle
    return AttemptRow(
        key=attempt.id.hex,
        url=reverse("puzzles:puzzle", args=[puzzle.key]),
        question=_question(puzzle),
        book=variant_name(puzzle.variant),
        right=attempt.right,
        change=change,
        at=attempt.at,
    )


def day_rows(days: Sequence[PuzzleDay], player: Player | None) -> list[DayRow]:
    """Puzzles of days for a list, with how the reader answered them."""
    done: dict[object, bool] = {}
    if player is not None:
        had = Attempt.objects.filter(player=player, puzzle__in=[day.puzzle_id for day in days])
        done = dict(had.values_list("puzzle_id", "right"))
    return [
        DayRow(
            day=day.day,
            url=reverse("puzzles:puzzle", args=[day.puzzle.key]),
            question=_question(day.puzzle),
            book=variant_name(day.puzzle.variant),
            solved=solved_text(day.puzzle),
            done=done.get(day.puzzle_id),
        )
        for day in days
    ]


def solved_text(puzzle: Puzzle) -> str:
    """How many solved a puzzle, of those whose answers were rated."""
    if not puzzle.attempts:
        return _("nobody has tried it yet")
    text = ngettext("%(solved)d of %(count)d solved it", "%(solved)d of %(count)d solved it", puzzle.attempts)
    return text % {"solved": puzzle.solved, "count": puzzle.attempts}


def rating_text(value: float, deviation: float) -> str:
    """A rating for puzzles, of a solver or of a puzzle; provisional as long as little is known.

    Args:
        value, deviation: in points.
    """
    rating = str(round(value))
    return _("%(rating)s, provisional") % {"rating": rating} if deviation > PROVISIONAL else rating


def difficulty_text(puzzle: Puzzle) -> str:
    """How hard a puzzle is, by who solved it."""
    values = {"rating": rating_text(puzzle.value, puzzle.deviation), "solved": solved_text(puzzle)}
    return _("Difficulty: %(rating)s (%(solved)s).") % values


def standing_of(player: Player | None) -> SolverStanding | None:
    if player is None:
        return None
    solver = Solver.objects.filter(player=player).first() or Solver(player=player)
    text = ngettext("%(solved)d of %(count)d", "%(solved)d of %(count)d", solver.attempts)
    solved = text % {"solved": solver.solved, "count": solver.attempts}
    return SolverStanding(rating_text(solver.value, solver.deviation), solved, streak_of(solver), solver.best_streak)
