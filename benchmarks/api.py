"""`api`: a player's move as a program sends it (POST with a token, JSON, `If-Match`) on the real server and a real
PostgreSQL, in requests a second, against the same move as the page sends it.

Also: a game as a program asks for it, against a bare view of Django REST framework that answers with as many bytes; and
2,000 streams of lines that programs hold open (`api_streams`).
"""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from accounts.models import Account
from benchmarks import api_streams
from benchmarks.database import scratch
from benchmarks.http import CONNECTIONS, SPREAD, environment_of, ratio_of, ratios, rounds, spread
from benchmarks.http_client import Connection
from benchmarks.http_tables import Shares, Table, table
from benchmarks.processes import command_of, free_port, running
from benchmarks.result import Bar, Result
from tests.api.asking import secret_of

MOST = 2000  # plies that a game is prepared for
SPARE = 4  # games
PLY = 50  # of the game that is asked for
GAME_SPREAD = "spread of game / bare view"
BARS = (Bar("ratio", at_least=1.2), Bar("game / bare view", at_least=0.5), *api_streams.BARS)


class ProgramTable:
    """A game in play, and what the programs of its two players send.

    Args:
        game: with its players.
        secrets: the tokens of both players.
    """

    def __init__(self, game: Table, secrets: Sequence[str]) -> None:
        self.game, self.secrets = game, secrets

    @property
    def spent(self) -> bool:
        return self.game.spent

    def move(self) -> bytes:
        turn, ply = self.game.turns[self.game.ply], self.game.ply
        self.game.ply += 1
        body = json.dumps({"turn": turn}).encode()
        more = ["Content-Type: application/json", f"Content-Length: {len(body)}", f'If-Match: "{3 + ply}"']
        return self._request("POST", f"/api/v1/games/{self.game.key}/turns/", ply, more) + body

    def look(self) -> bytes:
        """The game as the player to move sees it."""
        return self._request("GET", f"/api/v1/games/{self.game.key}/", self.game.ply, [])

    def _request(self, method: str, path: str, ply: int, more: Sequence[str]) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"Authorization: Bearer {self.secrets[ply % 2]}", *more]
        return "\r\n".join([*lines, "", ""]).encode()


def bare(size: int) -> bytes:
    """What is asked of the peer: an answer of some bytes."""
    lines = [f"GET /benchmark/bare/{size}/ HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
    return "\r\n".join([*lines, "", ""]).encode()


def run() -> Result:
    """Measure moves and games a second."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        programs, pages = (
            Shares(_table(first + number, MOST, 4) for number in range(CONNECTIONS + SPARE)) for first in (0, 200)
        )
        read = _table(100, PLY + 2, PLY)
        watched, secrets = table(101, PLY, 4), api_streams.secrets_of_programs()
        port, streams_port = free_port(), free_port()
        environment = environment_of(name, stack) | {"LIVE_PAGES": f"http://127.0.0.1:{port}"}
        web = command_of("web").replace("config.web:", "benchmarks.http_site:")
        stack.enter_context(running(web, {**environment, "PORT": str(port)}))
        api, page, game, view = asyncio.run(_measure(port, programs, pages, read))
        streams = stack.enter_context(running(command_of("streams"), {**environment, "PORT": str(streams_port)}))
        lines = asyncio.run(api_streams.line_parts(port, streams_port, streams.pid, watched, secrets))
        databases.leave()
    parts = {
        "games a second": statistics.median(game),
        "bare views a second": statistics.median(view),
        "game / bare view": ratio_of(game, view),
        "rounds": len(api),
        SPREAD: spread(ratios(api, page)),
        GAME_SPREAD: spread(ratios(game, view)),
        **lines,
    }
    ours, peer = statistics.median(api), statistics.median(page)
    return Result("api", ours, peer, ratio_of(api, page), "moves a second", parts, BARS)


def _table(number: int, plies: int, played: int) -> ProgramTable:
    game = table(number, plies, played)
    return ProgramTable(
        game, [secret_of(Account.objects.get(username__iexact=f"{side}{number}")) for side in ("Red", "Blue")]
    )


async def _measure(
    port: int, programs: Shares[ProgramTable], pages: Shares[ProgramTable], read: ProgramTable
) -> list[list[float]]:
    """Requests a second in each round: moves by programs and by pages, games, and what a bare view answers.

    As in `benchmarks/http.py`.
    """
    connections = [Connection(port) for _one in range(CONNECTIONS)]
    size = len(await connections[0].ask(read.look().replace(b"Accept-Encoding: gzip\r\n", b"")))
    works: list[Callable[[int], bytes]] = [
        lambda number: programs.of(number).move(),
        lambda number: pages.of(number).game.move(),
        lambda _number: read.look(),
        lambda _number: bare(size),
    ]
    return await rounds(connections, works, [(0, 1), (2, 3)])
