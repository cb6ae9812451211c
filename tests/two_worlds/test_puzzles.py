"""A puzzle is a seat's view, and tells nothing beyond it before there is an answer: of games that differ only in what
that seat has not seen, it is the same, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.urls import reverse

from eventlog.sources import SOURCES
from games.domain import commands
from games.models import Game
from games.replay import Timeline
from games.rules import Rank, Seat, Viewer
from library.puzzles import daily, page
from library.puzzles.domain import creation
from library.puzzles.domain.selection import choose_days
from library.puzzles.models import Puzzle
from library.puzzles.questions import PuzzleQuestion
from tests.scenes import game_in_play

from .asking import Ask
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back

BLUE = Seat.BLUE
SWAP = ("F", "B")
"""In the other world red's Flag and a Bomb have changed places. Neither moves, and nobody attacks them."""

GAMES = (("classic", 80), ("lightning", 80))


def answers_of(cast: Cast, slug: str, plies: int, swap: tuple[str, str] | None) -> tuple[Answers, bytes]:
    """All that the pages of puzzles say in a world, to a visitor and to a member, before there is an answer. And the
    record of the game, which is open.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, slug) as at, logged() as log:
        at(0)
        game = game_in_play(slug=slug, plies=plies, seed=2, swap=swap)
        commands.resign(game=game.id, seat=Seat.RED)
        at(1)
        creation.make_puzzles(game.id)
        # What red is asked depends on red's own ranks.
        Puzzle.objects.exclude(seat=BLUE).delete()
        choose_days()
        for name, ask in asked():
            answers[name] = cast.ask(Viewer.RED2, ask)
        answers["landing",] = Answer(0, (), daily.daily_puzzle(None).encode())
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        rows = Puzzle.objects.order_by("id").values("key", "kind", "ply", "choices", "about", "rank", "value")
        answers["rows",] = Answer(0, (), repr(list(rows)).encode())
        record = Ask(reverse("games:record", args=[Game.objects.get(id=game.id).key, "json"]))
        return answers, cast.ask(Viewer.RED2, record).body


def asked() -> Iterator[tuple[tuple[str, ...], Ask]]:
    puzzles = list(Puzzle.objects.order_by("id"))
    assert puzzles
    paths = [reverse(f"puzzles:{name}") for name in ("index", "next", "days", "mine")]
    for who in ("viewer", "anybody"):
        for path in paths:
            yield (who, path), Ask(path, who=who)
        for puzzle in puzzles:
            path = reverse("puzzles:puzzle", args=[puzzle.key])
            for data in ({}, {"at": "7"}, {"at": str(puzzle.ply - 1)}):
                yield (who, path, str(data)), Ask(path, who=who, data=data)
            yield (who, path, "nothing chosen"), Ask(path, who=who, method="POST", data={"choice": "z9"})


def seat_by_seat(patch: pytest.MonkeyPatch) -> None:
    """Chance begins anew for each seat: what red is asked in a world must not shift what chance gives blue."""
    questions_for = creation.questions_for

    def anew(line: Timeline, seat: Seat) -> list[PuzzleQuestion]:
        SOURCES.random = random.Random(f"puzzles {seat}").randbytes
        return questions_for(line, seat)

    patch.setattr(creation, "questions_for", anew)


def told_apart(cast: Cast, slug: str, plies: int) -> list[tuple[str, ...]]:
    with pytest.MonkeyPatch.context() as patch:
        seat_by_seat(patch)
        (here, opened), (there, other) = (answers_of(cast, slug, plies, swap) for swap in (None, SWAP))
    assert opened != other  # there was something that could have leaked
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


@pytest.mark.parametrize(("slug", "plies"), GAMES)
def test_a_puzzle_tells_nothing_beyond_the_view_of_its_seat(cast: Cast, slug: str, plies: int) -> None:
    assert told_apart(cast, slug, plies) == []


# -- leaks that are planted ------------------------------------------------------------------------


def draws_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(page.PuzzlePage, "board", property(lambda self: page.picture(self.line.view(Viewer.ALL, self.ply))))


def offers_what_is(patch: pytest.MonkeyPatch) -> None:
    """The true Flag is always among the choices."""
    questions_for = creation.questions_for

    def knowing(line: Timeline, seat: Seat) -> list[PuzzleQuestion]:
        results = []
        for question in questions_for(line, seat):
            view = line.view(Viewer.ALL, question.ply)
            flags = [p.square for p in view.pieces if p.rank is Rank.FLAG and p.seat is not seat]
            choices = tuple(dict.fromkeys([*question.choices, *map(line.rules.board.name, flags)]))
            values: dict[str, Any] = {name: getattr(question, name) for name in question.__slots__}
            results.append(PuzzleQuestion(**values | {"choices": choices}))
        return results

    patch.setattr(creation, "questions_for", knowing)


def in_a_space(patch: pytest.MonkeyPatch) -> None:
    """How long the question is depends on the open game."""
    question_text = page.question_text

    def told(puzzle: Puzzle, rules: Any) -> str:
        pieces = creation.timeline(Game.objects.get(id=puzzle.game)).view(Viewer.ALL, 0).pieces
        (flag,) = [piece for piece in pieces if (piece.seat, piece.rank) == (Seat.RED, Rank.FLAG)]
        return question_text(puzzle, rules) + " " * flag.square

    patch.setattr(page, "question_text", told)


LEAKS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (draws_all, offers_what_is, in_a_space)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_puzzle_that_tells_is_found(cast: Cast, leak: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        assert told_apart(cast, "classic", 40) != []
