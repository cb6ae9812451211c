"""What a case is after its events. Pure: what does not fit raises `CaseMisfit`, which no command writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from eventlog.canonical import at as as_time
from moderation.cases import events as e
from moderation.cases.priority import ScorePart, Weighed, parts_of, rank_of


class CaseMisfit(Exception):
    """An event that cannot have happened to this case."""


@dataclass(frozen=True, slots=True)
class ReportFold:
    report: UUID
    reporter: UUID
    why: str
    thing: str
    target: UUID
    weight: int
    at: datetime
    words_hash: str | None = None
    excerpt_hash: str | None = None


@dataclass(frozen=True, slots=True)
class SuspicionFold:
    """What a detector told last."""

    detector: str
    score: int
    figures: Mapping[str, int]
    target: UUID | None
    at: datetime


@dataclass(frozen=True, slots=True)
class NoteFold:
    """A moderator's note for the others, or stated subject."""

    at: datetime
    thing: str | None
    target: UUID | None
    words: UUID | None
    words_hash: str | None


@dataclass(frozen=True, slots=True)
class PenaltyFold:
    penalty: UUID
    player: UUID
    kind: str
    rule: str
    by: UUID
    begins: datetime
    ends: datetime | None
    game: UUID | None
    amount: int | None
    shown: tuple[str, ...]
    reason: UUID | None
    games: str | None = None
    acknowledged_at: datetime | None = None
    reversed_at: datetime | None = None

    def in_force(self, at: datetime) -> bool:
        """Whether it holds at a time."""
        return self.reversed_at is None and (self.ends is None or at < self.ends)


@dataclass(frozen=True, slots=True)
class AppealWords:
    """Something that one of the two wrote in an appeal; `words` is the id of the text."""

    words: UUID | None
    by: UUID
    by_staff: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class AppealFold:
    """An appeal against a penalty.

    Attributes:
        talk: what was written in it, the first with which it was made.
        claimed_by: who hears it, or heard it last, until `claimed_until`; None once it is given back, or has risen.
        outcome: empty while open; `stands`, `eased`, `reversed`, or `withdrawn` by the player.
        by: who decided; None for what is withdrawn.
    """

    penalty: UUID
    made: datetime
    talk: tuple[AppealWords, ...] = ()
    risen: datetime | None = None
    claimed_by: UUID | None = None
    claimed_until: datetime | None = None
    decided: datetime | None = None
    outcome: str = ""
    by: UUID | None = None
    reason: UUID | None = None

    @property
    def open(self) -> bool:
        return self.decided is None

    def holder(self, at: datetime) -> UUID | None:
        """Who hears it at a time."""
        return self.claimed_by if self.claimed_until is not None and at < self.claimed_until else None


@dataclass(frozen=True, slots=True)
class CaseFold:
    """A case.

    Attributes:
        version: its number of events.
        notes: what moderators wrote and named, the oldest first.
        claimed_by: its present or last moderator, until `claimed_until`; None once it is given back.
        outcome: empty while open; `merged` if it was merged into another, `merged_into`.
    """

    version: int
    kind: str
    source: str
    about: UUID | None
    thing: str | None
    target: UUID | None
    opened: datetime
    changed: datetime
    reports: Mapping[UUID, ReportFold] = field(default_factory=dict)
    suspicions: Mapping[str, SuspicionFold] = field(default_factory=dict)
    notes: tuple[NoteFold, ...] = ()
    absorbed: tuple[UUID, ...] = ()
    claimed_by: UUID | None = None
    claimed_until: datetime | None = None
    outcome: str = ""
    decided: datetime | None = None
    decided_by: UUID | None = None
    reason: UUID | None = None
    merged_into: UUID | None = None
    penalties: Mapping[UUID, PenaltyFold] = field(default_factory=dict)
    appeals: Mapping[UUID, AppealFold] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        return not self.outcome

    def holder(self, at: datetime) -> UUID | None:
        return self.claimed_by if self.claimed_until is not None and at < self.claimed_until else None

    @property
    def reporters(self) -> frozenset[UUID]:
        return frozenset(report.reporter for report in self.reports.values())

    @property
    def parts(self) -> tuple[ScorePart, ...]:
        reports = [Weighed(report.reporter, report.weight, report.at) for report in self.reports.values()]
        return parts_of(self.kind, reports, [suspicion.score for suspicion in self.suspicions.values()])

    @property
    def score(self) -> int:
        """How urgent it is, without its waiting, in thousandths of points."""
        return sum(part.points for part in self.parts)

    @property
    def rank(self) -> int:
        return rank_of(self.score, self.opened)


def fold(history: Iterable[tuple[Any, datetime]], since: CaseFold | None = None) -> CaseFold:
    """The case after all events of `history`, beginning with those in `since`.

    Raises:
        CaseMisfit: an event does not fit, or there is none.
    """
    now = since
    for event, time in history:
        now = step(now, event, time)
    if now is None:
        raise CaseMisfit("a case has no events")
    return now


