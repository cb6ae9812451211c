"""What is refused, as problem details (RFC 9457): the code of the engine or the room, its parameters, and words.

    {"type": "urn:vexillum:problem:blocked", "title": "Unprocessable Entity", "status": 422,
     "detail": "…in words…", "code": "blocked", "params": {"square": "e4"}}

Programs use `code` and `params`; `detail` is for people, in the requested language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpResponse, UnreadablePostError
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import exceptions

from accounts.agreements.requirement import NotAgreed
from accounts.conduct.restrictions import PlayerBarred
from accounts.conduct.words import barred_text, url_of
from api.http.values import written
from eventlog.corruption import report
from eventlog.registry import Damaged
from eventlog.store import Conflict
from games.domain.command_handler import NoGame
from games.rules import Illegal, Refusal
from play.lobby.words import lobby_refusal
from play.talk.words import talk_refusal
from web.problems import CODES, TYPE, problem_value

LATE = frozenset({"moved-on", "game-over", "not-started", "time-is-up", "game-paused"})
"""Refusals because things have moved on: 409, and not the fault of what was sent."""

_STATUS = {
    "gone": 410,
    "expired": 410,
    "full": 409,
    "place-taken": 409,
    "set-up-made": 409,
    "draw-offered": 409,
    "takeback-offered": 409,
    "takeback-declined": 409,
    "too-many": 429,
    "too-many-invitations": 429,
    "invited-enough": 429,
    "own-seek": 403,
    "not-there": 403,
    "not-yours": 403,
    "not-invited": 403,
    "guest": 403,
    "blocked": 422,
    "talk-closed": 409,
    "talk-often": 429,
    "notes-forbidden": 403,
    "guess-over": 409,
}

_OF_TALK = ("talk-", "note", "guess-")


class Problem(Exception):
    """The reason against a request.

    Args:
        status: of HTTP.
        code: a slug that programs go by.
        detail: the same in words.
        params: the parameters of the code, as plain values.
        headers: of the answer.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail
        self.params, self.headers = dict(params or {}), dict(headers or {})

    def answer(self) -> HttpResponse:
        """The answer that says it. Nobody keeps it."""
        value = problem_value(self.status, self.code, self.detail, self.params)
        response = HttpResponse(written(value), status=self.status, content_type=TYPE)
        for name, header in self.headers.items():
            response[name] = header
        response["Cache-Control"] = "private, no-store"
        return response


def of_status(status: int) -> Problem:
    """What is refused before any room has seen it, by the status that it is refused with."""
    words = {
        400: _("The request cannot be read."),
        403: _("This is not yours to do."),
        404: _("There is nothing at this address."),
        405: _("This address does not do that. The header Allow says what it does."),
        408: _("What you sent did not arrive in time, so nothing was changed. Send it again."),
        413: _("What you sent is larger than this address takes, so it was not read and nothing was changed."),
        429: _("You ask too often. Nothing was changed. Wait a little, then send it again."),
        500: _("Something went wrong here. It is being looked after."),
        503: _("More is asked of the service now than it can do. Nothing was changed. Try again in half a minute."),
    }
    return Problem(status, CODES.get(status, "refused"), words.get(status, _("This cannot be done.")))


def missing(detail: str) -> Problem:
    return Problem(404, "not-found", detail)


def refused(refusal: Refusal) -> Problem:
    """A refusal of the rules, of the course of a game, of the lobby or of a table."""
    status = _STATUS.get(refusal.code, 409 if refusal.code in LATE else 422)
    words = talk_refusal if refusal.code.startswith(_OF_TALK) else lobby_refusal
    headers = {"Retry-After": "60"} if refusal.code == "talk-often" else {}
    return Problem(status, refusal.code, words(refusal), params=refusal.params, headers=headers)


def moved_on(version: int, detail: str) -> Problem:
    """What was seen has changed meanwhile: 412 with the version that there is now."""
    return Problem(412, "moved-on", detail, params={"version": version}, headers={"ETag": f'"{version}"'})


def problem_of(error: Exception) -> Problem | None:
    """What an error says to who asked; None for one that is the service's own."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Illegal):
        return refused(error.refusal)
    if isinstance(error, Conflict):
        words = _("Somebody else was faster, and nothing was changed. Look at the current state, then send it again.")
        return Problem(409, "conflict", words)
    if isinstance(error, PlayerBarred):
        data = {"kind": error.penalty.kind, "ends": error.penalty.ends, "url": url_of(error.penalty)}
        return Problem(403, error.code, barred_text(error.penalty), params=data)
    if isinstance(error, NotAgreed):
        words = _("Agree to the terms as they are now, on the site, before you begin something new.")
        return Problem(403, "not-agreed", words, params={"url": reverse("players:agree")})
    if isinstance(error, Damaged):
        report(error)
        return Problem(500, "damaged", _("The record of this game is damaged. The operators have been told."))
    if isinstance(error, (Http404, NoGame)):
        return missing(_("There is nothing at this address."))
    if isinstance(error, PermissionDenied):
        return Problem(403, "forbidden", _("This is not yours to do."))
    if isinstance(error, RequestDataTooBig):
        return of_status(413)
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return of_status(400)
    if isinstance(error, exceptions.APIException):
        return _of_framework(error)
    return None


def _of_framework(error: exceptions.APIException) -> Problem:
    if isinstance(error, exceptions.ValidationError):
        return Problem(422, "invalid", _("Some fields cannot be used as they are."), params={"fields": error.detail})
    headers = {}
    if wanted := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = wanted
    codes = {400: "not-json", 401: "no-token", 405: "method", 406: "not-acceptable", 415: "media-type"}
    code = codes.get(error.status_code, "refused")
    words = {
        "not-json": _("The body is no JSON object."),
        "no-token": _("This needs a token. Make one under Account, and send it as “Authorization: Bearer”."),
        "method": _("This address does not do that. The header Allow says what it does."),
        "not-acceptable": _("Answers are JSON: accept application/json."),
        "media-type": _("Send JSON, with “Content-Type: application/json”."),
    }
    return Problem(error.status_code, code, words.get(code, _("This cannot be done.")), headers=headers)
