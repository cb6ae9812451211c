"""Pages of the admin whose every change is written into the audit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from accounts.audit import audit
from accounts.audit.audit import Action
from web.generic import ModelAdmin

M = TypeVar("M", bound=Model)


class Audited(ModelAdmin[M]):
    """A page of the admin. What it adds, changes and deletes goes into the audit, in one transaction with the doing.

    An action of a page has a permission, `@admin.action(permissions=[…])`, and calls `self.audit`.

    Attributes:
        for_moderators: what moderators may do here, such as `view`; the group gets these permissions by `migrate`.
    """

    for_moderators: tuple[str, ...] = ()

    def audit(self, request: HttpRequest, action: Action, rows: Iterable[Model], fields: Iterable[str] = ()) -> None:
        """Write into the audit what somebody signed in does to these rows, with the `fields` that change."""
        audit.record(action, by=request.user.pk, on=rows, fields=fields)

    def construct_change_message(self, request: Any, form: Any, formsets: Any, add: bool = False) -> Any:
        """Remember which fields the form has changed, by their names in the code."""
        request.audited = () if add else tuple(form.changed_data)
        return super().construct_change_message(request, form, formsets, add)

    def log_addition(self, request: Any, obj: Any, message: Any) -> Any:
        """Note that a row was added."""
        self.audit(request, Action.ADDED, [obj])
        return super().log_addition(request, obj, message)

    def log_change(self, request: Any, obj: Any, message: Any) -> Any:
        """Note that a row was changed, and in which fields; a form that changed nothing is nothing."""
        if fields := getattr(request, "audited", ()):
            self.audit(request, Action.CHANGED, [obj], fields)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: Any, queryset: Any) -> Any:
        """Note that rows are deleted."""
        self.audit(request, Action.DELETED, queryset)
        return super().log_deletions(request, queryset)

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *args: Any) -> HttpResponse | None:
        """Do an action for several rows in one transaction with what the audit says of it."""
        with transaction.atomic():
            return super().response_action(request, queryset, *args)

    def held(self, queryset: QuerySet[Any]) -> Sequence[Any]:
        """The rows of an action, locked until it is done, always in the same order."""
        return list(queryset.order_by("pk").select_for_update(of=("self",)))
