"""Whether what a notice says is still so. Public facts alone decide, as its room says (`notices.kinds.registry`)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from notices.kinds.registry import by_subject, kind_of
from notices.models import Notice


def rows_of(notices: list[Notice]) -> dict[UUID, Any]:
    """What says whether notices hold, by their ids: the rows of what they are about, as far as that is there."""
    rows: dict[UUID, Any] = {}
    for subject, some in by_subject(notices).items():
        rows |= subject.rows(some)
    return rows


def is_true(notice: Notice, row: Any) -> bool:
    """Whether a notice is not out of date.

    Args:
        row: its own of `rows_of`, or None.
    """
    return kind_of(notice.kind).holds(notice, row)


def still_true(notices: list[Notice]) -> list[Notice]:
    """Those of the notices that are not out of date, in their order."""
    rows = rows_of(notices)
    return [notice for notice in notices if is_true(notice, rows.get(notice.id))]
