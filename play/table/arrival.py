"""The middleware that notes when a request arrived, the first of all (`games/domain/arrival.py`)."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games.domain.arrival import arrived_now


class ArrivalMiddleware:
    """A move counts as of the moment at which its request arrived."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with arrived_now():
            return self.get_response(request)
