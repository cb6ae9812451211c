"""Work of fair play in the background. Messages hold nothing; every task may run twice."""

from __future__ import annotations

from celery import shared_task

from games.fairness.domain import filing


@shared_task
def look_for_rings() -> None:
    """Looks at who won quickly on days that are over. Beat runs it each hour."""
    filing.look_for_rings(filing.utc_today())
