"""Work of reliability in the background. Messages hold nothing; the task may run twice."""

from __future__ import annotations

from celery import shared_task

from library.reliability.domain import lapses


@shared_task
def tell_lapses() -> None:
    """Warns who left a game. Beat runs it every five minutes."""
    lapses.tell_lapses()
