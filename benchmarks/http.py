"""`http`: a player's move as it is sent from the page (POST, signed in, answered with the rendered table) on the real
server and a real PostgreSQL, in requests a second, against a view of that server that inserts one row.

Also: the page of a game against a page of the same kind that is made from a template alone, and at ply 2,000 against
ply 50; and 2,000 open event streams on one process.
"""

from __future__ import annotations

import asyncio
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack

import psycopg
from django.conf import settings

from benchmarks.database import Scratch, scratch
from benchmarks.http_client import Connection, latencies, rate
from benchmarks.http_streams import STREAMS, streams_parts
from benchmarks.http_tables import Shares, Table, table
from benchmarks.http_views import TABLE
from benchmarks.processes import ROOT, command_of, free_port, running
from benchmarks.result import Bar, Result
from config import addresses
from tests.databases import with_database

CONNECTIONS, CROWD = 8, 16
FEWEST, MANY = 12, 40  # rounds: as many as it takes until the ratios repeat
SECONDS = 0.2  # of each of the two turns that everything has in a round
REPEATS = 0.1  # the spread of a ratio that is taken for repeating
EARLY, LATE = 50, 2000
MOST = 1500  # plies that a game is prepared for; who is at its end goes on at a spare table
SPARE = 4
POOL = 10

SPREAD, PAGE_SPREAD = "spread of the ratio", "spread of page / template"
BARS = (
    Bar("ratio", at_least=0.4),
    Bar("page / template", at_least=0.4),
    Bar("page at ply 2,000 / ply 50", at_most=1.25),
    Bar("p99 / p50 of moves, 16 connections", at_most=2),
    Bar("threads with all streams", at_most=50),
    Bar("KB a stream", at_most=60),
    Bar("seconds to the last notice", at_most=0.5),
    Bar("seconds until all have the position", at_most=10),
    Bar("positions rendered", at_most=1),
)


