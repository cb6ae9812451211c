"""What this room erases of a player who goes."""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction

from games.setups import domain
from games.setups.models import NAME_LENGTH, SavedSetup
from players.deleting import PLACE, eraser, mentions, saying, words_of

__all__ = ["erase"]


@eraser
def erase(player: UUID, account: UUID | None) -> None:
    """Erases a player's drafts and saved set-ups, and the player's name from the names that others gave theirs."""
    words = words_of(player, account)
    domain.erase_player(player)
    if not words:
        return
    said = mentions(words)
    for saved in saying(SavedSetup.objects.all(), "name", words=words).order_by("id"):
        name = said.sub(PLACE, saved.name)
        if name != saved.name:
            _rename(saved, name)


def _rename(saved: SavedSetup, name: str) -> None:
    """Gives a saved set-up a name, with a number if its owner has that name already, in any case."""
    number, end = 1, ""
    while True:
        try:
            with transaction.atomic():
                saved.name = name[: NAME_LENGTH - len(end)] + end
                saved.save(update_fields=["name"])
                return
        except IntegrityError:
            number += 1
            end = f" {number}"
