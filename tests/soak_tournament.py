"""A whole Swiss by programs, driven by real worker and beat processes of Celery that are killed at random moments.

    python -m tests.soak_tournament --players 200 --rounds 7 --kills 30

The event runs by itself: beat starts it, workers pair, begin and finish rounds and take results over. This process
plays the games, through the commands of people's pages, and kills. At the end nothing is stuck, no game goes on, nobody
met twice, the log is whole, and the report file alone gives the same standings. Exit 0 if all of it is so.

It keeps a data folder of its own under `.build` and removes it at the end, unless the environment names servers.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from benchmarks.processes import children_of, command_of, running

if TYPE_CHECKING:
    from tournaments.domain.state import TournamentFold

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".build" / "soak-tournament"
BETWEEN_KILLS = (0.5, 3.0)  # seconds; a worker takes about one to start, so some are killed before they do anything
PATIENCE = 60.0  # seconds in which nothing happens, after which the event is stuck
COMMANDS = 40  # of a game, before the next game has its turn
QUIET = " >/dev/null 2>&1"  # Celery tells of every kill at length
WORKER = command_of("worker") + QUIET
BEAT = command_of("beat").replace("config.celery", "tests.quick_beat") + QUIET


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--kills", type=int, default=30)
    options = parser.parse_args()
    own = not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))
    if own:
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.parent.mkdir(exist_ok=True)
        os.environ["VEXILLUM_DATA"] = str(FOLDER)
        os.environ["PYTHONWARNINGS"] = "ignore:You're running the worker"
        subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, check=True)
    os.environ |= {"VEXILLUM_POOL": "0", "VEXILLUM_LOG_LEVEL": "CRITICAL", "VEXILLUM_DEBUG": "1"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    troubles = Soak(options.players, options.rounds, options.kills).run(rebuild=own)
    for trouble in troubles:
        print(f"  {trouble}", flush=True)
    if own:
        shutil.rmtree(FOLDER, ignore_errors=True)
    return int(bool(troubles))


class Workers:
    """The worker of the `Procfile`, killed with no warning and started again as a supervisor would; and beat."""

    def __init__(self, chance: random.Random, most: int) -> None:
        self.chance = chance
        self.kills, self.most = 0, most
        self.stack = ExitStack()
        self.beat = self.stack.enter_context(running(BEAT, {}))
        self.start()

    def start(self) -> None:
        self.worker = ExitStack()
        self.process = self.worker.enter_context(running(WORKER, {"WORKER_PROCESSES": "2"}))
        self.dies = time.monotonic() + self.chance.uniform(*BETWEEN_KILLS)

    def kill_in_time(self) -> None:
        if self.process.poll() is not None:  # it gives up if it loses its processes while it starts
            self.worker.close()
            self.start()
        if time.monotonic() < self.dies or self.kills >= self.most:
            return
        children = children_of(self.process.pid)
        if children and self.chance.random() < 0.3:
            with suppress(ProcessLookupError):
                os.kill(self.chance.choice(children), signal.SIGKILL)
                self.kills += 1
            self.dies = time.monotonic() + self.chance.uniform(*BETWEEN_KILLS)
            return
        os.killpg(self.process.pid, signal.SIGKILL)
        self.kills += 1
        self.worker.close()
        self.start()

    def stop(self) -> None:
        self.worker.close()
        self.stack.close()


class Soak:
    def __init__(self, players: int, rounds: int, kills: int) -> None:
        self.players, self.rounds, self.kills = players, rounds, kills
        self.chance = random.Random()
        self.commands = 0

    def run(self, *, rebuild: bool) -> list[str]:
        self.tournament = self.open()
        begun = time.monotonic()
        workers = Workers(self.chance, self.kills)
        try:
            stuck = self.play(workers)
        finally:
            workers.stop()
        seconds = time.monotonic() - begun
        print(
            f"tournament of {self.players} players, {self.rounds} rounds: {self.commands} commands in {seconds:.0f} s, "
            f"{workers.kills} times a worker was killed.",
            flush=True,
        )
        if stuck:
            return [stuck]
        results = [*self.look()]
        if workers.kills < self.kills:
            results.append(f"only {workers.kills} kills")
        return results + self.check_log(rebuild=rebuild)

    def open(self) -> UUID:
        """Announce an event that is due to start soon; later, where it takes longer to announce it."""
        from dataclasses import replace

        from django.utils import timezone

        from eventlog.canonical import microseconds
        from games.rules import Illegal
        from tournaments.simulation.events import open_event, terms_for

        terms, seconds = terms_for("barrage", "swiss", self.rounds, automatic=True), 3 + self.players // 20
        while True:
            starts = microseconds(timezone.now()) + seconds * 1_000_000
            try:
                return open_event(name="Soak", terms=replace(terms, starts=starts), players=self.players)
            except Illegal as error:
                if error.refusal.code != "start-is-past":
                    raise
                seconds *= 4

    def play(self, workers: Workers) -> str:
        """Play what is open and kill meanwhile, until the event is over; return why it did not end.

        The last game waits for the last kill.
        """
        from tournaments.domain.queries.tournaments import blockers, fold_of
        from tournaments.domain.state import Status

        moved, version = time.monotonic(), 0
        while True:
            workers.kill_in_time()
            fold = fold_of(self.tournament)
            if fold.status is Status.FINISHED:
                return ""
            done = self.play_some(fold, wait=workers.kills < self.kills, workers=workers)
            if done or fold.version != version or workers.kills < self.kills:
                moved, version = time.monotonic(), fold.version
            elif time.monotonic() - moved > PATIENCE:
                return f"stuck at version {version}: {blockers(fold)}"
            else:
                time.sleep(0.05)

    def play_some(self, fold: TournamentFold, *, wait: bool, workers: Workers) -> int:
        from games.models import Game
        from tournaments.simulation.events import open_games
        from tournaments.simulation.games import play_some

        ids = [game for _place, game in open_games(self.tournament)]
        going = list(Game.objects.filter(id__in=ids).exclude(status=Game.Status.OVER).values_list("id", flat=True))
        if wait and len(fold.rounds) >= fold.planned:
            going = going[:-1]
        done = 0
        for game in going:
            done += play_some(game, self.chance, most=self.chance.randint(1, COMMANDS))
            workers.kill_in_time()
        self.commands += done
        return done

    # -- what is left -----------------------------------------------------------------------------

    def look(self) -> Iterator[str]:
        from games.models import Game
        from tournaments.domain.queries.tournaments import fold_of
        from tournaments.models import TournamentGame

        fold = fold_of(self.tournament)
        games = TournamentGame.objects.filter(tournament=self.tournament)
        if len(fold.rounds) != self.rounds:
            yield f"{len(fold.rounds)} rounds instead of {self.rounds}"
        met: set[frozenset[int]] = set()
        for round in fold.rounds:
            there = [entry for board in round.boards for entry in board.entries] + list(round.byes)
            if sorted(there) != list(range(1, self.players + 1)):
                yield f"round {round.number}: somebody is not there, or twice"
            if round.finished_at is None or not round.decided:
                yield f"round {round.number} is not over"
            for board in round.boards:
                if (pair := frozenset(board.entries)) in met:
                    yield f"round {round.number}: {sorted(pair)} meet again"
                met.add(pair)
        legs = {leg.game for round in fold.rounds for board in round.boards for leg in board.legs}
        if legs != set(games.values_list("game", flat=True)):
            yield "there are other games than the rounds name"
        if left := Game.objects.filter(id__in=games.values("game")).exclude(status=Game.Status.OVER).count():
            yield f"{left} games go on"
        if Game.objects.count() != games.count():
            yield "there are games that belong to no round"
        if left := games.filter(decided=False).count():
            yield f"the results of {left} games were not taken over"
        yield from self.compare_standings(fold)

    def compare_standings(self, fold: TournamentFold) -> Iterator[str]:
        from django.core.management import call_command

        from tournaments.files.exchange.exports import placed, placed_value, record_of

        report, result = FOLDER.with_suffix(f".{os.getpid()}.trf"), StringIO()
        report.parent.mkdir(exist_ok=True)
        try:
            call_command("export_trf", str(self.tournament), output=report)
            call_command("standings", trf=report, tiebreaks=",".join(fold.terms.tiebreaks), json=True, stdout=result)
        finally:
            report.unlink(missing_ok=True)
        alone = [_without(line, "shared") for line in json.loads(result.getvalue())["standings"]]
        ours = placed(fold, record_of(self.tournament, fold))
        if alone != [placed_value(our, fold.terms.tiebreaks) for our in ours]:
            yield "the report file gives other standings"

    def check_log(self, *, rebuild: bool) -> list[str]:
        """Verify the whole log; then make all rows from it again, and compare those of the event."""
        from tournaments.models import Tournament, TournamentEntry, TournamentGame

        def rows() -> list[Any]:
            return [
                list(model.objects.order_by(key).values())
                for model, key in ((Tournament, "id"), (TournamentEntry, "entry"), (TournamentGame, "game"))
            ]

        def manage(*arguments: str) -> int:
            command = [sys.executable, "manage.py", *arguments]
            return subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL).returncode

        results = ["the log is not whole"] if manage("verify_log", "--all") else []
        if rebuild:
            before = [[_without(row, "id") if "tournament_id" in row else row for row in part] for part in rows()]
            broken = manage("rebuild", "--verbosity", "0")
            after = [[_without(row, "id") if "tournament_id" in row else row for row in part] for part in rows()]
            if broken or before != after:
                results.append("a rebuild makes other rows")
        return results


def _without(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


if __name__ == "__main__":
    sys.exit(main())
