"""What the page of a case shows: reports, suspicions, evidence, what happened before, and what happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.conduct.words import rule_text
from accounts.models import Penalty, Player, Report
from eventlog.registry import Stored
from eventlog.store import load
from moderation.cases import events as e
from moderation.cases import reportables, reports
from moderation.cases.appeals import kept_from
from moderation.cases.commands import opened_at_hand, opened_in
from moderation.cases.exclusions import excluded_from
from moderation.cases.fold import CaseFold, fold
from moderation.cases.intake import OPEN
from moderation.cases.models import Appeal, Case, CaseText
from moderation.cases.redaction import is_sealed
from moderation.cases.texts import texts_of
from moderation.evidence.detectors import detector_name, figure_words
from moderation.evidence.panels import panels_of
from moderation.evidence.parts import Panel
from moderation.staff.queue import CaseRow, names_of, rows_of
from moderation.staff.words import event_words, kind_words, players_in

MOST = 50
"""So many reports, earlier cases and penalties a page shows, the newest first."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A report on the page.

    Attributes:
        text: what the reporter wrote; empty if there is nothing, or it is sealed, as it may quote what is.
        excerpt: what the thing said when it was reported; empty likewise.
        opens: of what is sealed: what opens it, and the id of that; else None.
        url: the address of the thing; empty if it is deleted.
    """

    report: Report
    why: str
    thing: str
    reporter: str
    text: str
    excerpt: str
    opens: tuple[str, UUID] | None
    url: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What a moderator wrote for the others."""

    at: datetime
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class SuspicionLine:
    """What a detector told, in words."""

    detector: str
    percent: int
    figures: tuple[tuple[str, int], ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Something that happened to the case."""

    at: datetime
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class CasePage:
    """The page of a case for one moderator.

    Attributes:
        held: the moderator has it.
        open: still to be decided.
        evidence: the panels; None as long as the moderator has not taken the case.
        more: how many reports there are beyond those shown; `more_notes`: how many notes, or erased ones.
        earlier: other cases about the same player; those open can be merged.
        penalties: those of other cases about the same player, each with its rule in words.
        reasons: why it was decided so, and what penalised players were told.
        appealed: the penalties of the case with an appeal that the moderator may hear.
    """

    row: CaseRow
    held: bool
    open: bool
    reports: tuple[ReportLine, ...]
    more: int
    suspicions: tuple[SuspicionLine, ...]
    notes: tuple[NoteLine, ...]
    more_notes: int
    evidence: tuple[Panel, ...] | None
    earlier: tuple[CaseRow, ...]
    penalties: tuple[tuple[Penalty, str], ...]
    given: tuple[tuple[Penalty, str], ...]
    appealed: frozenset[UUID]
    reason: str
    history: tuple[HistoryLine, ...]


def case_page(case: Case, moderator: Player, *, all_notes: bool = False) -> CasePage:
    """The page of a case that this moderator may handle.

    Args:
        all_notes: with all that moderators wrote, where there is more than a page shows.
    """
    stored = list(load(case.pk))
    now = fold((item.event, item.time) for item in stored)
    (row,) = rows_of([case], moderator)
    open_now = case.state in OPEN
    result = reports.reports_of([case.pk], MOST)
    earlier = _earlier(case, moderator)
    shows_evidence = row.mine or not open_now
    penalties = _penalties(case)
    appealed = _appealed(case, moderator)
    evidence = None
    if shows_evidence:
        with opened_at_hand(case.pk, moderator.pk, opened_in(stored, moderator.pk)):
            evidence = tuple(panels_of(case, moderator))
    written = _notes(now, None if all_notes else MOST)
    texts = texts_of(
        [penalty.reason for penalty in now.penalties.values() if penalty.reason] + ([now.reason] if now.reason else [])
    )
    return CasePage(
        row=row,
        held=row.mine,
        open=open_now,
        reports=tuple(_report_lines(result, moderator, stored)),
        more=max(0, len(now.reports) - len(result)),
        suspicions=tuple(_suspicions(now)),
        notes=tuple(written),
        more_notes=sum(1 for note in now.notes if note.words is not None) - len(written) if not all_notes else 0,
        evidence=evidence,
        earlier=tuple(earlier),
        penalties=tuple((penalty, rule_text(penalty.rule)) for penalty in penalties if penalty.case != case.pk),
        given=tuple((penalty, texts.get(penalty.reason, "") if penalty.reason else "") for penalty in _given(case)),
        appealed=appealed,
        reason=texts.get(now.reason, "") if now.reason else "",
        history=tuple(_history([item for item in stored if _may_see(item.event, appealed)])),
    )


def _report_lines(result: Sequence[Report], moderator: Player, stored: Sequence[Stored]) -> list[ReportLine]:
    """Reports in words. Sealed words are quoted only to a moderator who has opened them."""
    opened = opened_in(stored, moderator.pk)
    things = {(report.kind, report.target): report for report in result if report.kind != Report.Kind.PLAYER}
    urls = {thing: _url(report) for thing, report in things.items()}
    closed = {thing for thing in things if thing not in opened and is_sealed(*thing)}
    lines = []
    for report in result:
        thing = report.kind, report.target
        opens = thing if thing in closed else ("report", report.pk)
        is_closed = thing in closed or (opens not in opened and is_sealed(*opens))
        lines.append(
            ReportLine(
                report=report,
                why=kind_words(report.why),
                thing=str(Report.Kind(report.kind).label),
                reporter=report.reporter.name,
                text="" if is_closed else report.text,
                excerpt="" if is_closed or thing not in things else report.excerpt,
                opens=opens if is_closed else None,
                url=urls.get(thing, ""),
            )
        )
    return lines


def _url(report: Report) -> str:
    thing = reportables.find(report.kind, report.target, report.reporter)
    return "" if thing is None else thing.url


def _suspicions(now: CaseFold) -> list[SuspicionLine]:
    return [
        SuspicionLine(
            detector_name(suspicion.detector),
            suspicion.score // 10,
            tuple(
                (figure_words(suspicion.detector, figure), number)
                for figure, number in sorted(suspicion.figures.items())
            ),
            suspicion.at,
        )
        for suspicion in now.suspicions.values()
    ]


def _notes(now: CaseFold, most: int | None) -> list[NoteLine]:
    """What moderators wrote last, as far as it is not erased, the oldest first."""
    wanted = [note.words for note in now.notes if note.words is not None]
    wanted = wanted if most is None else wanted[-most:]
    rows = CaseText.objects.filter(id__in=wanted).order_by("written", "id") if wanted else []
    names = names_of([row.by for row in rows])
    return [NoteLine(row.written, _who(row.by, names), row.text) for row in rows]


def _earlier(case: Case, moderator: Player) -> list[CaseRow]:
    """Other cases about the same player, the newest first, without those that are left to others."""
    if case.about is None:
        return []
    rows = list(Case.objects.filter(about=case.about).exclude(pk=case.pk).order_by("-opened", "pk")[:MOST])
    rows = [row for row in rows if row.state != Case.State.MERGED]
    left_out = excluded_from(rows, moderator.pk)
    return rows_of([row for row in rows if row.pk not in left_out], moderator)


def _penalties(case: Case) -> list[Penalty]:
    if case.about is None:
        return []
    return list(Penalty.objects.filter(player=case.about).order_by("-begins", "pk")[:MOST])


def _appealed(case: Case, moderator: Player) -> frozenset[UUID]:
    """The penalties of the case of whose appeals the moderator may know."""
    rows = list(Appeal.objects.filter(case=case.pk))
    left_out = kept_from(rows, moderator.pk) if rows else {}
    return frozenset(row.pk for row in rows if row.pk not in left_out)


def _given(case: Case) -> list[Penalty]:
    return list(Penalty.objects.filter(case=case.pk).order_by("begins", "pk"))


def _may_see(event: Any, appealed: frozenset[UUID]) -> bool:
    """Whether the history names an event: those of appeals only to moderators who may hear them."""
    return not isinstance(event, get_args(e.OfAppeal)) or event.penalty in appealed


def _history(stored: Sequence[Stored]) -> list[HistoryLine]:
    shown = [*stored[:1], *stored[1:][-4 * MOST :]]
    names = names_of([stored.actor for stored in shown] + list(players_in([stored.event for stored in shown])))
    return [
        HistoryLine(stored.time, _who(stored.actor, names), event_words(stored.event, names))
        for stored in shown
        if not (isinstance(stored.event, e.ReportAdded) and stored.event.at is not None)
        and not (isinstance(stored.event, e.CaseNoted) and stored.event.words is None)
    ]


def _who(actor: UUID | None, names: dict[UUID, str]) -> str:
    return _("The service") if actor is None else names.get(actor, _("Deleted player"))
