"""Reports: what players want a moderator to look at. Each goes into a case."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Player, Report
from eventlog.aggregate import lock
from eventlog.canonical import microseconds
from eventlog.sources import new_salt
from moderation.cases.events import ReportAdded
from moderation.cases.intake import add_to_case, wait_for_same
from moderation.cases.kinds import CaseKind
from moderation.cases.priority import OFTEN, weight
from moderation.cases.reportables import find
from moderation.cases.texts import hash_of
from web.words import clean_text

_OF_WORDS = (CaseKind.ABUSE, CaseKind.NAME, CaseKind.SPAM, CaseKind.TELLING, CaseKind.OTHER)

KINDS_OF: dict[str, tuple[CaseKind, ...]] = {
    Report.Kind.PLAYER: tuple(kind for kind in CaseKind if kind != CaseKind.WRONG),
    Report.Kind.GAME: (
        CaseKind.STOPPED_PLAYING,
        CaseKind.STALLING,
        CaseKind.DRAW_REFUSAL,
        CaseKind.CHASING,
        CaseKind.ABUSE,
        CaseKind.BOOSTING,
        CaseKind.TELLING,
        CaseKind.COLLUSION,
        CaseKind.CHEATING,
        CaseKind.OTHER,
    ),
    Report.Kind.MESSAGE: _OF_WORDS,
    Report.Kind.LETTER: (CaseKind.ABUSE, CaseKind.NAME, CaseKind.SPAM, CaseKind.POWERS, CaseKind.OTHER),
    Report.Kind.NOTE: _OF_WORDS,
    Report.Kind.STUDY: _OF_WORDS,
    Report.Kind.COMMENT: _OF_WORDS,
    Report.Kind.PUZZLE: (CaseKind.WRONG, CaseKind.OTHER),
}
"""What can be wrong with each kind of thing, as the form asks."""


def report(*, kind: str, target: UUID, reporter: Player, why: str, text: str, about: Player | None = None) -> Report:
    """Report a player or a thing: it goes into the open case about the same. A second report of the same by the same
    player for the same reason replaces the first, while that is open.

    Args:
        kind: a `Report.Kind`.
        target: id of the player or the thing.
        reporter: who reports.
        why: a `CaseKind`.
        text: the reporter's own words, at most 1000 characters.
        about: the player concerned, of the thing's `choices`.

    Raises:
        LookupError: there is no such thing, or the reporter cannot see it.
        ValueError: nobody can report themselves; or `about` is not one of the choices.
    """
    kind = str(kind)
    thing = find(kind, target, reporter)
    if thing is None:
        raise LookupError(kind)
    if thing.choices and about not in thing.choices:
        raise ValueError("it is about none of these")
    concerned = about if thing.choices else thing.about
    if concerned is not None and concerned.pk == reporter.pk:
        raise ValueError("a player cannot report itself")
    values = {"text": clean_text(text), "excerpt": thing.excerpt[:2000], "salt": new_salt()}
    same: dict[str, Any] = {
        "kind": kind,
        "target": target,
        "reporter": reporter,
        "why": CaseKind(why).value,
        "about": concerned,
    }
    with transaction.atomic():
        wait_for_same(same["why"], target if concerned is None else concerned.pk)
        before = Report.objects.filter(**same, state=Report.State.OPEN, case__isnull=False)
        for case in before.values_list("case", flat=True):
            assert case is not None
            lock(case)  # who decides it closes the row that is written next
        made, _new = Report.objects.update_or_create(**same, state=Report.State.OPEN, defaults=values)
        made.case = _into_case(made)
        made.save(update_fields=["case"])
    return made


def adopt_reports() -> int:
    """Opens cases for reports that are open and have none, from before there were cases; returns for how many.

    It runs after every `migrate`, and finds nothing from the second time on.
    """
    rows = Report.objects.filter(state=Report.State.OPEN, case=None).select_related("about").order_by("created", "pk")
    count = 0
    for row in rows:
        with transaction.atomic():
            row.salt = new_salt()
            row.case = _into_case(row, at=row.created)
            row.save(update_fields=["salt", "case"])
        count += 1
    return count


def _into_case(row: Report, *, at: datetime | None = None) -> UUID:
    """Adds a report to the open case about the same, or opens it."""
    nobodys = row.about_id is None
    return add_to_case(
        kind=row.why,
        about=row.about_id,
        thing=row.kind if nobodys else None,
        target=row.target if nobodys else None,
        source="report",
        events=[_as_event(row, at)],
        by=row.reporter_id,
    )


def _as_event(row: Report, at: datetime | None) -> ReportAdded:
    """The data of a report for a case: ids, codes and the hashes of the words."""
    salt = bytes(row.salt)
    return ReportAdded(
        report=row.pk,
        reporter=row.reporter_id,
        why=row.why,
        thing=row.kind,
        target=row.target,
        weight=weight(*record_of(row.reporter_id)),
        words_hash=hash_of(salt, row.text) if row.text else None,
        excerpt_hash=hash_of(salt, row.excerpt) if row.excerpt else None,
        at=None if at is None else microseconds(at),
    )


def close_reports(case: UUID, state: Report.State) -> int:
    rows = Report.objects.filter(case=case, state=Report.State.OPEN)
    return rows.update(state=state, closed=timezone.now())


def reverse_reports(case: UUID) -> int:
    """Records that the consequences of a case's reports were reversed, and notifies their authors."""
    rows = Report.objects.filter(case=case, state=Report.State.RESOLVED)
    return rows.update(state=Report.State.REVERSED, told=False)


def record_of(reporter: UUID) -> tuple[int, int]:
    """How many of somebody's last reports were right, and how many were wrong. Those of which nobody decided, or that
    were judged in two ways, say nothing."""
    closed = Report.objects.filter(reporter=reporter, closed__isnull=False).order_by("-closed")
    states = list(closed.values_list("state", flat=True)[:OFTEN])
    return states.count(Report.State.RESOLVED), states.count(Report.State.DISMISSED)


def reports_of(cases: Iterable[UUID], most: int) -> list[Report]:
    """The reports of some cases that are still there, the newest first, with the players whom they name."""
    rows = Report.objects.filter(case__in=list(cases)).select_related("about", "reporter")
    return list(rows.order_by("-created", "reporter", "pk")[:most])
