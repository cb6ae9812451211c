"""The first second factor of an account needs a code from a mail. A stolen password could otherwise set one up,
and keep the owner out: a new password alone lets nobody in any more.

The code is entered in the session that requested it, so somebody else's request does nothing. An
account whose address was never proven has nobody who could be asked.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.mails import outbox as mail
from accounts.models import Account
from accounts.signin.factors import main_factors
from web.waits import GrowingWaits

CODE_FOR = 30 * 60
"""Seconds for which a code is valid after the request. Each mail has a code of its own; those of the mails
before stay good for their time, since mails may come late and in any order."""

MOST_CODES = 5
"""So many codes are good at a time, those of the newest mails."""

PROVEN_FOR = 60 * 60
"""Seconds after the code within which a factor is set up."""

ASKED, PROVEN = "factor-codes", "factor-proven"
"""What a session remembers: for each mail the account that asked, with what, and when; and that it has entered a code
of them."""

OF_MAIL = GrowingWaits("factor-mail", free=1, first=60, longest=900)
"""Another mail can be sent after a minute, the next after two, and so on: so a stolen password does not fill the
owner's mailbox, and does not keep the owner from a code for long."""

OF_CODE = GrowingWaits("factor-code", free=5, first=30, longest=3600)

_SALT = "accounts.signin.factor_confirmation"


def is_needed(request: HttpRequest, account: Account) -> bool:
    """Whether a code must be entered before this account sets up a factor in this session."""
    response = request.session.get(PROVEN)
    if (response is not None and _is_of(response, account, PROVEN_FOR)) or main_factors(account):
        return False
    return address_of(account) is not None


def address_of(account: Account) -> str | None:
    address = EmailAddress.objects.get_verified(account)
    return None if address is None else str(address.email)


def is_asked(request: HttpRequest, account: Account) -> bool:
    """Whether a code was sent that is good."""
    return bool(_asked(request, account))


def mail_wait(account: Account) -> int:
    """The seconds until another mail can be sent; 0 for now."""
    return OF_MAIL.left(str(account.pk))


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
    nonce = secrets.token_hex(16)
    asked = [*_asked(request, account), [str(account.pk), nonce, int(time.time())]]
    request.session[ASKED] = asked[-MOST_CODES:]
    mail.post("factor-code", site=site, account=account, address=address, details={"nonce": nonce})
    return 0


def enter_code(request: HttpRequest, account: Account, code: str) -> int | None:
    """Looks at a code; returns None if it is right, else the seconds to wait before the next is looked at.

    Side effects: the session remembers that it was right.
    """
    seconds = OF_CODE.begin(str(account.pk))
    if seconds:
        return seconds
    given = "".join(code.split())
    if not any(constant_time_compare(code_of(account, nonce), given) for _who, nonce, _at in _asked(request, account)):
        return 0
    OF_CODE.forgive(str(account.pk))
    OF_MAIL.forgive(str(account.pk))
    del request.session[ASKED]
    request.session[PROVEN] = [str(account.pk), "", int(time.time())]
    return None


def code_of(account: Account, nonce: str) -> str:
    """The code for a session's stored value, computed when the mail is made."""
    made = salted_hmac(_SALT, f"{account.pk.hex}:{account.password}:{nonce}", algorithm="sha256").digest()
    return f"{int.from_bytes(made[:8]) % 10**8:08}"


def _asked(request: HttpRequest, account: Account) -> list[list[Any]]:
    """What a session remembers of the codes of an account that are good, the oldest first."""
    return [item for item in request.session.get(ASKED, ()) if _is_of(item, account, CODE_FOR)]


def _is_of(values: list[Any], account: Account, seconds: int) -> bool:
    return bool(values[0] == str(account.pk) and time.time() <= values[2] + seconds)
