"""What fair play forgets of a player who goes: that somebody was looked at. Days of pairs and
what was done in open games are figures of games, and stay with the random ids, as the games do."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from moderation.fairness.models import RingLook, SightLook


@eraser
def erase_looks(player: UUID, account: UUID | None) -> None:
    """Deletes it."""
    RingLook.objects.filter(player=player).delete()
    SightLook.objects.filter(player=player).delete()