def step(now: CaseFold | None, event: Any, time: datetime) -> CaseFold:
    """The case after one more event. Raises `CaseMisfit`.

    Args:
        now: the case before it; None before the first.
        event: what happened.
        time: when, by the log; aware.
    """
    if now is None:
        if not isinstance(event, e.CaseOpened):
            raise CaseMisfit("a case begins by being opened")
        if event.about is None and event.target is None:
            raise CaseMisfit("a case is about nobody and nothing")
        return CaseFold(1, event.kind, event.source, event.about, event.thing, event.target, time, time)
    try:
        take = _STEPS[type(event)]
    except KeyError:
        raise CaseMisfit(f"{type(event).__name__} does not happen to a case that there is") from None
    return replace(take(now, event, time), version=now.version + 1, changed=time)


def _needs_open(now: CaseFold) -> None:
    if not now.open:
        raise CaseMisfit("the case is closed")


def _with_report(now: CaseFold, event: e.ReportAdded, time: datetime) -> CaseFold:
    _needs_open(now)
    result = ReportFold(
        event.report,
        event.reporter,
        event.why,
        event.thing,
        event.target,
        event.weight,
        time if event.at is None else as_time(event.at),
        event.words_hash,
        event.excerpt_hash,
    )
    return replace(now, reports={**now.reports, event.report: result})


def _with_suspicion(now: CaseFold, event: e.SuspicionAdded, time: datetime) -> CaseFold:
    _needs_open(now)
    if not 0 <= event.score <= 1000:
        raise CaseMisfit("a score is from 0 to 1000")
    at = time if event.at is None else as_time(event.at)
    result = SuspicionFold(event.detector, event.score, event.figures, event.target, at)
    return replace(now, suspicions={**now.suspicions, event.detector: result})


def _merged(now: CaseFold, event: e.CaseMerged, time: datetime) -> CaseFold:
    _needs_open(now)
    return replace(now, outcome="merged", decided=time, merged_into=event.into, claimed_by=None, claimed_until=None)


def _absorbed(now: CaseFold, event: e.CaseAbsorbed, time: datetime) -> CaseFold:
    _needs_open(now)
    if event.case in now.absorbed:
        raise CaseMisfit("a case is merged twice")
    return replace(now, absorbed=(*now.absorbed, event.case))


def _claimed(now: CaseFold, event: e.CaseClaimed, time: datetime) -> CaseFold:
    _needs_open(now)
    if now.holder(time) not in (None, event.by):
        raise CaseMisfit("another moderator has the case")
    return replace(now, claimed_by=event.by, claimed_until=as_time(event.until))


def _released(now: CaseFold, event: e.CaseReleased, time: datetime) -> CaseFold:
    _needs_open(now)
    return replace(now, claimed_by=None, claimed_until=None)


def _looked(now: CaseFold, event: e.EvidenceOpened, time: datetime) -> CaseFold:
    return now


def _noted(now: CaseFold, event: e.CaseNoted, time: datetime) -> CaseFold:
    note = NoteFold(time, event.thing, event.target, event.words, event.words_hash)
    return replace(now, notes=(*now.notes, note))


def _decided(now: CaseFold, event: e.CaseDecided, time: datetime) -> CaseFold:
    _needs_open(now)
    if now.holder(time) not in (None, event.by) and event.by is not None:
        raise CaseMisfit("another moderator has the case")
    return replace(
        now,
        outcome=event.outcome,
        decided=time,
        decided_by=event.by,
        reason=event.reason,
        claimed_by=None,
        claimed_until=None,
    )


def _penalised(now: CaseFold, event: e.Penalised, time: datetime) -> CaseFold:
    if event.penalty in now.penalties:
        raise CaseMisfit("a penalty is imposed twice")
    ends = None if event.ends is None else as_time(event.ends)
    borne = PenaltyFold(
        event.penalty,
        event.player,
        event.kind,
        event.rule,
        event.by,
        time,
        ends,
        event.game,
        event.amount,
        event.shown,
        event.reason,
        event.games,
    )
    return replace(now, penalties={**now.penalties, event.penalty: borne})


def _of_penalty(now: CaseFold, penalty: UUID, **changes: Any) -> CaseFold:
    borne = now.penalties.get(penalty)
    if borne is None:
        raise CaseMisfit("there is no such penalty")
    return replace(now, penalties={**now.penalties, penalty: replace(borne, **changes)})


def _acknowledged(now: CaseFold, event: e.WarningAcknowledged, time: datetime) -> CaseFold:
    return _of_penalty(now, event.penalty, acknowledged_at=time)


def _ended(now: CaseFold, event: e.PenaltyEnded, time: datetime) -> CaseFold:
    return _of_penalty(now, event.penalty, ends=time)


