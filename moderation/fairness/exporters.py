"""What a player is given of fair play: what the games with each other player came to."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.people.personal_data import DataOwner, ExportPart, rows
from moderation.fairness.models import PairDay, SeatSight


def export_fairness(owner: DataOwner) -> Iterator[ExportPart]:
    """The days on which rated games with somebody ended, and what was done to hidden pieces in games that are open. The
    ids are those of the games' seats."""
    days = PairDay.objects.filter(Q(low=owner.player) | Q(high=owner.player)).order_by("day", "id")
    counts = ("games", "low_won", "high_won", "low_quick", "high_quick")
    yield rows("fairness/pairs", days, ("low", "high", "day", *counts), ("id",))
    done = SeatSight.objects.filter(player=owner.player).order_by("over", "game")
    yield rows("fairness/sight", done, ("game", "seat", "variant", "over", "value", "told"), ("id", "player", "spread"))
