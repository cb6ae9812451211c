"""How urgent a case is: pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from moderation.cases.priority import ScorePart, Weighed, parts_of, rank_of, waiting

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def said(number: int, *, weight: int = 1000, days: int = 0) -> Weighed:
    return Weighed(UUID(int=number), weight, NOW - timedelta(days=days))


def points(*reports: Weighed, kind: str = "spam", sure: tuple[int, ...] = ()) -> dict[str, tuple[int, int]]:
    return {part.slug: (part.points, part.number) for part in parts_of(kind, reports, sure)}


def test_what_a_score_is_made_of() -> None:
    assert points() == {"severity": (10_000, 0)}
    assert points(said(1)) == {"severity": (10_000, 0), "reports": (10_000, 1)}
    assert points(*map(said, range(4)))["reports"] == (20_000, 4)
    assert points(*(said(1) for _again in range(9)))["reports"] == (10_000, 1)  # one player, however often
    assert points(said(1, weight=250)) == {"severity": (10_000, 0), "reports": (10_000, 1), "record": (-5_000, 0)}
    old = points(said(1), *(said(number, days=40) for number in range(2, 5)))
    assert old == {"severity": (10_000, 0), "reports": (20_000, 4), "newness": (-6_780, 0)}
    assert points(sure=(200, 900)) == {"severity": (10_000, 0), "suspicion": (36_000, 900)}
    assert parts_of("cheating", [], [])[0] == ScorePart("severity", 40_000)


def test_waiting_lifts_all_alike() -> None:
    day = timedelta(days=1)
    assert waiting(NOW - 3 * day, NOW) == 3_000
    assert rank_of(20_000, NOW - 12 * day) > rank_of(31_000, NOW) > rank_of(20_000, NOW - 10 * day)
