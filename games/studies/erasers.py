"""What this room erases of a player who goes."""

from __future__ import annotations

from uuid import UUID

from games.studies.domain import managing
from players.erasing.deleting import eraser


@eraser
def erase(player: UUID, account: UUID | None) -> None:
    """Erases what a player said in studies. Those that others write too go on with them."""
    managing.erase_player(player)
