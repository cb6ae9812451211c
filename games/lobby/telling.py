"""Telling players what became of a seek, once that is certain."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from games.lobby.models import Seek
from players.models import Player
from players.notices import notify

__all__ = ["tell"]


def tell(players: Iterable[Player], kind: str, *, seek: Seek, actor: Player | None, game: UUID | None = None) -> None:
    """Notifies players after the commit. What fails there must not undo, or hide, what they were to be told.

    Args:
        players: who is told.
        kind: as `players.notices` names them.
        seek: what it is about. For a live game a mail would come too late, so none is sent.
        actor: whose doing it was; None for what time has done.
        game: the id of the game that it is about, if there is one.
    """
    told = [player.id for player in players]
    doer = None if actor is None else actor.id

    # A function with a name: Django logs it by that if it fails, which a partial has not.
    def send() -> None:
        for player in told:
            notify(player, kind, game=game, actor=doer, mail=not seek.live)

    if told:
        transaction.on_commit(send, robust=True)
