"""Pages of a list by keys: a page begins after a row, not after so many rows. So the last page costs what the first one
does, and a link to a page shows the same rows while new ones come in above.

Most lists run from the newest row to the oldest, by two columns: a time, and an id that tells two of the same time
apart (`page_of`). Others have an order of more columns, some of them empty (`page_in_order`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    time, text = by
    order = [time, text] if cursor.upwards else [f"-{time}", f"-{text}"]
    if cursor.key is not None:
        at, this = cursor.key
        than = "gt" if cursor.upwards else "lt"
        # The first condition says no more than the second, but an index knows it.
        rows = rows.filter(
            Q(**{f"{time}__{than}e": at}), Q(**{f"{time}__{than}": at}) | Q(**{time: at, f"{text}__{than}": this})
        )
    return rows.order_by(*order)[: size + 1]


def page_of(rows: QuerySet[M], size: int, cursor: PageCursor, by: tuple[str, str]) -> Page[M]:
    """A page of rows. `rows`, `size`, `cursor` and `by` are those of `cut`."""
    return _page(list(cut(rows, size, cursor, by)), size, inside=cursor.key is not None, upwards=cursor.upwards)


def page_in_order(
    rows: QuerySet[M], size: int, order: Sequence[str], beside: Sequence[Any] | None = None, *, upwards: bool = False
) -> Page[M]:
    """A page of rows in an order of several columns; “newer” are those above it.

    Each statement reads a stretch of an index on these columns, until the page is full. First come the rows that agree
    with `beside` in all columns but the last and lie further on in that one; then those that agree in all but the last
    two; and so on.

    Args:
        rows: all that may be shown, in any order.
        size: of a page.
        order: the columns, with `-` for a falling one; the last tells all rows apart. Where one is empty its row
            counts as the largest, as PostgreSQL has it.
        beside: the values of these columns in the row next to the page, which is not on it; None for a page at the
            beginning, or at the end if it runs upwards.
        upwards: the page ends above that row.
    """
    falls = [(name.removeprefix("-"), name.startswith("-") is not upwards) for name in order]
    # Written out, because `reverse` of a query set would have empty values elsewhere.
    rows = rows.order_by(*(f"-{name}" if falling else name for name, falling in falls))
    stretches = [Q()] if beside is None else _further(falls, beside)
    read: list[M] = []
    for stretch in stretches:
        read += rows.filter(stretch)[: size + 1 - len(read)]
        if len(read) > size:
            break
    return _page(read, size, inside=beside is not None, upwards=upwards)


def _further(falls: Sequence[tuple[str, bool]], beside: Sequence[Any]) -> Iterator[Q]:
    """The rows further on than one, the nearest ones first.

    Args:
        falls: the columns, and whether each falls.
        beside: the values of the row.
    """
    for place in reversed(range(len(falls))):
        alike = Q(
            *(
                Q(**{f"{name}__isnull": True}) if value is None else Q(**{name: value})
                for (name, _falling), value in zip(falls[:place], beside, strict=False)
            )
        )
        (name, falling), value = falls[place], beside[place]
        if falling:
            yield alike & (Q(**{f"{name}__isnull": False}) if value is None else Q(**{f"{name}__lt": value}))
        elif value is not None:
            yield alike & Q(**{f"{name}__gt": value})
            yield alike & Q(**{f"{name}__isnull": True})


def page_of_keys(keys: Sequence[Key], size: int, cursor: PageCursor) -> Page[Key]:
    """A page of keys that were cut from several lists.

    Args:
        size, cursor: as of `cut`.
        keys: in ascending order.
    """
    ordered = keys if cursor.upwards else keys[::-1]
    return _page(list(ordered[: size + 1]), size, inside=cursor.key is not None, upwards=cursor.upwards)


def _page(read: list[Any], size: int, *, inside: bool, upwards: bool) -> Page[Any]:
    rows, beyond = read[:size], len(read) > size
    return Page(rows[::-1], beyond, inside) if upwards else Page(rows, inside, beyond)
