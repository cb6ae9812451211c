"""Games to measure with, made by the engine from a seed."""

from __future__ import annotations

import random
from typing import NamedTuple

from games.domain.random_play import random_setup
from games.rules import Options, Seat, apply, legal_turns, start, variant

OPTIONS = Options(no_attack_limit=200)
CLASSIC = variant("classic")


class Played(NamedTuple):
    """The set-ups and turns of a classic game."""

    setups: dict[Seat, str]
    turns: list[str]


def random_setups(chance: random.Random) -> dict[Seat, str]:
    """Return two set-ups at random."""
    return {seat: random_setup(CLASSIC, seat, OPTIONS, "", chance) for seat in (Seat.RED, Seat.BLUE)}


def random_game(seed: int) -> Played:
    """Play a whole game at random; it ends by the rules, or by 200 plies without an attack."""
    chance = random.Random(seed)
    setups = random_setups(chance)
    state, turns = start(CLASSIC, setups, OPTIONS), []
    while state.outcome is None:
        turn = chance.choice(legal_turns(state))
        state, _facts = apply(state, turn)
        turns.append(str(turn))
    return Played(setups, turns)


def quiet_game(plies: int, seed: int) -> Played:
    """Play that many plies in which nobody attacks and nobody leaves the own half, so that the game goes on."""
    chance = random.Random(seed)
    while True:
        setups = random_setups(chance)
        state, turns = start(CLASSIC, setups, Options()), []
        while len(turns) < plies:
            rows = range(50) if state.to_move is Seat.RED else range(50, 100)
            quiet = [turn for turn in legal_turns(state) if turn.target in rows]
            if not quiet:
                break
            turn = chance.choice(quiet)
            state, _facts = apply(state, turn)
            turns.append(str(turn))
        else:
            return Played(setups, turns)
