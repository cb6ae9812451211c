"""Pages of the admin on which moderators hide what was reported, or leave it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.audit.audit import Action
from accounts.audit.audited_admin import Audited, M
from accounts.models import Report
from accounts.people.accounts import player_of
from library.studies.models import Study, StudyComment
from moderation.cases.exclusions import reported, reported_for
from moderation.cases.redaction import is_sealed
from play.talk.models import Message
from web.admin import Bounded


class ReportedTexts(Bounded, Audited[M]):
    """Reported texts only: what nobody has complained of is nobody's business. They can be hidden, and shown again.

    Attributes:
        kind: what is reported.
        acts: what the audit calls hiding and showing.
        permission: that is needed.
    """

    for_moderators = ("view", "hide")
    list_filter = ("hidden",)
    actions = ("hide", "show")
    kind: Report.Kind
    acts: tuple[Action, Action]
    permission: str

    def get_queryset(self, request: Any) -> QuerySet[M]:
        """Those that were reported; to moderators without those of cases that are left to others."""
        rows = super().get_queryset(request)
        if not request.user.is_superuser:
            return rows.filter(id__in=reported_for(self.kind.value, player_of(request.user)))
        # The ids are few; joined, the planner may go through all that was ever written.
        return rows.filter(id__in=list(reported(self.kind.value).values_list("target", flat=True)))

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
        """Whether the user may hide and show them."""
        return request.user.has_perm(self.permission)

    @admin.action(permissions=["hide"], description=_("Hide what is selected"))
    def hide(self, request: HttpRequest, queryset: QuerySet[M]) -> None:
        """Take them from the eyes of readers."""
        self._set_hidden(request, queryset, hidden=True)

    @admin.action(permissions=["hide"], description=_("Show what is selected again"))
    def show(self, request: HttpRequest, queryset: QuerySet[M]) -> None:
        """Put them back."""
        self._set_hidden(request, queryset, hidden=False)

    def _set_hidden(self, request: HttpRequest, queryset: QuerySet[M], *, hidden: bool) -> None:
        results = [item for item in self.held(queryset) if item.hidden != hidden]
        queryset.filter(pk__in=[result.pk for result in results]).update(hidden=hidden)
        self.audit(request, self.acts[0] if hidden else self.acts[1], results)
        self.message_user(request, self.success_message(len(results), hidden=hidden), messages.SUCCESS)

    def success_message(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        raise NotImplementedError


@admin.register(Message)
class MessageAdmin(ReportedTexts[Message]):
    """Reported messages only: what players say to one another is nobody else's business."""

    list_display = ("sent", "author", "said", "hidden")
    list_select_related = ("author",)
    fields = ("sent", "author", "said", "hidden")
    readonly_fields = fields
    kind = Report.Kind.MESSAGE
    acts = (Action.HID_MESSAGE, Action.SHOWED_MESSAGE)
    permission = "talk.hide_message"

    @admin.display(description=_("text"))
    def said(self, message: Message) -> str:
        """The words, unless they may reveal a rank, or that a game is over: the page of the case opens them, and the
        players see that."""
        if is_sealed(Report.Kind.MESSAGE.value, message.pk):
            return str(_("Sealed until the game is open: see the case."))
        return message.get_phrase_display() if message.phrase else message.text

    def success_message(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d message hidden.", "%(count)d messages hidden.", count) % {"count": count}
        words = ngettext("%(count)d message shown again.", "%(count)d messages shown again.", count)
        return words % {"count": count}


@admin.register(Study)
class StudyAdmin(ReportedTexts[Study]):
    """Studies whose title, or all of which, somebody has reported."""

    list_display = ("created", "key", "title", "visibility", "hidden")
    fields = ("created", "key", "title", "visibility", "hidden")
    readonly_fields = fields
    kind = Report.Kind.STUDY
    acts = (Action.HID_STUDY, Action.SHOWED_STUDY)
    permission = "studies.hide_study"

    def success_message(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d study hidden.", "%(count)d studies hidden.", count) % {"count": count}
        words = ngettext("%(count)d study shown again.", "%(count)d studies shown again.", count)
        return words % {"count": count}


@admin.register(StudyComment)
class StudyCommentAdmin(ReportedTexts[StudyComment]):
    """Comments that somebody has reported."""

    list_display = ("written", "author", "text", "hidden")
    list_select_related = ("author",)
    fields = ("written", "author", "text", "hidden")
    readonly_fields = fields
    kind = Report.Kind.COMMENT
    acts = (Action.HID_COMMENT, Action.SHOWED_COMMENT)
    permission = "studies.hide_studycomment"

    def success_message(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        if hidden:
            return ngettext("%(count)d comment hidden.", "%(count)d comments hidden.", count) % {"count": count}
        words = ngettext("%(count)d comment shown again.", "%(count)d comments shown again.", count)
        return words % {"count": count}
