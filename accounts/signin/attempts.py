"""Attempts to sign in: who fails waits longer and longer, by the name or address that is tried and by the client's
address. Nobody can lock an owner out by that: a known device has waits of its own, and a passkey and the link to a new
password have none. Codes of the second step wait in the same way: somebody with the password who guesses codes must not
keep the owner from entering one.

Names count as typed, whether the account exists or not, so no answer reveals it.
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
    """One attempt, counted by all of `counted`: pairs of waits and their owners."""

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
    """The attempt of a signed-in user to confirm the password."""
    return SignInAttempt(((OF_ACCOUNT, f"again:{account_id}"),))


def by_token(account_id: object) -> SignInAttempt:
    """The attempt of a program with its owner's password. It has separate waits: a stolen token keeps
    the owner from nothing.
    """
    return SignInAttempt(((OF_ACCOUNT, f"token:{account_id}"),))


def coding(request: HttpRequest, account: Account, *, again: bool) -> SignInAttempt:
    """The attempt to enter a code.

    Args:
        account: whose; the password was right.
        again: by a signed-in user.
    """
    if again:
        return SignInAttempt(((OF_CODE, f"again:{account.pk}"),))
    device = nonce_of(request, account)
    return SignInAttempt(((OF_CODE, f"login:{account.pk}" if device is None else f"device:{device}"),))
