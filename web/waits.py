"""Growing waits: who fails again and again waits longer and longer before the next attempt is looked at.

    waits = GrowingWaits("sign-in", free=5, first=30, longest=3600)
    seconds = waits.begin("ada")      # 0: go on; else come back so many seconds later
    waits.forgive("ada")              # the attempt was right

An attempt is counted before it is looked at, so that many at once are not all looked at. Of who waits nothing is
counted. All is forgotten a day after the last attempt that failed. The counts stand in the cache, which all processes
share; while it is away each process counts by itself (`config/cache.py`).
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache

FORGOTTEN = 24 * 3600
"""Seconds after the last attempt that failed until all of them are forgotten."""

TimeSource = Callable[[], float]


def wait_after(attempts: int, *, free: int, first: int, longest: int) -> int:
    """The seconds to wait after so many attempts that failed.

    >>> [wait_after(attempts, free=5, first=30, longest=3600) for attempts in (4, 5, 6, 7, 12, 1000)]
    [0, 30, 60, 120, 3600, 3600]

    Args:
        attempts: that failed, one after the other.
        free: the first after which there is a wait.
        first, longest: the first wait, which doubles each time, and the longest.
    """
    if attempts < free:
        return 0
    return min(longest, first << min(attempts - free, 32))


@dataclass(frozen=True, slots=True)
class GrowingWaits:
    """The waits of one kind; `wait_after` says what the numbers are.

    Attributes:
        what: is counted.
        clock: the time in seconds.
    """

    what: str
    free: int
    first: int
    longest: int
    clock: TimeSource = time.time

    def left(self, who: str) -> int:
        """The seconds to wait before an attempt can begin; 0 for none. Nothing is begun or counted."""
        seconds = float(cache.get(self._keys(who)[1], 0)) - self.clock()
        return max(1, round(seconds)) if seconds > 0 else 0

    def begin(self, who: str) -> int:
        """Begin an attempt, and return 0; or the seconds to wait, and then nothing is begun.

        Args:
            who: makes it. It is kept as a hash.
        """
        left = self.left(who)
        if left:
            return left
        attempts, until = self._keys(who)
        now = self.clock()
        wait = wait_after(_counted(attempts, 1), free=self.free, first=self.first, longest=self.longest)
        if wait and not _claimed(until, now + wait, wait, before=now):
            return wait  # somebody else began one in this moment
        return 0

    def forgive(self, who: str) -> None:
        """Forget all attempts."""
        cache.delete_many(self._keys(who))

    def take_back(self, who: str) -> None:
        """Take the last attempt back, which was right: the ones before stay counted, lest who fails sprinkles attempts
        that are right among them."""
        attempts, until = self._keys(who)
        _counted(attempts, -1)
        cache.delete(until)

    def _keys(self, who: str) -> tuple[str, str]:
        digest = hashlib.sha256(f"{self.what}:{who}".encode()).hexdigest()[:32]
        return f"wait:{digest}", f"wait-until:{digest}"


def _claimed(key: str, until: float, seconds: int, *, before: float) -> bool:
    """Whether the next wait was begun here. One that is over makes room for it."""
    if cache.add(key, until, timeout=seconds):
        return True
    if cache.get(key, 0) > before:
        return False
    cache.set(key, until, timeout=seconds)
    return True


def _counted(key: str, by: int) -> int:
    try:
        cache.add(key, 0, timeout=FORGOTTEN)
        count = int(cache.incr(key, by))
    except ValueError:  # it has gone between the two
        return max(by, 0)
    cache.touch(key, FORGOTTEN)
    return count
