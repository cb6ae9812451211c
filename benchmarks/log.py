"""`log`: `rebuild` and `verify_log --all` of a log of rated games with clocks, on all cores as they run today, against
the former way on one core: the tables emptied and filled in one transaction, each projection by itself with events and
folds of its own, and one stream after the other. `rebuild --in-place`, which folds once for all projections, is among
the parts.

All five work on the same database, in turns. `BENCH_EVENTS` is about how many events it holds, 300,000 if not given;
the parts say how long a million would take, and how many bytes an event takes on disk with all that is made of it.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.db import connection, transaction
from psycopg.conninfo import conninfo_to_dict

from accounts.models import Account, Player
from benchmarks.database import Scratch, scratch
from benchmarks.games import CLASSIC, OPTIONS, Played, random_game
from benchmarks.result import Bar, Result, in_turns
from eventlog import shadow_tables
from eventlog.models import Event
from eventlog.processes import cores
from eventlog.projections import lock_order
from eventlog.queries import read_streams
from eventlog.rebuild import BATCH, _empty_tables, history_of, project_again, rebuild
from eventlog.registry import projections
from eventlog.shadow_rebuild import rebuild_beside, tables
from eventlog.sources import new_nonce
from eventlog.verify import verify
from games.domain.clocks import PRESETS
from games.domain.creation import NewGame, new_game, write_games
from games.domain.events import Resigned, SetupMade, submitted
from games.domain.listeners import unheard
from games.models import Game
from games.rules import Seat

EVENTS = int(os.environ.get("BENCH_EVENTS", "300000"))
DEALS = 60  # different games, which are played again by others
PLIES = 195  # after which red gives up
PEOPLE = 100
ROUNDS = 3
AT_ONCE = 40
TIMES = (PRESETS["3-days"], PRESETS["live-10-10"])
MOST = 0.6
REBUILD, VERIFY = "rebuild, all cores / former, time", "verify_log, all cores / one, time"
BYTES = "bytes an event, all tables and indexes"
BARS = (Bar("ratio", at_least=1 / MOST), Bar(REBUILD, at_most=MOST), Bar(BYTES, at_most=300))


def run() -> Result:
    """Measure events a second of a rebuild."""
    with multiprocessing.get_context("fork").Pool() as pool:
        deals = pool.map(random_game, range(DEALS), chunksize=5)
    with scratch() as databases:
        name = databases.fresh()
        empty = _size()
        games = _play(deals)
        events = Event.objects.count()
        size = (_size() - empty) / events
        _as_owner(databases, name)
        if reasons := shadow_tables.obstacles(tables()):
            raise SystemExit(f"tables cannot be made beside those in use: {reasons[0]}")
        works = [_former, rebuild, rebuild_beside, partial(_verify, events, 1), partial(_verify, events, cores())]
        former, in_place, beside, one_core, all_cores = in_turns(*works, rounds=ROUNDS, warm=0)
        assert Game.objects.count() == games
        databases.leave()
    parts = {
        "events": events,
        "games": games,
        "cores": cores(),
        BYTES: size,
        REBUILD: beside / former,
        VERIFY: all_cores / one_core,
        "rebuild the former way, s a million": 1e6 * former / events,
        "rebuild in place, s a million": 1e6 * in_place / events,
        "rebuild, s a million": 1e6 * beside / events,
        "verify_log, one core, s a million": 1e6 * one_core / events,
        "verify_log, s a million": 1e6 * all_cores / events,
    }
    return Result("log", events / beside, events / former, former / beside, "events a second", parts, BARS)


def _play(deals: Sequence[Played]) -> int:
    """Write rated games between people until there are events enough; return how many games there are."""
    accounts = Account.objects.bulk_create([Account(username=f"Person{number}") for number in range(PEOPLE)])
    players = Player.objects.bulk_create([Player(name=account.username, account=account) for account in accounts])
    ids, written, games = [player.id for player in players], 0, 0
    with unheard():
        while written < EVENTS:
            some = [_game(ids, deals, number) for number in range(games, games + AT_ONCE)]
            write_games(some)
            games += len(some)
            written += sum(len(item.events) for item in some)
    return games


def _size() -> int:
    """The bytes of all tables and their indexes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
        )
        return int(cursor.fetchone()[0])


def _game(people: Sequence[UUID], deals: Sequence[Played], number: int) -> NewGame:
    deal, blue = deals[number % len(deals)], 1 + number // PEOPLE % (PEOPLE - 1)
    seats = {Seat.RED: people[number % PEOPLE], Seat.BLUE: people[(number + blue) % PEOPLE]}
    new = new_game(variant=CLASSIC, players=seats, options=OPTIONS, time=TIMES[number % len(TIMES)], rated=True)
    made = [SetupMade(seat.slug, placement, new_nonce()) for seat, placement in deal.setups.items()]
    turns = [submitted(turn, choice=False, secret=False) for turn in deal.turns[:PLIES]]
    given_up = [Resigned("red")] if len(deal.turns) > PLIES else []
    return NewGame(new.id, (*new.events, *made, *turns, *given_up))


def _as_owner(databases: Scratch, name: str) -> None:
    """Have Django connect as the owner of the tables, as `manage.py rebuild` does; the benchmark's end undoes it."""
    databases.leave()
    conninfo = conninfo_to_dict(databases.owner_url(name))
    connection.settings_dict |= {"USER": conninfo["user"], "PASSWORD": conninfo.get("password", "")}


def _former() -> None:
    with transaction.atomic():
        lock_order()
        _empty_tables()
        for projection in projections().values():
            whole = read_streams(types=projection.events, batch=BATCH, damaged=_never)
            for batch in history_of(projection) if projection.across else map(list, whole):
                project_again(projection, batch)


def _never(error: Exception) -> None:
    raise error


def _verify(events: int, processes: int) -> None:
    reports = list(verify(processes=processes))
    assert [report for report in reports if report.error] == []
    assert sum(report.events for report in reports) == events
