"""Which accounts were seen at the same address on the internet, for moderators who look into several accounts of one
person. Of an address there is a hash alone, by a key made of `SECRET_KEY`: without the key nobody turns it back, and
with another key it fits nothing any more. It is kept for `KEPT` from the last day, and is in no log and no file.

It is written as somebody signs in, and with the renewal of the session on the first visit of a day; guests, who play
nothing that counts, leave none. A local address says nothing and is not stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from ipaddress import ip_address
from uuid import UUID

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Account, SeenAddress
from eventlog.statements import execute
from web.limits import address_of

KEPT = timedelta(days=90)

MOST_ACCOUNTS = 8
"""An address at which more accounts were seen is that of a club, a university or a provider: it says nothing."""

LOOKED_AT = 200
"""Addresses of an account that are compared, the last ones."""

_NOTE = b"""
INSERT INTO players_seenaddress AS old (account_id, mark, first, last)
SELECT p.account_id, %s, %s::date, %s::date FROM players_player p WHERE p.account_id = %s::uuid AND NOT p.guest
ON CONFLICT (account_id, mark) DO UPDATE SET last = excluded.last WHERE old.last < excluded.last
"""

_SHARED = b"""
WITH mine AS (
    SELECT s.account_id, s.mark, s.first, s.last
    FROM players_player p JOIN players_seenaddress s ON s.account_id = p.account_id
    WHERE p.id = %s::uuid AND s.last >= %s::date ORDER BY s.last DESC, s.mark LIMIT %s
), others AS (
    SELECT mine.first AS own_first, mine.last AS own_last, other.*, count(*) OVER (PARTITION BY mine.mark) AS many
    FROM mine CROSS JOIN LATERAL (
        SELECT s.account_id, s.first, s.last FROM players_seenaddress s
        WHERE s.mark = mine.mark AND s.account_id <> mine.account_id AND s.last >= %s::date
        ORDER BY s.last DESC LIMIT %s
    ) other
)
SELECT p.id, o.own_first, o.own_last, o.first, o.last
FROM others o JOIN players_player p ON p.account_id = o.account_id
WHERE o.many < %s ORDER BY p.id, o.own_first, o.first
"""


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """An address at which two accounts were seen.

    Attributes:
        player: the other one.
        own: the first and the last day on which the account asked about was seen there.
        theirs: those of the other one.
    """

    player: UUID
    own: tuple[date, date]
    theirs: tuple[date, date]

    @property
    def at_once(self) -> bool:
        """Whether the days of one and those of the other meet: else somebody may have got the address later."""
        return self.own[0] <= self.theirs[1] and self.theirs[0] <= self.own[1]


def note(account: UUID, request: HttpRequest) -> None:
    """Write down where an account was seen today."""
    address = address_of(request)
    if _is_of_the_internet(address):
        today = timezone.now().date()
        execute(_NOTE, (mark_of(address), today, today, account))


def mark_of(address: str) -> str:
    """What is kept of an address.

    Args:
        address: as limits count it: of IPv6 the /64, which one household has.
    """
    return salted_hmac("accounts.authentication.networks", address, algorithm="sha256").hexdigest()[:32]


def shared_addresses(player: UUID) -> list[SharedAddress]:
    """The accounts that were seen at the same addresses as a player's in the last `KEPT`, by player; several of one
    player are several addresses. Addresses of more than `MOST_ACCOUNTS` are left out.

    People who live, learn or play together share an address: it is never enough for itself.
    """
    since = timezone.now().date() - KEPT
    rows = execute(_SHARED, (player, since, LOOKED_AT, since, MOST_ACCOUNTS, MOST_ACCOUNTS))
    return [SharedAddress(other, (first, last), (begin, end)) for other, first, last, begin, end in rows]


def forget_addresses() -> None:
    """Delete what is older than it may be."""
    SeenAddress.objects.filter(last__lt=timezone.now().date() - KEPT).delete()


def _is_of_the_internet(address: str) -> bool:
    try:
        return ip_address(address).is_global
    except ValueError:
        return False


@receiver(user_logged_in)
def _signs_in(request: HttpRequest | None, user: Account, **value: object) -> None:
    if request is not None:
        note(user.pk, request)
