"""What a page answers to a player who may not do something now: what it is, until when, and where to read why. One
answer for all doors, so that nobody is kept out without being told.

A view that shows a form in a part of a page catches `PlayerBarred` itself and says `barred_text` there, so that nothing
typed is lost. All others leave it to this middleware.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from accounts.conduct.restrictions import PlayerBarred
from accounts.conduct.words import barred_text, url_of

STATUS = 403


class BarredMiddleware:
    """Answers `PlayerBarred` with a page that says so: in JSON for a script that asks for that, and by leading there
    for HTMX.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer `PlayerBarred`, and leave anything else to Django."""
        if not isinstance(error, PlayerBarred):
            return None
        say, url = barred_text(error.penalty), url_of(error.penalty)
        response: HttpResponse
        if request.headers.get("Accept") == "application/json":
            response = JsonResponse({"code": error.code, "say": say, "url": url}, status=STATUS)
        else:
            context = {"say": say, "url": url, "warning": error.penalty.kind == error.penalty.Kind.WARNING}
            response = render(request, "accounts/barred.html", context, status=STATUS)
            if request.headers.get("HX-Request"):
                response["HX-Redirect"] = url
        response["Cache-Control"] = "no-store"
        return response
