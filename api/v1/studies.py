"""Studies as they are read: what somebody may read of them, as the pages have it."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.answers import links_around
from api.http.endpoint import Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_statistics as shapes
from api.v1.people import member
from games.domain import queries
from games.models import Game
from library.studies.domain.queries import StudyAccess, authors_of, games_of, listed_studies, memberships_of, study_for
from library.studies.models import LISTED, Study
from library.studies.values import (
    study_value,
)
from web.keyset import PageCursor

PAGE, MOST_ON_A_PAGE = 30, 100
LONGEST_LINK = 64


def _listed_value(study: Study, game: Game) -> dict[str, Any]:
    return shapes.ListedStudyShape.of(
        study,
        url=reverse("studies:study", args=[study.key]),
        game=game.key,
        variant=game.variant,
        authors=[author.player.name for author in authors_of(study)],
    )


class StudiesEndpoint(Endpoint):
    """Public studies."""

    operations = {
        "get": Operation(
            "listStudies",
            "Public studies, the newest first.",
            parameters={
                "game": Parameter("The key of a game: its studies.", "key"),
                "player": Parameter("A name: the studies that this member writes."),
                "before": Parameter("The key of a study: those below it.", "key"),
                "after": Parameter("The key of a study: those above it.", "key"),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.StudiesShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        size = self.asked_number("limit", PAGE)
        asked: dict[str, Any] = {}
        if key := self.asked("game"):
            game = queries.game_by_key(key)
            if game is None or not game.revealed:
                raise missing(_("There is no open game at this address, so there are no studies of it."))
            asked["game"] = game.id
        if name := self.asked("player"):
            asked["player"] = member(name).pk
        cursor = _cursor(request)
        page = listed_studies(size, cursor, **asked)
        games = games_of(page.rows)
        kept = {param: value for param, value in request.query_params.items() if param not in ("before", "after")}
        links = links_around(reverse("api:studies"), page, attrgetter("key"), kept)
        rows = [_listed_value(row, games[row.game]) for row in page.rows if row.game in games]
        return json_answer({"studies": rows, "next": links.get("next"), "prev": links.get("prev")}, links=links)


def _cursor(request: Request) -> PageCursor:
    for name, upwards in (("before", False), ("after", True)):
        if name in request.query_params:
            key = request.query_params[name].replace("\0", "")
            study = Study.objects.filter(LISTED, key=key).first()
            if study is None or study.published is None:
                words = _("There is no study with this key to go on from.")
                raise Problem(400, "cursor", words, params={"name": name})
            return PageCursor((study.published, study.pk), upwards)
    return PageCursor()


class MyStudiesEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "listMyStudies",
            "The studies that you own, write, read or are invited to, those that were changed last first.",
            scope=Scope.READ,
            answer=shapes.MyStudiesShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """All of them; an account has no more than some two hundred."""
        members = memberships_of(self.player.id)
        games = games_of(item.study for item in members)
        rows = [
            _listed_value(item.study, games[item.study.game]) | {"role": item.role, "invited": not item.accepted}
            for item in members
            if item.study.game in games
        ]
        return json_answer({"studies": rows})


class StudyEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getStudy",
            "A study as you may read it: its lines, comments and drawings (docs/studies.md).",
            parameters={"link": Parameter("What the address of its page has, to open it by link.")},
            answer=shapes.StudyShape,
            weight=10,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """As the file that its page gives. Who writes it is told its version, which counts all edits."""
        access = study_access(self, key, self.asked("link"))
        return json_answer(study_value(access), version=access.study.version if access.writes else None)


def study_access(endpoint: Endpoint, key: str, link: str = "") -> StudyAccess:
    """A study as who asks may read it.

    Args:
        endpoint: who asks.
        key: of the address.
        link: what opens it by link.

    Raises:
        Problem: there is none, or it is not for them.
    """
    reader = endpoint.reader()
    study = study_for(key, None if reader is None else reader.pk, link.replace("\0", "")[:LONGEST_LINK])
    if study is None:
        raise missing(_("There is no study at this address, or it is not for you."))
    return study
