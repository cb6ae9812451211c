"""The part of the benchmark `http` that opens 2,000 event streams on one process."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from benchmarks.http_client import Connection, get
from benchmarks.http_tables import Table
from benchmarks.processes import threads_and_memory

STREAMS = 2000
AT_ONCE = 100  # streams that are opened at the same time
NOTICES = 5
READERS = 40  # connections over which the position is fetched by all of them


class Watcher:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, key: str) -> Watcher:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /live/?game={key} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await reader.readuntil(b"retry: ")
        assert head.startswith(b"HTTP/1.1 200"), head
        return cls(reader, writer)

    async def hear(self, version: int) -> float:
        """Wait for the notice of a version; return when it came."""
        await self.reader.readuntil(b'"v":%d}' % version)
        return time.perf_counter()


async def streams_parts(port: int, streams_port: int, process: int, table: Table) -> dict[str, Any]:
    """Open the streams, tell them of moves, and have all of them fetch the new position."""
    threads, before = threads_and_memory(process)
    watchers: list[Watcher] = []
    for _some in range(0, STREAMS, AT_ONCE):
        watchers += await asyncio.gather(*(Watcher.open(streams_port, table.key) for _one in range(AT_ONCE)))
    await asyncio.sleep(1)
    threads, after = threads_and_memory(process)
    player = Connection(port)
    page = get("/healthz"), get(f"/games/{table.key}/", table.cookies[0])
    last, median, pages = [], [], []
    for _notice in range(NOTICES):
        heard = [asyncio.create_task(watcher.hear(4 + table.ply)) for watcher in watchers]
        await asyncio.sleep(0.2)
        await player.ask(table.move())
        answered = time.perf_counter()
        for item in page:
            await player.ask(item)
        pages.append(time.perf_counter() - answered)
        times = [await item - answered for item in heard]
        last.append(max(times))
        median.append(statistics.median(times))
    fetched, rendered = await _all_fetch(port, table, watchers)
    for watcher in watchers:
        watcher.writer.close()
    player.close()
    return {
        "streams open": len(watchers),
        "threads with all streams": threads,
        "KB a stream": (after - before) / 1024 / STREAMS,
        "seconds to the median notice": statistics.median(median),
        "seconds to the last notice": statistics.median(last),
        "seconds for two ordinary pages meanwhile": statistics.median(pages),
        "seconds until all have the position": fetched,
        "positions rendered": rendered,
    }


async def _all_fetch(port: int, table: Table, watchers: list[Watcher]) -> tuple[float, int]:
    """A move; then everyone who hears of it fetches the position. Return the seconds from the move until the last one
    has it, and how often it was drawn."""
    version = 4 + table.ply
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    request = get(f"/games/{table.key}/now/spectator/{build}/{version}/")
    connections: asyncio.Queue[Connection] = asyncio.Queue()
    for _one in range(READERS):
        connections.put_nowait(Connection(port))
    bodies: set[bytes] = set()

    async def watch(watcher: Watcher) -> None:
        await watcher.hear(version)
        connection = await connections.get()
        bodies.add(await connection.ask(request))
        connections.put_nowait(connection)

    before = await _renderings(port)
    watching = [asyncio.create_task(watch(watcher)) for watcher in watchers]
    await asyncio.sleep(0.2)
    player = Connection(port)
    start = time.perf_counter()
    await player.ask(table.move())
    await asyncio.gather(*watching)
    taken = time.perf_counter() - start
    player.close()
    while not connections.empty():
        connections.get_nowait().close()
    assert len(bodies) == 1
    return taken, await _renderings(port) - before


async def _renderings(port: int) -> int:
    """How often the server has drawn a present position so far."""
    connection = Connection(port)
    body = await connection.ask(get("/benchmark/renderings/"))
    connection.close()
    return int(body)
