"""How a message is found that somebody reports, and its game."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.urls import reverse

from accounts.cases.reports import Reportable, reportable
from accounts.models import Player, Report
from games.domain.reportables import of_a_game
from games.models import Game, GameSeat
from play.talk.models import Message, Phrase


@reportable(Report.Kind.MESSAGE.value)
def find_message(target: UUID, reporter: Player) -> Reportable | None:
    """A message at a table where the reporter sits: nobody else can have read it."""
    message = Message.objects.select_related("author").filter(pk=target).first()
    if message is None or not GameSeat.objects.filter(game_id=message.game, player=reporter).exists():
        return None
    key = Game.objects.values_list("key", flat=True).get(pk=message.game)
    words = str(Phrase(message.phrase).label) if message.phrase else message.text
    return Reportable(about=message.author, excerpt=words, url=reverse("games:replay", args=[key]))


@of_a_game(Report.Kind.MESSAGE.value)
def games_of_messages(ids: Collection[UUID]) -> dict[UUID, UUID]:
    """The games at whose tables messages were written."""
    return dict(Message.objects.filter(pk__in=ids).values_list("pk", "game"))
