"""The line in which requests wait that come in crowds: turns, and the ends of games."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """Lets its requests have threads in the order in which they came: half of them, and a quarter while another request
    is there.

    A page that comes in the midst of a crowd would wait for all that came before it, and then share the processor with
    as many of them as there are threads. So it finds a thread free, and has few beside it from then on. Those in the
    line lose little by that: threads of a process share one processor, and what waits here is short and always alike
    (`web.routes.in_line`).

    Args:
        threads: how many there are in the process.
    """

    def __init__(self, threads: int) -> None:
        self.most = max(1, threads // 2)
        self.few = max(1, threads // 4)
        self.running = 0
        self.others = 0
        self.waiting: deque[asyncio.Future[None]] = deque()

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Tell of another request, for as long as the block lasts."""
        self.others += 1
        try:
            yield
        finally:
            self.others -= 1
            self._call()

    async def wait(self) -> None:
        """Wait until it is one's turn; whoever was let in says by `leave` that it is over."""
        if not self.waiting and self._has_room():
            self.running += 1
            return
        mine = asyncio.get_running_loop().create_future()
        self.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # called and gone at the same moment
                self.leave()
            elif mine in self.waiting:
                self.waiting.remove(mine)
            raise

    def leave(self) -> None:
        """Let the next one in."""
        self.running -= 1
        self._call()

    def _has_room(self) -> bool:
        return self.running < (self.few if self.others else self.most)

    def _call(self) -> None:
        while self.waiting and self._has_room():
            first = self.waiting.popleft()
            if not first.done():
                self.running += 1
                first.set_result(None)
