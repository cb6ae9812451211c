"""Games as they are read: lists, one game, positions, turns, records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.forms import Form
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.request import Request

from api.http.endpoint import Endpoint, Operation, Parameter, json_answer, slugs_of
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_games
from api.v1.game_values import game_value, merged, seen_value, turn_value, view_value
from api.v1.visible_games import WHOLE, AskedGame, seen_game
from games.domain import queries
from games.domain.records import record_of
from games.models import Game
from games.notation import RecordError, to_json
from games.presentation.audiences import Audience
from games.replay import Timeline
from games.rules import Seat, Viewer
from library.archive.domain.search import GameSearch, SearchCount, SearchCursor, SearchPage, TooLong, place_of
from library.archive.search_filters import SearchFilters
from play.lobby.queries import unfinished, waits_for

PAGE, MOST_ON_A_PAGE = 30, 100
MOST_PLIES = 60_000
MOVES = 200
"""Turns of one answer at most."""

PLACES = ("before", "after", "oldest")


_YEARS = "^(19|20|21)"
_LETTERS, _EVENT = "^[FSMBCP2-9]*$", "^([1-9A-HJ-NP-Za-km-z]{11})?$"
_PATTERNS = dict.fromkeys(("lost_red", "lost_blue", "kept_red", "kept_blue"), _LETTERS) | {"event": _EVENT}


def filters_of(form: type[Form]) -> dict[str, Parameter]:
    """The fields of a form of an address as parameters, with what the form holds them against."""
    return {name: _filter_of(name, field) for name, field in form.base_fields.items()}


def _filter_of(name: str, field: forms.Field) -> Parameter:
    text = str(field.label or name)
    if isinstance(field, forms.ChoiceField):
        return Parameter(text, choices=slugs_of(field))
    if isinstance(field, forms.IntegerField):
        bounds: Any = field
        return Parameter(text, "integer", least=bounds.min_value or 0, most=bounds.max_value)
    if isinstance(field, forms.DateField):
        return Parameter(text, "date", pattern=_YEARS)
    return Parameter(text, longest=getattr(field, "max_length", None), pattern=_PATTERNS.get(name))


FILTERS = filters_of(SearchFilters)


class GamesEndpoint(Endpoint):
    """The archive."""

    operations = {
        "get": Operation(
            "listGames",
            "Games, newest first, by the filters of the archive.",
            parameters={
                **FILTERS,
                "before": Parameter("The key of a game: those below it.", "key"),
                "after": Parameter("The key of a game: those above it.", "key"),
                "oldest": Parameter("The page at the other end of the list, whatever it says.", "boolean"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=schemas_games.GamesShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of games."""
        page, count = search(request, self.asked_number("limit", PAGE))
        games = queries.listed(page.games)
        links = links_of(request, "api:games", page, games)
        value = {
            "games": [game_value(game) for game in games],
            "count": count.count.number,
            "more": count.count.more or count.least,
            "next": links.get("next"),
            "prev": links.get("prev"),
        }
        return json_answer(value, links=links)


def search(request: Request, size: int, *, count: bool = True) -> tuple[SearchPage, SearchCount]:
    """The page of games that an address asks for by the filters of the archive, and how many there are.

    Args:
        request: with filters, and the place to begin at.
        size: games on the page.
        count: as for `GameSearch.look`.

    Raises:
        Problem: for filters or a place that there are not, or a search that takes too long.
    """
    cursor = _cursor(request)
    form = SearchFilters(request.query_params)
    check_filters(form)
    try:
        return GameSearch(form.criteria()).look(size, cursor, count=count)
    except TooLong:
        words = _("This search took too long. Ask for less at once: a rule book, a player, a span of time.")
        raise Problem(503, "too-long", words, headers={"Retry-After": "5"}) from None


def check_filters(form: Form) -> None:
    """Raises `Problem` for a form of an address that asks for what there is not."""
    if not form.is_valid():
        fields = {name: [str(error) for error in errors] for name, errors in form.errors.items()}
        raise Problem(400, "invalid", _("Some filters cannot be used as they are."), params={"fields": fields})


def _cursor(request: Request) -> SearchCursor:
    for name, upwards in (("before", False), ("after", True)):
        if name in request.query_params:
            place = place_of(request.query_params[name].replace("\0", ""))
            if place is None:
                words = _("There is no game with this key to go on from.")
                raise Problem(400, "cursor", words, params={"name": name})
            return SearchCursor(place, upwards)
    return SearchCursor(upwards="oldest" in request.query_params)


def links_of(request: Request, name: str, page: SearchPage, games: Sequence[Game]) -> dict[str, str]:
    """The addresses of the pages around this one. A search that gave up goes on from where it was.

    Args:
        request: what was asked.
        name: of the address.
        page: what was found.
        games: those of it, in its order.
    """
    wanted = [(param, value) for param, value in request.query_params.items() if param not in PLACES]

    def link(place: str, key: str) -> str:
        return f"{reverse(name)}?{urlencode([*wanted, (place, key)])}"

    keys = [game.key for game in games]
    older, newer = keys[-1:] or [page.reached], keys[:1] or [page.reached]
    return {
        **({"next": link("before", older[0])} if page.older and older[0] else {}),
        **({"prev": link("after", newer[0])} if page.newer and newer[0] else {}),
    }


