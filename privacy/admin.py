"""The admin of accounts and players: deleting one erases the name everywhere, as when the player does it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.models import Account, Player
from moderation.staff.people_admin import AccountAdmin, PlayerAdmin
from privacy.erase import delete_account, erase_player


@admin.register(Account)
class ErasedAccountAdmin(AccountAdmin):
    def delete_model(self, request: HttpRequest, obj: Account) -> None:
        """As `privacy/erase.py` says."""
        delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        """Delete several, one after the other."""
        for account in queryset:
            delete_account(account)


@admin.register(Player)
class ErasedPlayerAdmin(PlayerAdmin):
    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        """As `privacy/erase.py` says."""
        erase_player(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Delete several, one after the other."""
        for player in queryset.select_related("account"):
            erase_player(player)