def run() -> Result:
    """Measure moves and pages a second, and the streams."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        _make_table(databases, name)
        watched, *others = (table(number, MOST, 4) for number in range(1 + CONNECTIONS + SPARE))
        crowd = [table(200 + number, MOST // 3, 4) for number in range(CROWD)]
        early, late = table(100, EARLY + 2, EARLY), table(101, LATE + 2, LATE)
        port, streams_port = free_port(), free_port()
        environment = environment_of(name, stack)
        web = command_of("web").replace("config.web:", "benchmarks.http_site:")
        stack.enter_context(running(web, {**environment, "PORT": str(port)}))
        streams = stack.enter_context(running(command_of("streams"), {**environment, "PORT": str(streams_port)}))
        figures = asyncio.run(_measure(port, Shares(others), early, late))
        waits = asyncio.run(_crowded(port, crowd))
        parts = asyncio.run(streams_parts(port, streams_port, streams.pid, watched))
        databases.leave()
    move, insert, page, template, late_page = figures
    parts = {
        "pages a second, ply 50": statistics.median(page),
        "pages a second, ply 2,000": statistics.median(late_page),
        "template pages a second": statistics.median(template),
        "page / template": ratio_of(page, template),
        "p99 / p50 of moves, 16 connections": statistics.quantiles(waits, n=100)[98] / statistics.median(waits),
        "milliseconds of a move, 16 connections, p50": statistics.median(waits) * 1000,
        "rounds": len(move),
        SPREAD: spread(ratios(move, insert)),
        PAGE_SPREAD: spread(ratios(page, template)),
        "page at ply 2,000 / ply 50": ratio_of(page, late_page),
        **parts,
    }
    ours, peer = statistics.median(move), statistics.median(insert)
    return Result("http", ours, peer, ratio_of(move, insert), "moves a second", parts, BARS)


def ratio_of(ours: Sequence[float], peer: Sequence[float]) -> float:
    return statistics.median(ratios(ours, peer))


def ratios(ours: Sequence[float], peer: Sequence[float]) -> list[float]:
    return [our / other for our, other in zip(ours, peer, strict=True)]


def spread(ratios: Sequence[float]) -> float:
    """How far another run's median may lie from this one's, as a part of it: the width of the interval that holds the
    true median nineteen times of twenty, by the order of what was measured (0.98 roots of the count either side of the
    middle); infinite for fewer than eight.
    """
    count = len(ratios)
    outside = math.floor(count / 2 - 0.98 * math.sqrt(count)) - 1
    if outside < 0:
        return math.inf
    result = sorted(ratios)
    return (result[-1 - outside] - result[outside]) / statistics.median(result)


async def _measure(port: int, tables: Shares[Table], early: Table, late: Table) -> list[list[float]]:
    """Requests a second in each round: moves, inserts, pages at an early ply, of the template, and at a late one.

    See `rounds`.
    """
    connections = [Connection(port) for _one in range(CONNECTIONS)]
    works: list[Callable[[int], bytes]] = [
        lambda number: tables.of(number).move(),
        lambda number: tables.of(number).insert(),
        lambda _number: early.page(),
        lambda _number: early.template(),
        lambda _number: late.page(),
    ]
    return await rounds(connections, works, [(0, 1), (2, 3)])


async def _crowded(port: int, tables: Sequence[Table]) -> list[float]:
    """The seconds of moves on as many connections as there are tables."""
    connections = [Connection(port) for _one in tables]
    await rate(connections, 1, lambda number: tables[number].move())  # warm
    taken = await latencies(connections, 5, lambda number: tables[number].move())
    for connection in connections:
        connection.close()
    return taken


async def rounds(
    connections: Sequence[Connection], works: Sequence[Callable[[int], bytes]], pairs: Sequence[tuple[int, int]]
) -> list[list[float]]:
    """Requests a second of each work in each round: each has two short turns in one, the second in the order turned
    round, so that what else the machine does meets all alike. There are as many rounds as it takes until the ratios
    repeat.

    Args:
        connections: which the requests share; they are closed in the end.
        works: what each asks, by the number of the request.
        pairs: the places of works whose ratios are to repeat.
    """
    rates: list[list[float]] = [[] for _work in works]
    for work in works:
        await rate(connections, 4 * SECONDS, work)  # warm
    for number in range(MANY):
        spreads = [spread(ratios(rates[ours], rates[peer])) for ours, peer in pairs] if number >= FEWEST else [math.inf]
        if max(spreads) <= REPEATS:
            break
        there = [await rate(connections, SECONDS, work) for work in works]
        back = [await rate(connections, SECONDS, work) for work in reversed(works)]
        for item, first, second in zip(rates, there, reversed(back), strict=True):
            item.append((first + second) / 2)
    for connection in connections:
        connection.close()
    return rates


def _make_table(databases: Scratch, name: str) -> None:
    """The table of the peer: the columns of a move, a key and nothing else."""
    with psycopg.connect(databases.owner_url(name)) as owner:
        owner.execute(
            f"CREATE TABLE {TABLE} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, actor uuid, version int, "
            "turn text, time timestamptz DEFAULT now())".encode()
        )
        owner.execute(f'GRANT ALL ON {TABLE} TO "{settings.DATABASE_SERVICE_ROLE}"'.encode())


def environment_of(name: str, stack: ExitStack) -> dict[str, str]:
    """Production as README.md has it, with the database of this run and a Valkey database of its own."""
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    environment = {
        "DATABASE_URL": with_database(settings.DATABASE_URL, name),
        "REDIS_URL": addresses.redis(settings.REDIS_URL, database=12),
        "SECRET_KEY": settings.SECRET_KEY,
        "VEXILLUM_BUILD": settings.VEXILLUM_BUILD,
        "VEXILLUM_POOL": str(POOL),
        "VEXILLUM_STATIC_ROOT": folder,
        "VEXILLUM_LOG_LEVEL": "ERROR",
        "LIVE_PER_ADDRESS": str(2 * STREAMS),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, check=True, env={**os.environ, **environment})
    return environment
