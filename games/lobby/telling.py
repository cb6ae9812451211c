"""Telling players what became of a seek, once that is certain."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction

from players.models import Player

__all__ = ["tell"]


def tell(players: Iterable[Player], kind: str, *, actor: Player, game: UUID | None = None) -> None:
    """Notifies players after the commit. What fails there must not undo, or hide, what they were to be told.

    Args:
        players: who is told.
        kind: as `players.notices` names them.
        actor: whose doing it was.
        game: the id of the game that it is about, if there is one.
    """
    for player in players:
        transaction.on_commit(partial(_notify, player.id, kind, game=game, actor=actor.id), robust=True)


def _notify(player: UUID, kind: str, *, game: UUID | None, actor: UUID) -> None:
    try:
        from players.notices import notify
    except ImportError:
        return
    notify(player, kind, game=game, actor=actor)
