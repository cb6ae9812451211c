"""Work of fair play in the background. Messages hold nothing; every task may run twice."""

from __future__ import annotations

from celery import shared_task

from moderation.fairness.domain import lapses, ring_reports, sight_reports

AT_ONCE = 200
"""Games that one run examines; the next one continues."""


@shared_task
def look_for_rings() -> None:
    """Looks at who won quickly on days that are over. Beat runs it each hour."""
    ring_reports.look_for_rings(ring_reports.utc_today())


@shared_task
def look_at_opened() -> None:
    """Looks for second sight in games that were opened since. Beat runs it every ten minutes."""
    sight_reports.look_at_opened(AT_ONCE)


@shared_task
def tell_lapses() -> None:
    """Warns who left a game. Beat runs it every five minutes."""
    lapses.tell_lapses()
