"""Who of those who wait in an arena plays whom. Pure.

    pairs(waiting, now=now, apart=frozenset())

Those meet who are close in the standings. Who played each other last meets again only where nobody else waits, and only
after a while, as somebody else may become free. Of an odd number who has waited least waits on, if the others can play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

REMATCH_AFTER = timedelta(seconds=30)
"""So long two wait for somebody else before they play each other again."""

NEAR = 8
"""So many of those below are looked at: of these who was met least, and then the nearest."""


@dataclass(frozen=True, slots=True)
class WaitingPlayer:
    """Somebody who waits for a game.

    Args:
        number: of the entry.
        points: so far, in tenths.
        place: in the order of the start, for those with as many points.
        since: when the last game ended; None without one.
        last: whom that was against, or None.
        met: how often each other entry was met.
        reds: games with red less those with blue.
        was_red: the colour of the last game; None without one.
    """

    number: int
    points: int
    place: int
    since: datetime | None
    last: int | None
    met: Mapping[int, int]
    reds: int
    was_red: bool | None


Pair = tuple[WaitingPlayer, WaitingPlayer]


def pairs(
    waiting: Sequence[WaitingPlayer], *, now: datetime, apart: Collection[frozenset[int]] = ()
) -> tuple[tuple[int, int], ...]:
    """Who plays whom, as numbers of entries, red first; the best first.

    Args:
        waiting: all who wait.
        now: an aware time.
        apart: pairs that must not meet.
    """
    ranked = sorted(waiting, key=lambda item: (-item.points, item.place))
    if len(ranked) % 2 == 0:
        return _boards(_matched(ranked, now, apart))
    made: list[Pair] = []
    for spared in _shortest(waiting, now):
        tried = _matched([item for item in ranked if item is not spared], now, apart)
        made = max(made, tried, key=len)
        if 2 * len(made) == len(ranked) - 1:
            break
    return _boards(made)


def _shortest(waiting: Sequence[WaitingPlayer], now: datetime) -> list[WaitingPlayer]:
    """Some of those who wait, the last who came first."""
    order = sorted(waiting, key=lambda item: (item.since is not None, item.since or now, item.place))
    return order[: -NEAR - 1 : -1]


def _boards(made: Sequence[Pair]) -> tuple[tuple[int, int], ...]:
    return tuple(_coloured(*pair) for pair in made)


def looks_again(waiting: Sequence[WaitingPlayer]) -> datetime | None:
    """When those who played each other last may be paired again, where nobody comes before; None with less than two."""
    ends = [item.since + REMATCH_AFTER for item in waiting if item.since is not None]
    return min(ends) if len(waiting) > 1 and ends else None


def _matched(ranked: Sequence[WaitingPlayer], now: datetime, apart: Collection[frozenset[int]]) -> list[Pair]:
    """The pairs of those by rank. Who is left over changes partners with the nearest pair above that this helps."""
    left, made, alone = list(ranked), list[Pair](), list[WaitingPlayer]()
    while left:
        first = left.pop(0)
        fitting = [place for place, other in enumerate(left) if _may_meet(first, other, now, apart)][:NEAR]
        if fitting:
            met = [first.met.get(left[place].number, 0) for place in fitting]
            made.append((first, left.pop(fitting[met.index(min(met))])))
        else:
            alone.append(first)
    while len(alone) > 1:
        low, high = alone.pop(), alone.pop()
        for place in range(len(made) - 1, -1, -1):
            upper, lower = made[place]
            swaps = (((upper, low), (lower, high)), ((upper, high), (lower, low)))
            swap = next((swap for swap in swaps if all(_may_meet(*pair, now, apart) for pair in swap)), None)
            if swap is not None:
                made[place : place + 1] = swap
                break
        else:
            alone.append(high)  # with somebody else, perhaps
    return made


def _may_meet(first: WaitingPlayer, other: WaitingPlayer, now: datetime, apart: Collection[frozenset[int]]) -> bool:
    if apart and frozenset((first.number, other.number)) in apart:
        return False
    if first.last != other.number and other.last != first.number:
        return True
    return all(item.since is None or item.since + REMATCH_AFTER <= now for item in (first, other))


def _coloured(upper: WaitingPlayer, lower: WaitingPlayer) -> tuple[int, int]:
    """Red to who has had it less often, or else had blue last, or else is lower."""
    is_red = (upper.reds, bool(upper.was_red)) < (lower.reds, bool(lower.was_red))
    return (upper.number, lower.number) if is_red else (lower.number, upper.number)
