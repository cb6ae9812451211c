"""Games in the admin: to look up, never to change, and with nothing that the rules hide (RULES section 9)."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.domain.queries import Archive
from games.models import Game, GameSeat
from games.presentation.admin_words import OfRuleBook, WithRuleBook
from games.presentation.words import outcome_text
from games.rules import End, Outcome
from web.admin import Bounded, ReadOnly
from web.generic import ModelAdmin, TabularInline
from web.keyset import PageCursor


class SeatInline(ReadOnly, TabularInline[GameSeat, Game]):
    """The players of the seats, and who is ready."""

    model = GameSeat
    fields = ("seat", "player", "ready")
    extra = 0


FOUND = 100
"""So many games of a player are found, as many as a page has: with more the database would rather walk through all
games by their dates than look each one up."""

_STANDS = frozenset({"plies", "to_move", "noted", "due", "paused"})
"""What changes with each turn."""


@admin.register(Game)
class GameAdmin(ReadOnly, WithRuleBook, Bounded, ModelAdmin[Game]):
    """What all viewers may know of a game."""

    for_moderators = ("view",)
    list_display = ("key", "book", "source", "status", "plies_now", "ending", "revealed", "created")
    list_filter = (OfRuleBook, "result", ("created", admin.DateFieldListFilter))
    ordering = ("-created", "-id")
    search_fields = ("key",)
    search_help_text = _("The key of a game, or the beginning of a player's name for the last games.")
    fields = (
        "key",
        "page",
        "book",
        "source",
        "status",
        "plies",
        "to_move",
        "ending",
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

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        """Hides the state of a game that the staff may not watch."""
        closed = obj is not None and obj.closed
        return tuple(name for name in self.fields if not (closed and name in _STANDS))

    @admin.display(description=_("plies"))
    def plies_now(self, game: Game) -> int | None:
        """How long it is; not of a game that the staff may not watch."""
        return None if game.closed else game.plies

    @admin.display(description=_("outcome"))
    def ending(self, game: Game) -> str | None:
        """How it ended, as everybody may know."""
        return outcome_text(Outcome(End(game.outcome), game.winner)) if game.outcome else None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """The game with this key, and the newest games of players whose name begins so."""
        if not search_term:
            return queryset, False
        ids = {game.id for game in Archive(player=search_term).page(FOUND, PageCursor()).rows}
        ids |= set(Game.objects.filter(key=search_term).values_list("id", flat=True))
        return queryset.filter(id__in=ids), False

    @admin.display(description=_("page"))
    def page(self, game: Game) -> str:
        """A link to the replay."""
        return format_html('<a href="{}">{}</a>', reverse("games:replay", args=[game.key]), game.key)
