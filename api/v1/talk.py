"""What is said, noted and guessed beside a game by who sits there. The rules about it are those of the room of talk."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from api.http.answers import links_around
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_play as shapes
from api.v1.game_values import player_value
from api.v1.play import NoBody, own_game
from games.domain import queries
from games.models import Game
from games.rules import RANK_OF_SYMBOL, Illegal, Refusal, Seat
from play.talk import domain
from play.talk.models import MESSAGE_LENGTH, NOTE_LENGTH, Message, Phrase

MOST_ON_A_PAGE = domain.SHOWN
MOST_PIECES = 9999
"""No piece of any game has a larger number."""

SYMBOLS = list(RANK_OF_SYMBOL)


# -- talk -----------------------------------------------------------------------------------------


class SayingBody(Body):
    """Words of your own, or a set phrase instead."""

    text = s.CharField(max_length=4 * MESSAGE_LENGTH, default="", allow_blank=True)
    phrase = s.ChoiceField(choices=Phrase.values, allow_null=True, default=None)


class MutingBody(Body):
    """Whom not to hear, or to hear again."""

    seat = s.ChoiceField(choices=[seat.slug for seat in Seat])
    muted = s.BooleanField()


def message_values(game: Game, player: UUID, messages: Iterable[Message]) -> list[dict[str, Any]]:
    """Messages as one of the table reads them.

    Args:
        game: whose table it is.
        player: who reads.
        messages: those that this player may read.
    """
    seats = {seat.player_id: Seat(seat.seat).slug for seat in game.all_seats if seat.player_id is not None}
    return [
        shapes.MessageShape.of(
            message,
            seat=seats.get(message.author_id),
            author=player_value(message.author),
            own=message.author_id == player,
            text=str(Phrase(message.phrase).label) if message.phrase else message.text,
        )
        for message in messages
    ]


def _muted(game: Game, player: UUID) -> list[str]:
    muted = domain.muted_by(player, [seat.player_id for seat in game.all_seats if seat.player_id is not None])
    return [Seat(seat.seat).slug for seat in game.all_seats if seat.player_id in muted]


class TalkEndpoint(Endpoint):
    """The talk of a table."""

    operations = {
        "get": Operation(
            "listMessages",
            "What was said at your table, the newest first, as you want to hear it.",
            scope=Scope.READ,
            parameters={
                "before": Parameter("The id of a message: what was said before it.", "uuid"),
                "after": Parameter("The id of a message: what was said after it.", "uuid"),
                "limit": Parameter("How many, 200 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.TalkShape,
            weight=2,
        ),
        "post": Operation(
            "say",
            "Say something to everybody at your table: in your own words, or one of the set phrases.",
            scope=Scope.TALK,
            body=SayingBody,
            answer=shapes.SaidShape,
            status=201,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """A page of it."""
        game, _seat = own_game(key, self)
        player = self.player.id
        size = self.asked_number("limit", MOST_ON_A_PAGE)
        name = next((name for name in ("before", "after") if name in request.query_params), "")
        page = domain.page_of_messages(
            game.id, player, size=size, beside=_id_in(request, name), upwards=name == "after"
        )
        if page is None:
            raise _no_message(name)

        links = links_around(reverse("api:talk", args=[key]), page, attrgetter("id"), {"limit": size})
        value = {
            "open": domain.may_talk(game),
            "phrases_only": domain.phrases_only(game),
            "phrases": Phrase.values,
            "unread": domain.unread_counts(player, games=[game.id]).get(game.id, 0),
            "muted": _muted(game, player),
            "messages": message_values(game, player, page.rows),
            "next": links.get("next"),
            "prev": links.get("prev"),
        }
        return json_answer(value, links=links)

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Say it."""
        game, _seat = own_game(key, self)
        player = self.player.id
        said = domain.say(game=game, player=player, text=self.body["text"], phrase=self.body["phrase"] or "")
        return json_answer(shapes.SaidShape.of(said), status=201)


def _id_in(request: Request, name: str) -> UUID | None:
    if not name:
        return None
    try:
        return UUID(request.query_params[name])
    except ValueError:
        raise _no_message(name) from None


def _no_message(name: str) -> Problem:
    words = _("There is no message with this id to go on from.")
    return Problem(400, "cursor", words, params={"name": name})


