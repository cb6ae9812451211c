"""`api_streams`, and a part of `api`: 2,000 streams of lines that programs hold open on one process while nothing
happens; then a move that a thousand of them are told of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from benchmarks.database import scratch
from benchmarks.http import environment_of
from benchmarks.http_client import Connection, Unexpected
from benchmarks.http_tables import Table, table
from benchmarks.processes import command_of, free_port, running, threads_and_memory
from benchmarks.result import Bar, Result
from tests.api.asking import secret_of
from tests.scenes import account

STREAMS = 2000
ACCOUNTS = 40
AT_ONCE = 20  # streams that are opened at the same time
MOVES = 5

BARS = (
    Bar("KB an idle stream", at_most=12),
    Bar("threads with idle streams", at_most=1),
    Bar("streams open", at_least=STREAMS),
)


class LineWatcher:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, secret: str) -> LineWatcher:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"GET /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n"
        writer.write(head.encode())
        readuntil = await reader.readuntil(b"\r\n\r\n")
        if not readuntil.startswith(b"HTTP/1.1 200"):
            raise Unexpected(readuntil.decode() + (await reader.read(1000)).decode())
        await reader.readuntil(b"\n\r\n")
        return cls(reader, writer)

    async def hear(self, version: int) -> float:
        await self.reader.readuntil(b'"version":%d,' % version)
        return time.perf_counter()


def secrets_of_programs() -> list[str]:
    return [secret_of(account(f"Program{number}"), "read") for number in range(ACCOUNTS)]


async def line_parts(
    port: int, streams_port: int, process: int, watched: Table, secrets: Sequence[str]
) -> dict[str, Any]:
    """Open the streams, half of them about one game, and tell that half of moves.

    Args:
        port, streams_port: of the processes with pages and with streams.
        process: the second one's.
        watched: a game in play.
        secrets: tokens whose owners hold the streams.
    """
    paths = ("me/stream/", f"games/{watched.key}/stream/")
    for path in paths:  # what the first ones cost, each process pays once
        early = await asyncio.gather(*(LineWatcher.open(streams_port, path, secret) for secret in secrets[:AT_ONCE]))
        for item in early:
            item.writer.close()
    _threads, before = threads_and_memory(process)
    mine: list[LineWatcher] = []
    watchers: list[LineWatcher] = []
    start = time.perf_counter()
    for first in range(0, STREAMS, 2 * AT_ONCE):
        asking = [secrets[(first // 2 + number) % len(secrets)] for number in range(AT_ONCE)]
        mine += await asyncio.gather(*(LineWatcher.open(streams_port, paths[0], item) for item in asking))
        watchers += await asyncio.gather(*(LineWatcher.open(streams_port, paths[1], item) for item in asking))
    opened = time.perf_counter() - start
    await asyncio.sleep(3)
    threads, after = threads_and_memory(process)
    player, last = Connection(port), []
    for _move in range(MOVES):
        heard = [asyncio.create_task(watcher.hear(4 + watched.ply)) for watcher in watchers]
        await asyncio.sleep(0.2)
        await player.ask(watched.move())
        answered = time.perf_counter()
        last.append(max([await item for item in heard]) - answered)
    _threads, busy = threads_and_memory(process)
    for item in (*mine, *watchers):
        item.writer.close()
    player.close()
    return {
        "streams open": len(mine) + len(watchers),
        "threads with idle streams": threads,
        "KB an idle stream": (after - before) / 1024 / STREAMS,
        "KB a stream after moves": (busy - before) / 1024 / STREAMS,
        "streams opened a second": STREAMS / opened,
        "seconds to the last line": sorted(last)[len(last) // 2],
    }


def run() -> Result:
    """Measure streams of lines alone."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        watched, secrets = table(0, 40, 4), secrets_of_programs()
        port, streams_port = free_port(), free_port()
        environment = environment_of(name, stack) | {"LIVE_PAGES": f"http://127.0.0.1:{port}"}
        stack.enter_context(running(command_of("web"), {**environment, "PORT": str(port)}))
        streams = stack.enter_context(running(command_of("streams"), {**environment, "PORT": str(streams_port)}))
        parts = asyncio.run(line_parts(port, streams_port, streams.pid, watched, secrets))
        databases.leave()
    ours = parts["KB an idle stream"]
    return Result("api_streams", ours, 12, 12 / ours, "KB an idle stream of lines", parts, BARS)
