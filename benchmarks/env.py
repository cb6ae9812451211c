"""`env`: random games through the PettingZoo environments of `clients/vexillum_env`, with an observation and a mask at
every step, against a plain loop over the engine that plays the same games: `legal_turns` and `apply`.

Both figures count submissions; a move with a rescue or a claim is several steps of an environment. `parts` has each
rule book, and the same against the quickest loop that there is: a `Cursor`, which keeps no states; and how long a
clone of a game that is over takes in the rule book where it takes longest."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.result import Bar, Result, in_turns, seconds
from games.domain.random_play import random_chance, random_setup
from games.rules import VARIANTS, Cursor, Options, Seat, Turn, Variant, apply, legal_turns, start

sys.path.insert(0, str(Path(__file__).parents[1] / "clients" / "vexillum_env"))

import numpy as np

import vexillum_env

ROUNDS = 7
SUBMISSIONS = 2500
"""How many of each rule book are played a round, at least."""

OPTIONS = Options(no_attack_limit=200)
BARS = (Bar("ratio", at_least=0.5), Bar("clone, ms", at_most=1))
CLONES = 50


@dataclass(frozen=True, slots=True)
class Game:
    """One game, as an environment and as the engine play it."""

    seed: int
    setups: dict[Seat, str]
    decks: dict[Seat, str]
    actions: list[int]
    turns: list[Turn]


def run() -> Result:
    """Measure submissions a second; `ratio` is that of the slowest rule book."""
    parts: dict[str, float | str] = {}
    rates: dict[str, tuple[float, float]] = {}
    clones: list[float] = []
    for slug, book in VARIANTS.items():
        env = vexillum_env.env(slug, no_attack_limit=OPTIONS.no_attack_limit)
        games = games_of(env, book)
        count = sum(len(game.turns) for game in games)
        works = (partial(steps, env, games), partial(loop, book, games), partial(cursor, book, games))
        ours, peer, quickest = (count / taken for taken in in_turns(*works, rounds=ROUNDS))
        rates[slug] = ours, peer
        clones.append(min(seconds(env.clone) for _time in range(CLONES)) * 1000)
        parts |= {slug: ours / peer, f"{slug}, to a cursor": ours / quickest}
    slowest = min(rates, key=lambda slug: rates[slug][0] / rates[slug][1])
    ours, peer = rates[slowest]
    return Result(
        "env",
        ours,
        peer,
        ours / peer,
        "submissions a second",
        {"slowest": slowest, "clone, ms": max(clones), **parts},
        BARS,
    )


def games_of(env: vexillum_env.StrategoEnv, book: Variant) -> list[Game]:
    """Random games, each open action equally likely."""
    chance = random.Random(1)
    games: list[Game] = []
    while sum(len(game.turns) for game in games) < SUBMISSIONS:
        decks = random_chance(book, OPTIONS, chance)
        setups = {seat: random_setup(book, seat, OPTIONS, decks.get(seat, ""), chance) for seat in book.seats}
        game = Game(chance.randrange(1 << 30), setups, decks, [], [])
        begin(env, game)
        for _agent in env.agent_iter():
            observation, _reward, ended, cut, _info = env.last()
            if ended or cut:
                break
            action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
            env.step(action)
            game.actions.append(action)
        game.turns.extend(env.submitted)
        games.append(game)
    return games


def begin(env: vexillum_env.StrategoEnv, game: Game) -> None:
    options = {
        name: {seat.slug: text for seat, text in by.items()}
        for name, by in (("setups", game.setups), ("decks", game.decks))
    }
    env.reset(seed=game.seed, options=options)


def steps(env: vexillum_env.StrategoEnv, games: list[Game]) -> None:
    """Play them through an environment, each agent with what it is shown."""
    for game in games:
        begin(env, game)
        for action in game.actions:
            env.last()
            env.step(action)


def loop(book: Variant, games: list[Game]) -> None:
    """Play them by the engine's functions."""
    for game in games:
        state = start(book, game.setups, OPTIONS, game.decks or None)
        for turn in game.turns:
            legal_turns(state)
            state, _facts = apply(state, turn)


def cursor(book: Variant, games: list[Game]) -> None:
    for game in games:
        played = Cursor(start(book, game.setups, OPTIONS, game.decks or None))
        for turn in game.turns:
            played.legal_turns()
            played.play(turn)
