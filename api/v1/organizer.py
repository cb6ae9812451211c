"""Holding tournaments: making one, and changing its terms and how it presents itself. The rules about terms are those
of `tournaments.domain.terms`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.people.time_zones import time_zones
from api.http.endpoint import Body, Operation, json_answer
from api.http.problems import Problem
from api.models import Scope
from api.v1.actions import event_refused
from api.v1.event_actions import ActingEndpoint
from api.v1.lobby import TimeField, control_of
from api.v1.schemas_tournaments import WholeTournamentShape
from api.v1.tournaments import TournamentEndpoint, TournamentsEndpoint, whole_value
from games.models import key_of
from games.rules import VARIANTS, Illegal
from play.lobby.terms import LEAST_LIMIT, MOST_LIMIT
from tournaments.domain.commands import organization
from tournaments.domain.formats import MOST_ROUNDS
from tournaments.domain.local_times import FIRST_YEAR, LAST_YEAR, in_reach, microseconds
from tournaments.domain.queries import tournaments
from tournaments.domain.terms import Terms, check_terms, usual_terms
from tournaments.organizer.access import EventAccess
from tournaments.scoring.formats import FORMATS, USUAL, choices_of_parts, parts_by_default
from tournaments.scoring.points import Scoring
from tournaments.scoring.tiebreaks import TIEBREAKS
from web import prose

LARGEST = 10**9
MOST_TIEBREAKS = 10


class ReachedTimeField(s.DateTimeField):
    """A time in the years that are taken."""

    def to_internal_value(self, value: Any) -> datetime:
        """The time. Raises `ValidationError`."""
        moment = super().to_internal_value(value)
        if not in_reach(moment):
            words = _("Choose a year from %(least)d to %(most)d.")
            raise s.ValidationError(words % {"least": FIRST_YEAR, "most": LAST_YEAR})
        return moment


_number = partial(s.IntegerField, required=False, min_value=0, max_value=LARGEST)
_if_any = partial(_number, allow_null=True)
_flag = partial(s.BooleanField, required=False)
_word = partial(s.CharField, required=False, max_length=20)


class EventOptionsShape(Body):
    """Options of the games."""

    no_attack_limit = s.IntegerField(required=False, allow_null=True, min_value=LEAST_LIMIT, max_value=MOST_LIMIT)
    spotter = _flag()
    memory = _flag()


class EventScoringShape(Body):
    """What results are worth, in tenths; what is left out follows from win, draw and loss."""

    win = s.IntegerField(min_value=0, max_value=1000)
    draw = s.IntegerField(min_value=0, max_value=1000)
    loss = s.IntegerField(min_value=0, max_value=1000)
    forfeit_win = s.IntegerField(required=False, min_value=0, max_value=1000)
    forfeit_loss = s.IntegerField(required=False, min_value=0, max_value=1000)
    pairing_bye = s.IntegerField(required=False, min_value=0, max_value=1000)
    full_bye = s.IntegerField(required=False, min_value=0, max_value=1000)
    half_bye = s.IntegerField(required=False, min_value=0, max_value=1000)
    absent = s.IntegerField(required=False, min_value=0, max_value=1000)


class EventTermsShape(Body):
    """The terms, as a tournament tells them: those that are named. Spans are in seconds; null is no limit."""

    time = TimeField(required=False, allow_null=True)
    options = EventOptionsShape(required=False)
    rounds = _number()
    rated = _flag()
    scoring = EventScoringShape(required=False)
    tiebreaks = s.ListField(child=s.ChoiceField(choices=list(TIEBREAKS)), required=False, max_length=MOST_TIEBREAKS)
    capacity = _if_any()
    entry = _word(help_text="`open`, `invitation` or `code`.")
    rating_from = _if_any()
    rating_to = _if_any()
    seeding = _word(help_text="`rating`, `hand` or `lot`.")
    start_ratings = _word(
        help_text="`entered`: who entered with a rating keeps it; `current`: members have theirs of this site at the "
        "start, if they have one here."
    )
    starts = ReachedTimeField(required=False, allow_null=True)
    calendar = s.ListField(child=ReachedTimeField(), required=False, max_length=MOST_ROUNDS)
    pause = _number()
    automatic = _flag()
    check_in = _number()
    round_length = _if_any()
    until_next = _flag()
    no_show = _if_any()
    scheduled = _flag()
    reveal = _word(help_text="`end`, `round`, `event`, `delay` or `never`.")
    reveal_after = _if_any()
    spectators = _word(help_text="`live`, `delayed` or `ended`.")
    delay = _if_any()
    delay_plies = _if_any()
    notes = _flag()
    stop_clocks = _flag()
    publishing = _word(help_text="`paired`, `hand` or `before`.")
    publish_before = _number()
    team_boards = _number()
    board_order = _word(help_text="`rating`, `fixed` or `free`.")
    lineup_before = _number()

    def get_fields(self) -> dict[str, Any]:
        """These, and what the formats alone have."""
        choices = choices_of_parts()
        own = {name: _shape_of(usual, choices.get(name, ())) for name, usual in parts_by_default().items()}
        return {**super().get_fields(), **own}


def _shape_of(usual: bool | int | str | None, choices: Sequence[str]) -> s.Field[Any, Any, Any, Any]:
    """The field for what a format alone has of the terms.

    Args:
        usual: its value where nothing is chosen, which gives the field its type; None for a number that may be none.
        choices: the slugs that there are, of a slug.
    """
    if isinstance(usual, bool):
        return _flag()
    if isinstance(usual, str):
        *first, last = (f"`{choice}`" for choice in choices)
        return _word(help_text=f"{', '.join(first)} or {last}." if first else f"{last}.")
    return _number() if usual is not None else _if_any()


class PresentingBody(Body):
    """How an event presents itself."""

    description = s.CharField(required=False, allow_blank=True, max_length=prose.LONGEST, trim_whitespace=False)
    place = s.CharField(required=False, allow_blank=True, max_length=120)
    zone = s.ChoiceField(choices=[name for name, _words in time_zones()], required=False)
    code = s.CharField(required=False, allow_blank=True, max_length=40, help_text="The word that lets people enter.")


class NewEventBody(PresentingBody):
    """An event. What the terms leave out is as usual for the rule book and the format."""

    name = s.CharField(max_length=100)
    variant = s.ChoiceField(choices=list(VARIANTS))
    format = s.ChoiceField(choices=list(FORMATS), default=USUAL)
    real = s.BooleanField(default=False, help_text="Played across real boards; results are entered.")
    terms = EventTermsShape(required=False)
    announce = s.BooleanField(default=False, help_text="Show it to everybody at once, and take entries.")


class ChangedEventBody(PresentingBody):
    """What is changed of an event: what is named. Of one that is announced, what is fair to those who entered."""

    name = s.CharField(max_length=100, required=False)
    variant = s.ChoiceField(choices=list(VARIANTS), required=False)
    format = s.ChoiceField(choices=list(FORMATS), required=False)
    real = s.BooleanField(required=False)
    terms = EventTermsShape(required=False)
    reason = s.CharField(required=False, max_length=500, help_text="Why; everybody can read it.")


_WORDS = ("name", "description", "place", "zone", "code")
_BASIS = ("variant", "format", "real")


def words_of(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What a body says of how an event presents itself."""
    return {name: sent[name] for name in _WORDS if name in sent}


