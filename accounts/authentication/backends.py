"""Signing in, and the account of a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import get_user_by_username
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.agreements.requirement import ASKED
from accounts.models import Account, Player, Preferences
from eventlog.statements import Columns, execute, joined

_ACCOUNT, _PLAYER, _WANTED = Columns(Account, "a"), Columns(Player, "p"), Columns(Preferences, "w")
ACCOUNT_COLUMNS = len(_ACCOUNT) + len(_PLAYER) + len(_WANTED) + 3
"""Number of columns for the account at the end of `statement_behind`."""


@dataclass(frozen=True, slots=True)
class Beside:
    """More data to read with the account, without a statement of its own.

    Args:
        columns: in SQL.
        tables: joined to the account's, which is `a`; its player is `p`.
        keys: how often they want the key of the address.
    """

    columns: str
    tables: str
    keys: int = 1


def statement_behind(
    where: str, *, columns: str = "NULL", tables: str = "", source: str = "players_account a"
) -> bytes:
    """The statement that finds an account with all that comes with it: `account_in` reads its row. Its first two
    parameters are the time.

    Args:
        where: which account, in SQL; the accounts are `a`.
        columns: additional ones, which come first.
        tables: more of them, joined.
        source: where the account `a` comes from, if not from its table alone.
    """
    return f"""
SELECT {columns}, {_ACCOUNT.sql}, {_PLAYER.sql}, {_WANTED.sql}, (
    SELECT b.id FROM players_penalty b
    WHERE b.player = p.id AND b.kind = 'ban' AND b.reversed_at IS NULL AND (b.ends IS NULL OR b.ends > %s)
    ORDER BY b.ends DESC NULLS FIRST LIMIT 1
), {ASKED}
FROM {source}
LEFT JOIN players_player p ON p.account_id = a.id
LEFT JOIN players_preferences w ON w.account_id = a.id
{tables}
WHERE {where}
""".encode()  # noqa: S608 - only names of columns


def account_in(row: Sequence[Any]) -> Account | None:
    """The account in a row of `statement_behind`, without the additional columns: with its player, its
    preferences, the penalty that bans it and what members are asked.
    """
    account = _ACCOUNT.object(row[: len(_ACCOUNT)])
    if account is None:
        return None
    *row, account.ban, asked, needed = row
    account.asked_numbers = asked, needed
    player = _PLAYER.object(row[len(_ACCOUNT) : -len(_WANTED)])
    wanted = _WANTED.object(row[-len(_WANTED) :])
    joined(account, "player", player)
    joined(account, "preferences", wanted)
    for other in filter(None, (player, wanted)):
        joined(other, "account", account)
    return account


_BEHIND = statement_behind("a.id = %s")


class AccountHeld(Protocol):
    """What was read with an account, such as a session."""

    def take_account(self, pk: Any) -> Account | None:
        """The account with this id, if it was read and nobody has it yet."""


_held: ContextVar[AccountHeld | None] = ContextVar("what was read with an account", default=None)


@contextmanager
def held_by(held: AccountHeld | None) -> Iterator[None]:
    """Inside the `with` block `AccountBackend` uses an account that was read already, if it is the right one."""
    token = _held.set(held)
    try:
        yield
    finally:
        _held.reset(token)


class AccountBackend(AuthenticationBackend):
    """As allauth's; the player, the preferences and what members are asked come with the account, because nearly every
    page needs them, in one statement by hand, because it precedes nearly every answer.
    """

    __module__ = "players.backend"  # the address that sessions name; allauth puts it together from this

    def _authenticate(self, request: Any, **credentials: Any) -> Account | None:
        """Who has this name, else this proven address, if the password is right. It is hashed once in any case (the
        base class does for nobody), so that the time does not reveal whether there is an account.
        """
        name, address = credentials.get("username"), credentials.get("email")
        user = get_user_by_username(name) if name else None
        if user is None and address:
            proven = EmailAddress.objects.filter(email=address.lower(), verified=True).select_related("user").first()
            user = proven.user if proven else None
        account: Account | None = self._check_password(user, credentials["password"])
        return account

    def get_user(self, user_id: Any) -> Account | None:
        """The account of a session, with the penalty that bans it; None if there is none any more, or it is closed."""
        held = _held.get()
        account = None if held is None else held.take_account(user_id)
        if account is None:
            now = timezone.now()
            rows = execute(_BEHIND, (now, now, user_id))
            account = account_in(rows[0][1:]) if rows else None
        return account if account is not None and self.user_can_authenticate(account) else None
