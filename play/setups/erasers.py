"""What this room erases of a player who goes."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from play.setups import domain


@eraser
def erase(player: UUID, account: UUID | None) -> None:
    """Erases a player's drafts and saved set-ups. What others call theirs is their own word."""
    domain.erase_player(player)
