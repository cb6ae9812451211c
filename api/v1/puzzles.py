"""Puzzles: what is asked, and answers. Until there is an answer all is made of views of one seat."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import Player
from api.http.answers import links_around
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_statistics as shapes
from api.v1.game_values import view_value
from games.models import Game, key_of
from games.replay import Timeline, timeline
from games.rules import Seat, Viewer, variant
from library.puzzles.domain.creation import BOOKS
from library.puzzles.domain.selection import next_puzzle, puzzle_of_the_day, today
from library.puzzles.domain.solutions import NoChoice, answer, attempt_of, checked, is_right
from library.puzzles.models import CHOICE_LENGTH, Attempt, Puzzle, PuzzleDay, Solver
from library.puzzles.questions import PuzzleKind
from library.puzzles.words import hint_text, question_text
from web.keyset import page_in_order

PAGE, MOST_ON_A_PAGE = 30, 100
MOST_CHOICES = 100


def listed_value(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in a list: nothing that leads to its game."""
    return shapes.ListedPuzzleShape.of(
        puzzle,
        url=reverse("puzzles:puzzle", args=[puzzle.key]),
        question=question_text(puzzle, variant(puzzle.variant)),
        rating=round(puzzle.value),
    )


def _puzzle_answer(puzzle: Puzzle, line: Timeline, answered: dict[str, Any] | None) -> HttpResponse:
    viewer = Viewer.of(Seat(puzzle.seat))
    rank = puzzle.rank_asked
    value = listed_value(puzzle) | {
        "seat": Seat(puzzle.seat).slug,
        "about": None if puzzle.about is None else Seat(puzzle.about).slug,
        "rank": None if rank is None else rank.symbol,
        "hint": hint_text(puzzle),
        "choices": puzzle.choices,
        "many": puzzle.kind == PuzzleKind.WHERE,
        "position": view_value(line.view(viewer, puzzle.ply)),
        "turns": [turn.text for _ply, turn in line.turns(viewer, 1, puzzle.ply)],
        "answered": answered,
    }
    return json_answer(value)


def _answered(puzzle: Puzzle, attempt: Attempt) -> dict[str, Any]:
    """An answer that is kept."""
    return _right(puzzle, attempt.chosen) | {
        "kept": True,
        "before": None if attempt.before is None else round(attempt.before),
        "after": None if attempt.after is None else round(attempt.after),
    }


def _right(puzzle: Puzzle, chosen: list[str]) -> dict[str, Any]:
    return {
        "chosen": chosen,
        "right": is_right(puzzle, chosen),
        "answer": puzzle.answer,
        "game": key_of(puzzle.game),
        "kept": False,
        "before": None,
        "after": None,
    }


def _found(key: str) -> tuple[Puzzle, Timeline]:
    """A puzzle and its game. Raises `Problem`: 404."""
    puzzle = Puzzle.objects.filter(key=key, withdrawn=False).first()
    game = None if puzzle is None else Game.objects.filter(id=puzzle.game, revealed=True).first()
    if puzzle is None or game is None:
        raise missing(_("There is no puzzle at this address. Capitals matter in it."))
    return puzzle, timeline(game)


def _solver(player: Player | None) -> Player | None:
    """Whose answers are kept: a member's, and no guest's or bot's."""
    return player if player is not None and player.member and not player.guest and not player.machine else None


class PuzzleBody(Body):
    """What is chosen: one of the choices, or several where squares are asked for."""

    choice = s.ListField(child=s.CharField(max_length=CHOICE_LENGTH), min_length=1, max_length=MOST_CHOICES)


class PuzzleEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getPuzzle",
            "A puzzle; with a token that may read, your answer if you gave one, and what is right.",
            answer=shapes.PuzzleShape,
            weight=4,
        ),
        "post": Operation(
            "answerPuzzle",
            "Answer a puzzle. With a token, which has to be one that may play, the first answer is kept and counts.",
            body=PuzzleBody,
            answer=shapes.PuzzleAnswerShape,
            weight=4,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        puzzle, line = _found(key)
        attempt = attempt_of(_solver(self.reader()), puzzle)
        return _puzzle_answer(puzzle, line, None if attempt is None else _answered(puzzle, attempt))

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """The answer that counts, this one or an earlier one."""
        if self.token is not None:
            self.require(Scope.PLAY)
        puzzle, _line = _found(key)
        solver = None if self.token is None else _solver(self.player)
        try:
            chosen = checked(puzzle, self.body["choice"])
            if solver is None:
                return json_answer(_right(puzzle, list(chosen)))
            return json_answer(_answered(puzzle, answer(puzzle=puzzle, player=solver, chosen=chosen)))
        except NoChoice:
            words = _("Choose what is offered: one, or several where squares are asked for.")
            raise Problem(422, "no-choice", words, params={"choices": puzzle.choices}) from None


class NextPuzzleEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "drawPuzzle",
            "A puzzle, drawn among those that are wanted; with a token that may read, one that you have not had.",
            parameters={
                "kind": Parameter("What is asked.", choices=tuple(kind.value for kind in PuzzleKind)),
                "variant": Parameter("The slug of a rule book.", choices=tuple(BOOKS)),
                "near": Parameter("About as hard as you are strong.", choices=("yes", "no")),
            },
            answer=shapes.ListedPuzzleShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """One that is drawn."""
        player = _solver(self.reader())
        kinds, books, near = [self.asked("kind")], [self.asked("variant")], self.asked("near") == "yes"
        asked: dict[str, Any] = {"kinds": [*filter(None, kinds)], "books": [*filter(None, books)], "player": player}
        rating = None
        if near and player is not None:
            rating = (Solver.objects.filter(player=player).first() or Solver(player=player)).value
        puzzle = next_puzzle(near=rating, **asked)
        if puzzle is None and rating is not None:  # none is about as hard: any other is better than none
            puzzle = next_puzzle(**asked)
        if puzzle is None:
            raise missing(_("There is no such puzzle, or you have had them all."))
        answer = json_answer(listed_value(puzzle))
        answer["Cache-Control"] = "private, no-store"
        return answer


class PuzzleOfTheDayEndpoint(Endpoint):
    operations = {"get": Operation("getPuzzleOfTheDay", "The puzzle of today, by UTC.", answer=shapes.PuzzleDayShape)}

    def do_get(self, request: Request) -> HttpResponse:
        """The last one that there is."""
        puzzle = puzzle_of_the_day()
        if puzzle is None:
            raise missing(_("There is no puzzle yet."))
        return json_answer(_day_value(puzzle))


def _day_value(day: PuzzleDay) -> dict[str, Any]:
    return {"day": day.day, "puzzle": listed_value(day.puzzle)}


class PuzzleDaysEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "listPuzzlesOfDays",
            "The puzzles of today and of earlier days, the newest first.",
            parameters={
                "before": Parameter("A day: those before it.", "date"),
                "after": Parameter("A day: those after it.", "date"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.PuzzleDaysShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        size = self.asked_number("limit", PAGE)
        asked = {
            name: _day(request.query_params[name], name) for name in ("before", "after") if name in request.query_params
        }
        name = next(iter(asked), "")
        rows = PuzzleDay.objects.filter(day__lte=today(), puzzle__withdrawn=False).select_related("puzzle")
        beside = (asked[name],) if name else None
        page = page_in_order(rows, size, ("-day",), beside, upwards=name == "after")

        links = links_around(reverse("api:puzzle-days"), page, lambda row: row.day.isoformat(), {"limit": size})
        days = [_day_value(day) for day in page.rows]
        return json_answer({"days": days, "next": links.get("next"), "prev": links.get("prev")}, links=links)


def _day(text: str, name: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem(400, "cursor", _("This is no day. Write it like 2026-11-23."), params={"name": name}) from None
