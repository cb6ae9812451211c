"""Attempts to sign in: who fails waits longer and longer, by the name or address that is tried and by the client's
address. Nobody can lock an owner out by that: a known device has waits of its own, and a passkey and the link to a new
password have none. Codes of the second step wait in the same way: who has the password and guesses at codes must not
keep the owner from entering one.

What is tried is counted as it is written, whether there is such an account or not: so no answer tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Account
from accounts.signin.devices import known_for, nonce_of
from web.limits import address_of
from web.waits import GrowingWaits

OF_ACCOUNT = GrowingWaits("sign-in", free=5, first=30, longest=3600)
OF_ADDRESS = GrowingWaits("sign-in-from", free=20, first=30, longest=900)
"""A school or a club comes from one address: it has more attempts, and shorter waits."""

OF_CODE = GrowingWaits("code", free=5, first=30, longest=900)
"""Three of a million codes are good at a time."""


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """One attempt, which is counted by all of `counted`: waits, and who has them."""

    counted: tuple[tuple[GrowingWaits, str], ...]

    def begin(self) -> int:
        """Begin it, and return 0; or the seconds to wait."""
        for number, (waits, who) in enumerate(self.counted):
            seconds = waits.begin(who)
            if seconds:
                for earlier, other in self.counted[:number]:
                    earlier.take_back(other)
                return seconds
        return 0

    def succeeded(self) -> None:
        """The password was right. What others tried from the same address stays counted."""
        for waits, who in self.counted:
            if waits is OF_ADDRESS:
                waits.take_back(who)
            else:
                waits.forgive(who)


def signing_in(request: HttpRequest, login: str) -> SignInAttempt:
    """The attempt to sign in by a name or an address."""
    device = known_for(request, login)
    if device is not None:
        return SignInAttempt(((OF_ACCOUNT, f"device:{device}"),))
    return SignInAttempt(((OF_ADDRESS, address_of(request)), (OF_ACCOUNT, f"login:{login.lower()}")))


def confirming(account_id: object) -> SignInAttempt:
    """The attempt of who is signed in to say the password once more."""
    return SignInAttempt(((OF_ACCOUNT, f"again:{account_id}"),))


def by_token(account_id: object) -> SignInAttempt:
    """The attempt of a program to say its owner's password. It has waits of its own: whoever has a stolen token keeps
    the owner from nothing.
    """
    return SignInAttempt(((OF_ACCOUNT, f"token:{account_id}"),))


def coding(request: HttpRequest, account: Account, *, again: bool) -> SignInAttempt:
    """The attempt to enter a code.

    Args:
        account: whose; the password was right.
        again: by who is signed in already.
    """
    if again:
        return SignInAttempt(((OF_CODE, f"again:{account.pk}"),))
    device = nonce_of(request, account)
    return SignInAttempt(((OF_CODE, f"login:{account.pk}" if device is None else f"device:{device}"),))
