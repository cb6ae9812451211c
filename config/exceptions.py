"""What a page answers where a view raises: one list, for all rooms. The API has its own (`api/http/problems.py`).

A view with a form catches these itself and shows them with the typed input, so that nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.agreements.requirement import NotAgreed
from accounts.conduct.restrictions import PlayerBarred
from accounts.conduct.words import barred_text, url_of
from eventlog.corruption import report
from eventlog.registry import Damaged
from web import edit_conflicts
from web.edit_conflicts import ConcurrentUpdate


def damaged(request: HttpRequest, error: Damaged) -> HttpResponse:
    """Answer that something cannot be folded, and notify the operators: trying again does not help."""
    report(error)
    return render(request, "damaged.html", status=500)


def overtaken(request: HttpRequest, _error: ConcurrentUpdate) -> HttpResponse:
    """Say that others were faster, and that nothing was written."""
    reason = edit_conflicts.faster()
    if _by_script(request):
        return JsonResponse({"say": reason}, status=edit_conflicts.STATUS)
    response = render(request, "409.html", {"reason": reason}, status=edit_conflicts.STATUS)
    if "HX-Request" in request.headers:  # not into the small part of the page that was to be swapped
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def barred(request: HttpRequest, error: PlayerBarred) -> HttpResponse:
    """Say what the player may not do now, until when, and where to read why."""
    say, url = barred_text(error.penalty), url_of(error.penalty)
    if _by_script(request):
        return JsonResponse({"code": error.code, "say": say, "url": url}, status=403)
    context = {"say": say, "url": url, "warning": error.penalty.kind == error.penalty.Kind.WARNING}
    return _elsewhere(request, render(request, "accounts/barred.html", context, status=403), url)


def not_agreed(request: HttpRequest, _error: NotAgreed) -> HttpResponse:
    """Answer that the terms come first, with a link; games in play continue."""
    url = reverse("players:agree")
    if request.method == "GET":
        url += "?" + urlencode({"next": request.get_full_path()})
    return _elsewhere(request, render(request, "accounts/legal/needed.html", {"agree": url}, status=403), url)


ANSWERS: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Damaged: damaged,
    ConcurrentUpdate: overtaken,
    PlayerBarred: barred,
    NotAgreed: not_agreed,
}


class ExceptionMiddleware:
    """Answers what `ANSWERS` has, and leaves anything else to Django."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say what is wrong. Nobody keeps it."""
        answer = next((answer for kind, answer in ANSWERS.items() if isinstance(error, kind)), None)
        if answer is None:
            return None
        response = answer(request, error)
        response["Cache-Control"] = "no-store"
        return response


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _elsewhere(request: HttpRequest, response: HttpResponse, url: str) -> HttpResponse:
    """Lead there instead, where HTMX would swap the answer into a part of a page."""
    if "HX-Request" in request.headers:
        response["HX-Redirect"] = url
    return response
