"""The player of an account."""

from __future__ import annotations

from functools import cache
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from accounts.models import MEMBERS, Account, Player, Preferences
from accounts.people.names import of_guest
from eventlog.statements import Columns, execute, joined, statement_of


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: Account


def member_of(name: str) -> Player:
    """The member of this name, in any case, with account and preferences.

    Raises:
        Http404: there is none.
    """
    for row in execute(_member(), (name,)):
        account_at, wanted_at = len(_PLAYER), len(_PLAYER) + len(_ACCOUNT)
        player, account = _PLAYER.object(row[:account_at]), _ACCOUNT.object(row[account_at:wanted_at])
        assert player is not None
        joined(player, "account", account)
        if account is not None:
            joined(account, "player", player)
            joined(account, "preferences", _WANTED.object(row[wanted_at:]))
        return player
    raise Http404


_PLAYER, _ACCOUNT, _WANTED = Columns(Player, "p"), Columns(Account, "a"), Columns(Preferences, "w")


@cache
def _member() -> bytes:
    """The statement of `member_of`; the condition is the ORM's."""
    name = "0"
    members, _places = statement_of(Player.objects.filter(MEMBERS, name__iexact=name).values("pk"), [name])
    columns = ", ".join(part.sql for part in (_PLAYER, _ACCOUNT, _WANTED)).encode()
    return b"""
SELECT %b FROM players_player p LEFT JOIN players_account a ON a.id = p.account_id
LEFT JOIN players_preferences w ON w.account_id = a.id WHERE p.id IN (%b) ORDER BY p.id LIMIT 1
""" % (columns, members)


def player_of(account: Account) -> Player:
    """The player of an account, made under its name if there is none: an operator's account has none at first."""
    try:
        return account.player
    except Player.DoesNotExist:
        return Player.objects.get_or_create(account=account, defaults={"name": account.username})[0]


def is_guest(user: Any) -> bool:
    """Whether somebody plays without having signed up."""
    return bool(getattr(user, "is_authenticated", False)) and player_of(user).guest


@receiver(user_logged_in)
def _has_a_player(user: Account, **value: Any) -> None:
    """A signed-in account always has a player."""
    player_of(user)


@receiver(email_confirmed)
def _is_no_guest(email_address: EmailAddress, **value: Any) -> None:
    """A guest is a guest until signing up has given a name and a password, and the address is proven."""
    account = Account.objects.get(pk=email_address.user_id)
    Player.objects.filter(account=account, unproven=True).update(unproven=False)
    if account.has_usable_password() and not of_guest(account.username):
        Player.objects.filter(account=account, guest=True).update(guest=False)
