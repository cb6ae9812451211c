"""What a form answers whose sender lost a race: 409, and nothing was written. This is the one place that does.

What keeps others from being overwritten raises a `ConcurrentUpdate` (`eventlog.store.Conflict` is one). A page whose
form holds what somebody typed says by `redraw_on_conflict` how it is drawn with that. All other pages leave it to
`RaceMiddleware`, so that no race becomes an error of the service.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

T = TypeVar("T")

STATUS = 409


class ConcurrentUpdate(Exception):
    """Others changed first what was to be changed. Nothing was written."""


def unless_raced(do: Callable[[], T], otherwise: Callable[[], T]) -> T:
    """What `do` returns; what `otherwise` does, if others were faster."""
    try:
        return do()
    except ConcurrentUpdate:
        return otherwise()


def redraw_on_conflict(do: Callable[[], HttpResponse], page: Callable[[], HttpResponse]) -> HttpResponse:
    """Do what a form asks for; if others were faster, answer with its page and 409.

    Args:
        do: does it, and answers.
        page: draws the page as things stand now, with all that was typed and with what is to be done.
    """

    def lost() -> HttpResponse:
        response = page()
        response.status_code = STATUS
        return response

    return unless_raced(do, lost)


def faster() -> str:
    """What who lost the race is told to do."""
    return _("Nothing was changed. Go back, reload the page to see the current state, then send it again.")


class RaceMiddleware:
    """Answers with a page that says so: as JSON where a script asks for that, as the whole page for HTMX."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer `ConcurrentUpdate`, and leave anything else to Django."""
        if not isinstance(error, ConcurrentUpdate):
            return None
        response: HttpResponse
        if request.headers.get("Accept") == "application/json":
            response = JsonResponse({"say": faster()}, status=STATUS)
        else:
            response = render(request, "409.html", {"reason": faster()}, status=STATUS)
            if request.headers.get("HX-Request"):  # not into the small part of the page that was to be swapped
                response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
        response["Cache-Control"] = "no-store"
        return response
