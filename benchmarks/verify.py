"""`verify`: `verify_log --all` of random games with clocks against the same games without, in events a second.

One process each, in turns; beside it all cores. The two logs stand in databases of their own.
"""

from __future__ import annotations

import multiprocessing
from functools import partial

from django.db import connection

from benchmarks.database import Scratch, scratch
from benchmarks.games import CLASSIC, OPTIONS, Played, random_game
from benchmarks.result import Bar, Result, in_turns
from eventlog.models import Event
from eventlog.sources import new_nonce
from eventlog.verify import verify
from games.domain.clocks import PRESETS
from games.domain.creation import NewGame, new_game, write_games
from games.domain.events import SetupMade, submitted
from games.domain.listeners import unheard

GAMES = 60
ROUNDS = 3
TIMES = (PRESETS["3-days"], PRESETS["live-10-10"])
MOST = 1.3
CLOCKS = "with clocks / without, time"
BARS = (Bar("ratio", at_least=1 / MOST), Bar(CLOCKS, at_most=MOST))


def run() -> Result:
    """Measure events a second."""
    with multiprocessing.get_context("fork").Pool() as pool:
        deals = pool.map(random_game, range(GAMES), chunksize=5)
    with scratch() as databases:
        timed, plain = (log(databases, deals, timed=timed) for timed in (True, False))
        events = Event.objects.count()
        works = [partial(look, databases, name, events, item) for item in (1, None) for name in (timed, plain)]
        seconds = in_turns(*works, rounds=ROUNDS)
        databases.leave()
    with_clocks, without, *all_cores = seconds
    parts = {
        "games": GAMES,
        "events": events,
        CLOCKS: with_clocks / without,
        "with clocks, s a million": 1e6 * with_clocks / events,
        "without, s a million": 1e6 * without / events,
        "with clocks, all cores": 1e6 * all_cores[0] / events,
        "without, all cores": 1e6 * all_cores[1] / events,
    }
    return Result(
        "verify", events / with_clocks, events / without, without / with_clocks, "events a second", parts, BARS
    )


def log(databases: Scratch, deals: list[Played], *, timed: bool) -> str:
    """Make a database with these games and return its name."""
    name = databases.fresh()
    games = [game(deal, number if timed else None) for number, deal in enumerate(deals)]
    with unheard():
        for first in range(0, len(games), 40):
            write_games(games[first : first + 40])
    return name


def game(deal: Played, number: int | None) -> NewGame:
    """A whole game; with a number one with a clock, now by the turn and now by a bank."""
    time = None if number is None else TIMES[number % len(TIMES)]
    new = new_game(variant=CLASSIC, players={}, options=OPTIONS, time=time)
    made = [SetupMade(seat.slug, placement, new_nonce()) for seat, placement in deal.setups.items()]
    turns = [submitted(turn, choice=False, secret=False) for turn in deal.turns]
    return NewGame(new.id, (*new.events, *made, *turns))


def look(databases: Scratch, name: str, events: int, processes: int | None) -> None:
    """Verify a log and see that it is whole."""
    databases.leave()
    connection.settings_dict["NAME"] = name
    reports = list(verify(processes=processes))
    assert [report for report in reports if report.error] == []
    assert sum(report.events for report in reports) == events
