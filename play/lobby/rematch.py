"""What follows a game: its rematch, and the next game that waits."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from games.presentation.rooms import RematchStands, next_game, rematch_stands
from games.presentation.seats import SeatContext
from play.lobby import queries
from play.lobby.queries import rematch_of

next_game.provide(queries.next_game)


@rematch_stands.provide
def stands(sitting: SeatContext) -> RematchStands:
    """The words on the button, how the rematch stands, and the link to it if it has begun."""
    if sitting.game.tournament is not None:
        return RematchStands("", "", [])
    if sitting.game.source == Game.Source.WHATIF:
        return RematchStands(_("Again from there"), "", [])
    seek = rematch_of(sitting.game.id)
    if seek is None:
        return RematchStands(_("Rematch"), "", [])
    if seek.state == seek.State.OPEN:
        if any(place.joined and place.player_id == sitting.player for place in seek.places.all()):
            return RematchStands("", _("You want a rematch. It begins when everybody does."), [])
        return RematchStands(_("Accept the rematch"), _("A rematch is asked for."), [])
    key = seek.game and Game.objects.filter(id=seek.game).values_list("key", flat=True).first()
    if key is None:
        return RematchStands("", _("The rematch was declined."), [])
    return RematchStands("", _("The rematch has begun."), [(_("To the rematch"), reverse("games:replay", args=[key]))])
