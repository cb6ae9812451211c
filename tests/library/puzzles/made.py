"""Games with puzzles, always the same, and what is made of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from eventlog.sources import injected
from games.models import Game
from library.puzzles.domain import creation
from library.puzzles.models import Puzzle
from library.puzzles.questions import PuzzleKind
from tests.scenes import game_over

BOOK, PLIES = "barrage", 60
SEEDS = {PuzzleKind.CANNOT: 0, PuzzleKind.WHERE: 0, PuzzleKind.ATTACK: 72}
"""Of games in which some seat has a puzzle of a kind."""


def game_with_puzzles(**values: object) -> Game:
    """A random game of barrage that red gave up; both of its seats have puzzles."""
    return game_over(**{"slug": BOOK, "plies": PLIES, "seed": 3} | values)  # type: ignore[arg-type]


def made_puzzles(game: Game, seed: int = 1) -> list[Puzzle]:
    with injected(random=random.Random(f"{seed} {Puzzle.objects.count()}").randbytes):
        creation.make_puzzles(game.id)
    return list(Puzzle.objects.filter(game=game.id).order_by("seat", "kind"))


def a_puzzle(kind: PuzzleKind = PuzzleKind.CANNOT, **values: object) -> Puzzle:
    game = game_with_puzzles(**{"seed": SEEDS[kind]} | values)
    return next(puzzle for puzzle in made_puzzles(game) if puzzle.kind == kind)


def wrong_answer(puzzle: Puzzle) -> list[str]:
    return [next(choice for choice in puzzle.choices if choice not in puzzle.answer)]


@contextmanager
def on_day(day: str) -> Iterator[None]:
    noon = datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.utils.timezone.now", lambda: noon)
        yield
