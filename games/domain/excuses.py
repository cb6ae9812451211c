"""Excused time-outs: the site was down, or the player had announced a vacation.

The event that ends the game says it, so it stays as it was decided, whatever is later known of outages and vacations.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from eventlog.canonical import microseconds
from games.domain.state import GameFold
from games.models import Vacation
from games.rules import Seat

OUTAGE = "outage"
VACATION = "vacation"

AFTER_OUTAGE = timedelta(days=1)
"""So long after an outage a time-out in a game that it held up is excused, though the clock got its time back."""


def excuse_of(now: GameFold, seat: Seat, at: datetime) -> str | None:
    """Why a time-out of a seat is excused.

    A vacation excuses in games that do not stop for it, if it was told before the time began to run. It does not in a
    game that the player took on while it lasted; in one that a tournament paired, it does.

    Args:
        now: the game before the time-out.
        seat: whose time is over.
        at: when that is said.

    Returns:
        `outage`, `vacation`, or None where nothing excuses it. One query.
    """
    if now.outage and microseconds(at) - now.outage <= AFTER_OUTAGE // timedelta(microseconds=1):
        return OUTAGE
    player = now.created.seats.get(seat.slug)
    if player is None or now.clock is None:
        return None
    vacations = Vacation.objects.filter(player=UUID(player), until__gt=now.clock.since, begun__lte=now.clock.since)
    if now.created.tournament is None:
        vacations = vacations.filter(begun__gte=now.created_at)
    return VACATION if vacations.exists() else None
