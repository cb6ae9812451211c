"""What is reported to the moderators, and what came of it. The rooms of the things say what
can be reported, by whom and for which reasons, as on the form of the page.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from allauth.core.ratelimit import consume
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.conduct import blocks
from accounts.conduct.words import too_many_blocks_text
from accounts.models import Player, Report
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_account as shapes
from api.v1.people import member
from library.studies.domain.queries import study_for
from moderation.cases import reportables, reports
from moderation.cases.kinds import CaseKind
from moderation.cases.own_reports import key_of_report, report_row, reports_by
from moderation.cases.reportables import Reportable

PAGE, MOST_ON_A_PAGE = 30, 100
LONGEST_NAME = 150
TARGET_HELP = (
    "A player by name, a game, a puzzle or a study by its key, all else by its id. A study that is shown by link:"
    " `?link=` and its link behind the key."
)


def check_known(player: Player) -> None:
    """Refuses guests, whom a click makes: they can neither block nor report anybody. Raises `Problem`."""
    if player.guest:
        raise Problem(403, "guest", _("Guests cannot block or report anybody. Sign up first."))


def _thing(kind: str, named: str, me: Player) -> tuple[UUID, Reportable]:
    """What somebody wants to report. Raises `Problem` for what is not there, not for their eyes, or their own."""
    check_known(me)
    text = named.replace("\0", "")
    try:
        target = member(text).pk if kind == Report.Kind.PLAYER else _id_of(kind, text, me)
    except Http404:
        target = None
    thing = None if target is None else reportables.find(kind, target, me)
    if target is None or thing is None or thing.about == me:
        raise missing(_("There is nothing of this kind that you could report."))
    return target, thing


def _id_of(kind: str, text: str, me: Player) -> UUID | None:
    """The id of a thing. A study has one that only the form of its page names; programs know its key, which by itself
    opens none that is shown by link."""
    if kind == Report.Kind.STUDY:
        key, _mark, link = text.partition("?link=")
        study = study_for(key, me.pk, link)
        return None if study is None else study.study.pk
    return reportables.id_of(kind, text)


class ReportBody(Body):
    """What is wrong with a player or a thing."""

    kind = s.ChoiceField(choices=Report.Kind.values)
    target = s.CharField(max_length=LONGEST_NAME, help_text=TARGET_HELP)
    why = s.ChoiceField(choices=CaseKind.values)
    text = s.CharField(
        max_length=1000,
        default="",
        allow_blank=True,
        help_text="What a moderator should know. As long as a game goes on tell no ranks.",
    )
    about = s.CharField(
        max_length=LONGEST_NAME, required=False, help_text="Whom of several it is about, such as those at a game."
    )
    block = s.BooleanField(default=False, help_text="Block whom it is about, too: takes the scope `account`.")


class ReportsEndpoint(Endpoint):
    """Reports to the moderators."""

    operations = {
        "get": Operation(
            "listReports",
            "What you have reported, the newest first, and what came of it.",
            scope=Scope.ACCOUNT,
            parameters={
                "before": Parameter("The id of a report: those below it.", "uuid"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.ReportsShape,
        ),
        "post": Operation(
            "report",
            "Report a player or a thing to the moderators. The same again replaces what you wrote.",
            scope=Scope.TALK,
            body=ReportBody,
            answer=shapes.ReportedShape,
            status=201,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        me, size = self.player, self.asked_number("limit", PAGE)
        key = None
        if named := self.asked("before"):
            key = key_of_report(me, named)
            if key is None:
                words = _("There is no report with this id to go on from.")
                raise Problem(400, "cursor", words, params={"name": "before"})
        page = reports_by(me, size, key)
        query = urlencode({"before": page.rows[-1].id, "limit": size}) if page.older else ""
        links = {"next": f"{reverse('api:reports')}?{query}"} if page.older else {}
        return json_answer(
            {"reports": [_report_value(row) for row in page.rows], "next": links.get("next")}, links=links
        )

    def do_post(self, request: Request) -> HttpResponse:
        me, sent = self.player, self.body
        if sent["block"]:
            self.require(Scope.ACCOUNT)
        target, thing = _thing(sent["kind"], sent["target"], me)
        about = next(
            (choice for choice in thing.choices if choice.name.casefold() == sent.get("about", "").casefold()), None
        )
        wrong: dict[str, list[str]] = {}
        if sent["why"] not in reports.KINDS_OF[sent["kind"]]:
            wrong["why"] = [kind.value for kind in reports.KINDS_OF[sent["kind"]]]
        if thing.choices and about is None:
            wrong["about"] = [choice.name for choice in thing.choices]
        if wrong:
            words = _("One of these: %(known)s.")
            raise s.ValidationError({name: [words % {"known": ", ".join(known)}] for name, known in wrong.items()})
        if not consume(request, action="report", user=request.user):
            words = _("You have made many reports recently. Wait an hour, or add to a report that you have made.")
            raise Problem(429, "too-often", words, headers={"Retry-After": "3600"})
        made = reports.report(
            kind=sent["kind"], target=target, reporter=me, why=sent["why"], text=sent["text"], about=about
        )
        if sent["block"] and made.about is not None and not made.about.bot:
            with suppress(blocks.TooManyBlocks):  # the report is what counts, and it is made
                blocks.block(blocker=me, target=made.about)
        return json_answer({"id": made.pk}, status=201)


def _report_value(report: Report) -> dict[str, Any]:
    about = None if report.about is None else report.about.name
    return shapes.OwnReportShape.of(report, about=about, state_text=report_row(report).state)


class ReportableEndpoint(Endpoint):
    """What can be reported."""

    operations = {
        "get": Operation(
            "getReportable",
            "Whether you can report something, whom it may be about, and for what.",
            scope=Scope.READ,
            parameters={
                "kind": Parameter("What it is.", choices=tuple(Report.Kind.values)),
                "target": Parameter(TARGET_HELP),
            },
            answer=shapes.ReportableShape,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """What the form of the page asks."""
        kind = self.asked("kind") or Report.Kind.PLAYER.value
        _target, thing = _thing(kind, self.asked("target"), self.player)
        value = {
            "kind": kind,
            "about": None if thing.about is None else thing.about.name,
            "choices": [choice.name for choice in thing.choices],
            "reasons": [{"why": item.value, "words": str(item.label)} for item in reports.KINDS_OF[kind]],
        }
        return json_answer(value)


class BlocksEndpoint(Endpoint):
    """Whom you block."""

    operations = {
        "get": Operation(
            "listBlocks",
            "Whom you block, by name.",
            scope=Scope.ACCOUNT,
            parameters={
                "after": Parameter("A name: those after it."),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.BlocksShape,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        size = self.asked_number("limit", MOST_ON_A_PAGE)
        names, more = blocks.blocked_by(self.player, size, after=self.asked("after"))
        query = urlencode({"after": names[-1], "limit": size}) if more else ""
        links = {"next": f"{reverse('api:blocks')}?{query}"} if more else {}
        return json_answer({"blocked": names, "next": links.get("next")}, links=links)


class BlockEndpoint(Endpoint):
    operations = {
        "put": Operation(
            "block",
            "Block a player: no challenges and no words between you. Nobody is told.",
            scope=Scope.ACCOUNT,
            answer=shapes.BlockedShape,
        ),
        "delete": Operation("unblock", "Take a block back.", scope=Scope.ACCOUNT, answer=shapes.BlockedShape),
    }

    def do_put(self, request: Request, name: str) -> HttpResponse:
        me, other = self.player, member(name)
        check_known(me)
        if me == other:
            raise Problem(422, "yourself", _("You cannot block yourself."))
        try:
            blocks.block(blocker=me, target=other)
        except blocks.TooManyBlocks:
            raise Problem(422, "too-many-blocks", too_many_blocks_text(), params={"most": blocks.MOST}) from None
        return json_answer({"blocked": True})

    def do_delete(self, request: Request, name: str) -> HttpResponse:
        blocks.unblock(blocker=self.player, target=member(name))
        return json_answer({"blocked": False})
