"""What a player is given of fair play: what the games with each other player came to."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from games.fairness.models import PairDay, RingLook
from players.erasing.exporting import DataOwner, ExportPart, exporter, not_exported, rows


@exporter("fairness", of=(PairDay,))
def export_pairs(owner: DataOwner) -> Iterator[ExportPart]:
    """The days on which rated games with somebody ended. The ids are those of the games' seats."""
    days = PairDay.objects.filter(Q(low=owner.player) | Q(high=owner.player)).order_by("day", "id")
    counts = ("games", "low_won", "high_won", "low_quick", "high_quick")
    yield rows("fairness/pairs", days, ("low", "high", "day", *counts), ("id",))


not_exported("whom a detector looked at: what follows is a case, and is told when it is decided", RingLook)
