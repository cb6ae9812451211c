"""Where an account is signed in: its sessions, each with the device, since when, and when it was last used.

The key of a session signs in, so no page holds one: a session is named by `mark`, which nobody turns back into the key.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.authentication import session_revocation
from accounts.authentication.browsers import device_words
from accounts.authentication.session_revocation import end_other_sessions
from accounts.authentication.sessions import BEGAN, DEVICE, SessionStore
from accounts.models import Account, Session

MOST = 100  # of one account, on its page


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session as its owner knows it.

    Attributes:
        mark: names it.
        device: in words.
        began: when somebody signed in; None if that was before it was noted.
        used: when it was last used, give or take a day.
        current: it is the one that asks.
    """

    mark: str
    device: str
    began: datetime | None
    used: datetime
    current: bool


def mark_of(key: str) -> str:
    """What names the session with this key."""
    return salted_hmac("accounts.signin.signed_in", key, algorithm="sha256").hexdigest()[:24]


def sessions_of(account: Account, current: str | None) -> list[SignedIn]:
    """The sessions of an account, the present one first, then the last used.

    Args:
        current: the key of the one that asks.
    """
    age, result = timedelta(seconds=settings.SESSION_COOKIE_AGE), []
    rows = Session.objects.filter(account=account.pk, expire_date__gt=timezone.now()).order_by("-expire_date")[:MOST]
    for row in rows:
        data = SessionStore().decode(row.session_data)
        if not constant_time_compare(data.get(HASH_SESSION_KEY, ""), account.get_session_auth_hash()):
            continue  # of an earlier password: it signs nobody in
        browser, system = data.get(DEVICE, ("", ""))
        began = data.get(BEGAN)
        result.append(
            SignedIn(
                mark_of(row.session_key),
                device_words(browser, system),
                None if began is None else datetime.fromtimestamp(began, UTC),
                row.expire_date - age,
                row.session_key == current,
            )
        )
    return sorted(result, key=lambda item: not item.current)


def end_session(account: Account, mark: str) -> bool:
    keys = Session.objects.filter(account=account.pk).values_list("session_key", flat=True)
    key = next((key for key in keys if constant_time_compare(mark_of(key), mark)), None)
    return key is not None and session_revocation.end_session(account, key)


def end_others(account: Account, current: str | None) -> None:
    """End all sessions of an account but the one that asks."""
    end_other_sessions(account, current)


@receiver(password_changed)
@receiver(password_set)
@receiver(password_reset)
def _new_password(request: HttpRequest, user: Account, **value: Any) -> None:
    """A new password signs out everywhere but where it was chosen. Django would let the rows lie, which are good for
    nothing any more, and their streams go on.
    """
    end_other_sessions(user, request.session.session_key)
