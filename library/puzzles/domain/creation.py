"""Puzzles are made from revealed games: found among the new events of the log, one game after the other."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from eventlog.corruption import is_damaged
from eventlog.sources import new_id, random_below
from games.models import Game
from games.replay import Timeline, timeline
from games.rules import VARIANTS, Seat, Viewer
from library.puzzles.models import Puzzle, PuzzleSource
from library.puzzles.questions import PuzzleQuestion, questions, seen_plies

AT_FIRST = 200
"""Games, the newest, of which puzzles are made where none were: not of a whole archive at once."""

TRIES = 3

BOOKS = tuple(slug for slug, book in VARIANTS.items() if not book.deals)
"""The rule books with puzzles: where cards are dealt most of what is hidden is not on the table."""

FIT = (
    ~is_damaged()
    & Q(revealed=True, status=Game.Status.OVER, variant__in=BOOKS)
    & ~Q(source=Game.Source.WHATIF)
    & ~Q(result__in=(Game.Result.UNFINISHED, Game.Result.CALLED_OFF))
)
"""The games that puzzles are made of: whole, open to all, and none that is played on from another one."""


def remember(streams: Sequence[UUID] | None) -> None:
    """Notes from which games to make puzzles.

    Args:
        streams: games and others with new events, some of them again; None for the newest games that there are.
    """
    games = Game.objects.filter(FIT)
    if streams is None:
        newest = Game.objects.order_by("-created", "-id").values_list("id", flat=True)[:AT_FIRST]
        streams = list(newest)
    result = games.filter(id__in=streams).values_list("id", flat=True)
    PuzzleSource.objects.bulk_create([PuzzleSource(game=game) for game in result], ignore_conflicts=True)


def waiting(most: int) -> list[UUID]:
    """Games of which puzzles have yet to be made, so many at most."""
    rows = PuzzleSource.objects.filter(made=None, tries__lt=TRIES).order_by("game")
    return list(rows.values_list("game", flat=True)[:most])


def make_puzzles(game: UUID) -> int:
    """Makes the puzzles of a game, unless that was done before; returns how many there are new.

    At most one of each kind for each seat. What is asked for a seat depends on what that seat saw, and on chance.

    Raises:
        Damaged: its log cannot be read or folded.
    """
    row = Game.objects.filter(FIT, id=game).first()
    if row is None:  # damaged, or taken back: nothing to be tried again
        PuzzleSource.objects.filter(game=game).update(made=timezone.now())
        return 0
    PuzzleSource.objects.get_or_create(game=game)
    begun = PuzzleSource.objects.filter(game=game, made=None).update(tries=F("tries") + 1)
    if not begun:
        return 0
    line = timeline(row)
    made = [_puzzle(row, seat, question) for seat in line.rules.seats for question in questions_for(line, seat)]
    with transaction.atomic():
        source = PuzzleSource.objects.select_for_update().get(game=game)
        if source.made is not None:  # somebody else was faster
            return 0
        source.made = timezone.now()
        source.save(update_fields=["made"])
        Puzzle.objects.bulk_create(made)
    return len(made)


def questions_for(line: Timeline, seat: Seat) -> list[PuzzleQuestion]:
    """What may be asked of a game as one seat saw it.

    Args:
        line: the game, which is over.
        seat: whose view.
    """
    viewer = Viewer.of(seat)
    plies = ((line.view(viewer, ply), line.legal(viewer, ply)) for ply in range(line.plies + 1))
    return questions(seen_plies(plies, line.options, line.rules), line.rules, random_below)


def _puzzle(game: Game, seat: Seat, question: PuzzleQuestion) -> Puzzle:
    id = new_id()
    return Puzzle(
        id=id,
        key=Puzzle.key_of(id),
        game=game.id,
        seat=seat,
        ply=question.ply,
        kind=question.kind.value,
        variant=game.variant,
        about=question.about,
        rank=question.rank,
        choices=list(question.choices),
        answer=list(question.answer),
    )
