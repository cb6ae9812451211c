"""Work in the background. Messages hold ids only; every task may run twice."""

from __future__ import annotations

import uuid

from celery import shared_task
from django.utils import timezone

from games.domain.commands import reveal_game
from games.models import Game

__all__ = ["reveal_due", "reveal_one"]


@shared_task
def reveal_due() -> None:
    """Starts the reveal of every game whose delay is over. Beat runs it each minute, so a lost message is made good."""
    due = Game.objects.filter(reveal_due__lte=timezone.now(), revealed=False)
    for game in due.values_list("id", flat=True)[:1000]:
        reveal_one.delay(str(game))


@shared_task
def reveal_one(game: str) -> None:
    """Opens one finished game; does nothing if it is open."""
    reveal_game(game=uuid.UUID(game))
