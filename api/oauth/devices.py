"""Programs without a browser (RFC 8628): one shows a code, its owner types it here, and the program asks until then.

Typing a code from somebody else lets that person in. So no address holds a code, the page says
what it is about, and a code is short of life. To guess one takes more tries than an account and an address have.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.idp.oidc.adapter import get_adapter
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from oauthlib.oauth2.rfc8628.endpoints import DeviceAuthorizationEndpoint

from accounts.authentication.sessions import hold_session
from accounts.people.accounts import SignedInRequest, is_guest
from api.models import DeviceSignIn
from api.oauth.consent import may_give, step_before, tell, words_for
from api.oauth.provider import asked
from api.oauth.validator import INTERVAL, Validator, program_of
from api.tokens import grants
from web.answers import refused
from web.limits import address_of, too_often, wait_for

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The characters of codes for people: without vowels they form no words (RFC 8628, section 6.1)."""

LENGTH = 8
LASTS = timedelta(minutes=10)
TRIES, SPAN = 20, 600
"""Forms with a code that an account may send, and an address three times as many, within so many seconds."""


def start(request: HttpRequest) -> dict[str, Any]:
    """Begin a sign-in, and return the answer for the program.

    Raises:
        OAuth2Error: the program is unknown, or requests something that does not exist.
    """
    page = get_adapter().get_issuer() + reverse("api:device")
    seconds, pause = int(LASTS.total_seconds()), int(INTERVAL.total_seconds())
    endpoint = DeviceAuthorizationEndpoint(Validator(), page, seconds, pause, user_code_generator=_code)
    _headers, result, _status = endpoint.create_device_authorization_response(*asked(request))
    values: dict[str, Any] = {**result, "device_code": secrets.token_urlsafe(grants.BYTES)}
    program = program_of(request.POST.get("client_id"))
    assert program is not None  # oauthlib has looked for it
    DeviceSignIn.objects.create(
        digest=grants.digest_of(values["device_code"]),
        user_code=grants.digest_of(_plain(values["user_code"])),
        program=program,
        scopes=values["scope"].split(),
        expires=timezone.now() + LASTS,
    )
    return values


def _code() -> str:
    letters = "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def _plain(code: str) -> str:
    return "".join(text for text in code.upper() if text in LETTERS)[:40]


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def page(request: SignedInRequest) -> HttpResponse:
    """Takes a code, asks whether to let its program in, and does."""
    if is_guest(request.user):
        return refused(request, 403, _("Guests let no program in. Sign up first."))
    code = request.POST.get("code", "")
    if request.method == "GET" or not code:
        return render(request, "api/oauth/device.html", {"missing": request.method == "POST"})
    for who, most in ((f"account:{request.user.pk}", TRIES), (f"address:{address_of(request)}", 3 * TRIES)):
        if seconds := wait_for("device-code", who, most=most, seconds=SPAN):
            return too_often(request, retry=seconds)
    with transaction.atomic():
        return _answered(request, code, request.POST.get("do"))


def _answered(request: SignedInRequest, code: str, do: str | None) -> HttpResponse:
    rows = DeviceSignIn.objects.select_for_update(of=("self",)).select_related("program")
    waits = rows.filter(expires__gt=timezone.now(), grant=None, denied=False)
    row = waits.filter(user_code=grants.digest_of(_plain(code))).first()
    wanted = [] if row is None else may_give(request.user, row.scopes)
    if row is None or not wanted or grants.owner_of(row.program) is None:
        return render(request, "api/oauth/device.html", {"unknown": True, "code": code[:20]}, status=400)
    if do == "deny":
        row.denied = True
        row.save(update_fields=["denied"])
        return render(request, "api/oauth/device_done.html", {"program": row.program})
    if do == "allow":
        if (answer := step_before(request, wanted)) is not None:
            return answer
        hold_session(request)
        row.grant = grants.let_in(account=request.user, program=row.program, scopes=wanted)
        row.save(update_fields=["grant"])
        tell(request, row.grant)
        return render(request, "api/oauth/device_done.html", {"program": row.program, "allowed": True})
    context = words_for(request, row.program, wanted) | {"code": code}
    return render(request, "api/oauth/device_consent.html", context)
