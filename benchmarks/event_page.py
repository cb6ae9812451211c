"""The page of a Swiss of 300 players after 9 rounds, against a bare view of the same site that renders a template.

Both go through the whole of Django in this process: the middleware, the base template, no compression. The bare view
asks the database for nothing; its template has a table with as many lines as the page shows.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import include, path

from benchmarks.database import scratch
from benchmarks.large_event import large_swiss
from benchmarks.result import Bar, seconds
from games.models import key_of
from tournaments.domain.command_handler import TOURNAMENTS

PLAYERS, ROUNDS, LINES = 300, 9, 40
TIMES = 40

BARS = (
    Bar("queries of the page, cold", at_most=12),
    Bar("page, warm / template view", at_most=4),
)

TEMPLATE = """{% extends "base.html" %}{% load i18n %}
{% block title %}{% translate "Standings" %}{% endblock %}
{% block content %}<h1>{% translate "Standings" %}</h1>
<table><tbody>{% for row in rows %}<tr><td>{{ row.place }}</td><th scope="row">
<a href="{{ row.url }}">{{ row.name }}</a></th><td>{{ row.rating }}</td><td>{{ row.points }}</td></tr>{% endfor %}
</tbody></table>{% endblock %}"""


def bare(request: HttpRequest) -> HttpResponse:
    """A page that is made from a template alone."""
    rows = [{"place": n, "url": f"/players/{n}/", "name": f"Name {n}", "rating": n, "points": n} for n in range(LINES)]
    return HttpResponse(engines["django"].from_string(TEMPLATE).render({"rows": rows}, request))


urlpatterns = [path("benchmark/bare/", bare), path("", include("config.urls"))]


def page_parts() -> Mapping[str, Any]:
    """Queries and milliseconds of the page, cold (nothing is kept, nothing folded) and warm."""
    # Files are neither gathered nor served here, so their names are as in the source.
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    here = {
        "ROOT_URLCONF": __name__,
        "ALLOWED_HOSTS": [*settings.ALLOWED_HOSTS, "testserver"],
        "STORAGES": settings.STORAGES | {"staticfiles": plain},
    }
    with scratch() as databases, override_settings(**here):
        databases.fresh()
        key = key_of(large_swiss(PLAYERS, ROUNDS))
        TOURNAMENTS.recent.forget()
        client = Client()
        with CaptureQueriesContext(connection) as asked:
            cold = seconds(lambda: _get(client, f"/tournaments/{key}/"))
        queries = len(asked)
        warm, cross, peer = _warm(client, f"/tournaments/{key}/", f"/tournaments/{key}/crosstable/", "/benchmark/bare/")
        databases.leave()
    return {
        "queries of the page, cold": queries,
        "milliseconds of the page, cold": 1e3 * cold,
        "milliseconds of the page, warm": 1e3 * warm,
        "milliseconds of the template view": 1e3 * peer,
        "page, warm / template view": warm / peer,
        "milliseconds of the crosstable, warm": 1e3 * cross,
    }


def _warm(client: Client, *pages: str) -> list[float]:
    """The median seconds of each page, asked for in turns."""
    times: list[list[float]] = [[] for _page in pages]
    for number in range(TIMES):
        for page, time in zip(pages, times, strict=True):
            taken = seconds(lambda page=page: _get(client, page))  # type: ignore[misc]
            if number > 1:
                time.append(taken)
    return [statistics.median(time) for time in times]


def _get(client: Client, page: str) -> None:
    answer = client.get(page)
    if answer.status_code != 200:
        raise RuntimeError(f"{page} answers {answer.status_code}")
