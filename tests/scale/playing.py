"""Games that are played across two machines; Django is set up by who imports this."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack

import psycopg
from django.test.utils import override_settings

from benchmarks.http_client import Connection, get, post
from benchmarks.http_streams import Watcher
from benchmarks.http_tables import Table, table
from benchmarks.processes import command_of, free_port, running
from eventlog import verify as checking
from games.models import Game
from tests.scale.__main__ import say
from tests.scale.programs import run_programs
from tests.scale.proxy import Proxy
from tests.scale.servers import POOL, SUPERUSER, Servers

GAMES = 12
PLIES = 40


def play_across(made: Servers, environment: dict[str, str]) -> None:
    """Start two machines, play games by a proxy before both, and look at what is in the log then."""
    with ExitStack() as stack:
        machines = [_machine(environment, stack) for _number in range(2)]
        work = environment | {"DATABASE_URL": made.pooled("vexillum_work")}
        for kind in ("play", "worker", "hooks", "beat"):
            stack.enter_context(running(command_of(kind), work))
        proxy = stack.enter_context(Proxy([machine["web"] for machine in machines]).running())
        with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
            tables = [table(number, PLIES + 2, 0) for number in range(GAMES)]
        start = time.perf_counter()
        asyncio.run(_play(proxy.port, [machine["streams"] for machine in machines], tables))
        seconds = time.perf_counter() - start
        served = sorted(proxy.served.values())
        if len(served) != 2 or served[1] - served[0] > 1:
            raise RuntimeError(f"the machines served {served}")
        say(f"two machines served {served[0]} and {served[1]} requests of {GAMES} games in {seconds:.1f} s")
        say("a stream on either machine told of every last move, wherever it was made")
        sessions = _sessions(made)
        if sessions > 2 * POOL + 2:
            raise RuntimeError(f"the server has {sessions} sessions")
        say(f"the server has {sessions} sessions for two web processes, workers and beat")
        run_programs(proxy.port, [machine["streams"] for machine in machines])
    games = Game.objects.filter(key__in=[item.key for item in tables])
    result = sorted(games.values_list("status", "plies"))
    if result != [("over", PLIES)] * GAMES:
        raise RuntimeError(f"the games stand at {result}")
    errors = [item.error for item in checking.verify([game.id for game in games])]
    if errors != [None] * GAMES:
        raise RuntimeError(f"the log is broken: {errors}")
    say(f"{GAMES} games of {PLIES} plies are over, and their log is whole")


def _machine(environment: dict[str, str], stack: ExitStack) -> dict[str, int]:
    """The ports of a web process and one with streams that share a data folder of their own."""
    ports = {"web": free_port(), "streams": free_port()}
    folder, pages = stack.enter_context(tempfile.TemporaryDirectory()), f"http://127.0.0.1:{ports['web']}"
    own = environment | {"VEXILLUM_DATA": folder, "WEB_PROCESSES": "1", "LIVE_PAGES": pages}
    for kind, port in ports.items():
        stack.enter_context(running(command_of(kind), own | {"PORT": str(port)}))
    return ports


async def _play(port: int, streams: Sequence[int], tables: Sequence[Table]) -> None:
    async def ask(request: bytes) -> None:
        connection = Connection(port)  # a new one each time, which comes to the other machine
        await connection.ask(request)
        connection.close()

    async def play(game: Table) -> None:
        watchers = [await Watcher.open(port, game.key) for port in streams]
        for _ply in range(PLIES):
            await ask(game.move())
        for watcher in watchers:
            await asyncio.wait_for(watcher.hear(3 + PLIES), 30)
            watcher.writer.close()
        await ask(get(f"/games/{game.key}/", game.cookies[0]))
        await ask(_resignation(game))

    await asyncio.gather(*map(play, tables))


def _resignation(game: Table) -> bytes:
    data = {"act": "resign", "version": str(3 + PLIES), "csrfmiddlewaretoken": game.token}
    return post(f"/games/{game.key}/act/", data, game.cookies[0])


def _sessions(made: Servers) -> int:
    with psycopg.connect(made.address(SUPERUSER)) as server:
        row = server.execute("SELECT count(*) FROM pg_stat_activity WHERE usename = 'vexillum'").fetchone()
    assert row is not None
    return int(row[0])
