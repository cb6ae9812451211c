"""Local times: what an organiser means by “Saturday at ten”, as moments of the one clock.

Twice a year a wall clock leaves out an hour or shows one twice. A time in such an hour names no moment or two; it is
refused with a sentence that says which time to choose. Pure.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.rules import Illegal, Refusal

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

FIRST_YEAR, LAST_YEAR = 1900, 2199
"""The log takes integers of 53 bits, which as microseconds end in 2255; spans are added to what is typed here."""


def microseconds(moment: datetime) -> int:
    """A moment as the log has it: microseconds since the epoch."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def in_reach(moment: datetime) -> bool:
    """Whether a time is one of those that are taken (`FIRST_YEAR`, `LAST_YEAR`)."""
    return FIRST_YEAR <= moment.year <= LAST_YEAR


LATEST = microseconds(datetime(LAST_YEAR + 1, 1, 1, tzinfo=UTC)) - 1
"""The last moment that is taken, in microseconds since the epoch."""


def wall_of(at: int, zone: str) -> datetime:
    """What the wall clock of a zone shows at a moment, with its zone.

    Args:
        at: microseconds since the epoch.
        zone: an IANA name.
    """
    return (_EPOCH + timedelta(microseconds=at)).astimezone(ZoneInfo(zone))


def moment_of(wall: datetime, zone: str) -> int:
    """The moment at which the wall clock of a zone shows `wall`, in microseconds since the epoch.

    Args:
        wall: without a zone.
        zone: an IANA name.

    Raises:
        Illegal: `year-out-of-reach` (`least`, `most`);
            `skipped-hour` where the clock is put forward over it, with the times `before` and `after` that there are;
            `doubled-hour` where the clock is put back, so that it is shown twice.
    """
    if not in_reach(wall):
        raise _out_of_reach()
    place = ZoneInfo(zone)
    first, second = wall.replace(tzinfo=place, fold=0), wall.replace(tzinfo=place, fold=1)
    if first.utcoffset() == second.utcoffset():
        return microseconds(first.astimezone(UTC))
    shown = f"{wall:%Y-%m-%d %H:%M}"
    # In a gap the moment of fold 0 lies after that of fold 1 as the wall shows them (PEP 495).
    back = first.astimezone(UTC).astimezone(place).replace(tzinfo=None)
    if back != wall:
        early = second.astimezone(UTC).astimezone(place).replace(tzinfo=None)
        params = {"time": shown, "zone": zone, "before": f"{early:%H:%M}", "after": f"{back:%H:%M}"}
        raise Illegal(Refusal("skipped-hour", params))
    raise Illegal(Refusal("doubled-hour", {"time": shown, "zone": zone}))


def repeated(first: date, at: time, zone: str, *, days: int, times: int) -> tuple[int, ...]:
    """The same time on the wall every so many days, across a change of the clocks as well.

    Args:
        first: the first day.
        at: the time on the wall.
        zone: the IANA name of the time zone.
        days: between two of them.
        times: how many there are.

    Raises:
        Illegal: as `moment_of`.
    """
    try:
        walls = [datetime.combine(first + timedelta(days=days * number), at) for number in range(times)]
    except OverflowError:  # after the year 9999
        raise _out_of_reach() from None
    return tuple(moment_of(wall, zone) for wall in walls)


def _out_of_reach() -> Illegal:
    return Illegal(Refusal("year-out-of-reach", {"least": FIRST_YEAR, "most": LAST_YEAR}))
