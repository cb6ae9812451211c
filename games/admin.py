"""Games in the admin: to look up, never to change, and with nothing that the rules hide (RULES section 9)."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.models import Game, GameSeat
from web.admin import ReadOnly
from web.generic import ModelAdmin, TabularInline


class SeatInline(ReadOnly, TabularInline[GameSeat, Game]):
    """Who sits where, and who is ready."""

    model = GameSeat
    fields = ("seat", "player", "ready")
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, ModelAdmin[Game]):
    """What all viewers may know of a game."""

    for_moderators = ("view",)
    list_display = ("key", "variant", "source", "status", "plies", "outcome", "winner", "revealed", "created")
    list_filter = ("variant", "source", "status", "rated", "revealed")
    search_fields = ("key", "seats__player__name")
    date_hierarchy = "created"
    fields = (
        "key",
        "page",
        "variant",
        "source",
        "status",
        "plies",
        "to_move",
        "outcome",
        "winner",
        "noted",
        "revealed",
        "reveal_due",
        "created",
        "started",
        "ended",
        "time",
        "due",
        "rated",
        "notes",
        "tournament",
        "round",
        "spectators",
        "paused",
    )
    readonly_fields = fields
    inlines = (SeatInline,)

    @admin.display(description=_("page"))
    def page(self, game: Game) -> str:
        """A link to the replay."""
        return format_html('<a href="{}">{}</a>', reverse("games:replay", args=[game.key]), game.key)
