"""Sessions: how they are found, and how long somebody stays signed in: `SESSION_COOKIE_AGE` from the last visit, give
or take a day.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.eventlog.statements import execute

__all__ = ["RenewalMiddleware", "SessionStore"]

_FOUND = b"SELECT session_data, expire_date FROM django_session WHERE session_key = %s AND expire_date > %s"

_DAY = 24 * 3600
_RENEWED = "renewed"  # the day of the last renewal, counted from the epoch


class SessionStore(db.SessionStore):
    """As Django's, but a session is found by a statement by hand: it goes before nearly every answer."""

    def _get_session_from_db(self) -> Any:
        rows = execute(_FOUND, (self.session_key, timezone.now()))
        if not rows:
            self._session_key = None
            return None
        data, expires = rows[0]
        return self.model(session_key=self.session_key or "", session_data=data, expire_date=expires)


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
