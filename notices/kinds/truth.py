"""Whether what a notice says is still so. Public facts alone decide, as its room says (`notices.kinds.registry`)."""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

from eventlog.statements import Columns, execute
from notices.kinds.registry import ReadBeside, Subject, by_subject, kind_of, read_beside
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


def unread_of(player: UUID, most: int) -> list[tuple[Notice, bool]]:
    """The first unread notices of a player's page, and whether each is not out of date: mostly in one statement."""
    sql, subjects = _unread(most)
    notices, rows = [], {}
    for values in execute(sql, (player,)):
        notice = _NOTICE.object(values)
        assert notice is not None
        notices.append(notice)
        if (read := subjects.get(kind_of(notice.kind).subject)) is not None:
            place, beside = read
            rows[notice.id] = beside.row(values[place : place + beside.number])
    rows |= rows_of([notice for notice in notices if notice.id not in rows])
    return [(notice, is_true(notice, rows.get(notice.id))) for notice in notices]


_NOTICE = Columns(Notice, "n")


@cache
def _unread(most: int) -> tuple[bytes, dict[Subject[Any, Any], tuple[int, ReadBeside[Any]]]]:
    """The statement, and where in its rows the columns of each subject begin."""
    columns, tables, place, subjects = [_NOTICE.sql], [], len(_NOTICE), {}
    for subject, beside in read_beside():
        columns.append(beside.columns)
        tables.append(beside.tables)
        subjects[subject] = place, beside
        place += beside.number
    sql = f"""
SELECT {", ".join(columns)} FROM notices_notice n {" ".join(tables)}
WHERE n.player_id = %s AND n.shown AND n.read IS NULL LIMIT {most}
"""  # noqa: S608 - names of columns, and what rooms register
    return sql.encode(), subjects


def still_true(notices: list[Notice]) -> list[Notice]:
    """Those of the notices that are not out of date, in their order."""
    rows = rows_of(notices)
    return [notice for notice in notices if is_true(notice, rows.get(notice.id))]
