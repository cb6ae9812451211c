"""Seeks for moderators: to look up, never to change. A token would let its reader join, so it is not shown."""

from __future__ import annotations

from django.contrib import admin

from games.presentation.admin_words import OfRuleBook, WithRuleBook
from play.lobby.models import Place, Seek
from web.admin import Bounded, ReadOnly
from web.generic import ModelAdmin, TabularInline


class PlaceInline(ReadOnly, TabularInline[Place, Seek]):
    """Who sits there, or was invited."""

    model = Place
    fields = ("number", "player", "joined")
    extra = 0


@admin.register(Seek)
class SeekAdmin(ReadOnly, WithRuleBook, Bounded, ModelAdmin[Seek]):
    """Who looks for what, and what became of it."""

    for_moderators = ("view",)
    list_display = ("book", "host", "kind", "state", "live", "rated", "created", "expires")
    list_filter = ("state", "kind", OfRuleBook, "live", "rated")
    list_select_related = ("host",)
    search_fields = ("host__name", "places__player__name")
    fields = (
        "book",
        "host",
        "kind",
        "state",
        "time",
        "live",
        "rated",
        "notes",
        "no_attack_limit",
        "spotter",
        "memory",
        "colour",
        "partners",
        "rating_from",
        "rating_to",
        "rematch_of",
        "game",
        "created",
        "expires",
        "ended",
    )
    readonly_fields = fields
    inlines = (PlaceInline,)
