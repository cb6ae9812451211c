"""Answers to requests that no page sees: what is too large, too slow, or too much. They need no database."""

from __future__ import annotations

import json
from functools import cache

from django.conf import settings
from django.template.loader import render_to_string

from web.problems import BELOW, CODES, OAUTH, TYPE, oauth_value, problem_value

TEMPLATES = {408: "408.html", 413: "413.html", 429: "429.html", 500: "500.html", 503: "503_busy.html"}


WORDS = {
    408: "What was sent did not arrive in time, so nothing was changed. Send it again.",
    413: "What was sent is larger than this address takes, so it was not read and nothing was changed.",
    429: "Too much is sent from this address at a time. Nothing was changed. Wait a little, then send it again.",
    500: "Something went wrong here. It is being looked after.",
    503: "More is asked of the service now than it can do. Nothing was changed. Try again in half a minute.",
}
"""What programs are told beside a code: nobody has looked yet which language they want."""


def refusal_page(status: int, *, retry: int | None = None, path: str = "/") -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of an answer in plain words; to programs, problem details.

    Args:
        status: one that has a template: 408, 413, 429, 500, 503.
        retry: seconds after which it may be tried again.
        path: what was asked for.
    """
    made = _problem if path.startswith(BELOW) else _oauth if path in OAUTH else _page
    headers, body = made(status)
    if retry is not None:
        headers = [*headers, (b"retry-after", str(retry).encode())]
    return headers, body


@cache
def _page(status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    return _answer("text/html; charset=utf-8", render_to_string(TEMPLATES[status], {}).encode())


@cache
def _problem(status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    return _answer(TYPE, json.dumps(problem_value(status, CODES[status], WORDS[status])).encode())


@cache
def _oauth(status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    return _answer("application/json", json.dumps(oauth_value(status, WORDS[status])).encode())


def _answer(kind: str, body: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    policy = "; ".join(
        " ".join([name, *texts]) for name, texts in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items()
    )
    texts = {
        "content-type": kind,
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "content-security-policy": policy,
        "x-frame-options": settings.X_FRAME_OPTIONS,
        "x-content-type-options": "nosniff",
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    }
    return [(name.encode(), value.encode()) for name, value in texts.items()], body
