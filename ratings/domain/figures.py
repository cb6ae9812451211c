"""How often a player left others waiting: whose time ran out, who never set up, who called a game off, or gave it
up before it counted. They are counted at the end of each game (`games.models.PlayerTally`).
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from games.models import PlayerTally


@dataclass(frozen=True, slots=True)
class GamesLeft:
    """A player's games that this player's own doing, or doing nothing, ended.

    Args:
        timed_out: the player's time ran out on the move.
        not_set_up: the game was lost because the player did not set up in time.
        called_off: the player aborted it.
        given_up: the player gave a rated game up before it counted.
    """

    timed_out: int = 0
    not_set_up: int = 0
    called_off: int = 0
    given_up: int = 0


def left_by(player_id: UUID) -> GamesLeft:
    sums = PlayerTally.objects.filter(player=player_id).aggregate(
        timed_out=Sum("timed_out", default=0),
        not_set_up=Sum("not_set_up", default=0),
        called_off=Sum("called_off", default=0),
        given_up=Sum("given_up", default=0),
    )
    return GamesLeft(**sums)
