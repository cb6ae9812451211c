"""Visitors who play without signing up: against the computer, or by a link.

A guest has an account like everybody, with no password and no address, so that games, pages and rules are the same.
Signing up later keeps the account (`accounts.signin.adapter`); others are deleted (`privacy.retention`).
"""

from __future__ import annotations

import secrets
import time
from uuid import UUID

from django.conf import settings
from django.contrib.auth import login
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.conduct.restrictions import Barred, PlayerBarred
from accounts.models import Account, Penalty, Player
from web.limits import address_of, wait_for

PER_ADDRESS = 20
"""Guests that are made for one address within an hour: a whole class may want to try it."""

PER_SESSION = 5
TWICE = 60
"""Seconds within which the same form, sent twice, does its work once."""

PATIENCE = 3.0  # seconds to wait for what the same form is doing just now
_HOUR = 3600
_TRIES = 20


class TooManyGuests(Exception):
    """So many guests were made for this address or session that it has to wait, this many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def guest_for(request: HttpRequest) -> Account:
    """The requesting account, or that of a new guest, who is then signed in.

    Side effects: may write an account and a player, and signs in.

    Raises:
        TooManyGuests: this address or session has made too many within the last hour.
        PlayerBarred: the user is signed in, and banned.
    """
    if isinstance(request.user, Account):
        return request.user
    ban: UUID | None = getattr(request, "ban", None)
    if ban is not None:
        raise PlayerBarred(Barred.BAN, Penalty.objects.get(pk=ban))
    wait = wait_for("guests", address_of(request), most=PER_ADDRESS, seconds=_HOUR)
    if wait:
        raise TooManyGuests(wait)
    made = int(request.session.get("guests", 0)) + 1
    if made > PER_SESSION:
        raise TooManyGuests(_HOUR)
    account = _new_guest()
    login(request, account, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session["guests"] = made
    return account


def sent_before(once: str) -> tuple[str, str] | None:
    """What the same form came to a moment ago, as who did it has kept it in the cache under `once`: two texts, of which
    the second names the guest's account. None if this is the first time.
    """
    if cache.add(once, "", timeout=TWICE):
        return None
    waited = time.monotonic() + PATIENCE
    while time.monotonic() < waited:
        texts: tuple[str, str] | str | None = cache.get(once)
        if isinstance(texts, (tuple, list)):
            return texts[0], texts[1]
        if texts is None:
            break
        time.sleep(0.05)
    return None


def sign_in_again(request: HttpRequest, account: str) -> None:
    """Sign a visitor in as the guest that the same form made a moment ago. A second click may have cut that answer off,
    and with it the guest's session; the form of that page belongs to the same visitor.
    """
    if not request.user.is_authenticated:
        guest = Account.objects.filter(pk=account, player__guest=True).first()
        if guest is not None:
            login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])


def _new_guest() -> Account:
    """A guest with a name that nobody has, such as “Guest 4711”. No account may begin its name like that."""
    for attempt in range(_TRIES):
        number = secrets.randbelow(9 * 10 ** (3 + attempt // 4)) + 10 ** (3 + attempt // 4)
        try:
            with transaction.atomic():
                account = Account(username=f"guest-{secrets.token_hex(8)}")
                account.set_unusable_password()
                account.save()
                Player.objects.create(name=f"Guest {number}", account=account, guest=True)
                return account
        except IntegrityError:
            continue
    raise TooManyGuests(_HOUR)