def _reversed(now: CaseFold, event: e.PenaltyReversed, time: datetime) -> CaseFold:
    borne = now.penalties.get(event.penalty)
    if borne is not None and borne.reversed_at is not None:
        raise CaseMisfit("a penalty is reversed twice")
    after = _of_penalty(now, event.penalty, reversed_at=time)
    appeal = now.appeals.get(event.penalty)
    if appeal is None or not appeal.open:
        return after
    return _of_appeal(after, event.penalty, decided=time, outcome="reversed", by=event.by, reason=event.reason)


def _appealed(now: CaseFold, event: e.AppealMade, time: datetime) -> CaseFold:
    borne = now.penalties.get(event.penalty)
    if borne is None or borne.reversed_at is not None or event.penalty in now.appeals:
        raise CaseMisfit("an appeal needs a penalty that is not reversed, once")
    first = AppealWords(event.words, borne.player, False, time)
    return replace(now, appeals={**now.appeals, event.penalty: AppealFold(event.penalty, time, (first,))})


def _open_appeal(now: CaseFold, penalty: UUID) -> AppealFold:
    appeal = now.appeals.get(penalty)
    if appeal is None or not appeal.open:
        raise CaseMisfit("there is no such open appeal")
    return appeal


def _of_appeal(now: CaseFold, penalty: UUID, **changes: Any) -> CaseFold:
    appeal = _open_appeal(now, penalty)
    return replace(now, appeals={**now.appeals, penalty: replace(appeal, **changes)})


def _written(now: CaseFold, event: e.AppealWritten, time: datetime) -> CaseFold:
    appeal = _open_appeal(now, event.penalty)
    if not event.by_staff and event.by != now.penalties[event.penalty].player:
        raise CaseMisfit("somebody else writes as the player who appeals")
    said = AppealWords(event.words, event.by, event.by_staff, time)
    return _of_appeal(now, event.penalty, talk=(*appeal.talk, said))


def _risen(now: CaseFold, event: e.AppealRisen, time: datetime) -> CaseFold:
    if _open_appeal(now, event.penalty).risen is not None:
        raise CaseMisfit("an appeal rises twice")
    return _of_appeal(now, event.penalty, risen=time, claimed_by=None, claimed_until=None)


def _heard(now: CaseFold, event: e.AppealClaimed, time: datetime) -> CaseFold:
    _check_hears(now, event.penalty, event.by, time)
    return _of_appeal(now, event.penalty, claimed_by=event.by, claimed_until=as_time(event.until))


def _check_hears(now: CaseFold, penalty: UUID, by: UUID, time: datetime) -> None:
    appeal = _open_appeal(now, penalty)
    if by == now.penalties[penalty].by:
        raise CaseMisfit("who imposed a penalty hears the appeal")
    if appeal.holder(time) not in (None, by):
        raise CaseMisfit("another moderator hears the appeal")


def _appeal_released(now: CaseFold, event: e.AppealReleased, time: datetime) -> CaseFold:
    return _of_appeal(now, event.penalty, claimed_by=None, claimed_until=None)


def _appeal_withdrawn(now: CaseFold, event: e.AppealWithdrawn, time: datetime) -> CaseFold:
    return _of_appeal(now, event.penalty, decided=time, outcome="withdrawn", claimed_by=None, claimed_until=None)


def _appeal_decided(now: CaseFold, event: e.AppealDecided, time: datetime) -> CaseFold:
    _check_hears(now, event.penalty, event.by, time)
    changes = {"decided": time, "outcome": event.outcome, "by": event.by, "reason": event.reason}
    after = _of_appeal(now, event.penalty, **changes, claimed_by=None, claimed_until=None)
    if event.outcome != "eased":
        return after
    ends, until = time if event.ends is None else as_time(event.ends), now.penalties[event.penalty].ends
    if until is not None and until < ends:
        raise CaseMisfit("a penalty that is eased lasts longer")
    return _of_penalty(after, event.penalty, ends=ends)


_STEPS: Mapping[type[Any], Callable[[CaseFold, Any, datetime], CaseFold]] = {
    e.ReportAdded: _with_report,
    e.SuspicionAdded: _with_suspicion,
    e.CaseMerged: _merged,
    e.CaseAbsorbed: _absorbed,
    e.CaseClaimed: _claimed,
    e.CaseReleased: _released,
    e.EvidenceOpened: _looked,
    e.CaseNoted: _noted,
    e.CaseDecided: _decided,
    e.Penalised: _penalised,
    e.WarningAcknowledged: _acknowledged,
    e.PenaltyEnded: _ended,
    e.PenaltyReversed: _reversed,
    e.AppealMade: _appealed,
    e.AppealWritten: _written,
    e.AppealRisen: _risen,
    e.AppealClaimed: _heard,
    e.AppealReleased: _appeal_released,
    e.AppealWithdrawn: _appeal_withdrawn,
    e.AppealDecided: _appeal_decided,
}
