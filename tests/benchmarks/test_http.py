"""The benchmark `http` says how far its ratios repeat."""

import math
import random
import statistics

import pytest

from benchmarks.http import spread


def test_the_spread_is_that_of_the_middle_of_what_was_measured() -> None:
    assert [spread([1.0] * count) for count in (1, 5, 7, 40)] == [math.inf, math.inf, math.inf, 0.0]
    ratios = [0.5, 9.0, 0.4, 0.45, 0.55, 0.1, 0.5, 0.5, 0.52, 0.48, 0.47, 0.53]
    assert spread(ratios) == pytest.approx((0.55 - 0.4) / 0.5)  # neither the highest nor the lowest counts


def test_another_run_lies_within_it_nearly_always() -> None:
    """Of many runs with noise that now and then is large, as on a machine with other work."""
    chance = random.Random(1)

    def run() -> list[float]:
        return [0.5 * chance.gauss(1, 0.05) * (2 if chance.random() < 0.1 else 1) for _round in range(40)]

    truth = statistics.median(item for _run in range(500) for item in run())
    runs = [run() for _run in range(300)]
    near = [abs(statistics.median(run) - truth) <= spread(run) * statistics.median(run) for run in runs]
    assert sum(near) / len(near) > 0.95
    assert statistics.mean(map(spread, runs)) < 0.1
