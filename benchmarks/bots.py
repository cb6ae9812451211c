"""`bots`: each level of the computer against the next lower one in classic and barrage, on red and on blue in turns,
from a fixed seed; the best level of each rule book against the usual one, and that against a player who draws every
turn by lot; and how long choices take. `ratio` is the smallest share of points of a level against the next lower one.

At a table of four a level plays both seats of a side. `BENCH_BOT_GAMES` sets how many games of each pair.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from accounts.people.bots import USUAL_LEVEL
from benchmarks.result import Bar, Result
from games.rules import VARIANTS, variant
from play.bots.levels import levels_of
from play.bots.match import matches

GAMES = int(os.environ.get("BENCH_BOT_GAMES", "100"))
SEED = 2026
WORKERS = min(2, os.cpu_count() or 1)
LADDERS = ("classic", "barrage")

SECONDS = "slowest choice (s)"
P99 = "99 of 100 choices within (s)"


class Pair(NamedTuple):
    """A level in a rule book against another one; None for chance."""

    slug: str
    level: int
    against: int | None

    @property
    def name(self) -> str:
        """What it is called among the parts."""
        return f"{self.slug}, {self.level} against {self.against or 'chance'}"

    @property
    def least(self) -> float:
        """How many points of a hundred are the least."""
        book = variant(self.slug)
        if self.against is None:
            return 70 if book.deals or len(book.seats) > 2 else 90
        if self.against == USUAL_LEVEL and self.level == len(levels_of(book)):
            return 90 if self.slug in LADDERS else 75
        return 62


STEPS = tuple(Pair(slug, level, level - 1) for slug in LADDERS for level in range(2, len(levels_of(variant(slug))) + 1))
TOPS = tuple(Pair(slug, len(levels_of(book)), USUAL_LEVEL) for slug, book in VARIANTS.items())
PAIRS = (
    *STEPS,
    *(pair for pair in TOPS if pair.level > USUAL_LEVEL),
    *(Pair(slug, USUAL_LEVEL, None) for slug in VARIANTS),
)

BARS = (
    Bar("ratio", at_least=0.62),
    *(Bar(pair.name, at_least=pair.least) for pair in PAIRS),
    Bar(P99, at_most=0.5),
    Bar(SECONDS, at_most=1.5),
)


def run() -> Result:
    """Measure points of a hundred games; each pair has its own in `parts`."""
    with ProcessPoolExecutor(WORKERS) as pool:
        played = dict(zip(PAIRS, pool.map(_measure, PAIRS), strict=True))
    points = {pair: 100 * won / GAMES for pair, (won, _seconds) in played.items()}
    worst = min(STEPS, key=lambda pair: points[pair])
    seconds = sorted(second for _won, taken in played.values() for second in taken)
    parts: dict[str, float | str] = {"games": GAMES, "worst": worst.name}
    parts |= {pair.name: value for pair, value in points.items()}
    parts |= {P99: seconds[int(len(seconds) * 0.99)], SECONDS: seconds[-1], "choices": len(seconds)}
    return Result("bots", points[worst], 100, points[worst] / 100, "points of 100", parts, BARS)


def _measure(pair: Pair) -> tuple[float, list[float]]:
    """The points of a level in one rule book, and how long its choices took."""
    played = list(matches(variant(pair.slug), games=GAMES, seed=SEED, level=pair.level, against=pair.against))
    return sum(game.points for game in played), [second for game in played for second in game.seconds]
