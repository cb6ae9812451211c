"""What a player is given of the archive: how it went with the own set-ups, in games that are open."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from library.archive.models import PlayedSetup


def export_archive(owner: DataOwner) -> Iterator[ExportPart]:
    """The set-ups that the player has laid."""
    setups = PlayedSetup.objects.filter(player=owner.player).order_by("variant", "form")
    yield rows("games/setups-laid", setups, ("variant", "form", "won", "drawn", "lost"), ("id", "player"))
