"""What the desk takes by the dozen or as files: the results of a round, the record of a game; and both sides of a game
for an arbiter who has looked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from api.http.endpoint import Body, Operation, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_tournaments as shapes
from api.v1.actions import event_refused, submitted
from api.v1.desk import REASON, DeskEndpoint
from api.v1.game_values import view_value
from eventlog.aggregate import lock
from games.domain import arbitration as in_games
from games.models import key_of
from games.rules import Illegal
from tournaments.domain.commands import arbitration as tournament_arbitration
from tournaments.domain.terms import MOST_ENTRIES
from tournaments.organizer import action_endpoints
from tournaments.organizer.access import EventAccess
from tournaments.organizer.action_endpoints import NotHere, NotYours
from tournaments.organizer.board_actions import result_choices
from tournaments.organizer.director import MOST_BYTES, NoRecord, attach_file
from web.routes import FORM

MOST_FILE = 2 * MOST_BYTES + FORM
"""Bytes of a body with a record, whose line ends take two in JSON."""

MOST_RESULTS = 200
"""Results in one request."""

# -- results --------------------------------------------------------------------------------------


class BoardResultShape(Body):
    """The result of the game that goes on at a board."""

    board = s.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    result = s.ChoiceField(choices=[value for value, _label in result_choices()])
    leg = s.IntegerField(min_value=1, max_value=99, required=False)
    reason = s.CharField(max_length=REASON, required=False, help_text="Online an arbiter says why a game ends so.")


class ResultsBody(Body):
    """Results of a round."""

    results = s.ListField(child=BoardResultShape(), min_length=1, max_length=MOST_RESULTS)


class ResultsEndpoint(DeskEndpoint):
    """The results of a round."""

    operations = {
        "post": Operation(
            "recordResults",
            "Record results of a round: all of them, or, if one is refused, none; `params.row` says which.",
            scope=Scope.STAFF,
            body=ResultsBody,
            answer=shapes.RecordedShape,
            condition=True,
            weight=10,
        )
    }

    def do_post(self, request: Request, key: str, number: int) -> HttpResponse:
        """Record them, each as its board does."""

        def do(access: EventAccess) -> HttpResponse:
            with transaction.atomic():
                lock(access.id)
                now = access.again()
                for row, sent in enumerate(self.body["results"], start=1):
                    self._record(now, number, row, sent)
                    now = now.again()
            value = {"version": now.fold.version, "recorded": len(self.body["results"])}
            return json_answer(value, version=now.fold.version)

        return self.acted(key, do)

    def _record(self, access: EventAccess, round: int, row: int, sent: Mapping[str, Any]) -> None:
        board = sent["board"]
        try:
            about = action_endpoints.DESK_BOARD.about(access, round=round, board=board)
            action = action_endpoints.DESK_BOARD.taken(access, about, "record")
            assert action is not None
            body = {name: value for name, value in sent.items() if name != "board"}
            action.run(submitted(action, access, about, body))
        except NotHere as error:
            raise _of_row(Problem(404, "not-found", str(error)), row, board) from None
        except Illegal as illegal:
            raise _of_row(event_refused(illegal.refusal, access.fold.version), row, board) from None
        except Problem as problem:
            raise _of_row(problem, row, board) from None


def _of_row(problem: Problem, row: int, board: int) -> Problem:
    words = _("Nothing was recorded. Row %(row)d, board %(board)d: %(words)s")
    problem.detail = words % {"row": row, "board": board, "words": problem.detail}
    problem.params |= {"row": row, "board": board}
    return problem


# -- records --------------------------------------------------------------------------------------


class RecordBody(Body):
    """The file of one game, as text."""

    name = s.CharField(max_length=120, default="game.json", help_text="The name of the file: JSON, Gravon XML or GSN.")
    text = s.CharField(max_length=MOST_BYTES, trim_whitespace=False)
    leg = s.IntegerField(min_value=1, max_value=99, required=False, help_text="Which game of the board; the last.")


class AttachingEndpoint(DeskEndpoint):
    """The record of a game that was played across a board."""

    operations = {
        "post": Operation(
            "attachRecord",
            "Attach the record of a game that was played across a real board: everybody can replay it then.",
            scope=Scope.STAFF,
            body=RecordBody,
            answer=shapes.VersionShape,
            condition=True,
            weight=10,
        )
    }

    def do_post(self, request: Request, key: str, round: int, board: int) -> HttpResponse:
        """Attach it.

        Args:
            key, round, board: of the address.

        Raises:
            Problem: 404 without such a board; 422 for what is no record, or not of this board.
        """
        sent = self.body

        def do(access: EventAccess) -> None:
            try:
                _round, result = action_endpoints.DESK_BOARD.about(access, round=round, board=board)
                attach_file(access, round, result, sent["name"], sent["text"].encode(), sent.get("leg"))
            except NotHere as error:
                raise missing(str(error)) from None
            except NoRecord as error:
                raise Problem(422, error.code, str(error)) from None

        return self.changed(key, do)


# -- the look -------------------------------------------------------------------------------------


class LookEndpoint(DeskEndpoint):
    """Both sides of a paused game."""

    role = "arbiter"
    operations = {
        "get": Operation(
            "getBothSides",
            "Both sides of a paused game, each as its seat sees it, after the action `look` of the call, which both"
            " sides are told of.",
            scope=Scope.STAFF,
            answer=shapes.BothSidesShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, key: str, call: int) -> HttpResponse:
        """What the page of the look shows."""
        access = self.access(key)
        assert access.player is not None
        try:
            page = action_endpoints.DESK_CALL.about(access, call=call)
        except NotHere as error:
            raise missing(str(error)) from None
        except NotYours as error:
            raise Problem(403, "not-allowed", str(error)) from None
        if tournament_arbitration.takes_part(access.fold, access.player.id):
            words = _("Only an arbiter who does not take part in the event sees both sides.")
            raise Problem(403, "not-allowed", words)
        game = page.leg.game
        views = None if game is None else in_games.look_again(game=game, arbiter=access.player.id)
        if views is None or game is None:
            words = _("Both sides can be seen while the game is paused, after you have asked to look.")
            raise Problem(409, "not-looking", words)
        return json_answer({"call": call, "game": key_of(game), "views": [view_value(view) for view in views]})
