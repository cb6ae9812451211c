"""What a page answers if others kept changing the log it wanted to append to: 409, and nothing was written.

A view that shows a form catches `Conflict` itself and shows the form again with what was typed. All others leave it to
this middleware, so that no race becomes an error of the service.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from eventlog.store import Conflict

STATUS = 409


def faster() -> str:
    """What who lost the race is told to do."""
    return _("Nothing was changed. Go back, load the page again to see how it stands now, then send it again.")


class ConflictMiddleware:
    """Answers `Conflict` with a page that says so: as JSON for a script that asks for that, in place of the whole page
    for HTMX.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer `Conflict`, and leave anything else to Django."""
        if not isinstance(error, Conflict):
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
