"""Whom sessions are about, so that they end with the account: found by an index, however many there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.utils.crypto import salted_hmac

from players.models import Account, Session


def whom(data: dict[str, Any]) -> tuple[UUID | None, list[str]]:
    """Whom the values of a session are about: the account that is signed in; or for who is not, what `mark` makes of
    each id, address and name in them."""
    account = data.get(SESSION_KEY)
    if account is not None:
        return UUID(str(account)), []
    return None, sorted({mark(text) for text in _telling(data)})


def _telling(value: Any, key: str = "") -> Iterator[str]:
    """The texts in a value that may say who somebody is."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _telling(one, str(name))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _telling(one, key)
    elif isinstance(value, str) and (key in ("username", "login") or "@" in value or _ID.fullmatch(value)):
        yield value


_ID = re.compile(r"[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}")


def mark(text: str) -> str:
    """A text as rows of sessions keep it: in no case, and hashed with the service's key."""
    return salted_hmac("players.sessions.about", text.casefold(), algorithm="sha256").hexdigest()[:32]


def end_sessions(account: Account, addresses: Iterable[str]) -> None:
    """Deletes the sessions of an account, and nobody's that are about it: who is about to sign in, or asks for a new
    password. Messages are kept in cookies, so no session of another says anything of it."""
    said = (str(account.pk), account.pk.hex, account.username, *addresses)
    marks = [mark(one) for one in said if one]
    Session.objects.filter(account=account.pk).delete()
    Session.objects.exclude(about=[]).filter(about__overlap=marks).delete()


def end_other_sessions(account: Account, kept: str | None) -> None:
    """Deletes the sessions of an account but one.

    Args:
        kept: the key of that one.
    """
    Session.objects.filter(account=account.pk).exclude(pk=kept or "").delete()
