"""Which set-ups win: many at random are tried against others at random, and those that win most are tried again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from accounts.people.bots import USUAL_LEVEL
from games.domain.placement import empty, filled, mirrored, placed, stock_of
from games.rules import Variant
from play.bots.match import play

STEPS = ((150, 6), (50, 20), (24, 60))
"""How many set-ups are tried in each step, and in how many games each."""


def proven(book: Variant, seed: int, kept: int, steps: Sequence[tuple[int, int]] = STEPS) -> list[str]:
    """The forms of the set-ups that won most, the best first.

    Args:
        book: the rule book, on a board.
        seed: of all chance in it; the same seed gives the same set-ups.
        kept: how many are wanted.
        steps: as `STEPS`.
    """
    chance = random.Random(seed)  # noqa: S311 - it can be done again from its seed
    forms = [filled(empty(book), book, stock_of(book), chance) for _form in range(steps[0][0])]
    for number, games in steps:
        points = {form: _points(book, form, games, chance) for form in forms[:number]}
        forms = sorted(points, key=lambda form: -points[form])
    return forms[:kept]


def _points(book: Variant, form: str, games: int, chance: random.Random) -> float:
    total = 0.0
    for number in range(games):
        side = number % 2
        laid = mirrored(form, book) if chance.random() < 0.5 else form
        own = {seat: placed(laid, book, seat) for seat in book.seats if seat.side == side}
        total += play(book, side=side, seed=f"{chance.random()}", against=USUAL_LEVEL, own=own).points
    return total
