"""What a player is given of figures: those of the own games."""

from __future__ import annotations

from collections.abc import Iterator

from games.figures.models import PlayerFigures
from players.erasing.exporting import DataOwner, ExportPart, exporter, rows


@exporter("figures", of=(PlayerFigures,))
def export_figures(owner: DataOwner) -> Iterator[ExportPart]:
    """What is counted of the player's games, by rule book and month."""
    found = PlayerFigures.objects.filter(player=owner.player).order_by("variant", "month")
    yield rows("figures", found, ("variant", "month", "games", "counts"), ("id", "player"))
