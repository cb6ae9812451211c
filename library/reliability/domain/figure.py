"""The figure of reliability: of the days on which a player's games ended, how many are without a game left. Pure.

A day counts once, however many games ended on it, so neither an evening of bad luck nor an evening of quick games
weighs more than a day. Short games and those against the computer alone count for nothing, so they repair nothing.
Days count less as they pass, and are forgotten after half a year (docs/moderation.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

HALF_LIFE = 30
"""Days after which a day counts half."""

REMEMBERED = 180
"""Days after which a day is forgotten. It counts for a sixty-fourth by then, so that is hardly seen."""

BEGINNING = 3.0
"""So many reliable days everybody begins with, so that a first game left does not tell all; they do not pass, so with
time a figure goes back to them."""


class Kept(StrEnum):
    """What a game that is over says of a player's reliability."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    EXCUSED = "excused"


@dataclass(frozen=True, slots=True)
class GamePart:
    """A player's part in a game that is over.

    Args:
        day: on which it ended, by UTC.
        plies: how many were played.
        least: from how many on games of its rule book count (`Variant.rated_from`).
        rated: it was made as rated.
        left: how the player left others waiting: `timed_out`, `not_set_up`, `given_up`, `called_off`; empty if not.
        excused: why it is excused (`games/domain/excuses.py`).
        ruled: an arbiter decided that the player's side lost.
        among_people: somebody else who sat there is no bot.
    """

    day: date
    plies: int
    least: int
    rated: bool = False
    left: str = ""
    excused: bool = False
    ruled: bool = False
    among_people: bool = True


def kept(part: GamePart) -> Kept | None:
    """What a game says of the player, or None for nothing.

    Whose time ran out has left the game, however it stood: a lost position is resigned. So has who gives a rated game
    up before it counts.
    """
    if not part.among_people or part.left == "called_off" or part.ruled:
        return None
    if part.left in ("timed_out", "not_set_up"):
        return Kept.EXCUSED if part.excused else Kept.ABANDONED
    if part.plies >= part.least:
        return Kept.FINISHED
    return Kept.ABANDONED if part.left == "given_up" and part.rated else None


@dataclass(frozen=True, slots=True)
class KeptDay:
    """What the games of a player that ended on one day said, each counted."""

    day: date
    finished: int = 0
    abandoned: int = 0
    excused: int = 0


def days_of(parts: Iterable[GamePart]) -> list[KeptDay]:
    """The days of some games, in order, without those that say nothing."""
    counts = Counter((part.day, said) for part in parts if (said := kept(part)) is not None)
    return [
        KeptDay(day, counts[day, Kept.FINISHED], counts[day, Kept.ABANDONED], counts[day, Kept.EXCUSED])
        for day in sorted({day for day, _said in counts})
    ]


@dataclass(frozen=True, slots=True)
class Reliability:
    """How reliably a player finishes games.

    Args:
        percent: the figure, rounded down, so that 100 says that no game left is remembered; None without games.
        days: the days that are remembered, games left or finished.
        abandoned: those with a game left.
        excused: those with a game that was lost by time and excused.
    """

    percent: int | None = None
    days: int = 0
    abandoned: int = 0
    excused: int = 0


def reliability(days: Iterable[KeptDay], today: date) -> Reliability:
    """The figure of a player.

    Args:
        days: in any order, each once; those that are forgotten or to come may be among them.
        today: by UTC.
    """
    known = [day for day in days if today - timedelta(days=REMEMBERED) < day.day <= today]
    left = [day for day in known if day.abandoned]
    finished = [day for day in known if day.finished and not day.abandoned]
    excused = sum(day.excused > 0 for day in known)
    if not left and not finished:
        return Reliability(excused=excused)
    good, bad = BEGINNING + _weight(finished, today), _weight(left, today)
    percent = 100 - math.ceil(100 * bad / (good + bad))  # so that none left is 100, however the weights are rounded
    return Reliability(percent, len(left) + len(finished), len(left), excused)


def _weight(days: Iterable[KeptDay], today: date) -> float:
    return math.fsum(math.pow(0.5, (today - day.day).days / HALF_LIFE) for day in days)
