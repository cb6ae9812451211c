"""What this room erases of a player who goes."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from library.studies.domain import commands


@eraser
def erase(player: UUID, account: UUID | None) -> None:
    """Erases what a player said in studies. Those that others write too go on with them."""
    commands.erase_player(player)
