"""`bots`: games of the bot against a player who draws every turn by lot, on red and on blue in turns, in every rule
book, from a fixed seed; and how long its choices take.

At a table of four the bot plays both seats of a side. `BENCH_BOT_GAMES` sets how many games of each rule book.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor

from benchmarks.result import Bar, Result
from games.rules import VARIANTS, variant
from play.bots.match import matches

GAMES = int(os.environ.get("BENCH_BOT_GAMES", "100"))
SEED = 2026
WORKERS = min(2, os.cpu_count() or 1)

SECONDS = "slowest choice (s)"
P99 = "99 of 100 choices within (s)"


def least(slug: str) -> int:
    """How many points of a hundred games are the least: 90 on a board of two, 70 at a table of four and at cards."""
    book = variant(slug)
    return 70 if book.deals or len(book.seats) > 2 else 90


BARS = (
    *(Bar(slug, at_least=least(slug)) for slug in VARIANTS),
    Bar(P99, at_most=0.1),
    Bar(SECONDS, at_most=2),
)


def run() -> Result:
    """Measure points of a hundred games. `ratio` is the lowest of them against the least there may be for it; each rule
    book has its own in `parts`.
    """
    with ProcessPoolExecutor(WORKERS) as pool:
        played = dict(zip(VARIANTS, pool.map(_measure, VARIANTS), strict=True))
    points = {slug: 100 * won / GAMES for slug, (won, _seconds) in played.items()}
    worst = min(points, key=lambda slug: points[slug] / least(slug))
    seconds = sorted(second for _won, taken in played.values() for second in taken)
    parts = {"games": GAMES, "worst": worst} | points
    parts |= {P99: seconds[int(len(seconds) * 0.99)], SECONDS: seconds[-1], "choices": len(seconds)}
    return Result("bots", points[worst], least(worst), points[worst] / least(worst), "points of 100", parts, BARS)


def _measure(slug: str) -> tuple[float, list[float]]:
    """The points of the bot in one rule book, and how long its choices took."""
    played = list(matches(variant(slug), games=GAMES, seed=SEED))
    return sum(game.points for game in played), [second for game in played for second in game.seconds]
