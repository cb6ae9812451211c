"""Deleting an account: names, addresses and texts go; games stay, under a pseudonym.

Names and texts live in rows that belong to an account or its player, and most go with them. What only mentions them, or
lies where nothing points to them, is erased by a function that its room registers with `@eraser`, best in a module
`erasers.py` of its app, which is loaded with Django.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet

from players.models import Account, Player, Report

__all__ = [
    "PLACE",
    "Eraser",
    "delete_account",
    "erase_player",
    "eraser",
    "farewell",
    "mentions",
    "saying",
    "scrub",
    "words_of",
]

PLACE = "—"
"""What stands where a name or an address was."""

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
        words = words_of(player.pk if player else None, account.pk)
        rows = {str(account.pk), *map(str, EmailAddress.objects.filter(user=account).values_list("pk", flat=True))}
        if player:
            rows.add(str(player.pk))
            for erase in tuple(_ERASERS):
                erase(player.pk, account.pk)
        _scrub_history(words, rows)
        # A guest's sessions hold the id alone, which means nothing from now on; and guests go by the hundred.
        if words or account.has_usable_password():
            _end_sessions(account.pk, words)
        account.delete()


def erase_player(player: Player) -> None:
    """Delete a player: with the account, if there is one; else the name that records gave."""
    if player.account is not None:
        delete_account(player.account)
        return
    with transaction.atomic():
        for erase in tuple(_ERASERS):
            erase(player.pk, None)
        _scrub_history(words_of(player.pk, None), {str(player.pk)})
        player.delete()


def words_of(player_id: UUID | None, account_id: UUID | None) -> frozenset[str]:
    """The names and addresses that nothing may say after the deletion. None for a guest, whose name says nothing."""
    player = Player.objects.filter(pk=player_id).first() if player_id else None
    account = Account.objects.filter(pk=account_id).first() if account_id else None
    words = {player.name} if player else set()
    if account is not None:
        words |= {account.username, account.first_name, account.last_name, account.email}
        words |= set(EmailAddress.objects.filter(user=account).values_list("email", flat=True))
        if player is not None and player.guest and not account.has_usable_password():
            words = set()
    return frozenset(words - {""})


def scrub(rows: QuerySet[Any], *fields: str, words: Iterable[str]) -> None:
    """Take words out of texts that others wrote: the database finds the rows that have the letters somewhere, and whole
    words are replaced.

    Args:
        rows: where to look.
        fields: the texts in these rows.
        words: names and addresses, as `words_of` gives them.
    """
    words = tuple(words)
    said = mentions(words)
    for row in saying(rows, *fields, words=words):
        for field in fields:
            setattr(row, field, said.sub(PLACE, getattr(row, field)))
        row.save(update_fields=fields)


def saying(rows: QuerySet[Any], *fields: str, words: Iterable[str]) -> QuerySet[Any]:
    """The rows that have the letters of a word in one of these fields, if only as a part of another word."""
    found = Q(pk__in=())
    for word in words:
        for field in fields:
            found |= Q(**{f"{field}__icontains": word})
    return rows.filter(found)


def mentions(words: Iterable[str]) -> re.Pattern[str]:
    """What finds any of these words as a whole, in any case: of an address all of it, though it begin with the name."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in longest_first), re.IGNORECASE)


def _scrub_history(words: Iterable[str], rows: set[str]) -> None:
    """Take the words out of the admin's history, and the names of the rows that go; and out of others' reports."""
    LogEntry.objects.filter(object_id__in=rows).update(object_repr=PLACE, change_message="")
    scrub(LogEntry.objects.all(), "object_repr", "change_message", words=words)
    scrub(Report.objects.all(), "text", "excerpt", words=words)


def _end_sessions(account_id: UUID, words: Iterable[str]) -> None:
    """Delete the sessions of the account, and nobody's that say a word of it, expired ones too; and take out of the
    sessions of others whatever says one, such as a message that was not shown yet.

    Sessions are not kept by account, so all are read: deleting is rare, and missing one would leave a name behind.
    """
    said = mentions({str(account_id), account_id.hex, *words})
    ended = []
    for session in Session.objects.iterator():
        kept = session.get_decoded()
        owner = kept.get(SESSION_KEY)
        saying = [key for key, value in kept.items() if not key.startswith("_auth_") and _says(value, said)]
        if owner == str(account_id) or (saying and owner is None):
            ended.append(session.pk)
        elif saying:
            data = Session.objects.encode({key: value for key, value in kept.items() if key not in saying})
            Session.objects.filter(pk=session.pk).update(session_data=data)
    Session.objects.filter(pk__in=ended).delete()


def _says(value: Any, said: re.Pattern[str]) -> bool:
    """Whether a value of a session has such a word in a text. Keys are names of ours, not of people."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, list | tuple):
        return any(_says(one, said) for one in value)
    return isinstance(value, str) and said.search(value) is not None
