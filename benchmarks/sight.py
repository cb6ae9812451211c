"""`sight`: how surely second sight finds who knows hidden ranks, and how seldom it takes a fair player for one.

Peekers are the computer with eyes: of each hidden piece they know the rank with some chance, from the first ply to the
last, and the computer's own judgement does the rest. It attacks what it beats, keeps away from what it does not, and
goes for the Flag. Fair players are the computer, as it is and bolder, more timid, or with whims, and hasty players.
Half of all set-ups are the computer's, half have their Flag behind and nothing else in common.

Games are simulated, twenty of a kind are drawn many times, and judged as a player's first twenty are.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from statistics import mean

from benchmarks import plausible
from benchmarks.result import Bar, Result
from games.bots.boards import choose_on_board
from games.bots.setups import placement
from games.bots.sight import Sight, sight_of
from games.fairness.domain.sight import GameSight, deviation, sightings, weigh
from games.fairness.domain.sighting import EVERY, threshold
from games.rules import LastTurn, Options, Rank, Seat, State, View, Viewer, apply, parse_turn, start, variant

BOOK = variant("classic")
OPTIONS = Options(no_attack_limit=200)
GAMES: Mapping[str, int] = {
    "peeks at 30%": 80,
    "peeks at 10%": 40,
    "peeks at 5%": 40,
    "computer": 80,
    "whims": 40,
    "hasty": 40,
}
"""Games of each kind of player, against the computer."""

DRAWN = 20_000
WHIM = 1.0
"""How far apart in worth two turns may be for one with whims to mistake them."""

BARS = (Bar("found at 30%", at_least=0.95), Bar("fair computers filed", at_most=0.001))


def run() -> Result:
    """Simulates the games and judges players made of them."""
    played = {kind: list(seats(kind, games)) for kind, games in GAMES.items()}
    fair = [one for games in played.values() for own, one in games if not own] + [
        one for own, one in played["computer"] if own
    ]
    pools = {kind: [one for own, one in games if own] for kind, games in played.items()} | {"computer": fair}
    chance = random.Random(1)
    drawn = {
        kind: [deviation(chance.choices(pool, k=EVERY)) for _player in range(DRAWN)] for kind, pool in pools.items()
    }
    filed = {kind: mean(one >= threshold(1) for one in told) for kind, told in drawn.items()}
    parts = {
        "found at 30%": filed["peeks at 30%"],
        "found at 10%": filed["peeks at 10%"],
        "found at 5%": filed["peeks at 5%"],
        "fair computers filed": filed["computer"],
        "with whims filed": filed["whims"],
        "hasty filed": filed["hasty"],
        "games of a computer": len(fair),
        **{f"deviation, {kind}": mean(told) for kind, told in drawn.items()},
    }
    found = filed["peeks at 30%"]
    return Result("sight", found, threshold(1), found / 0.95, "share found in twenty games", parts, BARS)


def seats(kind: str, games: int) -> Iterator[tuple[bool, GameSight]]:
    """What each seat did in games of a kind of player against the computer, with whether it is that player's."""
    for number in range(games):
        yield from played_game(kind, number)


def played_game(kind: str, number: int) -> list[tuple[bool, GameSight]]:
    """One game; the same kind and number give the same game."""
    chance = random.Random(f"{kind} {number}")
    own = BOOK.seats[number % 2]
    setups = {
        seat: placement(BOOK, seat, chance) if chance.random() < 0.5 else plausible.setup(chance, BOOK, seat)
        for seat in BOOK.seats
    }
    state = start(BOOK, setups, OPTIONS)
    truth = {piece.id: piece.rank for piece in state.view(Viewer.ALL).pieces if piece.rank is not None}
    peeks = int(kind.removeprefix("peeks at ").removesuffix("%")) / 100 if kind.startswith("peeks") else 0.0
    hidden = [piece.id for piece in state.view(Viewer.of(own)).pieces if piece.rank is None]
    known = {id: truth[id] for id in hidden if chance.random() < peeks}
    views: dict[Seat, list[View]] = {seat: [state.view(Viewer.of(seat))] for seat in BOOK.seats}
    turns: dict[Seat, list[LastTurn]] = {seat: [] for seat in BOOK.seats}
    while state.outcome is None:
        seat = state.to_move
        text = _choice(kind if seat is own else "computer", state, turns[seat], known if seat is own else {}, chance)
        state, _facts = apply(state, parse_turn(BOOK, text))
        for one in BOOK.seats:
            views[one].append(state.view(Viewer.of(one)))
            told = views[one][-1].last
            assert told is not None
            turns[one].append(told)
    return [(seat is own, weigh(sightings(BOOK, OPTIONS, seat, views[seat], truth))) for seat in BOOK.seats]


def _choice(kind: str, state: State, turns: list[LastTurn], known: Mapping[int, Rank], chance: random.Random) -> str:
    if kind == "hasty":
        return plausible.choose(chance, state).text
    sight = peeked(sight_of(state, turns), known)
    if len(sight.legal) == 1:
        return sight.legal[0]
    if kind == "whims" and chance.random() < 1 - math.exp(-WHIM / 10):
        return chance.choice(sight.legal)
    return choose_on_board(sight, chance)


def peeked(sight: Sight, known: Mapping[int, Rank]) -> Sight:
    """What a bot is given that knows some hidden ranks: a view that has them."""
    pieces = tuple(
        one._replace(rank=known[one.id]) if one.rank is None and one.id in known else one for one in sight.view.pieces
    )
    return replace(sight, view=replace(sight.view, pieces=pieces)) if known else sight
