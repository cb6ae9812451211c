"""What reliability forgets of a player who goes: that there were warnings. The days are figures of games, and stay with
the random id, as the games do."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from library.reliability.models import LapseTold


@eraser
def erase_warnings(player: UUID, account: UUID | None) -> None:
    """Deletes them."""
    LapseTold.objects.filter(player=player).delete()
