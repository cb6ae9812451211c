"""`ends`: games that end rated (a player gives up at the table, and is answered with the end and what it did to the
ratings) on the real server and a real PostgreSQL, in requests a second, against moves on the same processes.

Also: 120 such ends at the same moment, and how long the page of another game takes meanwhile against its usual time;
and ends while an import is being written that has not been committed.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Account, Player
from benchmarks.database import scratch
from benchmarks.games import CLASSIC, OPTIONS, Played, quiet_game, random_game
from benchmarks.http import environment_of
from benchmarks.http_client import Connection, get, post, rate
from benchmarks.http_tables import Shares, session_of, table
from benchmarks.processes import command_of, free_port, running
from benchmarks.result import Bar, Result
from eventlog import statements
from eventlog.sources import new_nonce
from games.domain.clocks import PRESETS
from games.domain.commands import resign
from games.domain.creation import NewGame, new_game, write_games
from games.domain.events import SetupMade, submitted
from games.domain.imports import import_records, judge
from games.domain.listeners import unheard
from games.models import Game, key_of
from games.notation import Record
from games.rules import Seat
from ratings.models import Change

CONNECTIONS = 8
ROUNDS = 8
SECONDS = 0.6  # of each measurement in a round
AT_ONCE = 120
BURSTS = 6
PLIES = CLASSIC.rated_from
ENDS = 400  # games of a share
MOVES = 900  # turns of a share
SPARE = 8  # shares
PROBES = 2  # connections that ask for the page of another game
SEEN = 200  # of these pages, usually and meanwhile each, at least
IMPORTS = 3
RECORDS = 10  # in each of them

BARS = (
    Bar("ratio", at_least=0.35),
    Bar("page meanwhile / usual, p95", at_most=2),
    Bar("ends during an import / usual", at_least=0.5),
    Bar("bytes of WAL of an end", at_most=20_000),
)


class Ending(NamedTuple):
    """A rated game in play that its red player will give up."""

    key: str
    cookies: str
    address: str

    def request(self) -> bytes:
        """The answer to the question whether to give up."""
        data = {"act": "resign", "version": str(3 + PLIES), "csrfmiddlewaretoken": TOKEN}
        return post(f"/games/{self.key}/act/", data, self.cookies, self.address)


TOKEN = "b" * 32


class OwnEndings:
    """Games that one player gives up one after the other, so that none waits for another of the same player."""

    def __init__(self, endings: Iterable[Ending]) -> None:
        self.left = list(endings)

    @property
    def spent(self) -> bool:
        return not self.left

    def request(self) -> bytes:
        return self.left.pop().request()


def run() -> Result:
    """Measure ends and moves a second, and what others wait."""
    with scratch() as databases, ExitStack() as stack:
        name = databases.fresh()
        people, deal = _people(2 * AT_ONCE), quiet_game(PLIES, 1)
        costs = _cost(people, deal)
        numbers = range(CONNECTIONS + SPARE)
        tables = Shares(table(number, MOVES, PLIES) for number in numbers)
        other = table(len(numbers), PLIES + 2, PLIES)
        own = Shares(OwnEndings(_endings(people, deal, [number] * ENDS)) for number in numbers)
        bursts = [_endings(people, deal, range(AT_ONCE)) for _burst in range(BURSTS)]
        port = free_port()
        environment = {**environment_of(name, stack), "PORT": str(port), "VEXILLUM_PROXIES": "1"}
        stack.enter_context(running(command_of("web"), environment))

        def move(number: int) -> bytes:
            return tables.of(number).move()

        def end(number: int) -> bytes:
            return own.of(number).request()

        moves, ends = asyncio.run(_rates(port, move, end))
        parts = asyncio.run(_bursts(port, bursts, other.page))
        beside = _beside_imports(port, end)
        _check_ratings()
        databases.leave()
    ratio = statistics.median(end / other for end, other in zip(ends, moves, strict=True))
    usual = statistics.median(ends)
    parts = {
        **costs,
        **parts,
        "ends during an import / usual": beside,
    }
    return Result("ends", usual, statistics.median(moves), ratio, "rated ends a second", parts, BARS)


# -- what is measured -----------------------------------------------------------------------------


def _people(many: int) -> list[tuple[UUID, str]]:
    """The players' ids, and the cookies of the first half, who have signed in."""
    accounts = Account.objects.bulk_create([Account(username=f"Person{number}") for number in range(many)])
    players = Player.objects.bulk_create([Player(name=account.username, account=account) for account in accounts])
    return [
        (player.id, f"{session_of(account)}; {settings.CSRF_COOKIE_NAME}={TOKEN}" if number < many // 2 else "")
        for number, (account, player) in enumerate(zip(accounts, players, strict=True))
    ]


def _endings(people: Sequence[tuple[UUID, str]], deal: Played, reds: Iterable[int]) -> list[Ending]:
    """Rated games after as many plies as make them count, written whole: one for each of `reds`, against another
    opponent each time, so that all count the same.
    """
    games, endings = [], []
    half = len(people) // 2
    for turn, red in enumerate(reds):
        game = _game(people[red][0], people[half + (red + turn) % half][0], deal)
        games.append(game)
        endings.append(Ending(key_of(game.id), people[red][1], f"192.0.2.{red}"))
    with unheard():
        for first in range(0, len(games), 100):
            write_games(games[first : first + 100])
    return endings


def _game(red: UUID, blue: UUID, deal: Played) -> NewGame:
    # As the lobby makes them: with a clock, and rated.
    new = new_game(variant=CLASSIC, players={Seat.RED: red, Seat.BLUE: blue}, time=PRESETS["3-days"], rated=True)
    made = [
        SetupMade(seat=seat.slug, placement=placement, nonce=new_nonce()) for seat, placement in deal.setups.items()
    ]
    turns = [submitted(turn, choice=False, secret=False) for turn in deal.turns]
    return NewGame(new.id, (*new.events, *made, *turns))


def _record(played: Played) -> Record:
    return Record(variant=CLASSIC.slug, setups=played.setups, turns=tuple(played.turns), options=OPTIONS)


WRITTEN = 40
"""Games of which the WAL of an end is the mean: some of them sort in what waits in an index."""


def _cost(people: Sequence[tuple[UUID, str]], deal: Played) -> dict[str, float]:
    """How many statements giving up sends to the database, what follows after the commit included, and how many bytes
    of WAL it writes."""
    by_hand = 0
    execute = statements._execute

    def counted(*arguments: object) -> object:
        nonlocal by_hand
        by_hand += 1
        return execute(*arguments)

    games = [_game(people[red][0], people[-1 - red][0], deal) for red in range(WRITTEN + 1)]
    with unheard():
        write_games(games)
    again = games.pop()
    before = _written()
    for game in games:
        resign(game=game.id, seat=Seat.RED)
    written = (_written() - before) / WRITTEN
    statements._execute = counted
    try:
        with CaptureQueriesContext(connection) as captured:
            resign(game=again.id, seat=Seat.RED)
    finally:
        statements._execute = execute
    return {"statements of an end": by_hand + len(captured), "bytes of WAL of an end": written}


def _written() -> int:
    """How many bytes of WAL there are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8")
        return int(cursor.fetchone()[0])


def _check_ratings() -> None:
    """Raises if an end was not rated: then something else was measured."""
    ended = Game.objects.filter(status=Game.Status.OVER, source=Game.Source.PLAY).count()
    changed = Change.objects.count()
    if changed != 2 * ended:
        raise RuntimeError(f"{ended} games ended, and {changed} ratings changed")


# -- measuring ------------------------------------------------------------------------------------


async def _rates(port: int, *works: Callable[[int], bytes], rounds: int = ROUNDS) -> list[list[float]]:
    """Requests a second of each work in each round, in turns."""
    connections = [Connection(port) for _one in range(CONNECTIONS)]
    rates: list[list[float]] = [[] for _work in works]
    for work in works:
        await rate(connections, SECONDS / 2, work)  # warm
    for number in range(rounds):
        order = list(zip(works, rates, strict=True))
        for work, result in order if number % 2 == 0 else reversed(order):
            result.append(await rate(connections, SECONDS, work))
    for item in connections:
        item.close()
    return rates


async def _bursts(port: int, bursts: Sequence[Sequence[Ending]], page: Callable[[], bytes]) -> dict[str, float]:
    """What the page of another game takes usually and while 120 games end, and what these take, in milliseconds."""
    probes = [Connection(port) for _one in range(PROBES)]
    usual: list[float] = []
    meanwhile: list[float] = []
    ends: list[float] = []
    whole: list[float] = []

    async def look(probe: Connection, taken: list[float], going_on: Callable[[], bool]) -> None:
        while going_on():
            taken.append(await _milliseconds(probe, page()))

    async def end(player: Connection, ending: Ending) -> None:
        ends.append(await _milliseconds(player, ending.request()))

    for burst in bursts:
        until = len(usual) + SEEN // len(bursts)
        await asyncio.gather(*(look(probe, usual, lambda until=until: len(usual) < until) for probe in probes))  # type: ignore[misc]
        players = [Connection(port) for _ending in burst]
        await asyncio.gather(*(player.ask(get("/healthz")) for player in players))  # so that all are connected
        start = time.perf_counter()
        under_way = asyncio.gather(*map(end, players, burst))

        def going_on(under_way: asyncio.Future[list[None]] = under_way) -> bool:
            return not under_way.done()

        await asyncio.gather(*(look(probe, meanwhile, going_on) for probe in probes))
        await under_way
        whole.append(time.perf_counter() - start)
        for item in players:
            item.close()
    for item in probes:
        item.close()
    return {
        f"milliseconds of {AT_ONCE} ends at once": statistics.median(whole) * 1000,
        "end among them, p50": _percentile(ends, 50),
        "end among them, p99": _percentile(ends, 99),
        "page usually, p50": _percentile(usual, 50),
        "page usually, p95": _percentile(usual, 95),
        "page meanwhile, p50": _percentile(meanwhile, 50),
        "page meanwhile, p95": _percentile(meanwhile, 95),
        "pages meanwhile": len(meanwhile),
        "page meanwhile / usual, p95": _percentile(meanwhile, 95) / _percentile(usual, 95),
    }


def _beside_imports(port: int, end: Callable[[int], bytes]) -> float:
    """Ends a second while an import is written and not committed, over those just before it."""
    results = []
    for number in range(IMPORTS):
        records = [
            judge(f"{seed}", _record(random_game(seed))) for seed in range(RECORDS * number, RECORDS * (number + 1))
        ]
        (usual,) = asyncio.run(_rates(port, end, rounds=2))
        with transaction.atomic():
            import_records(records)
            (meanwhile,) = asyncio.run(asyncio.wait_for(_rates(port, end, rounds=2), 60))
        results.append(statistics.mean(meanwhile) / statistics.mean(usual))
    return statistics.median(results)


async def _milliseconds(connection: Connection, request: bytes) -> float:
    start = time.perf_counter()
    await connection.ask(request)
    return (time.perf_counter() - start) * 1000


def _percentile(values: Sequence[float], of_100: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[of_100 - 1]
