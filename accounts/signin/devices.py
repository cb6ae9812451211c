"""Known devices: a browser that an account has signed in from says so by a signed cookie. Nothing is kept of it here.

A known device can sign in however often others have failed (`attempts.py`), and no mail tells of it
(`mails.py`). A new password makes every device unknown. The cookie holds up to `MOST` accounts, each by its random id.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple
from uuid import UUID

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Account

COOKIE = "device"
AGE = 365 * 24 * 3600  # seconds from the last time that somebody signed in there
MOST = 5
_SALT = "accounts.signin.devices"


class Device(NamedTuple):
    """A browser as one account knows it.

    Attributes:
        account: the id of the account.
        nonce: identifies the browser.
        proof: that the account had this password when it signed in there.
    """

    account: str
    nonce: str
    proof: str


def _proof(account: Account, nonce: str) -> str:
    return salted_hmac(_SALT, f"{account.pk.hex}:{nonce}:{account.password}", algorithm="sha256").hexdigest()[:32]


def _told(request: HttpRequest) -> list[Device]:
    try:
        result = signing.Signer(salt=_SALT).unsign_object(request.COOKIES.get(COOKIE, ""))
        return [Device(*item) for item in result]
    except (signing.BadSignature, ValueError, TypeError):
        return []


def known(request: HttpRequest, account: Account) -> bool:
    """Whether an account has signed in from this browser since it has its password."""
    return nonce_of(request, account) is not None


def nonce_of(request: HttpRequest, account: Account) -> str | None:
    """The nonce of this browser, if an account has signed in from it since it has its password."""
    for device in _told(request):
        if device.account == account.pk.hex and constant_time_compare(device.proof, _proof(account, device.nonce)):
            return device.nonce
    return None


def known_for(request: HttpRequest, login: str) -> str | None:
    """The nonce of this browser, if the account of a name or a proven address has signed in from it. Of others nothing
    is looked up, so that no answer depends on whether there is an account.
    """
    devices = {UUID(hex=device.account): device for device in _told(request)}
    if not devices:
        return None
    login = login.lower()
    accounts = {account.pk: account for account in Account.objects.filter(pk__in=devices)}
    proven = EmailAddress.objects.filter(user__in=devices, verified=True).values_list("user", "email")
    addresses = {(account, address.lower()) for account, address in proven}
    for key, account in accounts.items():
        is_meant = account.username.lower() == login or (key, login) in addresses
        if is_meant and constant_time_compare(devices[key].proof, _proof(account, devices[key].nonce)):
            return devices[key].nonce
    return None


def remember(request: HttpRequest, response: HttpResponseBase, account: Account) -> None:
    """Have this browser say from now on that an account has signed in there."""
    others = [device for device in _told(request) if device.account != account.pk.hex][: MOST - 1]
    nonce = secrets.token_hex(8)
    devices = [Device(account.pk.hex, nonce, _proof(account, nonce)), *others]
    response.set_cookie(
        COOKIE,
        signing.Signer(salt=_SALT).sign_object([list(device) for device in devices]),
        max_age=AGE,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
