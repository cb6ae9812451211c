"""What the provider decides on: who a program is, where it may send people, what its codes and tokens open.

allauth's validator knows how clients show who they are, and makes the tokens of OpenID. Ours keeps everything that is
given in rows, of which each is exchanged once, where allauth has the cache: a code is used once and not nearly, and
what was used twice ends all that it opened (OAuth 2.1, sections 4.1.3 and 4.3.1).

oauthlib's arguments are the same wherever they stand: `client_id` and `client` are the program, as it named itself and
as its row is; `request` holds what it sent. It wants `scopes`, and is answered at `redirect_uri`. It brings a `code` or
a `device_code`, and `grant_type` and `response_type` name what it asks for in return. `id_token_hint` and `claims` say
whom it means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.core import context
from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.internal.oauthlib.request_validator import OAuthLibRequestValidator
from allauth.idp.oidc.internal.oauthlib.utils import get_validator_context
from allauth.idp.oidc.internal.tokens import decode_jwt_token
from allauth.idp.oidc.models import Client
from django.conf import settings
from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from api.models import AccessToken, DeviceSignIn, Grant, GrantSecret, Program
from api.tokens import grants
from api.tokens.forms import OFFERED

LOOPBACK = "127.0.0.1"
INTERVAL = timedelta(seconds=5)
"""How long a device waits between two questions."""

_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_DEVICE = Client.GrantType.DEVICE_CODE.value
EXCHANGES = ("authorization_code", "refresh_token", _DEVICE)


def known_scopes() -> list[str]:
    """What a program can ask for, in the order of the page: without a signing key no identities."""
    people = grants.OPENID if settings.IDP_OIDC_PRIVATE_KEY else ()
    return [*people, *(scope.value for scope in OFFERED)]


def program_of(client_id: Any) -> Program | None:
    if not isinstance(client_id, str) or "\0" in client_id or len(client_id) > 100:
        return None
    program = Program.objects.filter(pk=client_id).first()
    return program if program is not None and grants.owner_of(program) is not None else None


def may_send_to(address: str, registered: Collection[str]) -> bool:
    """Whether a program may have people sent to an address: to the letter as it is registered. A program on the
    person's own machine may listen at any port of it (RFC 8252, section 7.3).

    Args:
        address: where to.
        registered: the addresses of the program.
    """
    if address in registered:
        return True
    port = _without_port(address)
    return port is not None and any(port == _without_port(text) for text in registered)


def _without_port(address: str) -> str | None:
    """An address of the person's own machine with no port; None for any other one."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme != "http" or parts.netloc not in (LOOPBACK, f"{LOOPBACK}:{port}") or "#" in address:
        return None
    return parts._replace(netloc=LOOPBACK).geturl()


