"""Web and worker processes are killed at random moments, with no warning: no acknowledged move is lost, none is made
twice, and the log is whole.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from kombu import Connection

from accounts.people.bots import BOT_IDS
from benchmarks.http_tables import Table, table
from benchmarks.processes import STARTING, command_of, running
from config import addresses
from config.celery import app
from eventlog import store
from games.domain import command_handler, commands, creation
from games.domain.events import TurnPlayed
from games.models import Game
from games.rules import Seat, legal_turns, variant
from play.bots.tasks import move_all_due
from tests.databases import with_database
from tests.play.live.attacked import play_while_killed
from tests.scenes import account, placements
from tests.valkey import valkey_database

pytestmark = pytest.mark.slow

SECONDS = 1.5  # `make soak` does it at length
PAUSE = 0.6


def environment(database: str, tmp_path: Path) -> dict[str, str]:
    """Production on the database of the test, with a Valkey database in which nobody else works."""
    return {
        "DATABASE_URL": with_database(settings.DATABASE_URL, database),
        "REDIS_URL": addresses.redis(settings.REDIS_URL, database=valkey_database("killing")),
        "SECRET_KEY": settings.SECRET_KEY,
        "VEXILLUM_STATIC_ROOT": str(tmp_path),
        "VEXILLUM_LOG_LEVEL": "CRITICAL",
        "VEXILLUM_DEBUG": "1",  # no collected static files are needed
    }


def turns_of(game: Game) -> dict[int, str]:
    return {event.version: event.event.turn for event in store.load(game.id) if isinstance(event.event, TurnPlayed)}


def test_no_acknowledged_move_is_lost_when_web_processes_are_killed(fresh_database: str, tmp_path: Path) -> None:
    tables: list[Table] = [table(number, 600, 0) for number in range(3)]
    players, kills = play_while_killed(
        tables, environment(fresh_database, tmp_path), seconds=SECONDS, chance=random.Random(), pause=PAUSE
    )
    assert kills >= 3
    for player in players:
        game = Game.objects.get(key=player.table.key)
        logged = turns_of(game)
        assert player.acknowledged
        assert player.acknowledged.items() <= logged.items()
        assert list(logged.values()) == list(player.table.turns[: len(logged)])  # each once, in order
        assert game.plies == len(logged)
        call_command("verify_log", str(game.id), verbosity=0)


@pytest.mark.filterwarnings("ignore:task_always_eager has no effect")
def test_a_turn_of_a_bot_is_made_once_though_its_worker_is_killed(fresh_database: str, tmp_path: Path) -> None:
    """Two messages ask for it; the worker dies with them in hand; then a sweep finds that it is due, or is not."""
    game = game_with_a_bot()
    values = environment(fresh_database, tmp_path) | {"PLAY_PROCESSES": "1"}
    broker = redis.Redis.from_url(values["REDIS_URL"])
    with Connection(addresses.celery(values["REDIS_URL"], database=0)) as connection:
        for _one in range(2):
            app.send_task("play.bots.tasks.move", [str(game.id)], connection=connection)
    assert broker.llen("play") == 2
    with running(command_of("play"), values) as worker:
        deadline = time.monotonic() + STARTING
        while broker.llen("play") == 2:
            assert time.monotonic() < deadline, "the worker takes nothing"
            time.sleep(0.01)
        time.sleep(random.uniform(0, 0.3))
        os.killpg(worker.pid, signal.SIGKILL)
    broker.flushdb()
    move_all_due()  # tests run tasks at once
    assert len(turns_of(game)) == 2
    call_command("verify_log", str(game.id), verbosity=0)


def game_with_a_bot() -> Game:
    seats = {Seat.RED: account("Grace").player.id, Seat.BLUE: min(BOT_IDS)}
    with nobody_listening():
        id = creation.create_game(variant=variant("barrage"), players=seats)
        for seat, placement in placements("barrage", random.Random(1)).items():
            commands.make_setup(game=id, seat=seat, placement=placement)
        state = command_handler.open_game(id).state
        assert state is not None
        commands.play_turn(game=id, seat=Seat.RED, turn=str(legal_turns(state)[0]))
    return Game.objects.get(id=id)


@contextmanager
def nobody_listening() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.domain.listeners._listeners", [])
        yield
