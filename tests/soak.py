"""Play games through the real commands while the servers are killed, and by HTTP while web processes are too; then
verify the log.

    python -m tests.soak --seconds 60

It keeps a data folder of its own under `.build` and removes it at the end. Exit 0 if every stream is whole.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".build" / "soak"
PLAYERS = 3
QUIET = {"VEXILLUM_DEBUG": "1", "VEXILLUM_LOG_LEVEL": "CRITICAL"}  # no collected files; each kill is in the log
BETWEEN_KILLS = (2.0, 5.0)  # seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="be the player with this seed")
    parser.add_argument("--web", action="store_true", help="be those who play by HTTP")
    options = parser.parse_args()
    if options.web:
        return play_by_http(options.seconds)
    return soak(options.seconds) if options.seed is None else play(options.seconds, options.seed)


def soak(seconds: float) -> int:
    """Start the players, kill servers under them, and look at what is left."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.parent.mkdir(exist_ok=True)
    environment = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    environment |= {"VEXILLUM_DATA": str(FOLDER), "VEXILLUM_POOL": "0"}  # a pool would tell of every kill many times

    def manage(*arguments: str) -> int:
        return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment).returncode

    if manage("migrate", "--verbosity", "0"):
        return 1
    command = [sys.executable, "-m", "tests.soak", "--seconds", str(seconds)]
    players = [subprocess.Popen([*command, "--seed", str(seed)], cwd=ROOT, env=environment) for seed in range(PLAYERS)]
    players.append(subprocess.Popen([*command, "--web"], cwd=ROOT, env=environment | QUIET))
    kills, end = 0, time.monotonic() + seconds
    while time.monotonic() < end - BETWEEN_KILLS[1]:
        time.sleep(random.uniform(*BETWEEN_KILLS))
        kills += kill_postgres()
    failed = [player.wait() for player in players]
    print(f"{kills} times PostgreSQL was killed; players ended with {failed}.", flush=True)
    broken = manage("verify_log", "--all")
    manage("rebuild", "--verbosity", "0")
    shutil.rmtree(FOLDER, ignore_errors=True)
    return int(bool(broken or any(failed) or not kills))


def kill_postgres() -> bool:
    """Kill the server with no warning; the keeper starts it again."""
    for pid_file in FOLDER.glob("postgres/cluster/postmaster.pid"):
        try:
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
        except (ProcessLookupError, ValueError, IndexError, FileNotFoundError):
            continue
        return True
    return False


def play(seconds: float, seed: int) -> int:
    """Play game after game; after each loss of the server, look at the log and go on from what it holds."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.db import Error, connections

    from games.domain import command_handler, commands, creation
    from games.domain.random_play import random_setup
    from games.rules import VARIANTS, Options, legal_turns

    chance = random.Random(seed)
    end, turns, lost = time.monotonic() + seconds, 0, 0
    book = options = game = None
    while time.monotonic() < end:
        try:
            if game is None:
                book = VARIANTS[chance.choice(sorted(VARIANTS))]
                options = Options(no_attack_limit=100)
                game = creation.create_game(variant=book, players={}, options=options)
            now = command_handler.open_game(game)
            assert book is not None
            for seat in book.seats:
                if now.state is None and seat not in now.ready:
                    placement = random_setup(book, seat, now.options, now.decks.get(seat, ""), chance)
                    now = commands.make_setup(game=game, seat=seat, placement=placement)
            while now.outcome is None and time.monotonic() < end:
                assert now.state is not None
                turn = str(chance.choice(legal_turns(now.state)))
                now = commands.play_turn(game=game, seat=now.state.to_move, turn=turn)
                turns += 1
            game = None
        except Error:
            lost += 1
            connections.close_all()
            time.sleep(0.2)
    print(f"player {seed}: {turns} turns; lost the server {lost} times.", flush=True)
    return int(not turns)


def play_by_http(seconds: float) -> int:
    """Play by HTTP while web processes are killed; return 1 if a move that was acknowledged is not in the log."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from benchmarks.http_tables import table
    from eventlog import store
    from games.domain.events import TurnPlayed
    from games.models import Game
    from tests.play.live.attacked import play_while_killed

    chance = random.Random()
    tables = [persistently(lambda: table(chance.randrange(10**9), 3000, 0)) for _one in range(4)]
    players, kills = play_while_killed(tables, dict(os.environ), seconds=seconds, chance=chance, pause=2.0)
    missing = 0
    for player in players:
        key = player.table.key
        events = persistently(lambda key=key: list(store.load(Game.objects.get(key=key).id)))
        logged = {event.version: event.event.turn for event in events if isinstance(event.event, TurnPlayed)}
        missing += len(player.acknowledged.items() - logged.items())
    moves, lost = sum(len(player.acknowledged) for player in players), sum(player.lost for player in players)
    print(
        f"by HTTP: {moves} moves acknowledged, {lost} answers lost, {kills} kills, {missing} moves missing.", flush=True
    )
    return int(bool(missing or not moves))


def persistently(act: Callable[[], T]) -> T:
    """Do something with the database, again and again while it is being killed."""
    from django.db import Error, connections

    while True:
        try:
            return act()
        except Error:
            connections.close_all()
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
