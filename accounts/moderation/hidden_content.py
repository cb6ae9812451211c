"""Pages of the admin on which moderators hide what was reported, or leave it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.audit.audit import Action
from accounts.audit.audited_admin import Audited, M
from accounts.models import Report
from accounts.moderation.exclusions import reported, reported_for
from accounts.people.accounts import player_of
from web.admin import Bounded


class ReportedTexts(Bounded, Audited[M]):
    """Reported texts only: what nobody has complained of is nobody's business. They can be hidden, and shown again.

    Attributes:
        kind: what is reported.
        acts: what the audit calls hiding and showing.
        permission: of who may do so.
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
        """Who may hide them and show them again."""
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
        found = [one for one in self.held(queryset) if one.hidden != hidden]
        self.model._default_manager.filter(pk__in=[one.pk for one in found]).update(hidden=hidden)
        self.audit(request, self.acts[0] if hidden else self.acts[1], found)
        self.message_user(request, self.told(len(found), hidden=hidden), messages.SUCCESS)

    def told(self, count: int, *, hidden: bool) -> str:
        """How many were hidden or shown again, in words."""
        raise NotImplementedError
