"""Work in the background. Messages hold ids only; every task may run twice."""

from __future__ import annotations

import logging
import uuid
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from eventlog.corruption import is_damaged, skipping_damaged
from eventlog.statements import fetch_row
from games.domain import commands, queries
from games.domain.clocks import GRACE
from games.domain.conflict_retry import retry_on_conflict
from games.domain.outages import on_outage, stands_still
from games.domain.reveal import open_if_due, publish_if_due
from games.models import Game, Outage

log = logging.getLogger(__name__)

MOST = 200  # games that one run of a sweep takes on

_IS_OVERDUE = b"""
SELECT EXISTS (SELECT FROM games_game WHERE due_from < now() - %s)
    OR EXISTS (SELECT FROM games_outage WHERE NOT given)
"""
_IS_REVEAL_DUE = b"""
SELECT EXISTS (SELECT FROM games_game WHERE reveal_due <= now() AND NOT revealed)
    OR EXISTS (SELECT FROM games_game WHERE publish_due <= now())
"""


def is_overdue() -> bool:
    """Whether `end_overdue` has anything to do, by an index."""
    return bool(fetch_row(_IS_OVERDUE, (GRACE,))[0])


def is_reveal_due() -> bool:
    """Whether `reveal_due` has anything to do, by an index."""
    return bool(fetch_row(_IS_REVEAL_DUE)[0])


@shared_task
def end_overdue() -> None:
    """Ends the games whose time is over, set-ups included. Beat runs it each second: nobody else judges a clock, but
    for an open page that asks (`play:due`)."""
    for outage in outages_to_give():
        give_back.delay(outage)
    if stands_still():
        return
    for game in queries.overdue(MOST):
        end_one.delay(str(game))


AT_ONCE = 200  # games that one message gives their time back
LOST = timedelta(minutes=2)  # after which a message that gives it back counts as lost


def outages_to_give() -> list[int]:
    """The outages whose time has yet to be given back, and that nobody is at."""
    waiting = Outage.objects.filter(given=False).exclude(touched__gt=timezone.now() - LOST)
    return list(waiting.order_by("ended").values_list("id", flat=True))


@shared_task
def give_back(outage: int, due: str = "", game: str = "") -> None:
    """Gives the games that ran in an outage their time back, those with the least time first, and passes the rest on.

    Args:
        due, game: the time from which the last game that has its time back was to be looked at, and its id.
    """
    result = Outage.objects.filter(id=outage, given=False).first()
    if result is None:
        return
    running = Game.objects.filter(~is_damaged(), due_from__isnull=False, created__lt=result.ended)
    if due:
        at = datetime.fromisoformat(due)
        running = running.filter(Q(due_from__gt=at) | Q(due_from=at, id__gt=uuid.UUID(game)))
    games = list(running.order_by("due_from", "id").values_list("due_from", "id")[:AT_ONCE])
    for _due, id_ in games:
        try:
            with skipping_damaged():
                retry_on_conflict(id_, partial(commands.give_back, id_))
        except Exception as error:  # the other games do without it, and the next command there tries again
            log.error("a game did not get its time back: %s", type(error).__name__)
    result.given = len(games) < AT_ONCE
    result.touched = timezone.now()
    result.save(update_fields=["given", "touched"])
    if not result.given:
        due_last, game_last = games[-1]
        give_back.delay(outage, str(due_last), str(game_last))


@on_outage
def give_back_soon() -> None:
    """Has the time of an outage given back as soon as it is over."""
    for outage in outages_to_give():
        give_back.delay(outage)


@shared_task
def end_one(game: str) -> None:
    """Ends one game if it is overdue; does nothing if it is not, or is over."""
    with skipping_damaged():
        queries.end_if_overdue(uuid.UUID(game))


@shared_task
def reveal_due() -> None:
    """Starts the reveal of every game whose delay is over, and makes ends public that spectators have come to. Beat
    runs it every few seconds."""
    due = Game.objects.filter(~is_damaged(), reveal_due__lte=timezone.now(), revealed=False)
    for game in due.values_list("id", flat=True)[:MOST]:
        reveal_one.delay(str(game))

    behind = Game.objects.filter(~is_damaged(), publish_due__lte=timezone.now())
    for game in behind.values_list("id", flat=True)[:MOST]:
        publish_one.delay(str(game))


@shared_task
def publish_one(game: str) -> None:
    """Makes the end of one game public if its spectators have come to it by its own log; does nothing otherwise."""
    with skipping_damaged():
        publish_if_due(game=uuid.UUID(game))


@shared_task
def reveal_one(game: str) -> None:
    """Opens one finished game if its time has come by its own log; does nothing otherwise."""
    with skipping_damaged():
        open_if_due(game=uuid.UUID(game))
