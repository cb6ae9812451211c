"""What is done in a game: set-ups, turns, draws, resigning. The commands are those of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from api.http.endpoint import Body, Endpoint, Operation, json_answer
from api.http.problems import Problem, missing, refused
from api.models import Scope
from api.v1 import schemas_games
from api.v1.game_values import state_value
from api.v1.games import own_seat
from games.domain import command_handler, commands, queries
from games.domain.placement import TextError, form_of, placed, read_text
from games.domain.state import GameFold
from games.models import Game
from games.presentation.seats import SITTING, SITTING_TO_MOVE, SeatContext, sitting_in
from games.rules import Illegal, Seat, Viewer, check_setup
from play.setups.domain import Desk, erase_draft, saved_setup
from play.setups.words import text_error_text

LONGEST = 200
"""Characters of a turn, of which the longest has some forty."""

GameCommand = Callable[..., GameFold]


class TurnBody(Body):
    """A turn, or the choice that a battle has opened."""

    turn = s.CharField(max_length=LONGEST, help_text="In notation, as listLegalTurns gives it: `b4-b5`, `b4xb5`.")


ROWS_HELP = (
    "The row nearest the enemy first, from the own left to the right; `.` is an empty square, and white space does not"
    " count."
)


class SetupBody(Body):
    """A set-up: its squares, or a saved one."""

    rows = s.CharField(max_length=400, help_text=ROWS_HELP, required=False)
    saved = s.UUIDField(help_text="The id of a saved set-up of yours, instead of `rows`.", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            raise s.ValidationError({"rows": [_("Send rows, or the id of a saved set-up: one of the two.")]})
        return attrs


class DrawBody(Body):
    """What to do about a draw."""

    act = s.ChoiceField(choices=["offer", "accept", "decline"])


class TakebackBody(Body):
    """What to do about taking turns back."""

    act = s.ChoiceField(choices=["offer", "accept", "decline"])


class NoBody(Body):
    """Nothing: `{}`."""


def own_game(key: str, endpoint: Endpoint) -> tuple[Game, Seat]:
    """The game at an address and the seat of who asks, without a look at its position.

    Raises:
        Problem: 404 for no game, 403 for who has no seat in it.
    """
    game = queries.game_by_key(key)
    if game is None:
        raise missing(_("There is no game with this key. Capitals matter in it."))
    seat = queries.seat_of_player(game, endpoint.player.pk)
    if seat is None:
        raise no_seat()
    return game, seat


def no_seat() -> Problem:
    """Who asks has no seat in the game."""
    return Problem(403, "no-seat", _("Only the players of a game may do this."))


class PlayingEndpoint(Endpoint):
    """What is done at the own seat of a game."""

    def done(self, game: UUID, do: Callable[[], GameFold]) -> HttpResponse:
        """Do it, and answer how the game stands.

        Args:
            game: the id of its stream.
            do: the command.

        Raises:
            Problem: 412, with the version that there is now, for who had seen another one.
        """
        try:
            now = do()
        except Illegal as illegal:
            problem = refused(illegal.refusal)
            if illegal.refusal.code == "moved-on":
                version = command_handler.open_game(game).public_version
                problem.status = 412
                problem.params["version"] = version
                problem.headers["ETag"] = f'"{version}"'
            raise problem from None
        return json_answer(state_value(now), version=now.public_version)

    def command(self, play: GameCommand, key: str, *, expected: int | None, **more: Any) -> HttpResponse:
        """A command of the own seat.

        Args:
            play: the command.
            key: of the game.
            expected: the public version that who asks saw.
            more: what else it takes.
        """
        sitting = self.sitting(key)
        values = {"game": sitting.game.id, "seat": sitting.seat, "actor": self.request.user.pk, "expected": expected}
        return self.done(sitting.game.id, lambda: play(**values, **more))

    def sitting(self, key: str) -> SeatContext:
        """The own seat of a game, as the table finds it: it was read with the token.

        Raises:
            Problem: 404 for no game, 403 for who has no seat in it.
        """
        context = sitting_in(self.read[0], self.request.user) if self.read else None
        if context is None:
            own_game(key, self)  # says why
            raise no_seat()
        return context


class TurnsEndpoint(PlayingEndpoint):
    beside = SITTING_TO_MOVE
    operations = {
        "post": Operation(
            "playTurn",
            "Play a turn, or make the choice that a battle has opened.",
            scope=Scope.PLAY,
            body=TurnBody,
            answer=schemas_games.StateShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        expected, sitting = self.seen_version(), self.sitting(key)
        return self.done(
            sitting.game.id,
            lambda: commands.play_turn(
                game=sitting.game.id,
                seat=sitting.seat,
                turn=self.body["turn"],
                expected=expected,
                actor=self.request.user.pk,
                seen=sitting.seen,
            ),
        )


class DrawOffersEndpoint(PlayingEndpoint):
    beside = SITTING
    operations = {
        "post": Operation(
            "answerDraw",
            "Offer a draw, agree to one, decline it or take your own offer back.",
            scope=Scope.PLAY,
            body=DrawBody,
            answer=schemas_games.StateShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Offer, accept or decline."""
        acts = {"offer": commands.offer_draw, "accept": commands.agree_draw, "decline": commands.decline_draw}
        return self.command(acts[self.body["act"]], key, expected=self.seen_version())


