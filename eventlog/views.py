"""What of the log is for everybody: its checkpoints."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from eventlog.checkpoints import published
from web.answers import revalidated

PAGE = 100
"""Checkpoints on a page."""


@revalidated
def checkpoints(request: HttpRequest) -> HttpResponse:
    """The checkpoints of the log, for anybody to compare."""
    page = Paginator(list(published()), PAGE).get_page(request.GET.get("page"))
    return render(request, "checkpoints.html", {"page": page})
