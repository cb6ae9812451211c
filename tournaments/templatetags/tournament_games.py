"""`{% tournament_banner game %}`: where a game of a tournament belongs, and the call for its arbiter."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse

from eventlog.damage import skipping_damaged
from games.models import Game
from tournaments.desk.access import EventAccess
from tournaments.desk.actions import offers
from tournaments.desk.calls.calling import CALL
from tournaments.desk.calls.pages import call_state, calls_about
from tournaments.domain import queries
from tournaments.models import Announcement, TournamentGame

register = template.Library()


@register.inclusion_tag("tournaments/_game_banner.html", takes_context=True)
def tournament_banner(context: dict[str, Any], game: Game, player: UUID | None = None) -> dict[str, Any]:
    """The tournament, round and board of a game, with links back; nothing for a game of no tournament.

    Args:
        context: of the template.
        game: which game.
        player: the id of who plays at it and reads; with it the arbiter can be called.
    """
    place = queries.place_of_game(game.id) if game.tournament is not None else None
    if place is None:
        return {}
    key = place.tournament.key
    name = Announcement.objects.filter(tournament=place.tournament_id).values_list("name", flat=True).first()
    told = {"place": place, "key": key, "name": name or key, "game": game}
    if player is not None and not place.taken_back:
        with skipping_damaged():  # the game goes on without its tournament
            told |= _for_player(context, place, game, player)
    return told


def _for_player(context: dict[str, Any], place: TournamentGame, game: Game, player: UUID) -> dict[str, Any]:
    """What a player at the board sees beside it: how the own call stands, or the form of one."""
    fold = queries.published_fold_of(place.tournament_id)
    mine = calls_about(fold, player, game.key)
    call = mine[-1] if mine else None
    state = call_state(fold, place.tournament.key, game.key, call)
    key, id, form = place.tournament.key, place.tournament_id, None
    if game.status != Game.Status.OVER and not fold.ended and (call is None or call.closed):
        access = EventAccess(id, key, fold, Announcement(tournament=id), None, fold.version)
        form = offers(access, [CALL], about=(place.round, place.board))[0].form
    where = [key, place.round, place.board]
    return state | {
        "form": form,
        "stops": fold.terms.stop_clocks,
        "call_url": reverse("tournaments:call-new", args=where),
        "csrf_token": context.get("csrf_token"),
    }
