"""Deleting an account: names, addresses and texts go; games stay, under a pseudonym.

Names and texts live in rows that belong to an account or its player, and most go with them. What only mentions them, or
lies where nothing points to them, is erased by a function that its room registers with `@eraser`, best in a module
`erasers.py` of its app, which is loaded with Django.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from players.models import Account, Player, Report

__all__ = ["Eraser", "delete_account", "erase_player", "eraser", "farewell", "mentions"]

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
    for leave in tuple(_FAREWELLS) if player else ():
        leave(player.pk)
    with transaction.atomic():
        names, addresses = _words_of(account, player)
        rows = {str(account.pk), *map(str, EmailAddress.objects.filter(user=account).values_list("pk", flat=True))}
        if player:
            rows.add(str(player.pk))
            for erase in tuple(_ERASERS):
                erase(player.pk, account.pk)
        _scrub(names=names, addresses=addresses, rows=rows)
        # A guest's sessions hold the id alone, which means nothing from now on; and guests go by the hundred.
        if addresses or account.has_usable_password():
            _end_sessions(str(account.pk), names | addresses)
        account.delete()


def erase_player(player: Player) -> None:
    """Delete a player: with the account, if there is one; else the name that records gave."""
    if player.account is not None:
        delete_account(player.account)
        return
    with transaction.atomic():
        for erase in tuple(_ERASERS):
            erase(player.pk, None)
        _scrub(names={player.name}, addresses=set(), rows={str(player.pk)})
        player.delete()


def _words_of(account: Account, player: Player | None) -> tuple[set[str], set[str]]:
    """The names and the addresses of an account."""
    names = {account.username, account.first_name, account.last_name, player.name if player else ""}
    addresses = {account.email, *EmailAddress.objects.filter(user=account).values_list("email", flat=True)}
    return names - {""}, addresses - {""}


def mentions(words: Iterable[str]) -> re.Pattern[str]:
    """What finds any of these words as a whole, in any case."""
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in sorted(words, key=len)), re.IGNORECASE)


def _scrub(*, names: set[str], addresses: set[str], rows: set[str]) -> None:
    """Take the words out of what others have left: the admin's history and the reports of other players."""
    words = names | addresses
    # First the database finds whatever has the letters somewhere, then the pattern whole words.
    found = Q()
    for word in words:
        found |= Q(object_repr__icontains=word) | Q(change_message__icontains=word)
    pattern = mentions(words)
    for entry in LogEntry.objects.filter(found | Q(object_id__in=rows)):
        if entry.object_id in rows or pattern.search(entry.object_repr) or pattern.search(entry.change_message):
            entry.object_repr, entry.change_message = "—", ""
            entry.save(update_fields=["object_repr", "change_message"])
    found = Q()
    for word in words:
        found |= Q(text__icontains=word) | Q(excerpt__icontains=word)
    for report in Report.objects.filter(found):
        report.text, report.excerpt = pattern.sub("—", report.text), pattern.sub("—", report.excerpt)
        report.save(update_fields=["text", "excerpt"])


def _end_sessions(account_id: str, words: set[str]) -> None:
    """Delete every session that belongs to the account or says a word of it, expired ones too.

    Sessions are not kept by account, so all are read: deleting is rare, and missing one would leave a name behind.
    """
    said = mentions({account_id, *words})
    keys = [session.pk for session in Session.objects.iterator() if said.search(str(session.get_decoded()))]
    Session.objects.filter(pk__in=keys).delete()
