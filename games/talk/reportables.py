"""How a message is found that somebody reports."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse

from games.models import Game, GameSeat
from games.talk.models import Message, Phrase
from players.cases.reports import Reportable, reportable
from players.models import Player, Report


@reportable(Report.Kind.MESSAGE.value)
def find_message(target: UUID, reporter: Player) -> Reportable | None:
    """A message at a table where the reporter sits: nobody else can have read it."""
    message = Message.objects.select_related("author").filter(pk=target).first()
    if message is None or not GameSeat.objects.filter(game_id=message.game, player=reporter).exists():
        return None
    key = Game.objects.values_list("key", flat=True).get(pk=message.game)
    words = str(Phrase(message.phrase).label) if message.phrase else message.text
    return Reportable(about=message.author, excerpt=words, url=reverse("games:replay", args=[key]))
