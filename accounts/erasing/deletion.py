"""Deleting an account: names, addresses and texts go; games stay, under a pseudonym.

Names and texts live in rows that belong to an account or its player, and most go with them. Rows that nothing points to
are erased by a function of their room, registered with `@eraser`. Its best place is the module `erasers.py` of an app,
for Django loads that.

Everything is found by reference: by the id of the account or the player, never by looking for words. Where the service
itself says a name it keeps the id and looks the name up (`Deleted player` for who is gone), so no text of ours holds
one. What other people wrote in their own words stays theirs, whoever shares a word with it; it can be reported.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction

from accounts.authentication.session_revocation import end_sessions
from accounts.models import Account, Player

Eraser = Callable[[UUID, "UUID | None"], None]

_ERASERS: list[Eraser] = []
_FAREWELLS: list[Callable[[UUID], None]] = []


def eraser(function: Eraser) -> Eraser:
    """Register what erases a room's part of a player.

    It is called with the ids of the player and of the account (None for a player known from records only), inside the
    transaction of the deletion, while the rows of both still exist. It must not fail if there is nothing to erase.
    """
    if function not in _ERASERS:
        _ERASERS.append(function)
    return function


def farewell(function: Callable[[UUID], None]) -> Callable[[UUID], None]:
    """Register what a player leaves before the deletion: what goes on needs transactions of its own, such as games.

    It is called with the id of the player, and must be safe to call again if the deletion then fails.
    """
    if function not in _FAREWELLS:
        _FAREWELLS.append(function)
    return function


def delete_account(account: Account) -> None:
    """Delete an account and its player, and erase every name, address and text of theirs in the database.

    The games and the log stay: they hold the random ids of rows that are gone. Running games are given up first.
    """
    player = Player.objects.filter(account=account).first()
    if player is not None:
        for leave in tuple(_FAREWELLS):
            leave(player.pk)
    with transaction.atomic():
        addresses = list(EmailAddress.objects.filter(user=account))
        if player:
            for erase in tuple(_ERASERS):
                erase(player.pk, account.pk)
        _clear_history([account, *addresses, *([player] if player else [])])
        # A guest's sessions hold the id alone, which means nothing from now on; and guests go by the hundred.
        if account.has_usable_password() or not (player and player.guest):
            end_sessions(account, {account.email, *(one.email for one in addresses)})
        account.delete()


def erase_player(player: Player) -> None:
    """Delete a player: with the account, if there is one; else the name that records gave."""
    if player.account is not None:
        delete_account(player.account)
        return
    with transaction.atomic():
        for erase in tuple(_ERASERS):
            erase(player.pk, None)
        _clear_history([player])
        player.delete()


def _clear_history(rows: list[models.Model]) -> None:
    """Take the names of rows that go out of the admin's history, which wrote them down as they were."""
    for row in rows:
        kind = ContentType.objects.get_for_model(row)
        LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr="", change_message="")
