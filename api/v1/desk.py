"""What the desk has beside its buttons: a round as its staff sees it, a pairing by hand, the initial ranking, people
who are entered by name, calls for the arbiter, and what stands in the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from api.http.endpoint import Body, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_tournaments
from api.v1.event_actions import ActingEndpoint
from api.v1.events import LIMIT, ROWS
from api.v1.tournaments import RoundEndpoint
from games.models import key_of
from tournaments.domain.commands import (
    arbitration,
    hand_pairing,
    organization,
)
from tournaments.domain.commands import (
    people as command_people,
)
from tournaments.domain.commands.people import LENGTHS, LONGEST_NAME, MOST_RATING, NewEntry, NewPerson
from tournaments.domain.queries.tournaments import blockers, called_off_games
from tournaments.domain.state import Call
from tournaments.domain.terms import MOST_ENTRIES
from tournaments.domain.texts import LONGEST, texts_of
from tournaments.organizer.access import EventAccess
from tournaments.organizer.calls.words import ABOUTS
from tournaments.organizer.entries import is_seeded_by_hand, ranking_of
from tournaments.organizer.hand_pairing import at_first, engine_of
from tournaments.organizer.names import Names
from tournaments.organizer.next_steps import next_steps
from tournaments.organizer.pairing_draft import HandPairing
from tournaments.organizer.player_list import MOST_AT_ONCE, clean_birth
from tournaments.presentation.sheet import Sheet
from web.words import clean_line

REASON = 500


class DeskEndpoint(ActingEndpoint):
    """What the staff asks of one event."""

    role = "helper"

    def changed(self, key: str, do: Callable[[EventAccess], Any], *, locked: bool = True) -> HttpResponse:
        """Do something, and answer at which version the event is then.

        Args:
            key: of the event.
            do: does it.
            locked: as for `acted`.
        """

        def done(access: EventAccess) -> HttpResponse:
            do(access)
            version = access.again().fold.version
            return json_answer({"version": version}, version=version)

        return self.acted(key, done, locked=locked)


class DeskRoundEndpoint(RoundEndpoint, DeskEndpoint):
    """A round as the staff sees it."""

    operations = {
        "get": Operation(
            "getDeskRound",
            "A round as the staff sees it, before its pairing is published too.",
            scope=Scope.STAFF,
            parameters=RoundEndpoint.operations["get"].parameters,
            answer=schemas_tournaments.RoundShape,
            weight=2,
        )
    }

    def sheet(self, key: str) -> Sheet:
        """What follows from all of the event."""
        access = self.access(key)
        return Sheet(access.id, access.fold)


class BlockersEndpoint(DeskEndpoint):
    """Obstacles."""

    operations = {
        "get": Operation(
            "listBlockers",
            "Everything that the next step of a tournament waits for, by codes.",
            scope=Scope.STAFF,
            answer=schemas_tournaments.BlockersShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """Why it does not go on."""
        access = self.access(key)
        result = blockers(access.fold, called_off_games(access.id))[:ROWS]
        return json_answer(
            {"blockers": [schemas_tournaments.BlockerShape.of(blocker) for blocker in result]},
            version=access.fold.version,
        )


# -- a pairing by hand ----------------------------------------------------------------------------


class PairingBody(Body):
    """A pairing: the two entries of each board, red first, the first board first."""

    boards = s.ListField(
        child=s.ListField(child=s.IntegerField(min_value=1), min_length=2, max_length=2), max_length=MOST_ENTRIES
    )
    reason = s.CharField(max_length=REASON, help_text="Why; everybody can read it.")
    overrule = s.BooleanField(default=False, help_text="Break a rule of the pairing: there is no other way.")


class ByHandEndpoint(DeskEndpoint):
    """The pairing of the round to come."""

    role = "arbiter"
    operations = {
        "get": Operation(
            "getHandPairing",
            "The pairing of the round to come as it stands, and that of the engine; entries by their numbers.",
            scope=Scope.STAFF,
            answer=schemas_tournaments.HandPairingShape,
            weight=4,
        ),
        "post": Operation(
            "pairByHand",
            "Pair the round to come by hand. Who is present and left out has the bye.",
            scope=Scope.STAFF,
            body=PairingBody,
            answer=schemas_tournaments.VersionShape,
            condition=True,
            weight=4,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        access = self.access(key)
        if not next_steps(access).by_hand:
            raise missing(_("There is no round now whose pairing can be changed."))
        engine, draft = engine_of(access), at_first(access)
        value = {"draft": _pairing(draft), "engine": None if engine is None else _pairing(engine)}
        return json_answer({"version": access.fold.version, **value}, version=access.fold.version)

    def do_post(self, request: Request, key: str) -> HttpResponse:
        boards = [(red, blue) for red, blue in self.body["boards"]]
        reason, overrule = self.body["reason"], self.body["overrule"]

        def do(access: EventAccess) -> None:
            assert access.player is not None
            usual: dict[str, Any] = {"tournament": access.id, "by": access.player.id, "expected": access.version}
            hand_pairing.pair_by_hand(**usual, boards=boards, reason=reason, overrule=overrule)

        return self.changed(key, do, locked=False)


def _pairing(pairing: HandPairing) -> dict[str, Any]:
    byes = [{"entry": entry, "mark": mark.value} for entry, mark in pairing.byes.items()]
    return {"boards": [list(board) for board in pairing.boards], "byes": byes}


# -- the initial ranking --------------------------------------------------------------------------


class RankingBody(Body):
    """The initial ranking: entries, the highest first. Who is missing follows by rating."""

    order = s.ListField(child=s.IntegerField(min_value=1), max_length=MOST_ENTRIES)


class SeedsEndpoint(DeskEndpoint):
    """The initial ranking by hand."""

    role = "arbiter"
    operations = {
        "get": Operation(
            "getRanking",
            "The initial ranking as it would be now, by entries, where it is made by hand.",
            scope=Scope.STAFF,
            answer=schemas_tournaments.RankingShape,
        ),
        "put": Operation(
            "rankByHand",
            "Set the initial ranking.",
            scope=Scope.STAFF,
            body=RankingBody,
            answer=schemas_tournaments.VersionShape,
            condition=True,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        access = self.access(key)
        if not is_seeded_by_hand(access):
            raise missing(_("This event is not ranked by hand, or it has begun."))
        return json_answer({"version": access.fold.version, "order": ranking_of(access)}, version=access.fold.version)

    def do_put(self, request: Request, key: str) -> HttpResponse:
        def do(access: EventAccess) -> None:
            assert access.player is not None
            organization.seed_by_hand(tournament=access.id, order=self.body["order"], by=access.player.id)

        return self.changed(key, do)


# -- people who are entered by name ---------------------------------------------------------------


class NamedPersonShape(Body):
    """Somebody who is entered by name, and what is known besides."""

    name = s.CharField(max_length=LONGEST_NAME)
    club = s.CharField(required=False, allow_blank=True, max_length=LENGTHS["club"])
    federation = s.CharField(required=False, allow_blank=True, max_length=LENGTHS["federation"])
    fide = s.CharField(required=False, allow_blank=True, max_length=LENGTHS["fide"])
    title = s.CharField(required=False, allow_blank=True, max_length=LENGTHS["title"])
    birth = s.CharField(required=False, allow_blank=True, max_length=LENGTHS["birth"], help_text="1990 or 1990-05-03.")


class NamedEntryShape(Body):
    """Who is entered together: one, or two partners. The rating ranks them."""

    people = s.ListField(child=NamedPersonShape(), min_length=1, max_length=2)
    rating = s.IntegerField(required=False, min_value=0, max_value=MOST_RATING, default=0)


class PeopleBody(Body):
    """People of an event across real boards, who need no account."""

    entries = s.ListField(child=NamedEntryShape(), min_length=1, max_length=MOST_AT_ONCE)


class PeopleEndpoint(DeskEndpoint):
    """People who are entered by name."""

    operations = {
        "post": Operation(
            "enterPeople",
            "Enter people by name, across real boards: all of them, or, if one is refused, none.",
            scope=Scope.STAFF,
            body=PeopleBody,
            answer=schemas_tournaments.EnteredShape,
            condition=True,
            weight=4,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        entries = [
            NewEntry(tuple(_person(item) for item in sent["people"]), sent["rating"]) for sent in self.body["entries"]
        ]

        def do(access: EventAccess) -> HttpResponse:
            assert access.player is not None
            numbers = command_people.enter_people(tournament=access.id, entries=entries, by=access.player.id)
            version = access.again().fold.version
            return json_answer({"version": version, "entries": numbers}, version=version)

        return self.acted(key, do)


def _person(sent: dict[str, str]) -> NewPerson:
    values: dict[str, Any] = {name: clean_line(text) for name, text in sent.items()}
    try:
        values["birth"] = clean_birth(values.get("birth", ""), timezone.now().year)
    except ValueError:
        words = _("Write 1990 or 1990-05-03.")
        raise Problem(422, "invalid", words, params={"fields": {"birth": [words]}}) from None
    if not values["name"]:
        raise Problem(422, "name-needed", _("Write the name."), params={"field": "name"})
    return NewPerson(**values)


# -- calls ----------------------------------------------------------------------------------------


class CallBody(Body):
    """Why the arbiter is called, and to which board."""

    round = s.IntegerField(min_value=1, max_value=999)
    board = s.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    about = s.ChoiceField(choices=list(arbitration.ABOUT))
    text = s.CharField(required=False, default="", allow_blank=True, max_length=LONGEST)


class TakeUpBody(Body):
    """Which board an arbiter takes up whom nobody called, and why."""

    round = s.IntegerField(min_value=1, max_value=999)
    board = s.IntegerField(min_value=1, max_value=MOST_ENTRIES)
    text = s.CharField(max_length=LONGEST)


class CallsEndpoint(ActingEndpoint):
    """Calls for the arbiter."""

    operations = {
        "get": Operation(
            "listCalls",
            "The calls that you made, the newest first; as an arbiter, by a token with the scope `staff`, all"
            " that you may handle.",
            scope=Scope.READ,
            parameters={
                "before": Parameter("The number of the call above the first one.", "integer", most=999_999),
                "limit": LIMIT,
            },
            answer=schemas_tournaments.CallsShape,
            weight=2,
        ),
        "post": Operation(
            "callArbiter",
            "Call the arbiter to your board.",
            scope=Scope.PLAY,
            body=CallBody,
            answer=schemas_tournaments.CalledShape,
            condition=True,
        ),
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        access, limit = self.access(key), self.asked_number("limit", ROWS)
        before = self.asked_number("before", 999_999)
        fold, player = access.fold, self.player.id
        acts = self.token is not None and Scope.STAFF in self.token.scopes and access.is_at_least("arbiter")
        seen = fold.calls if acts else arbitration.calls_of(fold, player)
        seen = tuple(call for call in seen if call.number < before and arbitration.may_see(fold, call, player))[::-1]
        shown = seen[:limit]
        ids = [id_ for call in shown for id_ in (call.words, *(answer.reason for answer in call.answers)) if id_]
        texts = texts_of(ids) if ids else {}
        names = Names(fold, more=[answer.arbiter for call in shown for answer in call.answers])
        rows = [_call_value(call, texts, names) for call in shown]
        more = shown[-1].number if len(seen) > limit else None
        return json_answer({"calls": rows, "next": more}, version=fold.version)

    def do_post(self, request: Request, key: str) -> HttpResponse:
        return self._opened(key, arbitration.call_arbiter)

    def _opened(self, key: str, command: Callable[..., int]) -> HttpResponse:
        def do(access: EventAccess) -> HttpResponse:
            number = command(tournament=access.id, by=self.player.id, **self.body)
            version = access.again().fold.version
            return json_answer({"version": version, "call": number}, version=version)

        return self.acted(key, do)


class TakingUpEndpoint(CallsEndpoint):
    """Boards that an arbiter takes up."""

    role = "arbiter"
    operations = {
        "post": Operation(
            "takeBoardUp",
            "Take a board up as an arbiter, though nobody called.",
            scope=Scope.STAFF,
            body=TakeUpBody,
            answer=schemas_tournaments.CalledShape,
            condition=True,
        )
    }

    def do_post(self, request: Request, key: str) -> HttpResponse:
        return self._opened(key, arbitration.take_up)


def _call_value(call: Call, texts: dict[Any, str], names: Names) -> dict[str, Any]:
    return schemas_tournaments.EventCallShape.of(
        call,
        entry=call.entry or None,
        about_text=str(ABOUTS.get(call.about, call.about)),
        game=None if call.game is None else key_of(call.game),
        text=None if call.words is None else texts.get(call.words, ""),
        answers=[
            schemas_tournaments.CallAnswerShape.of(
                answer,
                by=names.plain(answer.arbiter),
                reason=None if answer.reason is None else texts.get(answer.reason, ""),
            )
            for answer in call.answers
        ],
    )