class Validator(OAuthLibRequestValidator):
    """Implements oauthlib's validator. The arguments are its own; our data is kept outside the request, for a parameter
    of the same name must not pass for it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.secret: GrantSecret | None = None
        self.device: DeviceSignIn | None = None

    # -- programs ---------------------------------------------------------------------------------

    def _lookup_client(self, request: Request, client_id: str) -> Program | None:
        known = get_validator_context().clients
        if client_id not in known:
            known[client_id] = program_of(client_id)
        program: Program | None = known[client_id]
        return program

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *args: Any, **value: Any
    ) -> bool:
        """Whether people may be sent there."""
        return may_send_to(redirect_uri, request.client.get_redirect_uris())

    def validate_response_type(
        self, client_id: str, response_type: str, client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        """A code, and nothing else: no token comes by way of an address."""
        return response_type == "code"

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        return grant_type in EXCHANGES

    def validate_scopes(
        self, client_id: str, scopes: Sequence[str], client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        """One at least, all of them known, and none twice."""
        return bool(scopes) and len(set(scopes)) == len(scopes) and set(scopes) <= {*known_scopes()}

    def get_default_scopes(self, client_id: str, request: Request, *args: Any, **value: Any) -> list[str]:
        """A request without scopes gets none."""
        return []

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    # -- codes ------------------------------------------------------------------------------------

    def save_authorization_code(
        self, client_id: str, code: dict[str, Any], request: Request, *args: Any, **value: Any
    ) -> None:
        """Let the program in, and keep what its code has to be exchanged with. The code becomes ours."""
        grant = grants.let_in(account=request.user, program=request.client, scopes=request.scopes)
        code["code"] = grants.make_secret(
            grant,
            GrantSecret.Kind.CODE,
            redirect=request.redirect_uri,
            challenge=request.code_challenge,
            nonce=request.nonce or "",
        )

    def validate_code(
        self, client_id: str, code: str, client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        """Whether it can be exchanged. One that was exchanged before ends what it opened."""
        if request.code_verifier is not None and _VERIFIER.fullmatch(request.code_verifier) is None:
            return False
        self.secret = grants.find(code, GrantSecret.Kind.CODE, client)
        if self.secret is None:
            return False
        request.user, request.scopes = self.secret.grant.account, self.secret.grant.scopes
        request.claims = None
        return True

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        return self.secret is not None and self.secret.redirect == redirect_uri

    def get_code_challenge(self, code: str, request: Request) -> str | None:
        """What the verifier is compared with."""
        return None if self.secret is None else self.secret.challenge

    def get_code_challenge_method(self, code: str, request: Request) -> str | None:
        return "S256"

    def get_authorization_code_nonce(
        self, client_id: str, code: str, redirect_uri: str, request: Request
    ) -> str | None:
        """What the program asked to find in its token."""
        return self.secret.nonce or None if self.secret is not None else None

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **value: Any
    ) -> None:
        """Nothing is left to do: it was spent as its tokens were kept."""

    # -- tokens -----------------------------------------------------------------------------------

    def validate_refresh_token(
        self, refresh_token: str, client: Program, request: Request, *args: Any, **value: Any
    ) -> bool:
        """Whether it can be exchanged. One that was exchanged before ends all that came after it."""
        self.secret = grants.find(refresh_token, GrantSecret.Kind.REFRESH, client)
        if self.secret is None:
            return False
        request.user = self.secret.grant.account
        return True

    def get_original_scopes(self, refresh_token: str, request: Request, *args: Any, **value: Any) -> list[str]:
        """What the program was let in for."""
        return [] if self.secret is None else self.secret.grant.scopes

    def rotate_refresh_token(self, request: Request) -> bool:
        return True

    def save_bearer_token(self, token: dict[str, Any], request: Request, *args: Any, **value: Any) -> None:
        """Store the new tokens, and mark the old one as spent."""
        if self.secret is not None:
            grant = self.secret.grant
            grants.spend(self.secret)
        else:
            assert self.device is not None
            assert self.device.grant is not None
            grant = self.device.grant
            self.device.delete()
        scopes = [scope for scope in grant.scopes if scope in request.scopes]
        grants.keep(grant, access=token["access_token"], refresh=token["refresh_token"], scopes=scopes)

    def revoke_token(self, token: str, token_type_hint: str, request: Request, *args: Any, **value: Any) -> None:
        """End the grant of a token of this program, whichever of its secrets it is."""
        digest = grants.digest_of(token)
        mine = Grant.objects.filter(program=request.client)
        tokens = AccessToken.objects.filter(digest=digest, grant__in=mine).values_list("grant", flat=True)
        kept = GrantSecret.objects.filter(digest=digest, grant__in=mine).values_list("grant", flat=True)
        grants.end(mine.filter(pk__in=[*tokens, *kept]))

    # -- devices ----------------------------------------------------------------------------------

    def validate_device_code(self, client_id: str, device_code: str, request: Request) -> str | None:
        """The state of a waiting device, in oauthlib's terms; None for an invalid code."""
        text: str | None = self._device_stands(device_code, request)
        return text

    def _device_stands(self, device_code: str, request: Request) -> Any:
        rows = DeviceSignIn.objects.select_for_update().filter(digest=grants.digest_of(device_code))
        row = rows.filter(program=request.client).first()
        if row is None:
            return None
        now = timezone.now()
        if row.expires <= now:
            return DeviceCodeGrant.DEVICE_CODE_EXPIRED
        if row.denied:
            return DeviceCodeGrant.DEVICE_CODE_DENIED
        early = row.polled is not None and now - row.polled < INTERVAL
        row.polled = now
        row.save(update_fields=["polled"])
        if early:
            return DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN
        if row.grant is None:
            return DeviceCodeGrant.DEVICE_CODE_PENDING
        grant = Grant.objects.select_for_update().get(pk=row.grant.pk)
        if not grant.works(now) or grants.person_of(grant) is None:
            return DeviceCodeGrant.DEVICE_CODE_DENIED
        row.grant = grant
        self.device, request.user, request.scopes = row, grant.account, grant.scopes
        return DeviceCodeGrant.DEVICE_CODE_AUTHORIZED

    # -- what OpenID asks -------------------------------------------------------------------------

    def validate_silent_authorization(self, request: Request) -> bool:
        """Whether nobody has to be asked."""
        return grants.agreed_before(context.request.user, request.client, request.scopes)

    def validate_user_match(
        self, id_token_hint: str | None, scopes: Sequence[str], claims: Any, request: Request
    ) -> bool:
        """Whether the signed-in user is the one the program means. Separate claims are not supported."""
        request.claims = None
        if not id_token_hint:
            return True
        token = decode_jwt_token(id_token_hint, client_id=request.client.pk, verify_exp=False, verify_iss=True)
        user = context.request.user
        if token is None or not user.is_authenticated:
            return False
        return bool(token.get("sub") == get_adapter().get_user_sub(request.client, user))
