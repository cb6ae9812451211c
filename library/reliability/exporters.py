"""What a player is given of reliability: what each day says, and the warnings."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from library.reliability.models import LapseTold, ReliabilityDay


def export_reliability(owner: DataOwner) -> Iterator[ExportPart]:
    """The days on which the player's games ended, and of which games left there was a warning."""
    days = ReliabilityDay.objects.filter(player=owner.player).order_by("day", "id")
    yield rows("reliability/days", days, ("day", "finished", "abandoned", "excused"), ("id", "player"))
    tolds = LapseTold.objects.filter(player=owner.player).order_by("day")
    yield rows("reliability/warnings", tolds, ("day",), ("id", "player"))
