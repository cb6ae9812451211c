"""Pages of a list by keys: a page begins after a row, not after so many rows. So the last page costs what the first one
does, and a link to a page shows the same rows while new ones come in above.

Lists run from the newest row to the oldest, by two columns: a time, and an id that tells two of the same time apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

T = TypeVar("T")
M = TypeVar("M", bound=Model)

Key = tuple[datetime, UUID]


@dataclass(frozen=True, slots=True)
class PageCursor:
    """Where a page begins: at the newest row if `key` is None, at the oldest if it is to run upwards.

    Args:
        key: of the row next to the page, which is not on it.
        upwards: the page ends above that row; otherwise it begins below.
    """

    key: Key | None = None
    upwards: bool = False


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Rows, the newest first, and whether there are newer and older ones."""

    rows: list[T]
    newer: bool
    older: bool


def cut(rows: QuerySet[M], size: int, cursor: PageCursor, by: tuple[str, str]) -> QuerySet[M]:
    """The rows of a page in the order in which they are read, and one more, which says whether there is another page.

    Args:
        rows: all that may be shown.
        size: of a page.
        cursor: where the page begins, and which way it runs.
        by: the names of the two columns; an index has both.
    """
    time, one = by
    order = [time, one] if cursor.upwards else [f"-{time}", f"-{one}"]
    if cursor.key is not None:
        at, this = cursor.key
        than = "gt" if cursor.upwards else "lt"
        # The first condition says no more than the second, but an index knows it.
        rows = rows.filter(
            Q(**{f"{time}__{than}e": at}), Q(**{f"{time}__{than}": at}) | Q(**{time: at, f"{one}__{than}": this})
        )
    return rows.order_by(*order)[: size + 1]


def page_of(rows: QuerySet[M], size: int, cursor: PageCursor, by: tuple[str, str]) -> Page[M]:
    """A page of rows. `rows`, `size`, `cursor` and `by` are those of `cut`."""
    return _page(list(cut(rows, size, cursor, by)), size, cursor)


def page_of_keys(keys: Sequence[Key], size: int, cursor: PageCursor) -> Page[Key]:
    """A page of keys that were cut from several lists.

    Args:
        size, cursor: as of `cut`.
        keys: in ascending order.
    """
    ordered = keys if cursor.upwards else keys[::-1]
    return _page(list(ordered[: size + 1]), size, cursor)


def _page(read: list[Any], size: int, cursor: PageCursor) -> Page[Any]:
    rows, beyond = read[:size], len(read) > size
    inside = cursor.key is not None
    return Page(rows[::-1], beyond, inside) if cursor.upwards else Page(rows, inside, beyond)
