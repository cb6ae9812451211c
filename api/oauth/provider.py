"""The provider: oauthlib's server with what OAuth 2.1 leaves of it, which is codes with S256, refresh tokens that
rotate, and devices. There is no implicit grant, no password, and no `plain`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.endpoints import AuthorizationEndpoint, RevocationEndpoint, TokenEndpoint
from oauthlib.oauth2.rfc6749.tokens import BearerToken
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant
from oauthlib.openid.connect.core.grant_types import AuthorizationCodeGrant, RefreshTokenGrant

from api.oauth.validator import EXCHANGES, Validator
from api.tokens import grants
from api.tokens.tokens import PREFIX

KNOWN = frozenset(
    {"client_id", "client_secret", "code", "code_challenge", "code_challenge_method", "code_verifier", "device_code"}
    | {"grant_type", "id_token_hint", "nonce", "prompt", "redirect_uri", "refresh_token", "response_mode"}
    | {"response_type", "scope", "state", "token", "token_type_hint"}
)
"""What is read of a request. oauthlib keeps a field of any name where it keeps what it has found out itself."""

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


def _access(request: Request) -> str:
    return PREFIX + secrets.token_urlsafe(grants.BYTES)


def _refresh(request: Request) -> str:
    return secrets.token_urlsafe(grants.BYTES)


def _checked(request: Request) -> dict[str, Any]:
    """What oauthlib lets pass: other ways back than the query, plain challenges and such that are none, parameters of
    great length.

    Raises:
        InvalidRequestError: the program asks so.
    """
    if request.response_mode not in (None, "query"):
        raise errors.InvalidRequestError(description="The answer comes in the query.", request=request)
    if request.code_challenge is not None and request.code_challenge_method != "S256":
        raise errors.UnsupportedCodeChallengeMethodError(request=request)
    if request.code_challenge is not None and _CHALLENGE.fullmatch(request.code_challenge) is None:
        raise errors.InvalidRequestError(description="The challenge of S256 has 43 characters.", request=request)
    if len(request.nonce or "") > 255:
        raise errors.InvalidRequestError(description="The nonce is too long.", request=request)
    return {}


class Provider(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """One for each request, for it keeps what it finds."""

    def __init__(self) -> None:
        validator = Validator()
        code = AuthorizationCodeGrant(validator)
        code.custom_validators.pre_auth.append(_checked)
        seconds = int(grants.ACCESS.total_seconds())
        bearer = BearerToken(validator, _access, seconds, _refresh)
        authorization, refresh, device = EXCHANGES
        exchanges = {
            authorization: code,
            refresh: RefreshTokenGrant(validator),
            device: DeviceCodeGrant(validator),
        }
        AuthorizationEndpoint.__init__(
            self, default_response_type="code", default_token_type=bearer, response_types={"code": code}
        )
        TokenEndpoint.__init__(self, default_grant_type=authorization, default_token_type=bearer, grant_types=exchanges)
        RevocationEndpoint.__init__(self, validator)


def asked(request: HttpRequest) -> tuple[str, str, str, dict[str, str]]:
    """A request as oauthlib reads it: address, method, body, headers.

    Args:
        request: its fields may occur twice, which oauthlib refuses.
    """
    query, body = _encoded(request.GET.lists()), _encoded(request.POST.lists())
    headers = {"Content-Type": request.content_type or ""}
    if text := request.headers.get("Authorization"):
        headers["Authorization"] = text
    return request.path + (f"?{query}" if query else ""), request.method or "", body, headers


def _encoded(fields: Iterable[tuple[str, list[Any]]]) -> str:
    return urlencode([(name, value) for name, values in fields if name in KNOWN for value in values])


def answered(headers: dict[str, str], body: str | None, status: int) -> HttpResponse:
    """An answer of oauthlib's: its `headers`, its `body` and its `status`."""
    response = HttpResponse(body or "", status=status)
    for name, value in headers.items():
        response[name] = value
    return response
