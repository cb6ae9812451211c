"""What a player is given of figures: those of the own games."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.erasing.data_export import DataOwner, ExportPart, exporter, rows
from library.figures.models import PlayerFigures


@exporter("figures", of=(PlayerFigures,))
def export_figures(owner: DataOwner) -> Iterator[ExportPart]:
    """What is counted of the player's games, by rule book and month."""
    found = PlayerFigures.objects.filter(player=owner.player).order_by("variant", "month")
    yield rows("figures", found, ("variant", "month", "games", "counts"), ("id", "player"))
