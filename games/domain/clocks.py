"""Time controls and clocks. Pure: the caller gives the time.

A clock knows how much time each seat has, whose time runs, and until when. It is part of a game's fold, so it follows
from the times of the events alone. While a seat is on vacation its clock stops, if the time control allows that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from games.rules import Illegal, Options, Refusal, Reserve, Seat, Variant

MINUTE, HOUR, DAY = 60, 3600, 86_400

GRACE = timedelta(seconds=1)
"""How long after a deadline a time-out is recorded: a move that arrived in time may still be at work."""

VACATION_DAYS = 30
"""Days of vacation that a player has in each calendar year, by UTC."""

VACATION_AT_LEAST = timedelta(days=1)
"""A vacation uses up so much of the year's, however soon it is ended."""

PLIES_AT_MOST = 10_000
"""After so many plies a game with a clock is drawn, where the rules promise no earlier end."""

_ZERO = timedelta()
LONGEST_TIME, MOST_INCREMENT = 60 * DAY, 7 * DAY
"""Seconds of a time control at most: of each of its times, and of what a turn adds to a bank."""


# -- time controls --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have. All times are whole seconds.

    A bank may have what the clocks at championships have: `free`, `turn` and `game`. Gravon calls that a Bronstein
    clock, and writes 50/12/4 for 50 minutes of the game, 12 of each player and 4 free seconds.

    Args:
        kind: `move`: `base` for each turn; `bank`: `base` at the start, and `increment` more after each of one's turns.
        base: 10 seconds to 60 days.
        increment: up to 7 days; 0 for `move`.
        cap: a bank never grows above it; None for no cap, and for `move`.
        free: so much of each turn is not taken from the bank; up to 1 day, 0 for `move`.
        turn: the longest that one turn may take, from 5 seconds and `free` on; None for no limit, and for `move`.
        game: after so much play the game is drawn, from `base` on; None for no limit, with vacations, and for `move`.
        setup: the time to set up, 10 seconds to 60 days.
        vacation: players' clocks stop while they are on vacation.

    Raises:
        Illegal: `time-control`, with the `field` that makes no sense.
    """

    kind: str
    base: int
    increment: int = 0
    cap: int | None = None
    setup: int = 3 * DAY
    vacation: bool = False
    free: int = 0
    turn: int | None = None
    game: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("move", "bank"):
            raise _bad("kind")
        for name in ("base", "setup"):
            if not _whole(getattr(self, name), 10, LONGEST_TIME):
                raise _bad(name, least=10, most=LONGEST_TIME)
        if not _whole(self.increment, 0, MOST_INCREMENT if self.kind == "bank" else 0):
            raise _bad("increment", least=0, most=MOST_INCREMENT if self.kind == "bank" else 0)
        if self.cap is not None and not (self.kind == "bank" and _whole(self.cap, self.base, LONGEST_TIME)):
            raise _bad("cap", least=self.base, most=LONGEST_TIME)
        if type(self.vacation) is not bool:
            raise _bad("vacation")
        self._check_limits()

    def _check_limits(self) -> None:
        bank = self.kind == "bank"
        if not _whole(self.free, 0, DAY if bank else 0):
            raise _bad("free", least=0, most=DAY if bank else 0)
        shortest = max(5, self.free)
        if self.turn is not None and not (bank and _whole(self.turn, shortest, LONGEST_TIME)):
            raise _bad("turn", least=shortest, most=LONGEST_TIME)
        if self.game is not None and not (bank and not self.vacation and _whole(self.game, self.base, LONGEST_TIME)):
            raise _bad("game", least=self.base, most=LONGEST_TIME)

    @property
    def live(self) -> bool:
        """Whether the players sit at the board together: a bank of less than a day."""
        return self.kind == "bank" and self.base < DAY

    def value(self) -> dict[str, Any]:
        """As a JSON value: what the event and the list of games hold."""
        values: dict[str, Any] = {"kind": self.kind, "base": self.base, "setup": self.setup}
        more = {name: getattr(self, name) for name in ("increment", "cap", "vacation", "free", "turn", "game")}
        return values | {name: value for name, value in more.items() if value}

    @classmethod
    def from_value(cls, value: Mapping[str, Any]) -> TimeControl:
        """What `value` wrote, or what a stranger sent. Raises `Illegal`, `time-control`."""
        known = {field.name for field in fields(cls)}
        if not isinstance(value, Mapping) or not {"kind", "base"} <= set(value) <= known:
            raise _bad("kind")
        return cls(**value)


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _bad(field: str, **bounds: int) -> Illegal:
    return Illegal(Refusal("time-control", {"field": field, **bounds}))


def _days(days: int) -> TimeControl:
    return TimeControl("move", days * DAY, setup=max(2, days) * DAY, vacation=True)


def _live(minutes: int, seconds: int) -> TimeControl:
    return TimeControl("bank", minutes * MINUTE, seconds, setup=10 * MINUTE)


PRESETS: Mapping[str, TimeControl] = MappingProxyType(
    {
        "live-5-5": _live(5, 5),
        "live-10-10": _live(10, 10),
        "live-20-10": _live(20, 10),
        "live-45-20": _live(45, 20),
        "gravon-50-12-4": TimeControl("bank", 12 * MINUTE, setup=10 * MINUTE, free=4, game=50 * MINUTE),
        "1-day": _days(1),
        "2-days": _days(2),
        "3-days": _days(3),
        "5-days": _days(5),
        "7-days": _days(7),
        "14-days": _days(14),
        "bank-3d-6h": TimeControl("bank", 3 * DAY, 6 * HOUR, cap=7 * DAY, setup=3 * DAY, vacation=True),
        "bank-7d-12h": TimeControl("bank", 7 * DAY, 12 * HOUR, cap=14 * DAY, setup=7 * DAY, vacation=True),
    }
)
"""The time controls that pages offer, the quickest first. The clock 50/12/4 is that of Gravon's events and of
championships (its administrators on their forum, 22 November 2004)."""


def preset_of(control: TimeControl) -> str | None:
    """The slug of a time control that pages offer, or None."""
    return next((slug for slug, preset in PRESETS.items() if preset == control), None)


# -- vacations ------------------------------------------------------------------------------------


class Rest(NamedTuple):
    """A seat's vacation: its clock stops from `start` until `end`."""

    start: datetime
    end: datetime