class TakebackOffersEndpoint(PlayingEndpoint):
    beside = SITTING
    operations = {
        "post": Operation(
            "answerTakeback",
            "Offer to take your last turn back, agree to what another seat offers, decline it or take your own offer "
            "back; in games that are not rated. Once all seats agree the game stands as before that turn.",
            scope=Scope.PLAY,
            body=TakebackBody,
            answer=schemas_games.StateShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Offer, accept or decline."""
        acts = {
            "offer": commands.offer_takeback,
            "accept": commands.agree_takeback,
            "decline": commands.decline_takeback,
        }
        return self.command(acts[self.body["act"]], key, expected=self.seen_version())


class ResignationEndpoint(PlayingEndpoint):
    """Giving up."""

    beside = SITTING
    operations = {
        "post": Operation(
            "resign",
            "Give the game up; your side loses.",
            scope=Scope.PLAY,
            body=NoBody,
            answer=schemas_games.StateShape,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Resign, whatever has happened since."""
        return self.command(commands.resign, key, expected=None)


class AbortionEndpoint(PlayingEndpoint):
    """Calling off."""

    beside = SITTING
    operations = {
        "post": Operation(
            "abortGame",
            "Call the game off, while set-ups are missing or before the second ply.",
            scope=Scope.PLAY,
            body=NoBody,
            answer=schemas_games.StateShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        return self.command(commands.abort_game, key, expected=self.seen_version())


class GameSetupEndpoint(PlayingEndpoint):
    """The own set-up of a game."""

    operations = {
        "get": Operation(
            "getSetup",
            "Your set-up of a game that waits for it, and the cards that you have drawn, where cards are dealt.",
            scope=Scope.READ,
            answer=schemas_games.SetupShape,
        ),
        "post": Operation(
            "makeSetup",
            "Make your set-up. It is final. When the last one is made play begins.",
            scope=Scope.PLAY,
            body=SetupBody,
            answer=schemas_games.StateShape,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """What there is of the own set-up."""
        seen, seat = own_seat(key, self)
        now = command_handler.open_game(seen.game.id)
        if now.state is not None or now.outcome is not None:
            raise Problem(409, "set-up-made", _("Play has begun, or the game is over: look at a view instead."))
        made = now.placement(seat, Viewer.of(seat))
        value = {
            "version": now.public_version,
            "seat": seat.slug,
            "made": None if made is None else form_of(made, now.variant, seat),
            "drawn": [rank.symbol for rank in queries.cards_drawn(seen.game.id, seat)],
        }
        return json_answer(value, version=now.public_version)

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """Make it; the same one again is no error."""
        seen, seat = own_seat(key, self)
        return self.done(seen.game.id, lambda: self._made(seen.game, seat))

    def _made(self, game: Game, seat: Seat) -> GameFold:
        now = command_handler.open_game(game.id)
        rules = now.variant
        try:
            placement = placed(read_text(self._rows(game), rules), rules, seat)
        except TextError as error:
            raise Problem(422, "set-up-text", text_error_text(error, rules)) from None
        check_setup(rules, seat, placement, free=now.options.free_setup)
        if now.placement(seat, Viewer.of(seat)) == placement:
            return now
        now = commands.make_setup(game=game.id, seat=seat, placement=placement, actor=self.request.user.pk)
        erase_draft(Desk(self.player.id, game.variant, game.id))
        return now

    def _rows(self, game: Game) -> str:
        """The squares that were sent, or those of a saved set-up of this rule book."""
        if "rows" in self.body:
            return str(self.body["rows"])
        saved = saved_setup(self.player.id, self.body["saved"])
        if saved is None or saved.variant != game.variant:
            raise Problem(422, "no-such-set-up", _("You have no such saved set-up of this rule book."))
        return saved.form
