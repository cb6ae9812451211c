"""The line in which requests wait that come in crowds: turns, and the ends of games."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

LATELY = 0.05
"""Seconds after another request for which the next one is taken to be on its way."""

LONGEST_REST = 0.1
"""Seconds that slow requests rest at most."""


class _Place(NamedTuple):
    """Who waits: the number by which it came, and what it waits for."""

    number: int
    called: asyncio.Future[None]


class AdmissionQueue:
    """Lets its requests have threads in the order in which they came: half of them, and a quarter while another request
    is there.

    Without it a page in the midst of a crowd would wait for the whole crowd, and then share the processor with as many
    requests as there are threads. So it finds a thread free, and few run beside it. Those in the line lose little:
    threads of a process share one processor, and what waits here is short and uniform (`web.routes.in_line`).

    Slow ones, such as ends of games, which take as long as a page, leave it more. They have a quarter of the threads
    also for a moment after it, as people's pages come one after the other. And each that ran beside a page or in that
    moment is followed by a rest half as long as it took: so pages have the processor for themselves for a third of the
    time. Quick ones go past them meanwhile.

    Args:
        threads: how many there are in the process.
    """

    def __init__(self, threads: int) -> None:
        self.most = max(1, threads // 2)
        self.few = max(1, threads // 4)
        self.running = 0
        self.others = 0
        self._waiting: tuple[deque[_Place], deque[_Place]] = deque(), deque()  # quick ones, and slow ones
        self._numbers = count()
        self._other_left = self._rested = float("-inf")

    def __len__(self) -> int:
        return sum(map(len, self._waiting))

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Tell of another request, for as long as the block lasts."""
        self.others += 1
        try:
            yield
        finally:
            self.others -= 1
            self._other_left = _now()
            self._call()

    async def wait(self, *, slow: bool = False) -> None:
        """Wait for admission; an admitted caller ends with `leave`.

        Args:
            slow: whether it is among those that take as long as a page.
        """
        line = self._waiting[slow]
        if not line and self._has_room(slow):
            self.running += 1
            return
        mine = _Place(next(self._numbers), asyncio.get_running_loop().create_future())
        line.append(mine)
        try:
            await mine.called
        except asyncio.CancelledError:
            if not mine.called.cancelled():  # called and cancelled at the same moment
                self.leave()
            elif mine in line:
                line.remove(mine)
            raise

    def leave(self, *, took: float = 0.0) -> None:
        """Let the next one in.

        Args:
            took: of a slow one the seconds since it was let in; the next slow one may have to rest for half as long.
        """
        self.running -= 1
        if took and self._lately():
            rest = min(took / 2, LONGEST_REST)
            self._rested = _now() + rest
            asyncio.get_running_loop().call_later(rest, self._call)
        self._call()

    def _has_room(self, slow: bool) -> bool:
        if slow and self._lately():
            return self.running < self.few and _now() >= self._rested
        return self.running < (self.few if self.others else self.most)

    def _lately(self) -> bool:
        """Whether another request is there, or has been a moment ago."""
        return self.others > 0 or _now() < self._other_left + LATELY

    def _call(self) -> None:
        while (line := self._next()) is not None:
            first = line.popleft()
            if not first.called.done():
                self.running += 1
                first.called.set_result(None)

    def _next(self) -> deque[_Place] | None:
        """The line to admit from: of those with room, the one whose first entry came first."""
        ready = [line for slow, line in enumerate(self._waiting) if line and self._has_room(bool(slow))]
        return min(ready, key=lambda line: line[0].number, default=None)


def _now() -> float:
    return asyncio.get_running_loop().time()
