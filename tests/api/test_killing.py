"""Our own bots as programs outside, over the API alone: killed at any moment, they go on as if nothing had been."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID

import pytest

from eventlog.store import load
from games.domain import commands, creation
from games.domain.events import TurnPlayed
from games.models import Game, key_of
from games.rules import LastTurn, Options, Seat, Viewer, advance, start, variant
from play.bots.evaluation import choose_on_board
from play.bots.field import Field
from play.bots.setups import placement
from play.bots.sight import sight_of
from tests.api.asking import secret_of
from tests.api.playing_bot import whims
from tests.scenes import account

PLIES, KILLS, SEED = 16, 3, "outside"
ROOT = Path(__file__).parents[2]


def setups() -> dict[Seat, str]:
    rules = variant("duel")
    return {seat: placement(rules, seat, random.Random(f"{SEED} {seat}")) for seat in rules.seats}


def undisturbed() -> list[str]:
    """The turns of the two bots within one process, given what they may see by the engine itself."""
    state = start(variant("duel"), setups(), Options(no_attack_limit=200))
    seen: dict[Seat, list[LastTurn]] = {Seat.RED: [], Seat.BLUE: []}
    turns: list[str] = []
    while len(turns) < PLIES:
        seat = state.to_move
        field, chance = Field(sight_of(state, seen[seat], seat)), whims(f"{SEED} {seat.slug}", len(turns))
        turns.append(choose_on_board(field, chance, 0.04))
        state = advance(state, turns[-1:])
        for item, result in seen.items():
            last = state.last_turn(Viewer.of(item))
            assert last is not None
            result.append(last)
    return turns


class OutsideBot:
    """A bot as a process.

    Args:
        site, key: the service, and the game.
        seat: which seat it plays.
        secret: of its token.
    """

    def __init__(self, site: str, key: str, seat: Seat, secret: str) -> None:
        self.command = [sys.executable, "-m", "tests.api.playing_bot", site, key, f"{SEED} {seat.slug}", str(PLIES)]
        self.environment = {"BOT_TOKEN": secret, "PATH": os.environ["PATH"]}
        self.process = self._begun()

    def _begun(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdin=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def kill_and_begin_anew(self) -> None:
        self.kill()
        self.process = self._begun()


def turns_of(game: UUID) -> list[str]:
    return [event.event.turn for event in load(game) if isinstance(event.event, TurnPlayed)]


def wait_until(game: UUID, bots: Iterable[OutsideBot], *, plies: int, over: bool = False) -> None:
    deadline = time.monotonic() + 90
    while len(turns_of(game)) < plies or (over and not Game.objects.get(id=game).outcome):
        assert time.monotonic() < deadline, f"the game stands at ply {len(turns_of(game))}"
        assert not [bot for bot in bots if bot.process.poll()], "a bot has failed"
        time.sleep(0.01)


@pytest.mark.slow
def test_bots_outside_that_are_killed_play_the_same_game(live_site: str) -> None:
    wanted, chance = undisturbed(), random.Random(SEED)
    people = {Seat.RED: account("Ada"), Seat.BLUE: account("Bob")}
    players = {seat: who.player.id for seat, who in people.items()}
    game = creation.create_game(variant=variant("duel"), players=players, options=Options(no_attack_limit=200))
    for seat, made in setups().items():
        commands.make_setup(game=game, seat=seat, placement=made)
    with ExitStack() as stack:
        bots = [
            OutsideBot(live_site, key_of(game), seat, secret_of(who, "read", "play")) for seat, who in people.items()
        ]
        for bot in bots:
            stack.callback(bot.kill)
        for ply in sorted(chance.sample(range(2, PLIES - 2), KILLS)):
            wait_until(game, bots, plies=ply)
            time.sleep(chance.random() / 50)  # before a turn is sent, while it is, or after it: all come to the same
            chance.choice(bots).kill_and_begin_anew()
        wait_until(game, bots, plies=PLIES, over=True)
        assert [bot.process.wait(60) for bot in bots] == [0, 0]
    assert turns_of(game) == wanted
    assert Game.objects.get(id=game).outcome == "resignation"
