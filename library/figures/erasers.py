"""What the figures forget of a player who leaves the service. Those of games and events name nobody, and stay."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from accounts.models import Player
from library.figures.models import PlayerFigures


@eraser
def erase_figures(player: UUID, account: UUID | None) -> None:
    """Deletes the player's figures. First the row of the player is taken, so that none are counted meanwhile;
    others go on writing rows that name the player."""
    list(Player.objects.select_for_update(no_key=True).filter(id=player).order_by("id").values_list("id", flat=True))
    PlayerFigures.objects.filter(player=player).delete()
