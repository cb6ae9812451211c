"""How urgent a case is, in thousandths of points, and its parts. Pure, from the case's own events alone.

- *severity*: what the kind weighs (`SEVERITY`).
- *reports*: ten points times the root of how many players reported it: four weigh twice as much as one, a hundred ten
  times. Many accounts of one person are not many times as loud.
- *record*: how that changes because of who reports: whose earlier reports were right weighs up to twice as much, whose
  were wrong next to nothing.
- *newness*: how it changes because reports are spread out: what is a week older than the newest weighs half, what is a
  month older a quarter.
- *suspicion*: up to 40 points, by how sure the detector is that is surest.

Each day of waiting adds a point, so nothing waits forever. That is the same for all, so cases keep their order: `rank`
is the score less the day of opening.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import isqrt
from typing import NamedTuple
from uuid import UUID

from eventlog.canonical import microseconds
from moderation.cases.kinds import SEVERITY

POINT = 1000  # thousandths
A_DAY = 86_400_000_000  # microseconds
REPORT = 10  # points
SUSPICION = 40
OFTEN = 20
"""So many of somebody's last reports make the record."""


class Weighed(NamedTuple):
    """What a report brings to the score."""

    reporter: UUID
    weight: int
    at: datetime


class ScorePart(NamedTuple):
    """One part of a score.

    Attributes:
        slug: which.
        points: in thousandths; may be negative.
        number: its basis: number of players, certainty.
    """

    slug: str
    points: int
    number: int = 0


def weight(upheld: int, dismissed: int) -> int:
    """The weight of a report by its author's record, in thousandths: 1000 without a record.

    Args:
        upheld: how many of the last reports were right.
        dismissed: how many were wrong.

    >>> weight(0, 0), weight(20, 0), weight(0, 20), weight(5, 5)
    (1000, 1909, 90, 1000)
    """
    return 2000 * (upheld + 1) // (upheld + dismissed + 2)


def parts_of(kind: str, reports: Sequence[Weighed], suspicions: Sequence[int]) -> tuple[ScorePart, ...]:
    """What the score of a case is the sum of.

    Args:
        kind: a `CaseKind`.
        reports: the valid ones.
        suspicions: how sure each detector is, from 0 to 1000.
    """
    parts = [ScorePart("severity", SEVERITY.get(kind, SEVERITY["other"]) * POINT)]
    if reports:
        newest = max(report.at for report in reports)
        by_reporter: dict[UUID, tuple[int, int]] = {}
        for report in sorted(reports, key=lambda report: report.at):
            by_reporter[report.reporter] = report.weight, report.weight * _newness(newest - report.at) // POINT
        number = len(by_reporter)
        plain = _root(number * POINT)
        weighed = _root(sum(weighs for weighs, _fresh in by_reporter.values()))
        fresh = _root(sum(fresh for _weighs, fresh in by_reporter.values()))
        parts.append(ScorePart("reports", plain, number))
        if weighed != plain:
            parts.append(ScorePart("record", weighed - plain))
        if fresh != weighed:
            parts.append(ScorePart("newness", fresh - weighed))
    if suspicions:
        surest = max(suspicions)
        parts.append(ScorePart("suspicion", surest * SUSPICION, surest))
    return tuple(parts)


def _newness(age: timedelta) -> int:
    if age < timedelta(days=7):
        return POINT
    return POINT // 2 if age < timedelta(days=30) else POINT // 4


def _root(reports: int) -> int:
    return isqrt(reports * POINT) * REPORT


def rank_of(score: int, opened: datetime) -> int:
    """What cases are sorted by, the highest first."""
    return score - microseconds(opened) * POINT // A_DAY


def waiting(opened: datetime, now: datetime) -> int:
    """What a case has gained by waiting, in thousandths of points."""
    return max(0, microseconds(now) - microseconds(opened)) * POINT // A_DAY
