"""The archive as open data: which months are released, and where their files are."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.endpoint import Endpoint, Operation, Parameter, json_answer
from api.http.problems import missing
from api.v1 import schemas_releases as shapes
from library.releases.domain.queries import Released, released_in, releases

PAGE, MOST_ON_A_PAGE = 12, 60


def _release_value(released: Released) -> dict[str, Any]:
    files = [
        shapes.ReleasedFileShape.of(file, url=reverse("releases:file", args=[released.month, released.mark, file.name]))
        for file in released.all_files()
    ]
    return shapes.ReleaseShape.of(
        released,
        log=reverse("releases:log", args=[released.month]),
        checkpoint=None if released.checkpoint is None else released.checkpoint.number,
        checkpoint_root=None if released.checkpoint is None else released.checkpoint.root,
        files=files,
    )


class ReleasesEndpoint(Endpoint):
    """Open data."""

    operations = {
        "get": Operation(
            "listReleases",
            "The months that are released as open data, the last first, with their files.",
            parameters={
                "before": Parameter(
                    "A month such as `2026-11`: those before it.", pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$"
                ),
                "limit": Parameter("How many on a page, 60 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=shapes.ReleasesShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        size = self.asked_number("limit", PAGE)
        result, more = releases(size, self.asked("before"))
        query = urlencode({"before": result[-1].month, "limit": size}) if more else ""
        links = {"next": f"{reverse('api:releases')}?{query}"} if more else {}
        value = {"releases": [_release_value(release) for release in result], "next": links.get("next")}
        return json_answer(value, links=links)


class ReleaseEndpoint(Endpoint):
    """The open data of a month."""

    operations = {
        "get": Operation("getRelease", "What is released of a month, with its files.", answer=shapes.ReleaseShape)
    }

    def do_get(self, request: Request, month: str) -> HttpResponse:
        released = released_in(month)
        if released is None:
            raise missing(_("Nothing is released of this month."))
        return json_answer(_release_value(released))
