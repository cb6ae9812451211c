"""The first second factor of an account needs a code from a mail. Whoever has stolen a password would set one up else,
and keep the owner out: a new password alone lets nobody in any more.

The code is entered in the session that asked for it, so a mail that somebody else has sent to an owner does nothing. An
account whose address was never proven has nobody who could be asked.
"""

from __future__ import annotations

import secrets
import time

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from players.mails import posting as mail
from players.models import Account
from players.signing.factors import main_factors
from web.waits import GrowingWaits

CODE_FOR = 30 * 60
"""Seconds for which a code is good; asked for again within them it is the same."""

PROVEN_FOR = 60 * 60
"""Seconds after the code within which a factor is set up."""

ASKED, PROVEN = "factor-asked", "factor-proven"
"""What a session remembers: the account that asked, with what, and when; and that it has entered the code."""

OF_MAIL = GrowingWaits("factor-mail", free=3, first=300, longest=3600)
OF_CODE = GrowingWaits("factor-code", free=5, first=30, longest=3600)

_SALT = "players.signing.confirming"


def is_needed(request: HttpRequest, account: Account) -> bool:
    """Whether a code is to be entered before this account sets up a factor in this session."""
    if _lately(request, PROVEN, account, PROVEN_FOR) is not None or main_factors(account):
        return False
    return address_of(account) is not None


def address_of(account: Account) -> str | None:
    """The proven address of an account."""
    found = EmailAddress.objects.get_verified(account)
    return None if found is None else str(found.email)


def is_asked(request: HttpRequest, account: Account) -> bool:
    """Whether a code was sent that is good."""
    return _lately(request, ASKED, account, CODE_FOR) is not None


def send_code(request: HttpRequest, account: Account, *, site: str) -> int:
    """Sends a code; returns 0, or the seconds to wait before another mail is sent.

    Side effects: the session remembers it.

    Args:
        site: the beginning of links in the mail.
    """
    seconds = OF_MAIL.begin(str(account.pk))
    address = address_of(account)
    if seconds or address is None:
        return seconds
    nonce = _lately(request, ASKED, account, CODE_FOR)
    if nonce is None:
        nonce = secrets.token_hex(16)
        request.session[ASKED] = [str(account.pk), nonce, int(time.time())]
    mail.post("factor-code", site=site, account=account, address=address, details={"nonce": nonce})
    return 0


def enter_code(request: HttpRequest, account: Account, code: str) -> int | None:
    """Looks at a code; returns None if it is right, else the seconds to wait before the next is looked at.

    Side effects: the session remembers that it was right.
    """
    seconds = OF_CODE.begin(str(account.pk))
    if seconds:
        return seconds
    nonce = _lately(request, ASKED, account, CODE_FOR)
    if nonce is None or not constant_time_compare(code_of(account, nonce), "".join(code.split())):
        return 0
    OF_CODE.forgive(str(account.pk))
    del request.session[ASKED]
    request.session[PROVEN] = [str(account.pk), "", int(time.time())]
    return None


def code_of(account: Account, nonce: str) -> str:
    """The code that goes with what a session remembers; made of it as the mail is made."""
    made = salted_hmac(_SALT, f"{account.pk.hex}:{account.password}:{nonce}", algorithm="sha256").digest()
    return f"{int.from_bytes(made[:8]) % 10**8:08}"


def _lately(request: HttpRequest, what: str, account: Account, seconds: int) -> str | None:
    """What a session remembers of an account, if that is not older than some seconds."""
    told = request.session.get(what)
    if told is None or told[0] != str(account.pk) or told[2] + seconds < time.time():
        return None
    return str(told[1])
