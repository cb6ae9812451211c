"""`sight`: how surely second sight finds who knows hidden ranks, and how seldom it takes a fair player for one.

Peekers are the computer with eyes: of each hidden piece they know the rank with some chance, from the first ply to the
last, and the computer's own judgement does the rest. It attacks what it beats, keeps away from what it does not, and
goes for the Flag. Fair players are the computer, as it is and bolder, more timid, or with whims, and hasty players;
they play each other. A third of all set-ups is the computer's, a third has its Flag behind and nothing else in common,
a third is what people lay from ready ones.

Games are simulated, twenty of a kind are drawn many times, and judged as a player's first twenty are. None of these
games was used to learn what `games/fairness/domain/leanings.json` holds (`benchmarks/sight_fit.py` learns it, and
refuses to if a seed is here too).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks import plausible
from benchmarks.result import Bar, Result
from games.bots.boards import choose_on_board
from games.bots.field import Field
from games.bots.setups import placement
from games.bots.sight import Sight, sight_of
from games.fairness.domain.sight import GameSight, Sighting, deviation, sightings, weigh
from games.fairness.domain.sighting import EVERY, threshold
from games.rules import LastTurn, Options, Rank, Seat, State, Variant, View, Viewer, apply, parse_turn, start, variant

BOOK = variant("classic")
OPTIONS = Options(no_attack_limit=200)
FAIR = ("computer", "bold", "timid", "whims", "hasty")
GAMES: Mapping[str, int] = {
    "peeks at 30%": 400,
    "peeks at 10%": 40,
    "peeks at 5%": 40,
    **dict.fromkeys(FAIR, 120),
}
"""Games of each kind of player: of peekers against the computer, of fair ones against any of them."""

DRAWN = 20_000
WHIM = 0.1
"""How often one with whims moves anything."""

BARS = (
    Bar("found at 30%", at_least=0.95),
    *(Bar(f"{kind} filed", at_most=0.001) for kind in (*FAIR, "fair")),
)


class Played(NamedTuple):
    """What one seat did in a game: its kind of player, and each attack that counts."""

    kind: str
    told: tuple[Sighting, ...]


def run() -> Result:
    """Simulates the games and judges players made of them."""
    return judged(
        [one for kind, games in GAMES.items() for number in range(games) for one in played_game(kind, number)]
    )


def judged(played: list[Played]) -> Result:
    """What the figures are of games that were simulated."""
    pools: dict[str, list[GameSight]] = {}
    for one in played:
        pools.setdefault(one.kind, []).append(weigh(one.told))
    pools["fair"] = [one for kind in FAIR for one in pools.get(kind, ())]
    chance = random.Random(1)
    drawn = {
        kind: [deviation(chance.choices(pool, k=EVERY)) for _player in range(DRAWN)] for kind, pool in pools.items()
    }
    filed = {kind: mean(one >= threshold(1) for one in told) for kind, told in drawn.items()}
    parts: dict[str, float] = {}
    for kind, told in drawn.items():
        parts[f"found at {kind.split()[-1]}" if kind.startswith("peeks") else f"{kind} filed"] = filed[kind]
        parts[f"{kind}: seats"] = len(pools[kind])
        parts[f"{kind}: deviation"] = round(mean(told), 2)
        parts[f"{kind}: wanders"] = round(stdev(told), 2)
    found = filed["peeks at 30%"]
    return Result("sight", found, threshold(1), found / 0.95, "share found in twenty games", parts, BARS)


def played_game(kind: str, number: int) -> list[Played]:
    """One game; the same kind and number give the same game."""
    chance = random.Random(seed_of(kind, number))
    own = BOOK.seats[number % 2]
    peeks = int(kind.removeprefix("peeks at ").removesuffix("%")) / 100 if kind.startswith("peeks") else 0.0
    other = "computer" if peeks else chance.choice(FAIR)
    kinds = {seat: kind if seat is own else other for seat in BOOK.seats}
    setups = {seat: chance.choice(_SETUPS)(chance, BOOK, seat) for seat in BOOK.seats}
    state = start(BOOK, setups, OPTIONS)
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    hidden = [piece.id for piece in state.view(Viewer.of(own)).pieces if piece.rank is None]
    known = {id: truth[id] for id in hidden if chance.random() < peeks}
    views = played_out(
        state, lambda now, told: _choice(kinds[now.to_move], now, told, known if now.to_move is own else {}, chance)
    )
    return [Played(kinds[seat], tuple(sightings(BOOK, OPTIONS, seat, views[seat], truth))) for seat in BOOK.seats]


def seed_of(kind: str, number: int) -> str:
    """The seed of all chance in a game."""
    return f"{kind} {number}"


def seeds() -> frozenset[str]:
    """Those of all games that `run` plays."""
    return frozenset(seed_of(kind, number) for kind, games in GAMES.items() for number in range(games))


def played_out(state: State, choice: Callable[[State, list[LastTurn]], str]) -> dict[Seat, list[View]]:
    """What each seat saw of a game, from before the first ply on, one a ply.

    Args:
        state: from which on it is played.
        choice: the turn of the seat to move, by the state and what that seat saw of the turns before.
    """
    views = {seat: [state.view(Viewer.of(seat))] for seat in BOOK.seats}
    turns: dict[Seat, list[LastTurn]] = {seat: [] for seat in BOOK.seats}
    while state.outcome is None:
        text = choice(state, turns[state.to_move])
        state, _facts = apply(state, parse_turn(BOOK, text))
        for one in BOOK.seats:
            views[one].append(state.view(Viewer.of(one)))
            told = views[one][-1].last
            assert told is not None
            turns[one].append(told)
    return views


def _of_the_computer(chance: random.Random, book: Variant, seat: Seat) -> str:
    return placement(book, seat, chance)


_SETUPS: tuple[Callable[[random.Random, Variant, Seat], str], ...] = (
    _of_the_computer,
    plausible.setup,
    plausible.usual_setup,
)


class Bold(Field):
    """Fears losses less, and wants to see more."""

    def _weigh(self, sight: Sight) -> None:
        super()._weigh(sight)
        self.care, self.curious = 0.6 * self.care, 2 * self.curious


class Timid(Field):
    """The other way round."""

    def _weigh(self, sight: Sight) -> None:
        super()._weigh(sight)
        self.care, self.curious = 1.4 * self.care, 0.3 * self.curious


def _choice(kind: str, state: State, turns: list[LastTurn], known: Mapping[int, Rank], chance: random.Random) -> str:
    if kind == "hasty":
        return plausible.choose(chance, state).text
    sight = peeked(sight_of(state, turns), known)
    if len(sight.legal) == 1:
        return sight.legal[0]
    if kind == "whims" and chance.random() < WHIM:
        return chance.choice(sight.legal)
    return choose_on_board(sight, chance, {"bold": Bold, "timid": Timid}.get(kind, Field))


def peeked(sight: Sight, known: Mapping[int, Rank]) -> Sight:
    """What a bot is given that knows some hidden ranks: a view that has them."""
    pieces = tuple(
        one._replace(rank=known[one.id]) if one.rank is None and one.id in known else one for one in sight.view.pieces
    )
    return replace(sight, view=replace(sight.view, pieces=pieces)) if known else sight
