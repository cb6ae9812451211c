"""Appeals against what moderators decided, for who bears it: made, written in, withdrawn, as on the page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.models import Penalty
from api.http.endpoint import Body, Endpoint, Operation, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_account as shapes
from api.v1.schemas_play import DoneShape
from moderation.cases import appeals
from moderation.cases.appeal_words import appeal_part, refusal_text
from moderation.cases.models import Appeal
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import LONGEST
from web.limits import wait_for


class AppealBody(Body):
    """What you say: why a penalty should be looked at again, or more about it. As long as a game goes on tell no
    ranks.
    """

    words = s.CharField(max_length=LONGEST)


class AppealEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getAppeal",
            "How the appeal against a penalty of yours stands; whether there can be one, if there is none.",
            scope=Scope.ACCOUNT,
            answer=shapes.AppealShape,
            weight=2,
        ),
        "post": Operation(
            "appeal",
            "Appeal against a penalty; once you have, write more to whoever hears it.",
            scope=Scope.ACCOUNT,
            body=AppealBody,
            answer=DoneShape,
        ),
        "delete": Operation(
            "withdrawAppeal",
            "Take an appeal back: there is no second one.",
            scope=Scope.ACCOUNT,
            answer=DoneShape,
        ),
    }

    def do_get(self, request: Request, id: UUID) -> HttpResponse:
        """What the page says. No moderator has a name in it."""
        part = appeal_part(self._penalty(id), timezone.now())
        row = part.row
        made, outcome = (None, None) if row is None else (row.made, row.outcome or None)
        value = shapes.AppealShape.of(part, made=made, outcome=outcome)
        return json_answer(value)

    def do_post(self, request: Request, id: UUID) -> HttpResponse:
        """Make it, or write in it."""
        row, words = self._penalty(id), self.body["words"]
        if seconds := wait_for("appeal", f"account:{request.user.pk}", most=appeals.MOST_AN_HOUR, seconds=3600):
            told_why = _("You send too much. Wait an hour.")
            raise Problem(429, "too-often", told_why, headers={"Retry-After": str(seconds)})
        there = Appeal.objects.filter(pk=row.pk).exists()
        say = appeals.write if there else appeals.appeal
        return self._answered(lambda: say(penalty=row.pk, player=row.player, words=words))

    def do_delete(self, request: Request, id: UUID) -> HttpResponse:
        row = self._penalty(id)
        return self._answered(lambda: appeals.withdraw(penalty=row.pk, player=row.player))

    def _penalty(self, id: UUID) -> Penalty:
        penalty = Penalty.objects.filter(pk=id, player=self.player.pk).first()
        if penalty is None:
            raise missing(_("There is no such penalty of yours."))
        return penalty

    def _answered(self, do: Callable[[], object]) -> HttpResponse:
        try:
            do()
        except CaseRefused as refused:
            status = 404 if refused.code == "no-appeal" else 409
            raise Problem(status, refused.code, refusal_text(refused), params=refused.parameters) from None
        return json_answer({"done": True})
