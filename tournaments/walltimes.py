"""Times on the wall of a place: what an organiser means by “Saturday at ten”, as moments of the one clock.

Twice a year a wall clock leaves out an hour or shows one twice. A time in such an hour names no moment or two; it is
refused with a sentence that says which time to choose. Pure.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from games.rules import Illegal, Refusal

__all__ = ["microseconds", "moment_of", "repeated", "wall_of"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """A moment as the log has it: microseconds since the epoch."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


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
        Illegal: `skipped-hour` where the clock is put forward over it, with the times `before` and `after` that there
            are; `doubled-hour` where the clock is put back, so that it is shown twice.
    """
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

    Raises:
        Illegal: as `moment_of`.
    """
    walls = (datetime.combine(first + timedelta(days=days * number), at) for number in range(times))
    return tuple(moment_of(wall, zone) for wall in walls)
