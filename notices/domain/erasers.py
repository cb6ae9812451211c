"""What is erased with a player: the player's notices and wishes, and what others were told of the player's doings."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from notices.models import Notice, Wish


@eraser
def erase_notices(player_id: UUID, account_id: UUID | None) -> None:
    """Deletes the rows. They hold ids alone, but an id that was told of is gone from here too."""
    Notice.objects.filter(player=player_id).delete()
    Notice.objects.filter(actor=player_id).delete()
    Wish.objects.filter(player=player_id).delete()
