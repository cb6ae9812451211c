"""The clocks of a game as everybody sees them: rendered alike for all who look, in UTC and by nobody's preferences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.domain.clocks import Clock
from games.presentation.words import seat_name
from games.rules import Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of time: in ISO 8601, in milliseconds since the epoch for scripts, and in words. All of it in UTC."""

    iso: str
    stamp: int
    text: str

    @classmethod
    def of(cls, at: datetime) -> Moment:
        """The same of an aware time."""
        there = at.astimezone(UTC)
        text = _("%(date)s UTC") % {"date": minute_text(there)}
        return cls(there.isoformat(timespec="seconds"), int(there.timestamp() * 1000), text)


@dataclass(frozen=True, slots=True)
class PublicClock:
    """The clock of a seat, or of the whole game.

    Args:
        slug: of the seat; `name` its name.
        turn: whether it is its turn.
        deadline: when its time runs out, if it runs.
        free: until when its turn costs nothing of it, if that is so.
        left: what it has left while it stands still, in words.
        rest: until when it is on vacation, if it is.
    """

    slug: str
    name: str
    turn: bool
    deadline: Moment | None
    left: str
    rest: Moment | None
    free: Moment | None = None


def public_clocks(clock: Clock | None, to_move: Seat | None) -> tuple[PublicClock, ...]:
    """The clock of each seat, and of the game if it has one; none where nobody's time runs, or the game is over.

    Args:
        to_move: whose turn it is; None while set-ups are made.
    """
    if clock is None or not clock.running:
        return ()
    now = timezone.now()
    results = []
    for number, bank in enumerate(clock.banks):
        seat = Seat(number)
        due, rest, free = clock.deadline(seat), clock.resting(seat, now), clock.free_until(seat)
        results.append(
            PublicClock(
                slug=seat.slug,
                name=seat_name(seat),
                turn=seat is to_move,
                deadline=None if due is None else Moment.of(due),
                left="" if due is not None else time_text(bank),
                rest=None if rest is None else Moment.of(rest),
                free=None if free is None else Moment.of(free),
            )
        )
    if (ends := clock.ends) is not None:
        results.append(PublicClock("", _("The game is drawn in"), False, Moment.of(ends), "", None))
    return tuple(results)


def minute_text(at: datetime) -> str:
    """Write a point of time as day, hour and minute, in the time zone that it is in."""
    return _minute_text(at.replace(second=0, microsecond=0, tzinfo=None), get_language())


@lru_cache(maxsize=1024)
def _minute_text(wall: datetime, _language: str | None) -> str:
    # Every move has a deadline to be written, and many fall into one minute.
    return date_format(wall, "DATETIME_FORMAT")


def time_text(left: timedelta) -> str:
    """An amount of time in the two largest units that it has, such as “2 days 4 hours” or “4:05”."""
    seconds = int(left.total_seconds())
    days, hours, minutes = seconds // 86_400, seconds // 3600 % 24, seconds // 60 % 60
    if days:
        text = ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
        rest = _("%(hours)d h") % {"hours": hours}
        return f"{text} {rest}" if hours else text
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return f"{minutes}:{seconds % 60:02}"


MINUTE, HOUR, DAY = 60, 3600, 86_400


def _unit(seconds: int, number: int) -> str:
    if seconds == DAY:
        return ngettext("%(number)d day", "%(number)d days", number) % {"number": number}
    if seconds == HOUR:
        return ngettext("%(number)d hour", "%(number)d hours", number) % {"number": number}
    if seconds == MINUTE:
        return ngettext("%(number)d minute", "%(number)d minutes", number) % {"number": number}
    return ngettext("%(number)d second", "%(number)d seconds", number) % {"number": number}


def span_text(seconds: int, *, parts: int = 2) -> str:
    """A span of time in its largest units, like “7 days 12 hours”.

    Args:
        seconds: the span; what is smaller than the last unit named is dropped.
        parts: the most units to name.
    """
    words: list[str] = []
    for unit in (DAY, HOUR, MINUTE, 1):
        number, seconds = divmod(seconds, unit)
        if number:
            words.append(_unit(unit, number))
        elif words:
            break
        if len(words) == parts:
            break
    return " ".join(words) or _unit(1, 0)
