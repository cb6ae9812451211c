"""What is refused, as problem details (RFC 9457): the form that all answers to programs share."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

TYPE = "application/problem+json"
URN = "urn:vexillum:problem:"
BELOW = "/api/"
"""The addresses that answer programs."""

OAUTH = (
    *(f"/oauth/{name}/" for name in ("token", "revoke", "device", "userinfo", "jwks")),
    *(f"/.well-known/{name}" for name in ("openid-configuration", "oauth-authorization-server")),
)
"""The addresses at which programs get their tokens: refusals have the form of RFC 6749, section 5.2."""

CODES = {
    400: "bad-request",
    403: "forbidden",
    404: "not-found",
    405: "method",
    408: "too-slow",
    413: "too-large",
    429: "too-often",
    500: "error",
    503: "busy",
}
"""What programs go by where no room has a code of its own: what is refused before a page has the request."""


def oauth_value(status: int, detail: str) -> dict[str, str]:
    """A refusal of an address of `OAUTH`, where it has not seen the request, as a JSON value.

    Args:
        status: of HTTP: what may be tried again is told from what may not.
        detail: the same in words.
    """
    again = "temporarily_unavailable" if status in (408, 429, 503) else "server_error"
    return {"error": again if status in (408, 429) or status >= 500 else "invalid_request", "error_description": detail}


def problem_value(status: int, code: str, detail: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A refusal as a JSON value.

    Args:
        status: of HTTP.
        code: a slug that programs go by.
        detail: the same in words.
        params: what the code is about, as plain values.
    """
    return {
        "type": f"{URN}{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "params": dict(params or {}),
    }
