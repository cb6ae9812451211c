"""What a player is given of notices: what they were told, and how they want to be told."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from notices.models import Notice, ToldOfTournament, Wish


def export_notices(owner: DataOwner) -> Iterator[ExportPart]:
    """The player's own."""
    notices = Notice.objects.filter(player=owner.player).order_by("created", "pk")
    about = ("kind", "game", "tournament", "round", "board", "actor")
    yield rows("notices/told", notices, (*about, "created", "read", "mail"), ("id", "player", "version", "shown"))
    wishes = Wish.objects.filter(player=owner.player).order_by("kind")
    yield rows("notices/wishes", wishes, ("kind", "page", "mail"), ("id", "player"))
    once = ToldOfTournament.objects.filter(player=owner.player).order_by("created", "pk")
    yield rows(
        "notices/told-once",
        once,
        ("kind", "tournament", "round", "board", "created"),
        ("id", "player", "version"),
    )
