"""The rows of cases, their penalties and their appeals, and the figures of the months, kept in step with the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, get_args
from uuid import UUID

from accounts.models import Penalty, Report
from eventlog.canonical import microseconds
from eventlog.folds import Folds, by_stream
from eventlog.registry import Stored, projection
from eventlog.statements import execute
from moderation.cases import events as e
from moderation.cases.fold import AppealFold, CaseFold, PenaltyFold, fold
from moderation.cases.models import Appeal, Case, CaseLink

CASE_EVENTS: tuple[type[Any], ...] = get_args(e.CaseEvent)

HEARD_WITHIN = timedelta(hours=72)
"""So long an appeal may wait before it rises."""

_MOST_THINGS = 20

CASE_FOLDS = Folds("known cases", fold)


def _applied_versions(streams: Sequence[UUID]) -> Mapping[UUID, int]:
    return dict(Case.objects.filter(id__in=streams).values_list("id", "version"))


@projection(
    "cases",
    events=CASE_EVENTS,
    tables=("cases_case", "players_penalty", "cases_appeal", "cases_caselink", "cases_casefigure"),
    applied_versions=_applied_versions,
)
def project_cases(stored: Sequence[Stored]) -> None:
    """The row of a case, those of its penalties and appeals, and what is counted by the month."""
    counted: Counter[tuple[date, str, str]] = Counter()
    for events in by_stream(stored):
        now = CASE_FOLDS.after(events)
        _write_case(events, now)
        _write_links(events)
        if any(isinstance(event.event, (e.OfPenalty, e.AppealDecided)) for event in events):
            _write_penalties(events[0].stream, now)
        if any(isinstance(event.event, (e.OfAppeal, e.PenaltyReversed)) for event in events):
            _write_appeals(events[0].stream, now)
        counted.update(
            (event.time.date().replace(day=1), *what) for event in events for what in _figures(event.event, now)
        )
    _count(counted)


def _write_case(events: Sequence[Stored], now: CaseFold) -> None:
    values = _values(now) | {"position": events[-1].position}
    fresh = events[0].version == 1
    if fresh:
        Case.objects.create(id=events[0].stream, **values)
    else:
        Case.objects.filter(id=events[0].stream).update(**values)


def _values(now: CaseFold) -> dict[str, Any]:
    parts = now.parts
    return {
        "kind": now.kind,
        "source": now.source,
        "about": now.about,
        "thing": now.thing or "",
        "target": now.target,
        "state": _state(now),
        "score": sum(part.points for part in parts),
        "parts": [list(part) for part in parts],
        "rank": now.rank,
        "reports": len(now.reports),
        "things": _things(now),
        "opened": now.opened,
        "changed": now.changed,
        "claimed_by": now.claimed_by,
        "claimed_until": now.claimed_until,
        "outcome": now.outcome,
        "decided": now.decided,
        "decided_by": now.decided_by,
        "merged_into": now.merged_into,
        "version": now.version,
    }


def _state(now: CaseFold) -> str:
    if now.merged_into is not None:
        return Case.State.MERGED
    if not now.open:
        return Case.State.DECIDED
    return Case.State.OPEN if now.claimed_by is None else Case.State.CLAIMED


def _things(now: CaseFold) -> list[list[str]]:
    """Its subjects besides the player, the newest first."""
    result = [(report.at, report.thing, report.target) for report in now.reports.values()]
    result += [
        (suspicion.at, "game", suspicion.target)
        for suspicion in now.suspicions.values()
        if suspicion.target is not None
    ]
    result += [(note.at, note.thing or "", note.target) for note in now.notes if note.target is not None]
    if now.target is not None:
        result.append((now.opened, now.thing or "", now.target))
    pairs = dict.fromkeys(
        (thing, str(target)) for _at, thing, target in sorted(result, reverse=True, key=lambda x: x[0])
    )
    return [list(pair) for pair in pairs][:_MOST_THINGS]


def _write_links(events: Sequence[Stored]) -> None:
    fromkeys = dict.fromkeys((event.stream, *link) for event in events for link in _links(event.event))
    rows = [CaseLink(case=case, what=what, target=target) for case, what, target in fromkeys]
    CaseLink.objects.bulk_create(rows, ignore_conflicts=True)


def _links(event: Any) -> Iterator[tuple[str, UUID]]:
    match event:
        case e.CaseOpened(thing=str(thing), target=UUID() as target):
            yield thing, target
        case e.CaseNoted(thing=str(thing), target=UUID() as target):
            yield thing, target
        case e.ReportAdded():
            yield CaseLink.REPORTER, event.reporter
            if event.thing != Report.Kind.PLAYER:
                yield event.thing, event.target
        case e.SuspicionAdded(target=UUID() as target):
            yield "game", target


def _write_penalties(case: UUID, now: CaseFold) -> None:
    Penalty.objects.bulk_create(
        [_penalty(case, penalty) for penalty in now.penalties.values()],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["ends", "acknowledged_at", "reversed_at"],
    )


def _penalty(case: UUID, item: PenaltyFold) -> Penalty:
    return Penalty(
        id=item.penalty,
        case=case,
        player=item.player,
        kind=item.kind,
        rule=item.rule,
        by=item.by,
        begins=item.begins,
        ends=item.ends,
        shown=list(item.shown),
        reason=item.reason,
        acknowledged_at=item.acknowledged_at,
        reversed_at=item.reversed_at,
        game=item.game,
        amount=item.amount,
    )


def _write_appeals(case: UUID, now: CaseFold) -> None:
    columns = ("risen", "claimed_by", "claimed_until", "decided", "decided_by", "outcome", "reason", "talk")
    rows = [
        Appeal(
            penalty=appeal.penalty,
            case=case,
            player=now.penalties[appeal.penalty].player,
            made=appeal.made,
            due=appeal.made + HEARD_WITHIN,
            risen=appeal.risen,
            claimed_by=appeal.claimed_by,
            claimed_until=appeal.claimed_until,
            decided=appeal.decided,
            decided_by=appeal.by,
            outcome=appeal.outcome,
            reason=appeal.reason,
            talk=_talk(appeal),
        )
        for appeal in now.appeals.values()
    ]
    Appeal.objects.bulk_create(rows, update_conflicts=True, unique_fields=["penalty"], update_fields=columns)


def _talk(appeal: AppealFold) -> list[list[Any]]:
    return [
        [
            None if words.words is None else str(words.words),
            "staff" if words.by_staff else "player",
            str(words.by),
            microseconds(words.at),
        ]
        for words in appeal.talk
    ]


def _figures(event: Any, now: CaseFold) -> Iterator[tuple[str, str]]:
    match event:
        case e.CaseOpened():
            yield "opened", event.kind
        case e.CaseDecided():
            yield "decided", event.outcome
        case e.CaseMerged():
            yield "decided", "merged"
        case e.Penalised():
            yield "penalty", event.kind
        case e.PenaltyReversed():
            yield "reversed", now.penalties[event.penalty].kind
        case e.AppealMade():
            yield "appeal", now.penalties[event.penalty].kind
        case e.AppealDecided():
            yield "heard", event.outcome


_COUNT = b"""
INSERT INTO cases_casefigure AS old (month, what, which, number) VALUES (%s::date, %s, %s, %s::int4)
ON CONFLICT (month, what, which) DO UPDATE SET number = old.number + excluded.number
"""


def _count(counted: Counter[tuple[date, str, str]]) -> None:
    for (month, what, which), number in sorted(counted.items()):  # in one order, so that no two wait for each other
        execute(_COUNT, (month, what, which, number))
