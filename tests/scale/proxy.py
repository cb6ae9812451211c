"""A proxy that gives each connection to the next of some servers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from threading import Thread


class Proxy:
    """One port before several.

    Attributes:
        port: its own.
        served: how many connections each of the others was given.
    """

    def __init__(self, ports: list[int]) -> None:
        self.served: Counter[int] = Counter()
        self.port = 0
        self._next = cycle(ports)
        self._loop = asyncio.new_event_loop()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = next(self._next)
        self.served[port] += 1
        behind, before = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_pass_on(reader, before), _pass_on(behind, writer), return_exceptions=True)

    async def _start(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        """Serve in a thread until the `with` block ends."""
        self._loop.run_until_complete(self._start())
        thread = Thread(target=self._loop.run_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()
