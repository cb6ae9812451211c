"""Standings over a series of events: points by place, or the points of the events, and the best results of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Generic, TypeVar

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class SeriesResult(Generic[P]):
    """What somebody has come to in one event.

    Args:
        event: which one, counted from 0.
        place: the place there; several may share it.
        points: those of the event, in tenths.
    """

    event: int
    who: P
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class SeriesStanding(Generic[P]):
    """A row of the standings of a series.

    Args:
        place: shared by those who are level.
        total: of the results that count.
        points: by event, of all results.
        counted: the events whose points count.
        wins: first places, shared ones too.
    """

    place: int
    who: P
    total: Fraction
    points: dict[int, Fraction]
    counted: frozenset[int]
    wins: int


def series_standings(
    results: Iterable[SeriesResult[P]], *, best: int = 0, table: Sequence[int] = ()
) -> list[SeriesStanding[P]]:
    """Everybody's points, the best first.

    Who share a place of an event share the points of the places that they take, equally. Those who are level are ranked
    by their best result, then the next one, and so on; who is level in all of them shares the place.

    Args:
        results: one a player and event, of events that are over.
        best: how many results of a player count; 0 for all.
        table: the points of the first place, the second, and so on; without one the points of the events count.

    >>> rows = [SeriesResult(0, "Ada", 1, 30), SeriesResult(0, "Bob", 2, 20), SeriesResult(1, "Bob", 1, 25)]
    >>> [(row.place, row.who, int(row.total)) for row in series_standings(rows, best=1, table=[10, 6])]
    [(1, 'Ada', 10), (1, 'Bob', 10)]
    """
    points: dict[P, dict[int, Fraction]] = defaultdict(dict)
    wins: dict[P, int] = defaultdict(int)
    for (event, place), group in groupby(sorted(results, key=_by_place), key=_by_place):
        shared = list(group)
        share = Fraction(sum(table[place - 1 : place - 1 + len(shared)]), len(shared))
        for result in shared:
            points[result.who][event] = share if table else Fraction(result.points, 10)
            wins[result.who] += place == 1
    rows = []
    for who, by_event in points.items():
        ranked = sorted(by_event, key=lambda event: (-by_event[event], event))
        counted = frozenset(ranked[:best] if best else ranked)
        rows.append((sum((by_event[event] for event in counted), Fraction()), who, by_event, counted))
    # A further result, however small, is more than none.
    keys = {who: (-total, [*sorted(-value for value in of.values()), 1]) for total, who, of, _counted in rows}
    rows.sort(key=lambda row: keys[row[1]])
    standings: list[SeriesStanding[P]] = []
    for at, (total, who, of, counted) in enumerate(rows):
        level = at > 0 and keys[who] == keys[rows[at - 1][1]]
        place = standings[-1].place if level else at + 1
        standings.append(SeriesStanding(place, who, total, of, counted, wins[who]))
    return standings


def _by_place(result: SeriesResult[P]) -> tuple[int, int]:
    return result.event, result.place
