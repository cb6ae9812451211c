"""Games that begin from here: against the computer, once more, on from a position of another one, and rematches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import Account
from accounts.people.bots import BOT_IDS, NAMES, USUAL_LEVEL
from api.http.endpoint import Body, Endpoint, Operation, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_games
from api.v1.lobby import seek_value
from api.v1.play import NoBody, PlayingEndpoint, own_game
from games.domain import queries
from games.domain import reveal as game_reveal
from games.models import Game, key_of
from games.presentation.reveal import POLICIES
from games.presentation.reveal_form import LONGEST
from games.presentation.words import refusal_text
from games.replay import timeline
from games.rules import VARIANTS, Illegal, Refusal, Seat, seat_of_slug
from play.bots.new_games import PACES, TooManyPlies, count_plies, last_ply, once_more, start_game, start_what_if
from play.bots.words import refusal_words
from play.lobby import domain as lobby
from play.lobby.rematches import rematch

SIDES: dict[str, int | None] = {"either": None, "red": 0, "blue": 1}


class ComputerBody(Body):
    """What to play against the computer."""

    variant = s.ChoiceField(choices=list(VARIANTS))
    side = s.ChoiceField(choices=list(SIDES), default="either")
    pace = s.ChoiceField(choices=list(PACES), default=next(iter(PACES)))
    memory = s.BooleanField(default=False)
    level = s.ChoiceField(choices=sorted(NAMES), default=USUAL_LEVEL)
    reveal = s.ChoiceField(choices=list(POLICIES), default="end")
    reveal_after = s.IntegerField(
        min_value=60, max_value=LONGEST, allow_null=True, default=None, help_text="Seconds after the end, with `delay`."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A delay has a length, and nothing else has."""
        if attrs["reveal"] == "delay" and attrs["reveal_after"] is None:
            raise s.ValidationError({"reveal_after": [_("Say how long after its end the game is opened.")]})
        if attrs["memory"] and VARIANTS[attrs["variant"]].deals:
            raise s.ValidationError({"memory": [_("Card games have no memory marks.")]})
        if attrs["reveal"] != "delay" and attrs["reveal_after"] is not None:
            raise s.ValidationError(
                {"reveal_after": [_("Leave it out, or choose “delay” for when the game is opened.")]}
            )
        return attrs


class BegunEndpoint(Endpoint):
    """What begins a game."""

    def begun(self, begin: Callable[[], UUID]) -> HttpResponse:
        """Begin it, and answer its key.

        Args:
            begin: begins it.

        Raises:
            Problem: why it does not begin.
        """
        try:
            game = begin()
        except TooManyPlies as error:
            words = _("You have played on from many positions within the hour. Wait a little, then go on.")
            raise Problem(429, "too-often", words, headers={"Retry-After": str(error.seconds)}) from None
        except Illegal as illegal:
            refusal = illegal.refusal
            status = 409 if refusal.code == "too-many" else 422
            raise Problem(status, refusal.code, refusal_words(refusal), params=refusal.params) from None
        answer = json_answer({"game": key_of(game)}, status=201)
        answer["Location"] = reverse("api:game", args=[key_of(game)])
        return answer

    def game(self, key: str) -> Game:
        """The game at an address. Raises `Problem`."""
        result = queries.game_by_key(key)
        if result is None:
            raise missing(_("There is no game with this key. Capitals matter in it."))
        return result


class ComputerEndpoint(BegunEndpoint):
    """Playing the computer."""

    operations = {
        "post": Operation(
            "playComputer",
            "Begin an unrated game against the computer.",
            scope=Scope.CHALLENGE,
            body=ComputerBody,
            answer=schemas_games.BegunShape,
            status=201,
            weight=4,
        )
    }

    def do_post(self, request: Request) -> HttpResponse:
        sent = self.body
        terms: dict[str, Any] = {"reveal": sent["reveal"], "reveal_after": sent["reveal_after"]}
        terms |= {"book": VARIANTS[sent["variant"]], "side": SIDES[sent["side"]], "time": PACES[sent["pace"]]}
        terms |= {"memory": sent["memory"], "level": sent["level"]}
        return self.begun(lambda: start_game(player=self.player, **terms))


