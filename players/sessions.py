"""How long somebody stays signed in: `SESSION_COOKIE_AGE` from the last visit, give or take a day."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

__all__ = ["RenewalMiddleware"]

_DAY = 24 * 3600
_RENEWED = "renewed"  # the day of the last renewal, counted from the epoch


class RenewalMiddleware:
    """Renews the session and its cookie on the first visit of a day. At every request it would cost a write each time,
    and two tabs at once could overwrite what the other wrote.

    It stands after Django's middleware of sessions, and looks only at sessions that the page has read anyway: what is
    the same for everybody stays so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self.get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session and session.get(_RENEWED) != _today():
            session[_RENEWED] = _today()
        return response


@receiver(user_logged_in)
def _begins_now(request: HttpRequest | None, **told: object) -> None:
    """Whoever signs in needs no renewal that day."""
    if request is not None:
        request.session[_RENEWED] = _today()


def _today() -> int:
    return int(time.time()) // _DAY
