"""Telling players what became of a seek, with what became of it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from accounts.models import Player
from games.models import Game
from notices.domain.commands import notify_each
from play.lobby.models import Seek
from realtime.changes import publish
from realtime.topics import player_topic

log = logging.getLogger(__name__)


def tell(players: Iterable[Player], kind: str, *, seek: Seek, actor: Player | None, game: UUID | None = None) -> None:
    """Notifies players, in the transaction of what they are told: so nobody is left untold though the process dies.
    What fails here must not undo what they were to be told.

    Args:
        players: who is told.
        kind: as `notices` names them.
        seek: what it is about. For a live game a mail would come too late, so none is sent.
        actor: whose doing it was; None for what time has done.
        game: the id of the game that it is about, if there is one.
    """
    doer = None if actor is None else actor.id
    ids = [player.id for player in players]
    try:
        with transaction.atomic():
            notify_each(ids, kind, game=game, actor=doer, mail=not seek.live)
    except Exception as error:
        # Its message might tell who it was.
        log.error("telling of a seek failed with %s", type(error).__name__)


def tell_tables(seek: Seek, *others: UUID, players: Iterable[UUID] | None = None) -> None:
    """After the commit, tells who has a place at a seek that it stands otherwise: for programs that follow what goes on
    for them, and for the open pages of the game that a rematch is of.

    Args:
        seek: what has changed: posted, joined, declined, over, or its game has begun.
        others: who had a place and has left it.
        players: who has a place, for who knows; else they are looked up.
    """
    at = seek.places.values_list("player_id", flat=True) if players is None else players
    over, there = seek.rematch_of, [*at, *others]

    def send() -> None:
        key = None if over is None else Game.objects.filter(id=over).values_list("key", flat=True).first()
        texts = {"t": "lobby"} if key is None else {"k": key, "t": "rematch"}
        publish(*((player_topic(player), texts) for player in there))

    transaction.on_commit(send, robust=True)
