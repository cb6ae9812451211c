"""`load`: 200 games at a time are played over HTTP through all processes of the `Procfile` while 2,000 streams are
open, in moves a second, against a bare INSERT of one row and its commit with psycopg.

Played without a pause for what the processes can do, then at half of that for how long a move takes. Also: the
processor time of a move, by kind of process, of a look at the table by who hears of it, and of a bare insert.
"""

from __future__ import annotations

import asyncio
import random
import re
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any
from uuid import UUID

import redis

from benchmarks.append import bare_insert
from benchmarks.database import scratch
from benchmarks.games import Played, quiet_game
from benchmarks.http import environment_of
from benchmarks.http_client import Connection
from benchmarks.http_streams import AT_ONCE, Watcher
from benchmarks.http_tables import Table, table
from benchmarks.processes import command_of, free_port, processor_of, running
from benchmarks.result import Bar, Result
from games.models import Game, key_of

GAMES = 200
IDLE = 2000  # streams that hear nothing
SECONDS = 60  # without a pause, so that one sweep of each minute falls into it
HALF_SECONDS = 20
LOOK_SECONDS = 5
WARM = 4
HALF = 0.5  # of the moves a second that were reached, for latency
SEEDS = 4  # different games; the others are the same with other players
PLIES = 400  # that each game is prepared for
INSERTS = 2000
KEPT = 5  # seconds after which a client takes a new connection: the server lets one go that asks nothing for longer
_VERSION = re.compile(rb'"v":([0-9]+)')

BARS = (Bar("moves lost", at_most=0), Bar("streams behind", at_most=0))


def run() -> Result:
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        databases.twin_of_events(name, "bare")
        tables = [table(number, PLIES, 4, quiet=_quiet(number % SEEDS)) for number in range(GAMES)]
        for number, item in enumerate(tables):
            item.address = f"10.0.{number // 250}.{1 + number % 250}"
        server = databases.server()
        bare = _bare(bare_insert(databases, name), server)
        environment = environment_of(name, stack) | {"VEXILLUM_PROXIES": "1"}
        ports = {"web": free_port(), "streams": free_port()}
        processes = {
            kind: stack.enter_context(
                running(command_of(kind), environment | ({"PORT": str(ports[kind])} if kind in ports else {}))
            ).pid
            for kind in ("web", "streams", "play", "worker", "hooks", "beat")
        }
        meter = Meter(processes, server, environment["REDIS_URL"])
        load = asyncio.run(_play(ports, tables, meter))
        load["moves lost"] = sum(item.ply for item in tables) - _moves_in_log(tables)
        databases.leave()
    inserts = 1 / bare["seconds"]
    load["moves a second that a core carries"] = 1000 / load["processor ms a move, all"]
    parts = {
        **load,
        "bare inserts a second": inserts,
        "milliseconds, bare insert": bare["seconds"] * 1000,
        "processor ms, bare insert": bare["processor"] * 1000,
        "move at half load, p50 / bare insert": load["milliseconds at half load, p50"] / (bare["seconds"] * 1000),
        "processor of a move / bare insert": load["processor ms a move, all"] / (bare["processor"] * 1000),
    }
    moves = load["moves a second"]
    return Result("load", moves, inserts, moves / inserts, "moves a second", parts, BARS)


@cache
def _quiet(seed: int) -> Played:
    return quiet_game(PLIES, seed)


# -- playing --------------------------------------------------------------------------------------


class _Seats:
    """A game that is played by one client, and a stream about it."""

    def __init__(self, port: int, played: Table) -> None:
        self.table = played
        self.connection = Connection(port)
        self.asked = time.perf_counter()
        self.times: list[float] = []
        self.heard = 0  # the last version that the stream told

    async def move(self) -> None:
        start = time.perf_counter()
        if start - self.asked > KEPT:
            self.connection.close()
            self.connection = Connection(self.connection.port)
        await self.connection.ask(self.table.move())
        self.asked = time.perf_counter()
        self.times.append(self.asked - start)

    async def listen(self, watcher: Watcher) -> None:
        """Note what the stream tells of the game."""
        while event := await watcher.reader.readuntil(b"\n\n"):
            if match_ := _VERSION.search(event):
                self.heard = int(match_[1])

    @property
    def is_behind(self) -> bool:
        """Whether the stream has not told of the last move."""
        return self.heard != 3 + self.table.ply


