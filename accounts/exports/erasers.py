"""What is erased in exports with a player: those of others that say the name. Their own goes with the account."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from accounts.exports.models import DataExport, DataExportPart
from accounts.models import Player


@eraser
def erase_named(player_id: UUID, account_id: UUID | None) -> None:
    """Have the exports that name the player made again, without the name. First the row of the player is taken: an
    export that is being written is there by then, or finds the player gone."""
    list(Player.objects.select_for_update().filter(pk=player_id).values_list("pk", flat=True))
    naming = DataExport.objects.exclude(named=[]).filter(named__contains=[player_id])
    for export in naming.select_for_update().order_by("pk"):
        DataExportPart.objects.filter(export=export).delete()
        fresh = {"state": DataExport.State.WAITING, "tries": 0, "named": [], "size": 0, "files": 0}
        DataExport.objects.filter(pk=export.pk).update(**fresh)