class OneGameEndpoint(Endpoint):
    beside = WHOLE
    operations = {
        "get": Operation(
            "getGame",
            "A game as you see it; with a token that may read, from your seat. Its ETag is the condition of turns.",
            answer=schemas_games.GameShape,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """As who asks sees it now."""
        seen = seen_game(key, self.reader(), self.read)
        value = seen_value(seen)
        return json_answer(value, version=None if value["state"] is None else value["state"]["version"])


class GameViewEndpoint(Endpoint):
    """A position."""

    beside = WHOLE
    operations = {
        "get": Operation(
            "getView",
            "The position after some plies, as an audience may know it: a seat, spectator, all, or own for your seat.",
            parameters={"ply": Parameter("How many plies; the last one if it is missing.", "integer", most=MOST_PLIES)},
            answer=schemas_games.ViewShape,
        )
    }

    def do_get(self, request: Request, key: str, viewer: str) -> HttpResponse:
        """The view of an audience that is open to who asks."""
        audience, line = _begun(seen_game(key, self.reader(), self.read), viewer)
        ply = self.asked_number("ply", line.plies)
        if ply > line.plies:
            words = ngettext("So far this game has %(plies)d ply.", "So far this game has %(plies)d plies.", line.plies)
            raise Problem(404, "no-ply", words % {"plies": line.plies}, params={"plies": line.plies})
        value = {"version": line.version} | view_value(line.view(audience.viewer, ply))
        return json_answer(value, version=line.version)


class GameMovesEndpoint(Endpoint):
    """The turns of a game."""

    beside = WHOLE
    operations = {
        "get": Operation(
            "listMoves",
            "What happened in a game, turn by turn, as an audience saw it.",
            parameters={
                "from": Parameter("The first ply, from 1.", "integer", least=1, most=MOST_PLIES),
                "limit": Parameter("How many, 200 at most.", "integer", least=1, most=MOVES),
            },
            answer=schemas_games.MovesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str, viewer: str) -> HttpResponse:
        audience, line = _begun(seen_game(key, self.reader(), self.read), viewer)
        first = self.asked_number("from", 1)
        last = min(first + self.asked_number("limit", MOVES) - 1, line.plies)
        moves = [
            merged({"ply": ply}, turn_value(turn, line.rules)) for ply, turn in line.turns(audience.viewer, first, last)
        ]
        value = {"version": line.version, "plies": line.plies, "moves": moves}
        return json_answer(value | {"next": last + 1 if last < line.plies else None}, version=line.version)


def _begun(seen: AskedGame, viewer: str) -> tuple[Audience, Timeline]:
    """An audience of a game that is open to who asks, and what it sees. Raises `Problem` before play has begun."""
    audience = seen.audience(viewer)
    line = seen.line_for(audience)
    if not line.begun:
        raise _not_begun()
    return audience, line


def _not_begun() -> Problem:
    return Problem(409, "not-started", _("The game has no position to show: play has not begun."))


class GameRecordEndpoint(Endpoint):
    """The record of a game that is open."""

    operations = {
        "get": Operation(
            "getRecord",
            "The whole record of a revealed game, in the format of docs/record-format.md.",
            weight=10,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """The record, which holds every rank."""
        seen = seen_game(key, None)
        if not seen.game.revealed:
            words = _("A record holds every rank. It can be had once the game is revealed.")
            raise Problem(403, "not-revealed", words)
        try:
            body = record_json(seen.game.id)
        except RecordError:
            raise missing(_("There is no record of this game.")) from None
        return json_answer(json.loads(body))


def record_json(game: UUID) -> bytes:
    """The record of a revealed game as a line of JSON. Raises `RecordError` and as `record_of`."""
    return to_json(record_of(game, names=queries.names_of(game)))


class LegalEndpoint(Endpoint):
    """What may be played."""

    beside = WHOLE
    operations = {
        "get": Operation(
            "listLegalTurns",
            "What your seat may submit now, in notation: turns, or the choices that a battle has opened.",
            scope=Scope.READ,
            answer=schemas_games.LegalShape,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """The legal turns of the own seat."""
        seen, seat = own_seat(key, self)
        line = seen.line
        turns: tuple[Any, ...] = ()
        if line.begun and line.outcome is None and not line.paused:
            turns = line.legal(Viewer.of(seat), line.plies)
        return json_answer({"version": line.version, "turns": [turn.text for turn in turns]}, version=line.version)


def own_seat(key: str, endpoint: Endpoint) -> tuple[AskedGame, Seat]:
    """The game at an address, for who sits there.

    Raises:
        Problem: 404 for no game, 403 for who has no seat in it.
    """
    seen = seen_game(key, endpoint.player, endpoint.read if endpoint.beside is WHOLE else None)
    if seen.own is None:
        raise Problem(403, "no-seat", _("Only the players of a game may do this."))
    return seen, seen.own


class MyGamesEndpoint(Endpoint):
    """What goes on."""

    operations = {
        "get": Operation(
            "listMyGames",
            "Your games that go on: first those that wait for you, the one that is due first at the head.",
            scope=Scope.READ,
            parameters={
                "after": Parameter("The key of one of them: those that come after it.", "key"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=schemas_games.MyGamesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """Games of the own player."""
        size = self.asked_number("limit", MOST_ON_A_PAGE)
        result, first = unfinished(self.player.id), 0
        if after := self.asked("after"):
            first = next((place for place, (game, _seat) in enumerate(result, 1) if game.key == after), 0)
            if not first:
                raise Problem(
                    400, "cursor", _("There is no game with this key to go on from."), params={"name": "after"}
                )
        shown = result[first : first + size]
        games = [
            {"game": game_value(game), "seat": Seat(seat.seat).slug, "waits": waits_for(game, seat), "due": game.due}
            for game, seat in shown
        ]
        links = {}
        if len(result) > first + size:
            links["next"] = f"{reverse('api:my-games')}?{urlencode({'after': shown[-1][0].key, 'limit': size})}"
        return json_answer({"games": games, "next": links.get("next")}, links=links)