def told_terms(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The terms that a body names, as `Terms` has them.

    Raises:
        Problem, Illegal: there is no such time control.
    """
    result = dict(sent.get("terms", {}))
    if result.get("time") is not None:
        result["time"] = control_of(result["time"])
    if result.get("starts") is not None:
        result["starts"] = microseconds(result["starts"])
    if "calendar" in result:
        result["calendar"] = tuple(microseconds(item) for item in result["calendar"])
    if "tiebreaks" in result:
        result["tiebreaks"] = tuple(result["tiebreaks"])
    if "scoring" in result:
        given = result["scoring"]
        result["scoring"] = replace(Scoring.of(given["win"], given["draw"], given["loss"]), **given)
    return result


def with_options(terms: Terms, values: dict[str, Any]) -> dict[str, Any]:
    """The same with the options of games beside those that there are."""
    return {**values, "options": replace(terms.options, **values["options"])} if "options" in values else values


def _check_tiebreaks(before: Terms | None, terms: Terms) -> None:
    """Refuses tie-breaks that say nothing in a format; those that an event has it may keep."""
    kept = before.tiebreaks if before is not None and before.format == terms.format else ()
    for slug in terms.tiebreaks:
        if slug in TIEBREAKS and slug not in kept and not FORMATS[terms.format].suits(TIEBREAKS[slug]):
            words = _("The tie-break “%(tiebreak)s” does not suit this format. Choose another one, or none.")
            params = {"field": "tiebreaks", "tiebreak": slug}
            raise Problem(422, "tiebreak-unfit", words % params, params=params)


class HeldTournamentsEndpoint(TournamentsEndpoint):
    """The list of events, and a new one."""

    operations = {
        **TournamentsEndpoint.operations,
        "post": Operation(
            "makeTournament",
            "Prepare a tournament, or announce it at once. A draft is its staff's alone.",
            scope=Scope.ORGANISE,
            body=NewEventBody,
            answer=WholeTournamentShape,
            status=201,
            weight=4,
        ),
    }

    def do_post(self, request: Request) -> HttpResponse:
        sent, owner = self.body, self.player.id
        try:
            result = told_terms(sent)
            usual = usual_terms(sent["variant"], sent["format"], real=sent["real"])
            terms = usual.changed(**with_options(usual, result))
            _check_tiebreaks(None, terms)
            with transaction.atomic():  # what is refused when it is announced leaves no draft behind
                id = organization.create_tournament(owner=owner, terms=terms, **words_of(sent))
                if sent["announce"]:
                    organization.announce(tournament=id, by=owner)
        except Illegal as illegal:
            raise event_refused(illegal.refusal, 0) from None
        row = tournaments.tournament_at(key_of(id))
        assert row is not None
        fold = tournaments.published_fold_of(id)
        answer = json_answer(whole_value(row, fold), status=201, version=fold.version)
        answer["Location"] = reverse("api:tournament", args=[row.key])
        return answer


class HeldTournamentEndpoint(TournamentEndpoint, ActingEndpoint):
    """An event, and what is changed of it."""

    role = "owner"
    operations = {
        **TournamentEndpoint.operations,
        "put": Operation(
            "changeTournament",
            "Change the terms of a tournament, or how it presents itself: what the body names.",
            scope=Scope.ORGANISE,
            body=ChangedEventBody,
            answer=WholeTournamentShape,
            condition=True,
            weight=4,
        ),
    }

    def do_put(self, request: Request, key: str) -> HttpResponse:
        """Change it: all that is sent, or nothing."""
        return self.acted(key, self._changed)

    def _changed(self, access: EventAccess) -> HttpResponse:
        sent, now = self.body, access.fold.terms
        assert access.player is not None
        usual: dict[str, Any] = {"tournament": access.id, "by": access.player.id}
        basis = {name: sent[name] for name in _BASIS if name in sent}
        terms = now.changed(**basis, **with_options(now, told_terms(sent)))
        check_terms(terms)
        _check_tiebreaks(now, terms)
        words = words_of(sent)
        with transaction.atomic():
            if terms != now:
                reason = sent.get("reason", "")
                organization.change_terms(**usual, terms=terms, expected=access.version, reason=reason)
            if words:
                organization.describe(**usual, **words)
        row = tournaments.tournament_at(access.key)
        assert row is not None
        fold = access.again().fold
        return json_answer(whole_value(row, fold), version=fold.version)
