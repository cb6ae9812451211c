"""Answers to requests that no page sees: what is too large, too slow, or too much. They need no database."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.template.loader import render_to_string

TEMPLATES = {408: "408.html", 413: "413.html", 429: "429.html", 500: "500.html", 503: "503_busy.html"}


def refusal_page(status: int, *, retry: int | None = None) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of an answer in plain words.

    Args:
        status: one that has a template: 408, 413, 429, 500, 503.
        retry: seconds after which it may be tried again.
    """
    headers, body = _page(status)
    if retry is not None:
        headers = [*headers, (b"retry-after", str(retry).encode())]
    return headers, body


@cache
def _page(status: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    body = render_to_string(TEMPLATES[status], {}).encode()
    policy = "; ".join(" ".join([name, *told]) for name, told in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items())
    told = {
        "content-type": "text/html; charset=utf-8",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "content-security-policy": policy,
        "x-frame-options": settings.X_FRAME_OPTIONS,
        "x-content-type-options": "nosniff",
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    }
    return [(name.encode(), value.encode()) for name, value in told.items()], body
