"""What a player is given of figures: those of the own games."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from library.figures.models import PlayerFigures


def export_figures(owner: DataOwner) -> Iterator[ExportPart]:
    """What is counted of the player's games, by rule book and month."""
    figures = PlayerFigures.objects.filter(player=owner.player).order_by("variant", "month")
    yield rows("figures", figures, ("variant", "month", "games", "counts"), ("id", "player"))
