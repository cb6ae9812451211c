"""Whom sessions are about, so that they end with the account: found by an index, however many there are. With a session
its event streams end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import Account, EndedSession, Session
from realtime.changes import shut_now, shut_sessions
from realtime.topics import session_topic

SETTLED = timedelta(seconds=10)
"""So long after its end a session's streams are ended once more."""

MOST = 1000
"""Sessions of one sweep; the next takes the rest."""

distrusted = Signal()
"""Somebody else may have an account (`user`), and it is signed out everywhere: whatever else acts for it ends, too."""


def whom(data: dict[str, Any]) -> tuple[UUID | None, list[str]]:
    """The subjects of a session's values: the signed-in account; otherwise what `mark` makes of
    each id, address and name in them."""
    account = data.get(SESSION_KEY)
    if account is not None:
        return UUID(str(account)), []
    return None, sorted({mark(text) for text in _telling(data)})


def _telling(value: Any, key: str = "") -> Iterator[str]:
    """The texts in a value that may say who somebody is."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _telling(item, str(name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _telling(item, key)
    elif isinstance(value, str) and (key in ("username", "login") or "@" in value or _ID.fullmatch(value)):
        yield value


_ID = re.compile(r"[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")


def mark(text: str) -> str:
    """A text as rows of sessions keep it: in no case, and hashed with the service's key."""
    return salted_hmac("players.sessions.about", text.casefold(), algorithm="sha256").hexdigest()[:32]


def end_sessions(account: Account, addresses: Iterable[str]) -> None:
    """Deletes the sessions of an account, and anonymous ones about it: of people about to sign in, or to request a new
    password. Messages are kept in cookies, so no session of another says anything of it."""
    said = (str(account.pk), account.pk.hex, account.username, *addresses)
    marks = [mark(text) for text in said if text]
    _end(Session.objects.filter(account=account.pk))
    Session.objects.exclude(about=[]).filter(about__overlap=marks).delete()


def end_other_sessions(account: Account, kept: str | None) -> None:
    """Deletes the sessions of an account but one.

    Args:
        kept: the key of that one.
    """
    _end(Session.objects.filter(account=account.pk).exclude(pk=kept or ""))


def end_session(account: Account, key: str) -> bool:
    return _end(Session.objects.filter(pk=key, account=account.pk))


def end_streams_soon(keys: list[str]) -> None:
    """Ends the event streams of sessions once it is committed that these are over; what dies before that the sweep
    makes good.

    Side effects: a row for each, in the transaction at hand.

    Args:
        keys: of the sessions.
    """
    if keys:
        rows = [EndedSession(topic=session_topic(key), at=timezone.now()) for key in keys]
        EndedSession.objects.bulk_create(rows, ignore_conflicts=True)
        transaction.on_commit(lambda: shut_sessions(keys))


def end_streams_again() -> int:
    """Ends the event streams of sessions that were over some seconds ago once more; returns how many sessions. While
    Valkey is away they wait."""
    sessions = EndedSession.objects.filter(at__lte=timezone.now() - SETTLED).order_by("at")
    topics = list(sessions.values_list("topic", flat=True)[:MOST])
    if not shut_now(topics):
        return 0
    EndedSession.objects.filter(topic__in=topics).delete()
    return len(topics)


def _end(sessions: QuerySet[Session]) -> bool:
    with transaction.atomic():
        keys = list(sessions.values_list("pk", flat=True))
        Session.objects.filter(pk__in=keys).delete()
        end_streams_soon(keys)
    return bool(keys)
