"""Work of the lobby in the background. Messages hold nothing; the task may run twice."""

from __future__ import annotations

from celery import shared_task

from play.lobby.domain import expire


@shared_task
def expire_seeks() -> None:
    """Ends the seeks whose time is over. Beat runs it each minute; until then no page shows them, and nobody joins."""
    expire()