async def _play(ports: dict[str, int], tables: Sequence[Table], meter: Meter) -> dict[str, Any]:
    games = [_Seats(ports["web"], item) for item in tables]
    # A stream about a game that nobody plays is idle, whether or not there is one.
    idle = [key_of(item) for item in map(_some_id, range(IDLE))]
    watchers: list[Watcher] = []
    for start in range(0, IDLE, AT_ONCE):
        watchers += await asyncio.gather(
            *(Watcher.open(ports["streams"], key) for key in idle[start : start + AT_ONCE])
        )
    own = [await Watcher.open(ports["streams"], game.table.key) for game in games]
    listening = [asyncio.create_task(game.listen(item)) for game, item in zip(games, own, strict=True)]
    await _quiet_processes(meter)
    await _without_pause(games, WARM)
    for game in games:
        game.times.clear()
    before, start = meter.read(), time.perf_counter()
    await _without_pause(games, SECONDS)
    taken = time.perf_counter() - start
    spent = meter.since(before)
    full = [item for game in games for item in game.times]
    for game in games:
        game.times.clear()
    await _paced(games, HALF * len(full) / taken, HALF_SECONDS)
    half = [item for game in games for item in game.times]
    before, looks = meter.read(), await _look(games, LOOK_SECONDS)
    looked = meter.since(before)
    await asyncio.sleep(1)
    behind = sum(game.is_behind for game in games)
    still_open = sum(not watcher.reader.at_eof() for watcher in watchers)
    for task in listening:
        task.cancel()
    for watcher in [*watchers, *own]:
        watcher.writer.close()
    result = {
        "moves a second": len(full) / taken,
        "games at a time": len(games),
        "idle streams": still_open,
        "milliseconds without pause, p50": _percentile(full, 50),
        "milliseconds without pause, p99": _percentile(full, 99),
        "moves a second at half load": len(half) / HALF_SECONDS,
        "milliseconds at half load, p50": _percentile(half, 50),
        "milliseconds at half load, p99": _percentile(half, 99),
        "streams behind": behind,
    }
    result |= {f"processor ms a move, {kind}": seconds * 1000 / len(full) for kind, seconds in spent.items()}
    result["processor ms a move, all"] = sum(seconds for kind, seconds in spent.items() if kind != "client") * 1000
    result["processor ms a move, all"] /= len(full)
    result["processor ms a look"] = sum(seconds for kind, seconds in looked.items() if kind != "client") * 1000 / looks
    return result


def _some_id(number: int) -> UUID:
    return UUID(int=random.Random(number).getrandbits(128))


async def _quiet_processes(meter: Meter) -> None:
    """Wait until workers have started, which takes them seconds of processor time each."""
    for _time in range(30):
        before = meter.read()
        await asyncio.sleep(2)
        spent = meter.since(before)
        if max(spent[kind] for kind in ("play", "worker", "hooks", "beat")) < 0.2:
            return


async def _without_pause(games: Sequence[_Seats], seconds: float) -> None:
    deadline = time.perf_counter() + seconds

    async def play(game: _Seats) -> None:
        while time.perf_counter() < deadline:
            await game.move()

    await asyncio.gather(*map(play, games))


async def _look(games: Sequence[_Seats], seconds: float) -> int:
    """Have all that hear of a move ask for the table as it is then, without a pause; return how often they did."""
    deadline = time.perf_counter() + seconds
    done = 0

    async def look(game: _Seats) -> None:
        nonlocal done
        connection = Connection(game.connection.port)
        while time.perf_counter() < deadline:
            await connection.ask(game.table.look())
            done += 1
        connection.close()

    await asyncio.gather(*map(look, games))
    return done


async def _paced(games: Sequence[_Seats], rate: float, seconds: float) -> None:
    """Play so many moves a second together, each game at times of its own."""
    deadline = time.perf_counter() + seconds
    pause = len(games) / rate

    async def play(number: int, game: _Seats) -> None:
        due = time.perf_counter() + pause * number / len(games)
        while due < deadline:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await game.move()
            due += pause

    await asyncio.gather(*(play(number, game) for number, game in enumerate(games)))


def _moves_in_log(tables: Sequence[Table]) -> int:
    keys = [item.key for item in tables]
    return sum(plies for plies in Game.objects.filter(key__in=keys).values_list("plies", flat=True))


def _percentile(values: Sequence[float], of_100: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[of_100 - 1] * 1000


# -- processor time -------------------------------------------------------------------------------


class Meter:
    """The processor time, in seconds, that kinds of processes have taken."""

    def __init__(self, processes: dict[str, int], server: int, valkey: str) -> None:
        self._processes = processes | {"postgres": server}
        self._valkey = redis.Redis.from_url(valkey)

    def read(self) -> dict[str, float]:
        """By kind of process; `client` is this one."""
        result = {kind: processor_of(process) for kind, process in self._processes.items()}
        value: Any = self._valkey.info("cpu")
        result["valkey"] = value["used_cpu_sys"] + value["used_cpu_user"]
        result["client"] = time.process_time()
        return result

    def since(self, before: dict[str, float]) -> dict[str, float]:
        return {kind: seconds - before[kind] for kind, seconds in self.read().items()}


def _bare(insert: Callable[[], None], server: int) -> dict[str, float]:
    """The median seconds of a bare insert while nothing else goes on, and its processor time, the client's too."""
    times = []
    before = processor_of(server) + time.process_time()
    for _number in range(INSERTS):
        start = time.perf_counter()
        insert()
        times.append(time.perf_counter() - start)
    processor = (processor_of(server) + time.process_time() - before) / INSERTS
    return {"seconds": statistics.median(times), "processor": processor}
