"""What people see while the database is away: an answer within two seconds that needs no database, and what they sent.

Every address answers 503 with `Retry-After` then: a page that loads itself again, a short text to scripts. A form that
was sent comes back with the page, and can be sent again by a button.
"""

from __future__ import annotations

import logging
import random
import sys
from typing import Any

from django.core.exceptions import BadRequest, SuspiciousOperation, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error as django_server_error

from api.http.problems import Problem
from config.error_reports import where_of
from config.postgresql.base import give_up
from config.timeouts import BREAKER, is_outage
from web.problems import OAUTH, oauth_value

log = logging.getLogger(__name__)

RETRY_AFTER = 5
"""Seconds after which a script asks again."""

RELOAD = (6, 15)
"""Seconds after which a page loads itself again: not all of them at the same moment."""

API = "/api/v1/"
"""What programs ask: they are answered in kind."""

LONGEST_FORM = 100_000
"""Characters of a form that is given back."""


def server_error(request: HttpRequest) -> HttpResponseBase:
    """The answer to an error: 503 if the database is missing anywhere; else 500."""
    error = sys.exc_info()[1]
    if not is_outage(error):
        words = _("Something went wrong here. It is being looked after.")
        if request.path_info.startswith(API):
            return Problem(500, "error", words).answer()
        if request.path_info in OAUTH:
            return JsonResponse(oauth_value(500, words), status=500, headers={"Cache-Control": "no-store"})
        return django_server_error(request)
    if not BREAKER.known:  # it is up, and was too slow or too full for this
        log.warning("no answer of the database for %s: %s", where_of(request), type(error).__name__)
    give_up()
    return unavailable(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The answer while the site cannot do what was asked; it is made without a database, session or user."""
    response: HttpResponse
    words = _("The site is being looked after. It will go on by itself.")
    if request.path_info.startswith(API):
        response = Problem(503, "unavailable", words).answer()
    elif request.path_info in OAUTH:
        response = JsonResponse(oauth_value(503, words), status=503)
    elif _by_script(request):
        response = JsonResponse({"error": "unavailable", "reason": words}, status=503)
    elif request.headers.get("HX-Request"):
        response = HttpResponse(status=503, content_type="text/plain; charset=utf-8")
    else:
        response = HttpResponse(render_to_string("503.html", _page(request)), status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    response.headers["Cache-Control"] = "no-store"
    return response


def _by_script(request: HttpRequest) -> bool:
    return request.headers.get("X-Requested-With") == "fetch" or not (
        request.accepts("text/html") or request.headers.get("HX-Request")
    )


def _page(request: HttpRequest) -> dict[str, Any]:
    safe = request.method in {"GET", "HEAD"}
    return {
        "seconds": random.randint(*RELOAD) if safe else None,  # noqa: S311 (no secret)
        "sent": not safe,
        "address": request.get_full_path(),
        "fields": None if safe else _sent(request),
    }


def _sent(request: HttpRequest) -> list[tuple[str, str]] | None:
    """The fields of a form that was sent, to be sent again; None if it holds a password or a file, which are not given
    back, or is no form.
    """
    try:
        if request.content_type not in {"application/x-www-form-urlencoded", "multipart/form-data"} or request.FILES:
            return None
        fields = [(name, value) for name, values in request.POST.lists() for value in map(str, values)]
    except (BadRequest, SuspiciousOperation, TooManyFilesSent, UnreadablePostError, UnicodeError):
        return None
    if any("password" in name for name, _value in fields):
        return None
    return fields if sum(len(name) + len(value) for name, value in fields) <= LONGEST_FORM else None
