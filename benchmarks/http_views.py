"""The peers of the benchmark `http`: views of the same site, behind the same middleware."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import render
from django.urls import include, path
from django.utils.safestring import mark_safe
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_POST, require_safe
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.domain import queries
from web.answers import revalidated

COPIES = "copies"
"""The folder, where static files are, with pages that the benchmark `pages` has copied."""
RENDERINGS = "benchmark-renderings"
TABLE = "benchmark_turn"
BOARD = [
    {
        "name": f"{'abcdefghij'[place % 10]}{place // 10 + 1}",
        "x": place % 10 * 100,
        "y": place // 10 * 100,
        "piece": "red" if place < 40 else "blue" if place >= 60 else "",
        "rank": place % 10,
    }
    for place in range(100)
]
ROW = 43  # bytes of a row of `Bare`
TURNS = [f"{column}{row}-{column}{row + 1}" for column in "abcdefghij" for row in range(1, 4)]


@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row for who is signed in, and say so."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    with connection.cursor() as cursor:
        values = [request.user.pk, int(request.POST["version"]), request.POST["turn"]]
        cursor.execute(f"INSERT INTO {TABLE} (actor, version, turn) VALUES (%s, %s, %s)", values)
    return HttpResponse("<p>done</p>")


@require_safe
@gzip_page
@conditional_page
def template(request: HttpRequest, key: str) -> HttpResponse:
    """A page of the same kind: who is signed in, a game with its players, a board and a list of turns."""
    if not request.user.is_authenticated:
        return HttpResponseForbidden()
    game = queries.game_by_key(key)
    rows = [BOARD[first : first + 10] for first in range(0, 100, 10)]
    return render(request, "peer.html", {"game": game, "squares": BOARD, "rows": rows, "turns": TURNS})


@lru_cache
def _copy(name: str) -> str:
    return (Path(settings.STATIC_ROOT) / COPIES / name).read_text()


@revalidated
def copied(request: HttpRequest, name: str) -> HttpResponse:
    """The bytes of a page, as they were written down."""
    return HttpResponse(_copy(name))


@revalidated
def framed(request: HttpRequest, name: str) -> HttpResponse:
    """The same by a template: the frame is that of all pages, and its content at hand."""
    return render(request, "framed.html", {"content": mark_safe(_copy(f"{name}-content"))})


class Bare(APIView):
    """A view of Django REST framework as it comes, which asks for nothing and answers with some bytes."""

    def get(self, request: Request, size: int) -> Response:
        """As many bytes as asked for, of rows such as an answer has."""
        rows = [{"number": number, "name": f"row {number}", "done": False} for number in range(size // ROW)]
        return Response({"rows": rows, "text": "x" * (size % ROW)})


def renderings(request: HttpRequest) -> HttpResponse:
    """How often the present position was drawn, in all processes."""
    return HttpResponse(str(cache.get(RENDERINGS, 0)))


urlpatterns: list[Any] = [
    path("benchmark/renderings/", renderings),
    path("benchmark/insert/", insert, name="insert"),
    path("benchmark/bare/<int:size>/", gzip_page(conditional_page(Bare.as_view(renderer_classes=[JSONRenderer])))),
    path("benchmark/copied/<slug:name>/", copied),
    path("benchmark/framed/<slug:name>/", framed),
    path("benchmark/template/<slug:key>/", template, name="template"),
    path("", include("config.urls")),
]