def used_in_year(rests: tuple[Rest, ...], year: int) -> timedelta:
    """How much of a calendar year (by UTC) these vacations use up. Each counts for a day at least."""
    first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    used = _ZERO
    for rest in rests:
        end = max(rest.end, rest.start + VACATION_AT_LEAST)
        used += max(min(end, last) - max(rest.start, first), _ZERO)
    return used


def within_allowance(rests: tuple[Rest, ...], days: int = VACATION_DAYS) -> bool:
    """Whether these vacations use up no year's allowance."""
    years = {moment.year for rest in rests for moment in (rest.start, max(rest.end, rest.start + VACATION_AT_LEAST))}
    return all(used_in_year(rests, year) <= timedelta(days=days) for year in years)


# -- clocks ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a game's seats.

    Args:
        control: the time control.
        banks: what each seat had left at `since`; a seat whose time does not run still has it.
        running: the seats whose time runs: all that have yet to set up, or the one to move; none once the game is over.
        since: when the time of the running seats began to run, or was reckoned last.
        rests: each seat's vacations, in order.
        halted: the game is paused: no clock runs; those of the running seats continue when it is resumed.
        total: what the game had left at `since`; None where that has no limit, and before play.
        free: how much of this turn was still free then; nothing before play.
        turn: how long this turn might still take then; None where that has no limit, and before play.
    """

    control: TimeControl
    banks: tuple[timedelta, ...]
    running: tuple[Seat, ...]
    since: datetime
    rests: tuple[tuple[Rest, ...], ...]
    halted: bool = False
    total: timedelta | None = None
    free: timedelta = _ZERO
    turn: timedelta | None = None

    @classmethod
    def for_setups(cls, control: TimeControl, seats: tuple[Seat, ...], at: datetime) -> Clock:
        """The clock of a game that is made at `at`: all seats have the time to set up."""
        return cls(control, (timedelta(seconds=control.setup),) * len(seats), seats, at, ((),) * len(seats))

    # What it shows

    def left(self, seat: Seat, at: datetime) -> timedelta:
        """The time that a seat has left at `at`; never less than none."""
        bank = self.banks[seat]
        if seat not in self.running or self.halted:
            return bank
        return max(bank - max(self._used(seat, at) - self.free, _ZERO), _ZERO)

    def deadline(self, seat: Seat) -> datetime | None:
        """When the time of a seat runs out, its vacation counted; None while it does not run."""
        if seat not in self.running or self.halted:
            return None
        moment, left = self.since, self.banks[seat] + self.free
        if self.turn is not None and self.turn < left:
            left = self.turn
        for rest in self.rests[seat]:
            if rest.end > moment:
                if rest.start - moment >= left:
                    break
                left -= max(rest.start - moment, _ZERO)
                moment = rest.end
        return moment + left

    def free_until(self, seat: Seat) -> datetime | None:
        """When the free part of a seat's turn is over and its bank begins to shrink; None where none is free, where the
        longest time of a turn is over sooner, or while it does not run."""
        if not self.free or self.halted or seat not in self.running:
            return None
        bound_by_turn = self.turn is not None and self.turn < self.banks[seat] + self.free
        return None if bound_by_turn else self.since + self.free

    @property
    def ends(self) -> datetime | None:
        """When the time of the whole game is over; None where it has no limit, or does not run."""
        return None if self.total is None or self.halted or not self.running else self.since + self.total

    @property
    def due(self) -> datetime | None:
        """The earliest deadline of the seats and of the game, or None while no time runs."""
        if self.halted:
            return None
        moments = [self._deadline(seat) for seat in self.running]
        if (ends := self.ends) is not None:
            moments.append(ends)
        return min(moments, default=None)

    def late(self, at: datetime, grace: timedelta = _ZERO) -> tuple[Seat, ...]:
        """The running seats whose deadline, and the grace after it, is over at `at`, and came before the game's."""
        if self.halted:
            return ()
        ends = self.ends
        deadlines = {seat: self._deadline(seat) for seat in self.running}
        return tuple(seat for seat, due in deadlines.items() if due + grace < at and (ends is None or due <= ends))

    def is_over(self, at: datetime, grace: timedelta = _ZERO) -> bool:
        """Whether the time of the whole game, and the grace after it, is over at `at`, and no seat's was before."""
        return (ends := self.ends) is not None and ends + grace < at and not self.late(at, grace)

    def lost(self, seat: Seat, began: datetime, ended: datetime) -> timedelta:
        """How much of its time a seat lost from `began` to `ended`; nothing while it did not run, or stood still."""
        if seat not in self.running or self.halted or ended <= self.since:
            return _ZERO
        return self._used(seat, ended) - (self._used(seat, began) if began > self.since else _ZERO)

    def resting(self, seat: Seat, at: datetime) -> datetime | None:
        """Until when a seat is on vacation, or None if it is not."""
        return next((rest.end for rest in self.rests[seat] if rest.start <= at < rest.end), None)

    # What happens to it

    def ready(self, seat: Seat) -> Clock:
        return replace(self, running=tuple(item for item in self.running if item is not seat))

    def begin(self, seat: Seat, at: datetime) -> Clock:
        """Play begins with `seat`'s turn."""
        banks = (timedelta(seconds=self.control.base),) * len(self.banks)
        total = None if self.control.game is None else timedelta(seconds=self.control.game)
        return Clock(self.control, banks, (seat,), at, self.rests, False, total, *_of_turn(self.control))

    def turned(self, following: Seat, at: datetime) -> Clock:
        """The turn is over, and it is that of `following`."""
        banks, (seat,) = self.banks, self.running
        if self.control.kind == "bank":
            banks = (*banks[:seat], self._with_increment(self.left(seat, at)), *banks[seat + 1 :])
        elif banks[seat] != (base := timedelta(seconds=self.control.base)):  # by a pause or an arbiter
            banks = (*banks[:seat], base, *banks[seat + 1 :])
        return self._next(banks, following, at)

    def played(self, times: Sequence[datetime]) -> tuple[Clock, int | None]:
        """The clock after turns that ended at these times, one after another, as `turned` has it; and the place of the
        first that came after the deadline (`late`), or None. The seats take turns in a fixed order (RULES section 8: no
        seat is eliminated).
        """
        if not times:
            return self, None
        if self.halted or any(self.rests) or self.free or self.turn is not None or self.total is not None:
            return self._played_one_by_one(times)
        (first,), banks, since, late = self.running, list(self.banks), self.since, None
        more: Callable[[timedelta], timedelta] = self._with_increment
        base = None
        if self.control.kind == "move":
            base = timedelta(seconds=self.control.base)
        elif self.control.cap is None:
            more = timedelta(seconds=self.control.increment).__add__
        seat, seats = int(first), len(banks)
        for number, time in enumerate(times):
            left = banks[seat] - (time - since)
            if left < _ZERO:
                left = _ZERO
                late = number if late is None else late
            banks[seat] = more(left) if base is None else base
            since = time
            seat = (seat + 1) % seats
        return Clock(self.control, tuple(banks), (Seat(seat),), since, self.rests), late

    def taken_back(self, seat: Seat, at: datetime) -> Clock:
        """Turns are taken back, and it is `seat`'s turn again: a bank keeps what is left in it, a turn has its whole
        time."""
        banks = tuple(self.left(Seat(number), at) for number in range(len(self.banks)))
        if self.control.kind == "move":
            banks = (timedelta(seconds=self.control.base),) * len(banks)
        return self._next(banks, seat, at)

    def stopped(self, at: datetime) -> Clock:
        """The game is over: what is left stays."""
        banks = tuple(self.left(Seat(number), at) for number in range(len(self.banks)))
        return Clock(self.control, banks, (), at, self.rests)

    def rest(self, seat: Seat, at: datetime, until: datetime) -> Clock:
        """A vacation of a seat, from `at` until `until`."""
        return self._with_rests(seat, (*self.rests[seat], Rest(at, until)))

    def resume(self, seat: Seat, at: datetime) -> Clock:
        """A seat ends its vacation before its time."""
        rests = tuple(rest._replace(end=at) if rest.start <= at < rest.end else rest for rest in self.rests[seat])
        return self._with_rests(seat, rests)

    def halt(self, at: datetime) -> Clock:
        """The game is paused. Whose time is over by then has none left."""
        if self.halted:
            return self
        banks, used = tuple(self.left(Seat(number), at) for number in range(len(self.banks))), at - self.since
        of_turn = self._used(self.running[0], at) if self.running else used  # a vacation costs nothing of it
        return replace(
            self,
            banks=banks,
            since=at,
            halted=True,
            total=_less(self.total, used),
            free=max(self.free - of_turn, _ZERO),
            turn=_less(self.turn, of_turn),
        )

    def go_on(self, at: datetime) -> Clock:
        """The paused game is resumed: the time of the running seats runs again."""
        return replace(self, since=at, halted=False) if self.halted else self

    def given(self, seat: Seat, more: timedelta) -> Clock:
        """A seat has more time: for this turn, or for its next one; with a bank, for good, and above any cap. So has
        the game, and a turn that the seat is at."""
        return replace(
            self,
            banks=(*self.banks[:seat], self.banks[seat] + more, *self.banks[seat + 1 :]),
            total=None if self.total is None else self.total + more,
            turn=None if self.turn is None else self.turn + more * (seat in self.running),
        )

    # Parts

    def _next(self, banks: tuple[timedelta, ...], seat: Seat, at: datetime) -> Clock:
        """A turn of `seat` begins."""
        total = _less(self.total, at - self.since)
        return Clock(self.control, banks, (seat,), at, self.rests, False, total, *_of_turn(self.control))

    def _played_one_by_one(self, times: Sequence[datetime]) -> tuple[Clock, int | None]:
        clock, late = self, None
        for number, time in enumerate(times):
            if late is None and (clock.late(time) or clock.is_over(time)):
                late = number
            clock = clock.turned(Seat((clock.running[0] + 1) % len(self.banks)), time)
        return clock, late

    def _with_rests(self, seat: Seat, rests: tuple[Rest, ...]) -> Clock:
        return replace(self, rests=(*self.rests[:seat], rests, *self.rests[seat + 1 :]))

    def _with_increment(self, left: timedelta) -> timedelta:
        more = left + timedelta(seconds=self.control.increment)
        if self.control.cap is None:
            return more
        return max(left, min(more, timedelta(seconds=self.control.cap)))  # an arbiter may have given more than the cap

    def _used(self, seat: Seat, at: datetime) -> timedelta:
        used = at - self.since
        for rest in self.rests[seat]:
            used -= max(min(rest.end, at) - max(rest.start, self.since), _ZERO)
        return used

    def _deadline(self, seat: Seat) -> datetime:
        deadline = self.deadline(seat)
        assert deadline is not None
        return deadline


