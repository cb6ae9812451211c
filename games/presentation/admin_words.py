"""Games in words on pages of the admin: rows have slugs and codes."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.presentation.words import variant_name
from games.rules import VARIANTS


class OfRuleBook(admin.SimpleListFilter):
    """Rows of one rule book. Django would look through all rows for which there are."""

    title, parameter_name = gettext_lazy("rule book"), "variant"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(slug, variant_name(slug)) for slug in VARIANTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the one that is chosen."""
        return queryset.filter(variant=self.value()) if self.value() else queryset


class WithRuleBook:
    """A page with the column `book`."""

    @admin.display(description=gettext_lazy("rule book"))
    def book(self, row: Any) -> str:
        return variant_name(row.variant)
