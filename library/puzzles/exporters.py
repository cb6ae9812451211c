"""What a player is given of puzzles: how they went."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from library.puzzles.models import Attempt, Solver


def export_puzzles(owner: DataOwner) -> Iterator[ExportPart]:
    """The player's rating as a solver, and every answer."""
    numbers = ("value", "deviation", "volatility", "played", "attempts", "solved")
    streaks = ("streak", "best_streak", "streak_day")
    yield rows("puzzles/solver", Solver.objects.filter(player=owner.player), (*numbers, *streaks), ("player",))
    answers = Attempt.objects.filter(player=owner.player).order_by("at", "pk")
    yield rows("puzzles/answers", answers, ("puzzle", "chosen", "right", "before", "after", "at"), ("id", "player"))
