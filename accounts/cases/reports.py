"""Reports: what players want a moderator to look at. Each goes into a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.cases.command_handler import lock
from accounts.cases.events import ReportAdded
from accounts.cases.intake import add_to_case, wait_for_same
from accounts.cases.kinds import CaseKind
from accounts.cases.priority import OFTEN, weight
from accounts.cases.texts import hash_of
from accounts.models import Player, Report
from eventlog.canonical import microseconds
from eventlog.sources import new_salt
from web.words import clean_text


@dataclass(frozen=True, slots=True)
class Reportable:
    """Something that can be reported. `excerpt` is what it says now, kept with the report; `url` is where it is.

    Attributes:
        about: whom it is about, whose words it has; None for a thing that is nobody's.
        choices: several players whom it may be about, of whom the reporter chooses: those who sit at a game.
        title: what it is called on the form, if not by the name of a player.
    """

    about: Player | None
    excerpt: str
    url: str
    choices: tuple[Player, ...] = ()
    title: str = ""


Finder = Callable[[UUID, Player], "Reportable | None"]

_FINDERS: dict[str, Finder] = {}

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


def reportable(kind: str) -> Callable[[Finder], Finder]:
    """Register what finds the things of a kind of report.

    It stands best in a module `reportables.py` of its app, which is loaded with Django.

    The function takes the id of a thing and the player who reports it. It returns None if there is no such thing, and
    if that player may not see it.
    """

    def register(finder: Finder) -> Finder:
        _FINDERS[kind] = finder
        return finder

    return register


Named = Callable[[str], "UUID | None"]

_BY_KEY: dict[str, Named] = {}


def by_key(kind: str) -> Callable[[Named], Named]:
    """Registers what finds the id of a thing by the public key of its address, for things that have one."""

    def register(finder: Named) -> Named:
        _BY_KEY[kind] = finder
        return finder

    return register


def id_of(kind: str, named: str) -> UUID | None:
    """The id of a thing that an address names by its key, or by its id if it has none; None if there is no such."""
    finder = _BY_KEY.get(kind)
    if finder is not None:
        return finder(named)
    try:
        return UUID(named)
    except ValueError:
        return None


def found(kind: str, target: UUID, reporter: Player) -> Reportable | None:
    """The thing that somebody wants to report; None if there is none, or none that this player may see.

    Args:
        kind: as it was registered by `@reportable`.
        target: the id of the thing.
        reporter: who reports it.
    """
    finder = _FINDERS.get(kind)
    return finder(target, reporter) if finder else None


@reportable(Report.Kind.PLAYER.value)
def _player(target: UUID, reporter: Player) -> Reportable | None:
    player = Player.objects.filter(pk=target).first()
    if player is None or not player.member:
        return None
    return Reportable(about=player, excerpt=player.name, url="")


def report(*, kind: str, target: UUID, reporter: Player, why: str, text: str, about: Player | None = None) -> Report:
    """Report a player or a thing: it goes into the open case about the same. A second report of the same by the same
    player for the same reason replaces the first, while that is open.

    Args:
        kind: a `Report.Kind`.
        target: id of the player or the thing.
        reporter: who reports.
        why: a `CaseKind`.
        text: the reporter's own words, at most 1000 characters.
        about: whom of the thing's `choices` it is about.

    Raises:
        LookupError: there is no such thing, or the reporter cannot see it.
        ValueError: nobody can report themselves; or `about` is not one of the choices.
    """
    kind = str(kind)
    thing = found(kind, target, reporter)
    if thing is None:
        raise LookupError(kind)
    if thing.choices and about not in thing.choices:
        raise ValueError("it is about none of these")
    concerned = about if thing.choices else thing.about
    if concerned is not None and concerned.pk == reporter.pk:
        raise ValueError("a player cannot report itself")
    told = {"text": clean_text(text), "excerpt": thing.excerpt[:2000], "salt": new_salt()}
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
        made, _new = Report.objects.update_or_create(**same, state=Report.State.OPEN, defaults=told)
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
    """What a case is told of a report: ids, codes and the hashes of the words."""
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
    """Closes the reports of a case; returns how many there were."""
    rows = Report.objects.filter(case=case, state=Report.State.OPEN)
    return rows.update(state=state, closed=timezone.now())


def reverse_reports(case: UUID) -> int:
    """Notes that nothing stands of what followed from the reports of a case, and has who made them told."""
    rows = Report.objects.filter(case=case, state=Report.State.RESOLVED)
    return rows.update(state=Report.State.REVERSED, told=False)


def record_of(reporter: UUID) -> tuple[int, int]:
    """How many of somebody's last reports were right, and how many were wrong. Those of which nobody decided, or that
    were judged in two ways, say nothing."""
    closed = Report.objects.filter(reporter=reporter, closed__isnull=False).order_by("-closed")
    states = list(closed.values_list("state", flat=True)[:OFTEN])
    return states.count(Report.State.RESOLVED), states.count(Report.State.DISMISSED)


def reports_of(cases: Iterable[UUID], most: int) -> list[Report]:
    """The reports of some cases that are still there, the newest first, with whom they name."""
    rows = Report.objects.filter(case__in=list(cases)).select_related("about", "reporter")
    return list(rows.order_by("-created", "reporter", "pk")[:most])
