"""Answers to puzzles: one that counts for each player and puzzle, ratings of both, and the days in a row."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games.models import GameSeat
from library.puzzles.domain.selection import today
from library.puzzles.models import Attempt, Puzzle, PuzzleDay, Solver, band_of
from library.puzzles.questions import PuzzleKind
from ratings.domain.glicko import Strength, rated_duel

DAY = timedelta(days=1)


class NoChoice(ValueError):
    """An answer that is none: nothing was chosen, more than one, or what is not offered."""


def checked(puzzle: Puzzle, chosen: Collection[str]) -> tuple[str, ...]:
    """What was chosen, in the order of the choices.

    Raises:
        NoChoice: it is no answer.
    """
    choices = tuple(choice for choice in puzzle.choices if choice in chosen)
    if not choices or not set(chosen) <= set(choices) or (puzzle.kind != PuzzleKind.WHERE and len(choices) > 1):
        raise NoChoice
    return choices


def is_right(puzzle: Puzzle, chosen: Collection[str]) -> bool:
    """Whether an answer is right: if it asks for squares, exactly these."""
    return set(chosen) == set(puzzle.answer)


def attempt_of(player: Player | None, puzzle: Puzzle) -> Attempt | None:
    return None if player is None else Attempt.objects.filter(player=player, puzzle=puzzle).first()


@transaction.atomic
def answer(*, puzzle: Puzzle, player: Player, chosen: Collection[str]) -> Attempt:
    """Keeps a player's answer; the first one counts, and a later one changes nothing.

    It is rated, as a game between the solver and the puzzle, unless the player sat at the game that the puzzle is of.
    The answer to the puzzle of today counts for the days in a row.

    Args:
        puzzle: which.
        player: who answers; a member.
        chosen: some of its choices.

    Returns:
        The answer that counts: this one, or an earlier one.

    Raises:
        NoChoice: it is no answer.
    """
    chosen = checked(puzzle, chosen)
    # Whoever answers the same puzzle waits here, so that each meets it as the one before has left it.
    puzzle = Puzzle.objects.select_for_update().get(id=puzzle.id)
    before = attempt_of(player, puzzle)
    if before is not None:
        return before
    solver, _new = Solver.objects.select_for_update().get_or_create(player=player)
    made = Attempt(puzzle=puzzle, player=player, chosen=list(chosen), right=is_right(puzzle, chosen), at=timezone.now())
    if not GameSeat.objects.filter(game=puzzle.game, player=player).exists():
        _rate(made, puzzle, solver)
    if made.right:
        day = PuzzleDay.objects.filter(puzzle=puzzle, day=today()).values_list("day", flat=True).first()
        _count_day(solver, day)
    solver.save()
    made.save(force_insert=True)
    return made


def _rate(made: Attempt, puzzle: Puzzle, solver: Solver) -> None:
    """Solver and puzzle play a game of Glicko-2. A puzzle stays as it is, so its deviation does not grow with time."""
    strength = Strength(solver.value, solver.deviation, solver.volatility, solver.played)
    other = Strength(puzzle.value, puzzle.deviation, puzzle.volatility)
    now, then = rated_duel(strength, other, points=float(made.right), at=made.at)
    made.before, made.after = solver.value, now.value
    solver.value, solver.deviation, solver.volatility, solver.played = (
        now.value,
        now.deviation,
        now.volatility,
        now.played,
    )
    solver.attempts += 1
    solver.solved += made.right
    puzzle.value, puzzle.deviation, puzzle.volatility = then.value, then.deviation, then.volatility
    puzzle.band = band_of(puzzle.value)
    puzzle.attempts += 1
    puzzle.solved += made.right
    puzzle.save(update_fields=["value", "deviation", "volatility", "band", "attempts", "solved"])


def _count_day(solver: Solver, day: date | None) -> None:
    if day is None or solver.streak_day == day:
        return
    solver.streak = solver.streak + 1 if solver.streak_day == day - DAY else 1
    solver.best_streak = max(solver.best_streak, solver.streak)
    solver.streak_day = day


def streak_of(solver: Solver) -> int:
    """The days in a row up to today or yesterday: today's puzzle may yet be solved."""
    return solver.streak if solver.streak_day is not None and solver.streak_day >= today() - DAY else 0
