"""What this room does when something happens in a game."""

from __future__ import annotations

from collections.abc import Sequence

from eventlog.statements import Statement
from games.domain.listeners import GameUpdated, written_with_events
from games.models import Game
from play.setups import domain


@written_with_events
def clear_desks(happened: GameUpdated) -> Sequence[Statement]:
    """Erases what is left of drafts as a game begins, or is off before that."""
    begun = happened.status == Game.Status.PLAYING and "setup-made" in happened.kinds
    return [domain.erasing_drafts_of_game(happened.game)] if begun or happened.unplayed else ()
