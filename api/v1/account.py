"""What an account sets: preferences, what it is told and where, its vacation; and what moderators decided about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, cast
from urllib.parse import urlencode

from django.db.models import BooleanField, Field
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.mails.outbox import site_of
from accounts.models import Account, Preferences
from accounts.people.preferences import PREFERENCES, preferences_of
from accounts.people.time_zones import time_zones
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem
from api.models import Scope
from api.v1 import schemas_account as shapes
from api.v1.play import NoBody
from api.v1.schemas_play import DoneShape
from games.domain import vacations
from games.domain.clocks import VACATION_DAYS
from games.rules import Illegal
from library.profiles.vacations import vacation_of, vacation_refusal
from moderation.cases import penalties
from moderation.cases.own_penalties import MOST, PenaltyPart, key_of_penalty, parts_of, penalties_of
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import text_of
from notices.domain import commands
from notices.domain.wishes import Want, wants, wish
from notices.kinds.words import words_of
from notices.models import Kind
from privacy import builds

# -- preferences ----------------------------------------------------------------------------------


def _field(name: str) -> s.Field[Any, Any, Any, Any]:
    """A preference that may be left out."""
    words, column = str(PREFERENCES[name]), cast("Field[Any, Any]", Preferences._meta.get_field(name))
    if isinstance(column, BooleanField):
        return s.BooleanField(required=False, help_text=words)
    choices = time_zones() if name == "time_zone" else column.choices or ()
    return s.ChoiceField(choices=[value for value, _label in choices], required=False, help_text=words)


PreferencesBody: type[Body] = type(
    "PreferencesBody",
    (Body,),
    {
        **{name: _field(name) for name in PREFERENCES},
        "__doc__": "What is to be otherwise than it is.",
        "__module__": __name__,
    },
)


class PreferencesEndpoint(Endpoint):
    operations = {
        "get": Operation("getPreferences", "How you want the pages.", scope=Scope.READ, answer=shapes.PreferencesShape),
        "put": Operation(
            "changePreferences",
            "Change preferences: those that the body names.",
            scope=Scope.ACCOUNT,
            body=PreferencesBody,
            answer=DoneShape,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        row = preferences_of(request.user)
        return json_answer(shapes.PreferencesShape.of(row))

    def do_put(self, request: Request) -> HttpResponse:
        row = preferences_of(request.user)
        for name, value in self.body.items():
            setattr(row, name, value)
        row.save()
        return json_answer({"done": True})


# -- notices --------------------------------------------------------------------------------------


class NoticeReadBody(Body):
    """Which notice was read; without one, all of them."""

    id = s.UUIDField(required=False)


class NoticesEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "listNotices",
            "What you were told, the newest first; what is out of date is gone.",
            scope=Scope.READ,
            answer=shapes.NoticesShape,
            weight=4,
        ),
        "post": Operation(
            "markNoticesRead",
            "Note that you have read a notice, or all. What is read is not sent by mail.",
            scope=Scope.ACCOUNT,
            body=NoticeReadBody,
            answer=DoneShape,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        """What the page shows."""
        notices = commands.notices_of(self.player.id)
        rows = [
            shapes.NoticeShape.of(notice, text=words.text, url=words.url, deadline=words.deadline)
            for notice, words in zip(notices, words_of(notices), strict=True)
        ]
        return json_answer({"notices": rows})

    def do_post(self, request: Request) -> HttpResponse:
        commands.mark_read(self.player.id, notice=self.body.get("id"))
        return json_answer({"done": True})


class WishShape(Body):
    """Where a kind of notice is wanted; what is left out stays."""

    kind = s.ChoiceField(choices=Kind.values)
    page = s.BooleanField(required=False)
    mail = s.BooleanField(required=False)


class WishesBody(Body):
    """Where some kinds of notices are wanted."""

    wishes = s.ListField(child=WishShape(), max_length=len(Kind))


class WishesEndpoint(Endpoint):
    """What somebody wants to be told."""

    operations = {
        "get": Operation(
            "getWishes", "Of what you are told, on the page and by mail.", scope=Scope.READ, answer=shapes.WishesShape
        ),
        "put": Operation(
            "changeWishes",
            "Choose of what you are told: the kinds that the body names.",
            scope=Scope.ACCOUNT,
            body=WishesBody,
            answer=DoneShape,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        rows = [
            {"kind": kind.value, "words": str(kind.label), "page": want.page, "mail": want.mail}
            for kind, want in wants(self.player.id).items()
        ]
        return json_answer({"wishes": rows})

    def do_put(self, request: Request) -> HttpResponse:
        """Keep what is chosen."""
        now = wants(self.player.id)
        sent: list[Mapping[str, Any]] = self.body["wishes"]
        chosen = {
            Kind(item["kind"]): Want(
                item.get("page", now[Kind(item["kind"])].page), item.get("mail", now[Kind(item["kind"])].mail)
            )
            for item in sent
        }
        wish(self.player.id, chosen)
        return json_answer({"done": True})


# -- vacation -------------------------------------------------------------------------------------


class VacationBody(Body):
    """For how many days you are away."""

    days = s.IntegerField(min_value=1, max_value=VACATION_DAYS)


class VacationEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getVacation", "Until when you are away, if so.", scope=Scope.READ, answer=shapes.VacationShape
        ),
        "post": Operation(
            "beginVacation",
            "Begin a vacation: in games that allow it your clock stands still.",
            scope=Scope.ACCOUNT,
            body=VacationBody,
            answer=shapes.VacationShape,
        ),
        "delete": Operation("endVacation", "Be back.", scope=Scope.ACCOUNT, answer=shapes.VacationShape),
    }

    def do_get(self, request: Request) -> HttpResponse:
        """What there is, for all to see."""
        vacation = vacation_of(self.player)
        return json_answer({"until": vacation.until, "left": vacation.left, "a_year": VACATION_DAYS})

    def do_post(self, request: Request) -> HttpResponse:
        until = timezone.now() + timedelta(days=self.body["days"])
        try:
            vacations.begin(self.player.pk, until, actor=request.user.pk)
        except Illegal as illegal:
            status = 409 if illegal.refusal.code == "on-vacation" else 422
            words = vacation_refusal(illegal.refusal)
            raise Problem(status, illegal.refusal.code, words, params=illegal.refusal.params) from None
        return self.do_get(request)

    def do_delete(self, request: Request) -> HttpResponse:
        """End it; without one nothing happens."""
        vacations.end(self.player.pk, actor=request.user.pk)
        return self.do_get(request)


# -- my data --------------------------------------------------------------------------------------


class DataEndpoint(Endpoint):
    """All that the service has of somebody."""

    operations = {
        "get": Operation(
            "getDataExport",
            "How far the file with all of your data is. It is fetched by a browser: whoever finds a token has not all"
            " of it.",
            scope=Scope.READ,
            answer=shapes.DataExportShape,
        ),
        "post": Operation(
            "askForData",
            "Have all that the service has of you put together; a mail says when it is there.",
            scope=Scope.ACCOUNT,
            body=NoBody,
            answer=shapes.DataExportShape,
        ),
        "delete": Operation(
            "removeDataExport", "Take that file away before its time.", scope=Scope.ACCOUNT, answer=DoneShape
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        """What the page says."""
        row = builds.export_of(self._account())
        value: dict[str, Any] = {"state": None, "asked": None, "ends": None, "again": None}
        if row is not None:
            again = None if row.state == builds.State.FAILED else row.created + builds.AGAIN
            value = {"state": row.state, "asked": row.created, "ends": row.ends, "again": again}
        return json_answer(value | {"url": reverse("players:data")})

    def do_post(self, request: Request) -> HttpResponse:
        try:
            builds.want(self._account(), site=site_of(request))
        except builds.TooSoon as refusal:
            wait = math.ceil((refusal.again - timezone.now()).total_seconds())
            words = _("You have asked for it recently. Wait until you can ask again.")
            headers = {"Retry-After": str(max(wait, 1))}
            raise Problem(429, "too-often", words, params={"again": refusal.again}, headers=headers) from None
        return self.do_get(request)

    def do_delete(self, request: Request) -> HttpResponse:
        """Take it away; without one nothing happens."""
        builds.remove(self._account())
        return json_answer({"done": True})

    def _account(self) -> Account:
        assert isinstance(self.request.user, Account)
        return self.request.user


# -- what moderators decided ----------------------------------------------------------------------


class StandingEndpoint(Endpoint):
    """Penalties."""

    operations = {
        "get": Operation(
            "listPenalties",
            "What moderators decided about you, the newest first.",
            scope=Scope.ACCOUNT,
            parameters={
                "before": Parameter("The id of a penalty: those below it.", "uuid"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST),
            },
            answer=shapes.PenaltiesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        size, key = self.asked_number("limit", MOST), None
        if named := self.asked("before"):
            key = key_of_penalty(self.player, named)
            if key is None:
                words = _("You have no penalty with this id to go on from.")
                raise Problem(400, "cursor", words, params={"name": "before"})
        page = penalties_of(self.player, size, key)
        query = urlencode({"before": page.rows[-1].pk, "limit": size}) if page.older else ""
        links = {"next": f"{reverse('api:penalties')}?{query}"} if page.older else {}
        values = [_penalty_value(part) for part in parts_of(page.rows, timezone.now())]
        return json_answer({"penalties": values, "next": links.get("next")}, links=links)


def _penalty_value(part: PenaltyPart) -> dict[str, Any]:
    return shapes.PenaltyShape.of(part, reason=text_of(part.penalty.reason) or "")


class AcknowledgementEndpoint(Endpoint):
    """A warning that is read."""

    operations = {
        "post": Operation(
            "acknowledge",
            "Say that you have read a warning: you can begin games again.",
            scope=Scope.ACCOUNT,
            body=NoBody,
            answer=DoneShape,
        )
    }

    def do_post(self, request: Request, id: Any) -> HttpResponse:
        try:
            penalties.acknowledge(penalty=id, player=self.player.pk)
        except CaseRefused:
            raise Problem(404, "not-found", _("There is no such warning of yours.")) from None
        return json_answer({"done": True})
