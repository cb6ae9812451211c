"""What a player is given of the lobby: seeks, and places at the tables of others."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from play.lobby.models import Place, Seek

_TERMS = (
    *("variant", "time", "live", "rated", "notes", "no_attack_limit", "spotter", "memory"),
    *("reveal", "reveal_after", "colour"),
    *("partners", "bots", "rating_from", "rating_to", "rematch_of"),
)


def export_lobby(owner: DataOwner) -> Iterator[ExportPart]:
    """Seeks of the player, and tables that the player sat down at or was invited to."""
    yield rows(
        "lobby/seeks",
        Seek.objects.filter(host=owner.player).order_by("created", "pk"),
        ("id", "kind", "state", *_TERMS, "game", "created", "expires", "ended"),
        ("token", "host"),
    )
    places = Place.objects.filter(player=owner.player).order_by("pk")
    yield rows("lobby/places", places, ("seek", "number", "joined"), ("id", "player", "over"))
