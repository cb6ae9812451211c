"""Bots at work. A message says which game, and no more; every task may run twice, and a sweep makes good for lost
ones.
"""

from __future__ import annotations

import logging
import uuid

from celery import shared_task

from accounts.people.bots import BOT_IDS
from eventlog.corruption import is_damaged, skipping_damaged
from games.domain.command_handler import NoGame
from games.domain.listeners import GameUpdated, listener
from games.models import Game
from play.bots.actions import act

log = logging.getLogger(__name__)

_AT_ONCE = 1000
_OFFERS = frozenset({"draw-offered", "takeback-offered", "takeback-agreed"})


@shared_task
def move(game: str) -> None:
    """Lets the bots of one game do what they have to do, if there is anything."""
    try:
        with skipping_damaged():
            act(uuid.UUID(game))
    except NoGame:
        return
    except Exception as error:
        # Celery would print its message, which might tell a rank. The sweep tries again.
        log.error("the bots of a game failed with %s", type(error).__name__)


@shared_task
def move_all_due() -> None:
    """Calls the bots of every game that waits for one. Beat runs it each minute."""
    for game in due_games():
        move.delay(str(game))


def due_games() -> list[uuid.UUID]:
    """The games in which a bot has to set up, to move, or to answer an offer; those that began first, and at most a
    thousand."""
    waiting = Game.objects.filter(~is_damaged(), waits_for_bot=True).order_by("created")
    return list(waiting.values_list("id", flat=True)[:_AT_ONCE])


@listener
def call_bots(happened: GameUpdated) -> None:
    """Queues the move of a bot as soon as it is its turn, or something is offered to it."""
    if happened.over:
        return
    asked = _waited_for(happened) if _OFFERS.isdisjoint(happened.kinds) else happened.players.values()
    if not BOT_IDS.isdisjoint(asked):
        move.delay(str(happened.game))


def _waited_for(happened: GameUpdated) -> list[uuid.UUID]:
    return [happened.players[seat] for seat in happened.waiting_for if seat in happened.players]
