"""Withdraws challenges and seeks of a player who may not look for games any more."""

from __future__ import annotations

from contextlib import suppress

from accounts.models import Penalty
from games.rules import Illegal
from play.lobby import domain
from play.lobby.models import Place, Seek

Kind = Penalty.Kind


def take_back_seeks(penalty: Penalty) -> None:
    """Takes back the player's seeks and challenges, declines those of others, and frees places; all of them, or those
    for rated games. Waiting players are notified.
    """
    places = Place.objects.filter(player=penalty.player, over=False, seek__state=Seek.State.OPEN)
    if penalty.kind == Kind.NO_RATED:
        places = places.filter(seek__rated=True)
    for place in places.select_related("seek", "player"):
        own = place.seek.host_id == penalty.player
        with suppress(Illegal):  # it is over by now
            (domain.cancel if own else domain.decline)(seek=place.seek_id, player=place.player)
