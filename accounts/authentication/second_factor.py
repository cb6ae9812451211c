"""Protected pages: the admin, the pages of moderators, the desk of a rated event. They need a second
factor, shown or set up in this session.

    @through_the_door
    def queue(request): ...

Who has none is led to the page where one is set up, and back. The staff that there was before this service knew second
factors has `GRACE` for it. A session remembers what was shown, so a door costs no statement.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache, wraps
from typing import Any, cast
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import (
    raise_if_reauthentication_required,
    suspend_request,
)
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone

from accounts.models import Account
from web.answers import ViewT

GRACE = timedelta(days=14)
"""How long the staff of an older installation may go without."""

SHOWN, LATER, ONWARD = "factor", "factor-later", "factor-onward"
"""What a session remembers: whose second factor was shown, that it was put off, and where somebody was going."""

STRONG = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)

_NEEDED: list[Callable[[Account], bool]] = [lambda account: account.is_staff]


def power(function: Callable[[Account], bool]) -> Callable[[Account], bool]:
    """Register a check whether an account has powers behind a protected page of another room."""
    if function not in _NEEDED:
        _NEEDED.append(function)
    return function


def needs_factor(account: Account) -> bool:
    """Whether an account has powers on some protected page: only for display; each page checks for itself."""
    return bool(settings.VEXILLUM_STAFF_FACTORS) and any(holds(account) for holds in _NEEDED)


def has_factor(account: Account) -> bool:
    """Whether an account has a second factor. Recovery codes alone are none."""
    return bool(Authenticator.objects.filter(user=account, type__in=STRONG).exists())


def has_shown(request: HttpRequest) -> bool:
    """Whether the user's second factor was shown, or set up, in this session."""
    return bool(request.session.get(SHOWN) == str(request.user.pk))


def grace_ends(account: Account) -> datetime | None:
    """Until when an account may go without; None if it came after this service knew second factors."""
    since = _known_since()
    return since + GRACE if since is not None and account.date_joined < since else None


@lru_cache(maxsize=1)
def _known_since() -> datetime | None:
    """When this installation came to know second factors."""
    made = MigrationRecorder.Migration.objects.filter(app="mfa", name="0001_initial").first()
    return None if made is None else made.applied


def may_pass(request: HttpRequest) -> bool:
    """Whether the user may open a protected page. Its powers are checked before."""
    if not settings.VEXILLUM_STAFF_FACTORS or has_shown(request):
        return True
    ends = grace_ends(cast(Account, request.user)) if LATER in request.session else None
    return ends is not None and ends > timezone.now() and not has_factor(cast(Account, request.user))


def stopped(request: HttpRequest, *, onward: str | None = None) -> HttpResponse | None:
    """The answer of a protected page to a user who may not open it yet; None if the user may.

    Side effects: the session remembers where somebody was going. A form that was sent is sent again, if a factor is
    shown; to who sets one up first it is lost.

    Args:
        onward: where somebody is going, if not to this address.
    """
    if may_pass(request):
        return None
    account = cast(Account, request.user)
    if has_factor(account):
        methods = get_adapter().get_reauthentication_methods(account)
        address = next(method["url"] for method in reversed(methods) if method["id"].startswith("mfa_"))
        if onward is None:
            return _led(request, suspend_request(request, address))
        return _led(request, redirect(f"{address}?{urlencode({REDIRECT_FIELD_NAME: onward})}"))
    here = request.get_full_path() if request.method == "GET" else request.path
    request.session[ONWARD] = here if onward is None else onward
    return _led(request, redirect("mfa_index"))


def _led(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A part of a page that refreshes itself reloads the whole page."""
    if "HX-Request" not in request.headers:
        return response
    whole = HttpResponse(status=204)
    whole["HX-Redirect"] = response["Location"]
    return whole


def shown_lately(request: HttpRequest) -> None:
    """Say nothing if who sends a form has shown the password or a factor in the last minutes.

    Raises:
        ReauthenticationRequired: it was longer ago; allauth asks, and sends the form again.
    """
    if settings.VEXILLUM_STAFF_FACTORS and request.method == "POST":
        raise_if_reauthentication_required(request, app="allauth.account")


def through_the_door(view: ViewT) -> ViewT:
    """A page that needs powers: below the decorator that checks them."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return stopped(request) or view(request, *args, **kwargs)

    return cast(ViewT, inner)