class ReadingEndpoint(Endpoint):
    """Having read."""

    operations = {
        "post": Operation(
            "markRead",
            "Note that you have read all that was said at your table.",
            scope=Scope.TALK,
            body=NoBody,
            answer=shapes.UnreadShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        game, _seat = own_game(key, self)
        domain.read(game=game.id, player=self.player.id)
        return json_answer({"unread": 0})


class MutingEndpoint(Endpoint):
    operations = {
        "post": Operation(
            "mute",
            "Hear somebody at your table no more, at any table, or hear them again. Nobody else learns of it.",
            scope=Scope.TALK,
            body=MutingBody,
            answer=shapes.MutedShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        game, _seat = own_game(key, self)
        player = self.player.id
        others = {Seat(seat.seat).slug: seat.player_id for seat in game.all_seats if seat.player is not None}
        other = others.get(self.body["seat"])
        if other is None or other == player:
            words = _("Nobody else sits at this seat.")
            raise Problem(422, "no-such-seat", words, params={"seat": self.body["seat"]})
        (domain.mute if self.body["muted"] else domain.unmute)(player=player, muted=other)
        return json_answer({"muted": _muted(game, player)})


# -- notes ----------------------------------------------------------------------------------------


class NotesBody(Body):
    """All of your notes; empty for none."""

    text = s.CharField(max_length=NOTE_LENGTH, allow_blank=True, trim_whitespace=False)


class NotesEndpoint(Endpoint):
    """Notes on a game."""

    operations = {
        "get": Operation("getNotes", "Your notes on a game.", scope=Scope.READ, answer=shapes.NotesShape),
        "put": Operation(
            "keepNotes",
            "Keep notes on a game, in place of what they were.",
            scope=Scope.TALK,
            body=NotesBody,
            answer=shapes.KeptNotesShape,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """As the page has them: none while the game is played and allows none."""
        game, _seat = own_game(key, self)
        allowed = game.notes or game.status == Game.Status.OVER
        return json_answer({"allowed": allowed, "text": domain.note_of(game.id, self.player.id) if allowed else ""})

    def do_put(self, request: Request, key: str) -> HttpResponse:
        game, _seat = own_game(key, self)
        domain.write_note(game=game, player=self.player.id, text=self.body["text"])
        return json_answer({"kept": len(self.body["text"])})


# -- guesses --------------------------------------------------------------------------------------


class GuessBody(Body):
    """What a piece is taken for."""

    rank = s.ChoiceField(choices=SYMBOLS)


class GuessesActBody(Body):
    """What becomes of all guesses: taken off, deleted with all that was kept of them, opened with the game, or not."""

    act = s.ChoiceField(choices=["clear", "erase", "open", "keep"])


class GuessesEndpoint(Endpoint):
    """Guesses at a game."""

    operations = {
        "get": Operation(
            "listGuesses",
            "Your guesses at a game, with a token that may read; once it is open, those of others who want it, too.",
            answer=shapes.GuessesShape,
        ),
        "post": Operation(
            "settleGuesses",
            "Take all your marks off, delete your guesses, or say whether they are opened with the game.",
            scope=Scope.TALK,
            body=GuessesActBody,
            answer=shapes.DoneShape,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Own ones, and those that are open."""
        game = queries.game_by_key(key)
        if game is None:
            raise missing(_("There is no game with this key. Capitals matter in it."))
        reader = self.reader()
        player = None if reader is None or queries.seat_of_player(game, reader.pk) is None else reader.pk
        own = {} if player is None else domain.guesses_of(game.id, player)
        seats = {seat.player_id: Seat(seat.seat).slug for seat in game.all_seats if seat.player_id is not None}
        shown = [
            {
                "seat": seats[author],
                "guesses": [shapes.GuessShape.of(guess) for guess in made],
            }
            for author, made in domain.guesses_shown(game, player).items()
            if author in seats
        ]
        value = {
            "own": [{"piece": piece, "rank": symbol} for piece, symbol in sorted(own.items())],
            "opened": None if player is None else domain.opens_guesses(game.id, player),
            "shown": sorted(shown, key=lambda texts: str(texts["seat"])),
        }
        return json_answer(value)

    def do_post(self, request: Request, key: str) -> HttpResponse:
        game, _seat = own_game(key, self)
        player, act = self.player.id, self.body["act"]
        if act == "clear":
            domain.clear_guess(game=game, player=player)
        elif act == "erase":
            domain.erase_guesses(game=game, player=player)
        else:
            domain.open_guesses(game=game.id, player=player, opened=act == "open")
        return json_answer({"done": True})


class GuessEndpoint(Endpoint):
    """A guess at a piece."""

    operations = {
        "put": Operation(
            "guess",
            "Mark a piece of somebody else, by its id in your view, with what you take it for.",
            scope=Scope.TALK,
            body=GuessBody,
            answer=shapes.DoneShape,
        ),
        "delete": Operation("takeGuessBack", "Take the mark off a piece.", scope=Scope.TALK, answer=shapes.DoneShape),
    }

    def do_put(self, request: Request, key: str, piece: int) -> HttpResponse:
        game, seat = own_game(key, self)
        domain.guess(game=game, seat=seat, player=self.player.id, piece=_piece(piece), symbol=self.body["rank"])
        return json_answer({"done": True})

    def do_delete(self, request: Request, key: str, piece: int) -> HttpResponse:
        game, _seat = own_game(key, self)
        domain.clear_guess(game=game, player=self.player.id, piece=_piece(piece))
        return json_answer({"done": True})


def _piece(number: int) -> int:
    if number > MOST_PIECES:
        raise Illegal(Refusal("guess-piece"))
    return number
