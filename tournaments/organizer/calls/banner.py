"""Beside the board of play: where a game of a tournament belongs, and the call for its arbiter."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse

from eventlog.corruption import skipping_damaged
from eventlog.statements import rows_of
from games.models import Game
from games.presentation.panels import BesidePlace, ShownGame, set_beside
from tournaments.domain.queries import tournaments
from tournaments.models import Announcement, TournamentGame
from tournaments.organizer.access import EventAccess
from tournaments.organizer.actions import offers
from tournaments.organizer.calls.pages import call_state, calls_about
from tournaments.organizer.calls.player_actions import CALL
from web.kept_markup import kept_markup
from web.words import isolated


@set_beside(BesidePlace.HEAD)
def banner(request: HttpRequest, shown: ShownGame) -> str:
    """The tournament, round and board of a game, with links back; nothing for a game of no tournament. Who plays at it
    and reads can call the arbiter."""
    game, player = shown.game, shown.player
    place = tournaments.place_of_game(game.id) if game.tournament is not None else None
    if place is None:
        return ""
    key = place.tournament.key
    name = next((name for (name,) in rows_of(_name, place.tournament_id)), None)
    values = {"place": place, "key": key, "name": isolated(name or key), "game": game}
    if player is not None and not place.taken_back:
        with skipping_damaged():  # the game goes on without its tournament
            values |= _for_player(request, place, game, player)
    return render_to_string("tournaments/_game_banner.html", values)


def _name(tournament: UUID) -> QuerySet[Any, Any]:
    return Announcement.objects.filter(tournament=tournament).values_list("name")


def _for_player(request: HttpRequest, place: TournamentGame, game: Game, player: UUID) -> dict[str, Any]:
    """What a player at the board sees beside it: how the own call stands, or the form of one."""
    fold = tournaments.published_fold_of(place.tournament_id)
    mine = calls_about(fold, player, game.key)
    call = mine[-1] if mine else None
    key, id = place.tournament.key, place.tournament_id
    result = call_state(fold, key, game.key, call) | {"stops": fold.terms.stop_clocks}
    if game.status != Game.Status.OVER and not fold.ended and (call is None or call.closed):
        access = EventAccess(id, key, fold, Announcement(tournament=id), None, fold.version)

        def draw() -> str:
            form = offers(access, [CALL], about=(place.round, place.board))[0].form
            return render_to_string("tournaments/_call_form.html", {"form": form, "stops": fold.terms.stop_clocks})

        result["form"] = kept_markup("call", fold.terms.stop_clocks, draw)  # as it first is, for every board
        result["call_url"] = reverse("tournaments:call-new", args=[key, place.round, place.board])
        result["csrf_token"] = get_token(request)
    return result
