"""Many games at once: the records of those that a search finds, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from uuid import UUID

from django.http import StreamingHttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.http import budgets
from api.http.budgets import pay
from api.http.endpoint import Endpoint, Operation, Parameter
from api.v1.games import FILTERS, links_of, record_json, search
from api.v1.streams import KIND, LinesRenderer
from eventlog.corruption import skipping_damaged
from games.domain import queries
from games.notation import RecordError

USUAL, MOST = 100, 300
"""Games of one answer. A long record takes some 12 ms and 100 KB, so 300 of them have a thread for four seconds."""


class GamesExportEndpoint(Endpoint):
    """Records of the archive."""

    renderer_classes = (JSONRenderer, LinesRenderer)
    operations = {
        "get": Operation(
            "exportGames",
            "The records of revealed games, newest first, by the filters of the archive: one a line (NDJSON), each as "
            "the address of its record has it. `Link` has the address of those that follow.",
            parameters={
                **FILTERS,
                "before": Parameter("The key of a game: those below it.", "key"),
                "limit": Parameter(
                    "How many games are looked at, 300 at most; those that are not revealed are left out.",
                    "integer",
                    least=1,
                    most=MOST,
                ),
            },
            kind=KIND,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> StreamingHttpResponse:
        """The search is paid as any other; its games have a budget of their own, before the first of them is sent."""
        page, _count = search(request, self.asked_number("limit", USUAL), count=False)
        games = queries.listed(page.games)
        revealed = [game.id for game in games if game.revealed]
        searched, self.budget = self.budget, {}  # who is refused is told of the budget that is used up
        paid = pay(request, self.token, len(revealed), budgets.BY_EXPORT)
        self.budget = {name: f"{searched[name]}, {left}" for name, left in paid.items()}
        response = StreamingHttpResponse(_lines(revealed), content_type=KIND)
        if older := links_of(request, "api:games-export", page, games).get("next"):
            response["Link"] = f'<{older}>; rel="next"'
        return response


def _lines(games: Sequence[UUID]) -> Iterator[bytes]:
    """The records, each made when it is its turn. One that cannot be made does not keep the others from being sent."""
    for game in games:
        with skipping_damaged(), suppress(RecordError):
            yield record_json(game)
