"""What a player is given of set-ups: drafts and saved ones, which nobody else may see."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from play.setups.models import Draft, SavedSetup


def export_setups(owner: DataOwner) -> Iterator[ExportPart]:
    """The player's own."""
    drafts = Draft.objects.filter(player=owner.player).order_by("pk")
    yield rows("setups/drafts", drafts, ("game", "variant", "form", "history"), ("id", "player", "version"))
    saved = SavedSetup.objects.filter(player=owner.player).order_by("variant", "name", "pk")
    yield rows("setups/saved", saved, ("variant", "name", "form"), ("id", "player", "version"))
