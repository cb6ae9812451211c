"""What pages of the admin share."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpRequest
from django.utils.functional import cached_property

from web.generic import Paginator

COUNTED = 1000
"""So many rows of a list can be paged through. Who looks for an older one filters or searches."""


class ReadOnly:
    """A page of rows to look up, never to change: what the log says is changed by events alone."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class BoundedPaginator(Paginator[Any]):
    """Counts no more than `COUNTED` rows: to count all would cost the more the more there are."""

    @cached_property
    def count(self) -> int:
        """How many rows can be paged through."""
        rows: Any = self.object_list
        return int(rows[:COUNTED].count())


class Bounded:
    """A list that costs the same however long it is: the newest rows, and no count of all."""

    paginator: type[Any] = BoundedPaginator
    show_full_result_count = False
    list_filter: ClassVar[Any] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """A list is filtered by what it offers, and by nothing else that an address may ask for: Django lets it ask
        for each column, a secret one character at a time.
        """
        offered = (item[0] if isinstance(item, tuple) else item for item in self.list_filter)
        return any(
            lookup == item or lookup.startswith(f"{item}__") if isinstance(item, str) else lookup == item.parameter_name
            for item in offered
        )
