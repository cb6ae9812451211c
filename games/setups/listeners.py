"""What this room does when something happens in a game."""

from __future__ import annotations

from games.domain.listeners import Happened, listener
from games.models import Game
from games.setups import domain


@listener
def clear_desks(happened: Happened) -> None:
    """Erases what is left of drafts once a game has begun, or is off before that. A draft that is missed hurts
    nobody."""
    begun = happened.status == Game.Status.PLAYING and "setup-made" in happened.kinds
    if begun or happened.unplayed:
        domain.erase_drafts_of_game(happened.game)