class AgainEndpoint(BegunEndpoint):
    """The computer once more."""

    operations = {
        "post": Operation(
            "playComputerAgain",
            "The same game against the computer once more, with the colours changed.",
            scope=Scope.CHALLENGE,
            body=NoBody,
            answer=schemas_games.BegunShape,
            status=201,
            weight=4,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        over, account = self.game(key), request.user
        assert isinstance(account, Account)
        seat = queries.seat_of(over, account)
        if seat is None or not {seat.player_id for seat in over.all_seats} & BOT_IDS:
            words = _("Only who played this game against the computer can play it again.")
            raise Problem(403, "no-seat", words)
        return self.begun(lambda: once_more(request, over, seat, self.player))


class PlayOnBody(Body):
    """From where one plays on, and at which seat: from the truth, or from what that seat could know."""

    ply = s.IntegerField(min_value=0, max_value=99_999)
    side = s.ChoiceField(choices=[seat.slug for seat in Seat])
    world = s.ChoiceField(choices=["view", "truth"], default="view")


class PlayOnEndpoint(BegunEndpoint):
    """What if."""

    operations = {
        "post": Operation(
            "playOn",
            "Play on against the computer from a position of a game that is open.",
            scope=Scope.CHALLENGE,
            body=PlayOnBody,
            answer=schemas_games.BegunShape,
            status=201,
            weight=10,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        game, sent = self.game(key), self.body
        if not game.revealed:
            raise Problem(403, "origin-closed", _("This game is not open to everybody, so nobody plays on from it."))
        line, ply, own = timeline(game), sent["ply"], seat_of_slug(sent["side"])
        if ply > last_ply(line):
            raise s.ValidationError({"ply": [_("Choose one from 0 to %(last)d.") % {"last": last_ply(line)}]})
        if own not in line.rules.seats:
            raise s.ValidationError(
                {"side": [_("One of these: %(known)s.") % {"known": ", ".join(seat.slug for seat in line.rules.seats)}]}
            )

        def begin() -> UUID:
            count_plies(request, ply)
            return start_what_if(player=self.player, game=game, ply=ply, own=own, truth=sent["world"] == "truth")

        return self.begun(begin)


class RematchEndpoint(BegunEndpoint):
    operations = {
        "post": Operation(
            "askForRematch",
            "Ask for a rematch of a game that is over, or accept one: with the last who accepts, `game` has its key.",
            scope=Scope.CHALLENGE,
            body=NoBody,
            answer=schemas_games.SeekShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        return json_answer(seek_value(rematch(game=self.game(key).id, player=self.player)))


class LeavingEndpoint(Endpoint):
    """Leaving a table."""

    operations = {
        "post": Operation(
            "leaveSeek",
            "Give your place up at a table that is not full yet.",
            scope=Scope.CHALLENGE,
            body=NoBody,
            answer=schemas_games.SeekShape,
        )
    }

    def do_post(self, request: Request, id: UUID) -> HttpResponse:
        return json_answer(seek_value(lobby.leave(seek=id, player=self.player)))


class RevealBody(Body):
    """Whether you want a game that is over to be opened now."""

    act = s.ChoiceField(choices=["open", "close"])


class RevealEndpoint(PlayingEndpoint):
    """Opening a game earlier."""

    operations = {
        "post": Operation(
            "askForReveal",
            "Say that you want a casual game that is over to be opened now, or take that back; once all do it is.",
            scope=Scope.PLAY,
            body=RevealBody,
            answer=schemas_games.StateShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        game, seat = own_game(key, self)
        say = game_reveal.propose_reveal if self.body["act"] == "open" else game_reveal.withdraw_reveal
        try:
            return self.done(game.id, lambda: say(game=game.id, seat=seat, actor=request.user.pk))
        except Problem as problem:
            if problem.code == "not-over":  # of the lobby, where it is about a rematch
                problem.detail = refusal_text(Refusal("not-over"))
            raise
