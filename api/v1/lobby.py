"""Looking for games: seeks and challenges. The rules about them are those of the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import MEMBERS, Player
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_games
from api.v1.game_values import player_value
from api.v1.play import NoBody
from games.domain.clocks import PRESETS, TimeControl
from games.models import key_of
from games.presentation.reveal import POLICIES
from games.rules import VARIANTS, Illegal, Refusal
from play.lobby import domain, queries
from play.lobby.models import Seek
from play.lobby.terms import LEAST_LIMIT, MOST_LIMIT, GameTerms

MOST = 100
"""Seeks of one answer."""


class TimeField(s.JSONField):
    """The name of a preset, or a time control as games have it."""


class TermsBody(Body):
    """What is to be played."""

    variant = s.ChoiceField(choices=list(VARIANTS))
    time = TimeField()
    rated = s.BooleanField(default=False)
    notes = s.BooleanField(default=True)
    no_attack_limit = s.IntegerField(min_value=LEAST_LIMIT, max_value=MOST_LIMIT, allow_null=True, default=None)
    spotter = s.BooleanField(default=False)
    memory = s.BooleanField(default=False)
    reveal = s.ChoiceField(choices=list(POLICIES), default="end")
    reveal_after = s.IntegerField(min_value=0, max_value=366 * 86_400, allow_null=True, default=None)
    colour = s.ChoiceField(choices=Seek.Colour.values, default=Seek.Colour.RANDOM.value)
    partners = s.ChoiceField(choices=Seek.Partners.values, default=Seek.Partners.CHOSEN.value)


class SeekBody(TermsBody):
    """A seek."""

    kind = s.ChoiceField(choices=[Seek.Kind.OPEN.value, Seek.Kind.LINK.value], default=Seek.Kind.OPEN.value)
    rating_from = s.IntegerField(min_value=0, max_value=4000, allow_null=True, default=None)
    rating_to = s.IntegerField(min_value=0, max_value=4000, allow_null=True, default=None)
    bots = s.BooleanField(default=False, help_text="Whether bots may join, too.")


class ChallengeBody(TermsBody):
    """A challenge."""

    to = s.ListField(
        child=s.CharField(max_length=150),
        min_length=1,
        max_length=3,
        help_text="Names; at a table of four the partner first.",
    )


class JoinBody(Body):
    """Where to sit down."""

    number = s.IntegerField(
        min_value=0, max_value=3, allow_null=True, default=None, help_text="A place at a table of four."
    )


def _terms(sent: Mapping[str, Any]) -> GameTerms:
    """The terms in a body.

    Raises:
        Problem: they do not go together.
        Illegal: `time-control`.
    """
    values = {name: value for name, value in sent.items() if name not in ("kind", "to", "time")}
    control = control_of(sent["time"])
    try:
        return GameTerms(time=control, **values)
    except ValueError as error:
        if isinstance(error, Illegal):
            raise
        words = _(
            "These terms do not go together: look at the Spotter, at memory marks, at when the game is opened, and at "
            "the ratings."
        )
        raise Problem(422, "terms", words) from None


def control_of(time: Any) -> TimeControl:
    """A time control as it is sent: the name of a preset, or its own numbers.

    Raises:
        Problem: there is no such preset.
        Illegal: `time-control`.
    """
    if isinstance(time, str) and time not in PRESETS:
        words = _("There is no such time control. Name one of these, or give one in seconds: %(names)s.")
        names = list(PRESETS)
        raise Problem(
            422, "time-control", words % {"names": ", ".join(names)}, params={"field": "time", "known": names}
        )
    if not isinstance(time, str | Mapping):
        raise Illegal(Refusal("time-control", {"field": "kind"}))
    return PRESETS[time] if isinstance(time, str) else TimeControl.from_value(time)


def seek_value(seek: Seek) -> dict[str, Any]:
    """A seek as who may see it knows it."""
    places = sorted(seek.places.all(), key=lambda place: place.number)
    return schemas_games.SeekShape.of(
        seek,
        host=player_value(seek.host),
        players=[player_value(place.player) for place in places if place.joined],
        time=seek.time,
        game=None if seek.game is None else key_of(seek.game),
    )


def _listed(seeks: Sequence[Seek]) -> HttpResponse:
    return json_answer({"seeks": [seek_value(seek) for seek in seeks]})


def _made(seek: Seek) -> HttpResponse:
    answer = json_answer(seek_value(seek), status=201)
    answer["Location"] = reverse("api:seek", args=[seek.pk])
    return answer


class SeeksEndpoint(Endpoint):
    """The lobby."""

    operations = {
        "get": Operation(
            "listSeeks",
            "Open seeks, newest first; with a token that may read, without those of who blocked you or was blocked.",
            parameters={
                "variant": Parameter("The slug of a rule book.", choices=tuple(VARIANTS)),
                "speed": Parameter("Live, or by correspondence.", choices=("live", "days")),
                "rated": Parameter("Only rated ones, or only casual ones.", choices=("yes", "no")),
            },
            answer=schemas_games.SeeksShape,
            weight=2,
        ),
        "post": Operation(
            "postSeek",
            "Post a seek, or make one that is joined by whoever knows its link.",
            scope=Scope.CHALLENGE,
            body=SeekBody,
            answer=schemas_games.SeekShape,
            status=201,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        player = self.reader()
        wanted = {name: self.asked(name) for name in ("variant", "speed", "rated")}
        return _listed(list(queries.open_seeks(player=None if player is None else player.id, **wanted)[:MOST]))

    def do_post(self, request: Request) -> HttpResponse:
        return _made(domain.open_seek(host=self.player, terms=_terms(self.body), kind=self.body["kind"]))


class MySeeksEndpoint(Endpoint):
    """What I have open."""

    operations = {
        "get": Operation(
            "listMySeeks",
            "Your own seeks and challenges that are open, and the tables at which you wait.",
            scope=Scope.READ,
            answer=schemas_games.SeeksShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """Own ones, then tables."""
        mine = self.player.id
        return _listed([*queries.my_seeks(mine), *queries.tables_of(mine)])


class ChallengesEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "listChallenges",
            "The challenges that wait for your answer.",
            scope=Scope.READ,
            answer=schemas_games.SeeksShape,
        ),
        "post": Operation(
            "challenge",
            "Challenge players by name.",
            scope=Scope.CHALLENGE,
            body=ChallengeBody,
            answer=schemas_games.SeekShape,
            status=201,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        return _listed(list(queries.challenges_to(self.player.id)))

    def do_post(self, request: Request) -> HttpResponse:
        players = [_named(name) for name in self.body["to"]]
        return _made(domain.challenge(host=self.player, terms=_terms(self.body), players=players))


def _named(name: str) -> Player:
    player = Player.objects.filter(MEMBERS, name__iexact=name).select_related("account").first()
    if player is None:
        raise Illegal(Refusal("no-such-player", {"name": name}))
    return player


class OneSeekEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getSeek",
            "A seek or challenge: one of the lobby, your own, or one that you were invited to.",
            answer=schemas_games.SeekShape,
        ),
        "delete": Operation(
            "cancelSeek",
            "Take your seek or challenge back.",
            scope=Scope.CHALLENGE,
            answer=schemas_games.SeekShape,
        ),
    }

    def do_get(self, request: Request, id: UUID) -> HttpResponse:
        """It, for who may see it."""
        seek = Seek.objects.filter(pk=id).select_related("host").prefetch_related("places__player").first()
        player = self.reader()
        there = (
            seek is not None and player is not None and any(place.player_id == player.id for place in seek.places.all())
        )
        if seek is None or not (there or (seek.kind == Seek.Kind.OPEN and seek.state == Seek.State.OPEN)):
            raise missing(_("There is no such seek, or it is not for you."))
        return json_answer(seek_value(seek))

    def do_delete(self, request: Request, id: UUID) -> HttpResponse:
        return json_answer(seek_value(domain.cancel(seek=id, player=self.player)))


class JoiningEndpoint(Endpoint):
    operations = {
        "post": Operation(
            "joinSeek",
            "Join a seek, or accept a challenge. With the last place the game begins, and `game` has its key.",
            scope=Scope.CHALLENGE,
            body=JoinBody,
            answer=schemas_games.SeekShape,
        )
    }

    def do_post(self, request: Request, id: UUID) -> HttpResponse:
        return json_answer(seek_value(domain.join(seek=id, player=self.player, number=self.body["number"])))


class DecliningEndpoint(Endpoint):
    operations = {
        "post": Operation(
            "declineChallenge",
            "Decline a challenge, or leave a table.",
            scope=Scope.CHALLENGE,
            body=NoBody,
            answer=schemas_games.SeekShape,
        )
    }

    def do_post(self, request: Request, id: UUID) -> HttpResponse:
        return json_answer(seek_value(domain.decline(seek=id, player=self.player)))
