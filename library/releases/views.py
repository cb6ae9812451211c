"""The page of what is released, and its files."""

from __future__ import annotations

import json
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import MissingFileError, StaticFile

from library.releases.domain.files import PARQUET
from library.releases.domain.queries import file_of, folder, log_of, releases
from web.answers import revalidated
from web.limits import costly
from web.routes import cookieless

PAGE = 12
"""Months on a page."""

KINDS = {
    ".parquet": "application/vnd.apache.parquet",
    ".zst": "application/zstd",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
"""Of the files, by how their names end."""


@revalidated
def open_data(request: HttpRequest) -> HttpResponse:
    """The releases, the last month first; `?before=2026-11` those before a month."""
    result, more = releases(PAGE, request.GET.get("before", "")[:7])
    first = next((release for release in result if release.games), None)
    context = {
        "room": "open data",
        "releases": result,
        "more": result[-1].month if more else "",
        "first": first,
        "table": PARQUET,
        "shown": folder() is not None,
    }
    return render(request, "releases/open_data.html", context)


@cookieless
@costly(per_minute=300, strangers=True)
@require_safe
def released_file(request: HttpRequest, month: str, mark: str, name: str) -> HttpResponseBase:
    """A file of a release, or a part of it, as `Range` asks: DuckDB reads so what a question needs. What is here once
    is permanent, so everybody may cache it.

    Args:
        month, mark, name: of the file (`library.releases.domain.queries.file_of`).
    """
    path = file_of(month, mark, name)
    try:
        response = None if path is None else _for_everybody(path, request)
    except MissingFileError:
        response = None
    if response is None:
        raise Http404
    if file_of(month, mark, name) is None:  # another release has come into its place meanwhile
        response.close()
        raise Http404
    return response


def _for_everybody(path: Path, request: HttpRequest) -> HttpResponseBase:
    headers = [
        ("Content-Type", KINDS.get(path.suffix, "application/octet-stream")),
        ("Cache-Control", "public, max-age=31536000, immutable"),
        ("Accept-Ranges", "bytes"),
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Expose-Headers", "Accept-Ranges, Content-Length, Content-Range, ETag"),
        ("X-Robots-Tag", "noindex"),
    ]
    response: HttpResponseBase = WhiteNoiseMiddleware.serve(StaticFile(str(path), headers), request)
    return response


@revalidated
def log_file(request: HttpRequest, month: str) -> HttpResponse:
    """The events of the releases of a month, to be checked against a checkpoint (docs/open-data.md)."""
    log = log_of(month)
    if log is None:
        raise Http404
    text = json.dumps(log, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    return HttpResponse(text, content_type="application/json")