def _less(left: timedelta | None, used: timedelta) -> timedelta | None:
    return None if left is None else max(left - used, _ZERO)


@lru_cache(maxsize=64)
def _of_turn(control: TimeControl) -> tuple[timedelta, timedelta | None]:
    """What each turn has: how much of it is free, and how long it may take."""
    return timedelta(seconds=control.free), None if control.turn is None else timedelta(seconds=control.turn)


# -- how long a game can last ---------------------------------------------------------------------


@lru_cache(maxsize=256)
def most_plies(variant: Variant, options: Options) -> int:
    """The most plies that a game with a clock has (RULES section 7).

    Each attack takes a piece for good, or one of those that can be rescued, and so many plies may go by without one. In
    Alliance a Flag may be taken and freed again and again: there the same number is where a game ends as drawn. Without
    a `no_attack_limit` it ends at `PLIES_AT_MOST`.
    """
    if options.no_attack_limit is None:
        return PLIES_AT_MOST
    armies = 2 if variant.reserve is Reserve.SECOND_ARMY else 1
    pieces = armies * variant.army_size + (1 if options.spotter else 0)
    return (len(variant.seats) * (pieces + variant.rescues) + 1) * options.no_attack_limit


def longest(control: TimeControl, variant: Variant, options: Options) -> int:
    """Seconds after which any game with these settings is over, however its players stall: from its making to the
    deadline that ends it. Every vacation of every seat counts.

    In a span of T days at most T / 365 + 2 calendar years have a part. So with s seats and a vacation of V days a year,
    T <= P + s V (T / 365 + 2), where P is what the clocks alone allow; and s V is less than 365.

    Args:
        control: the time control of the game.
        variant, options: they say how many seats there are, and bound the plies.
    """
    seats, plies = len(variant.seats), most_plies(variant, options)
    if control.kind == "move":
        played = plies * control.base
    else:
        played = seats * control.base + plies * (control.increment + control.free)
    if control.game is not None:
        played = min(played, control.game)
    total = control.setup + played
    if not control.vacation:
        return total
    rested = seats * VACATION_DAYS
    return -(-(total + 2 * rested * DAY) * 365 // (365 - rested))
