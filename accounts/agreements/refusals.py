"""What who has not agreed in time is told, wherever a new game was to begin."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.agreements.requirement import NotAgreed


class AgreementMiddleware:
    """Answers `NotAgreed` with 403, the reason, and a link to where it is mended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say why, if that is the reason; nothing is lost, and what goes on goes on."""
        if not isinstance(exception, NotAgreed):
            return None
        agree = reverse("players:agree")
        if request.method == "GET":
            agree += "?" + urlencode({"next": request.get_full_path()})
        response = render(request, "accounts/legal/needed.html", {"agree": agree}, status=403)
        if "HX-Request" in request.headers:
            response["HX-Redirect"] = agree
        return response
