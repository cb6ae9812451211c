"""The admin of programs that people sign in to: who made one, where it sends people. Nothing of it is changed here, and
no secret is shown; who closes or bans the account of its owner stops it.
"""

from __future__ import annotations

import allauth.idp.oidc.admin  # noqa: F401
from allauth.idp.oidc.models import Client, Token
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from api.models import Program
from web.admin import Bounded, ReadOnly
from web.generic import ModelAdmin

# Theirs lets the staff make programs that ask nobody, and send people anywhere.
for theirs in (Client, Token):
    admin.site.unregister(theirs)


@admin.register(Program)
class ProgramAdmin(ReadOnly, Bounded, ModelAdmin[Program]):
    """What all who are asked about a program see of it."""

    list_display = ("name", "id", "type", "owner", "created_at")
    list_select_related = ("owner",)
    ordering = ("-created_at", "id")
    search_fields = ("=id", "=owner__username", "name__istartswith")
    search_help_text = _("The beginning of a name, an id, or the name of who made it.")
    fields = ("name", "id", "type", "owner", "redirect_uris", "created_at")
