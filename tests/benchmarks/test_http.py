"""The benchmark `http` says how far its ratios repeat."""

import math

import pytest

from benchmarks.http import spread


def test_the_spread_is_that_of_the_middle_of_what_was_measured() -> None:
    assert [spread([1.0] * count) for count in (1, 5, 7, 40)] == [math.inf, math.inf, math.inf, 0.0]
    ratios = [0.5, 9.0, 0.4, 0.45, 0.55, 0.1, 0.5, 0.5, 0.52, 0.48, 0.47, 0.53]
    assert spread(ratios) == pytest.approx((0.55 - 0.4) / 0.5)  # neither the highest nor the lowest counts
