"""The audit in the admin: to read and to filter, and nothing else."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.audit.audit import Action, kind_of
from accounts.audit.models import AuditEntry
from accounts.models import Account, Player
from moderation.cases.models import Case
from moderation.staff import hidden_content, people_admin  # noqa: F401
from web.admin import Bounded, ReadOnly
from web.generic import ModelAdmin


class WithNames(ChangeList):
    """A page of the audit, with the names that accounts and players bear now, by two queries."""

    def get_results(self, request: HttpRequest) -> None:
        """The rows, each with `who` and `whose`."""
        super().get_results(request)
        rows = list(self.result_list)
        names = _names({row.actor for row in rows if row.actor} | set(filter(None, map(_person, rows))))
        for row in rows:
            row.who, row.whose = names.get(row.actor), names.get(_person(row))
        self.result_list = rows


def _person(entry: AuditEntry) -> UUID | None:
    return UUID(entry.target) if entry.kind in {kind_of(Account), kind_of(Player)} and entry.target else None


def _names(ids: set[UUID]) -> dict[UUID | None, str]:
    accounts = Account.objects.filter(pk__in=ids).values_list("pk", "username")
    players = Player.objects.filter(pk__in=ids).values_list("pk", "name")
    return {**dict(accounts), **dict(players)}


class OfKind(admin.SimpleListFilter):
    """Entries about rows of one kind, of those of the admin. Django would look through the whole audit for what kinds
    there are."""

    title, parameter_name = _("what was acted on"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        models = (model for model in apps.get_models() if admin.site.is_registered(model))
        kinds = ((kind_of(model), capfirst(str(model._meta.verbose_name))) for model in models)
        return sorted(kinds, key=lambda kind: kind[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditAdmin(ReadOnly, Bounded, ModelAdmin[AuditEntry]):
    """Actions of people with powers. Names are the present ones; deleted accounts have none."""

    for_moderators = ("view",)
    list_display = ("number", "time", "by", "action", "kind", "about", "fields")
    list_display_links = None
    list_filter = ("action", OfKind, ("time", admin.DateFieldListFilter))
    search_fields = ("=actor", "=target")
    search_help_text = _("The whole id of an account, or of what was acted on.")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return WithNames

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """All of it to operators; to moderators, who may be penalised themselves, without the deciders of appeals."""
        rows = super().get_queryset(request)
        return rows if request.user.is_superuser else rows.exclude(action=Action.DECIDED_APPEAL)

    @admin.display(description=_("number"), ordering="version")
    def number(self, entry: AuditEntry) -> int:
        number: int = entry.version
        return number

    @admin.display(description=_("by"), ordering="actor")
    def by(self, entry: Any) -> str:
        if entry.actor is None:
            return str(_("The server's command line"))
        return f"{entry.who or '—'} ({entry.actor})"

    @admin.display(description=_("what"), ordering="target")
    def about(self, entry: Any) -> str:
        return f"{entry.whose} ({entry.target})" if entry.whose else entry.target


@admin.register(Case)
class CaseAdmin(ReadOnly, Bounded, ModelAdmin[Case]):
    """Cases as the log has them, for operators to look up. Moderators handle them on pages of their own, without those
    that are left to others.
    """

    for_moderators = ("handle",)
    list_display = ("opened", "kind", "source", "state", "reports", "outcome", "decided")
    list_filter = ("state", "kind", "outcome")
    search_fields = ("=id", "=about")
    search_help_text = _("The whole id of a case, or of the player whom it is about.")
    fields = (
        "stream",
        "kind",
        "source",
        "about",
        "state",
        "score",
        "reports",
        "opened",
        "claimed_by",
        "outcome",
        "decided",
        "decided_by",
    )
    readonly_fields = ("stream",)

    @admin.display(description=_("id"))
    def stream(self, case: Case) -> str:
        return str(case.id)
