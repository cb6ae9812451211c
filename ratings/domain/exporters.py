"""What a player is given of ratings: what they are, and every game that changed them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.people.personal_data import DataOwner, ExportPart, rows
from ratings.models import BoardGame, Change, Meeting, Rating, SetBack


def export_ratings(owner: DataOwner) -> Iterator[ExportPart]:
    """Numbers and their history."""
    numbers = ("before", "value", "deviation")
    strength = ("variant", "ladder", "value", "deviation", "volatility", "games", "played")
    now = Rating.objects.filter(player=owner.player).order_by("variant")
    yield rows("ratings/now", now, strength, ("id", "player", "position"))
    changes = Change.objects.filter(player=owner.player).order_by("variant", "position")
    yield rows(
        "ratings/history",
        changes,
        (*("game", "seat", "variant", "ladder", "kind", "result", "amount"), *numbers, "meeting", "time"),
        ("id", "player", "position", "volatility", "number", "played"),
    )
    set_back = SetBack.objects.filter(player=owner.player).order_by("position")
    yield rows("ratings/set-back", set_back, ("id", "variant", "amount", "undone"), ("player", "position"))
    boards = BoardGame.objects.filter(player=owner.player).order_by("ended", "event", "number")
    yield rows(
        "ratings/boards",
        boards,
        ("event", "opponent", "variant", "ended", "halves", "before", "value", "deviation", "games"),
        ("id", "number", "player", "volatility"),
    )
    met = Meeting.objects.filter(Q(player=owner.player) | Q(opponent=owner.player)).order_by("variant", "pk")
    yield rows("ratings/met", met, ("variant", "player", "opponent", "ended"), ("id",))
