"""The player of an account."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest

from accounts.models import MEMBERS, Account, Player, Preferences
from accounts.people.names import of_guest
from eventlog.statements import joined, objects_of


class SignedInRequest(HttpRequest):
    """A request behind `login_required`."""

    user: Account


def member_of(name: str) -> Player:
    """The member of this name, in any case, with account and preferences.

    Raises:
        Http404: there is none.
    """
    members = objects_of(_members, name)
    if not members:
        raise Http404
    player = members[0]
    account = next(iter(objects_of(_account, player.account_id)), None) if player.account_id else None
    joined(player, "account", account)
    if account is not None:
        joined(account, "player", player)
        joined(account, "preferences", next(iter(objects_of(_preferences, account.pk)), None))
    return player


def _members(name: str) -> QuerySet[Player]:
    return Player.objects.filter(MEMBERS, name__iexact=name).order_by("pk")


def _account(id: UUID) -> QuerySet[Account]:
    return Account.objects.filter(pk=id)


def _preferences(account: UUID) -> QuerySet[Preferences]:
    return Preferences.objects.filter(account=account)


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
