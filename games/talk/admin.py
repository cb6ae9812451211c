"""What moderators see of talk: the messages that somebody has reported, to hide them or to leave them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.talk.models import Message
from players.cases.registry import is_sealed
from players.models import Report
from players.moderation.audit import Action
from players.moderation.auditing import Audited
from players.moderation.exclusions import reported, reported_for
from players.people.accounts import player_of
from web.admin import Bounded


@admin.register(Message)
class MessageAdmin(Bounded, Audited[Message]):
    """Reported messages only: what players say to one another is nobody else's business."""

    for_moderators = ("view", "hide")
    list_display = ("sent", "author", "said", "hidden")
    list_filter = ("hidden",)
    list_select_related = ("author",)
    fields = ("sent", "author", "said", "hidden")
    readonly_fields = fields
    actions = ("hide", "show")

    def get_queryset(self, request: Any) -> QuerySet[Message]:
        """Those that were reported; to moderators without those of cases that are left to others."""
        rows = super().get_queryset(request)
        if not request.user.is_superuser:
            return rows.filter(id__in=reported_for(Report.Kind.MESSAGE.value, player_of(request.user)))
        return rows.filter(id__in=reported(Report.Kind.MESSAGE.value).values("target"))

    @admin.display(description=_("text"))
    def said(self, message: Message) -> str:
        """The words, unless they may tell a rank, or that a game is over: the page of the case opens them, and the
        players see that."""
        if is_sealed(Report.Kind.MESSAGE.value, message.pk):
            return str(_("Sealed until the game is open: see the case."))
        return message.get_phrase_display() if message.phrase else message.text

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody speaks for others."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody puts words into the mouths of others."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Hiding is enough, and can be undone."""
        return False

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Who may hide messages and show them again."""
        return request.user.has_perm("talk.hide_message")

    @admin.action(permissions=["hide"], description=_("Hide the selected messages"))
    def hide(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Take them off the tables."""
        self._set_hidden(request, queryset, hidden=True)

    @admin.action(permissions=["hide"], description=_("Show the selected messages again"))
    def show(self, request: HttpRequest, queryset: QuerySet[Message]) -> None:
        """Put them back."""
        self._set_hidden(request, queryset, hidden=False)

    def _set_hidden(self, request: HttpRequest, queryset: QuerySet[Message], *, hidden: bool) -> None:
        found = [message for message in self.held(queryset) if message.hidden != hidden]
        Message.objects.filter(pk__in=[message.pk for message in found]).update(hidden=hidden)
        self.audit(request, Action.HID_MESSAGE if hidden else Action.SHOWED_MESSAGE, found)
        count = len(found)
        if hidden:
            said = ngettext("%(count)d message hidden.", "%(count)d messages hidden.", count)
        else:
            said = ngettext("%(count)d message shown again.", "%(count)d messages shown again.", count)
        self.message_user(request, said % {"count": count}, messages.SUCCESS)
