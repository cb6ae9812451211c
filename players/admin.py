"""The admin of accounts and players. Deleting a player here erases the name everywhere."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from players.models import Account, Player

admin.site.register(Account, UserAdmin)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Names, and the accounts they belong to."""

    list_display = ("name", "account")
    list_select_related = ("account",)
    search_fields = ("name",)
    autocomplete_fields = ("account",)
