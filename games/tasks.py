"""Work in the background. Messages hold ids only; every task may run twice."""

from __future__ import annotations

import uuid

from celery import shared_task
from django.utils import timezone

from games.domain import queries
from games.domain.commands import reveal_game
from games.eventlog.damage import is_damaged, skipping_damaged
from games.models import Game

__all__ = ["end_one", "end_overdue", "reveal_due", "reveal_one"]

MOST = 1000  # games that one run of a sweep takes on


@shared_task
def end_overdue() -> None:
    """Ends the games whose time is over, set-ups included. Beat runs it each minute; who looks at such a game ends it
    too (`queries.settle`)."""
    for game in queries.overdue(MOST):
        end_one.delay(str(game))


@shared_task
def end_one(game: str) -> None:
    """Ends one game if it is overdue; does nothing if it is not, or is over."""
    with skipping_damaged():
        queries.end_if_overdue(uuid.UUID(game))


@shared_task
def reveal_due() -> None:
    """Starts the reveal of every game whose delay is over. Beat runs it each minute, so a lost message is made good."""
    due = Game.objects.filter(~is_damaged(), reveal_due__lte=timezone.now(), revealed=False)
    for game in due.values_list("id", flat=True)[:MOST]:
        reveal_one.delay(str(game))


@shared_task
def reveal_one(game: str) -> None:
    """Opens one finished game; does nothing if it is open."""
    with skipping_damaged():
        reveal_game(game=uuid.UUID(game))
