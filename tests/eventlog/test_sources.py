"""Chance: what is drawn through `SOURCES`."""

from __future__ import annotations

from collections import Counter

from eventlog.sources import injected, random_below


def test_a_number_below_another_is_as_likely_as_any() -> None:
    """All bytes that chance can give are tried; those that would favour a number are passed over."""
    for count in (1, 2, 5, 200, 256):
        result = Counter[int]()
        for byte in range(256):
            given = iter([bytes([byte]), bytes(1)])  # what is passed over counts for nobody: zeroes follow
            with injected(random=lambda size, given=given: next(given)[:size]):  # type: ignore[misc]
                result[random_below(count)] += 1
        passed = result[0] - result[count - 1]
        assert result.keys() == set(range(count))
        assert {number - passed * (place == 0) for place, number in result.items()} == {result[count - 1]}
    assert 0 <= random_below(10**40) < 10**40
