"""What a player is given of talk: their own words and guesses. What others said is theirs."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.people.personal_data import DataOwner, ExportPart, rows
from play.talk.models import Guess, GuessOpening, Message, Mute, Note, Reading


def export_talk(owner: DataOwner) -> Iterator[ExportPart]:
    """Messages, notes, guesses, and whom the player does not want to read."""
    yield rows(
        "talk/messages",
        Message.objects.filter(author=owner.player),
        ("game", "phrase", "text", "sent", "hidden"),
        ("id", "author"),
    )
    yield rows("talk/notes", Note.objects.filter(player=owner.player), ("game", "text"), ("id", "player"))
    guesses = Guess.objects.filter(player=owner.player).order_by("game", "piece", "since")
    yield rows("talk/guesses", guesses, ("game", "piece", "symbol", "since", "until"), ("id", "player"))
    opened = GuessOpening.objects.filter(player=owner.player)
    yield rows("talk/guesses-opened", opened, ("game", "opened"), ("id", "player"))
    yield rows("talk/read", Reading.objects.filter(player=owner.player), ("game", "until"), ("id", "player"))
    muted = list(Mute.objects.filter(player=owner.player).order_by("pk").values_list("muted", flat=True))
    names = owner.names(muted)
    yield ExportPart("talk/muted", [{"muted": id_, "name": names.get(id_)} for id_ in muted])
