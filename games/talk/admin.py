"""What moderators see of talk: the messages that somebody has reported, to hide them or to leave them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.talk.models import Message
from players.models import Report

__all__ = ["MessageAdmin"]


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    """Reported messages only: what players say to one another is nobody else's business."""

    list_display = ("sent", "author", "text", "phrase", "hidden")
    list_filter = ("hidden",)
    list_select_related = ("author",)
    fields = ("sent", "author", "text", "phrase", "hidden")
    readonly_fields = ("sent", "author", "text", "phrase")
    actions = ("hide", "show")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Those that were reported."""
        reported = Report.objects.filter(kind="message").values("target")
        return super().get_queryset(request).filter(id__in=reported)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody speaks for others."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Hiding is enough, and can be undone."""
        return False

    @admin.action(description=_("Hide the selected messages"))
    def hide(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Take them off the tables."""
        queryset.update(hidden=True)

    @admin.action(description=_("Show the selected messages again"))
    def show(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Put them back."""
        queryset.update(hidden=False)
