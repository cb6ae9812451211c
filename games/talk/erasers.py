"""What is erased of talk with a player. Own messages, notes and guesses go with the player's row."""

from __future__ import annotations

from uuid import UUID

from games.talk.models import Message, Note
from players.deleting import eraser, scrub, words_of

__all__ = ["erase_mentions"]


@eraser
def erase_mentions(player_id: UUID, account_id: UUID | None) -> None:
    """Take the name out of what others said and noted."""
    words = words_of(player_id, account_id)
    scrub(Message.objects.exclude(author=player_id), "text", words=words)
    scrub(Note.objects.exclude(player=player_id), "text", words=words)
