"""Growing waits: pure in how long they are, and right when many come at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from web.waits import GrowingWaits


def waits(clock) -> GrowingWaits:
    return GrowingWaits(uuid4().hex, free=3, first=10, longest=60, clock=clock)


def test_each_failure_makes_the_next_wait_longer() -> None:
    now = [1000.0]
    ours, result = waits(lambda: now[0]), []
    for seconds in (0, 0, 0, 5, 5, 19, 1, 39, 1, 60, 60, 60):
        now[0] += seconds
        result.append(ours.begin("ada"))
    assert result == [0, 0, 0, 5, 0, 1, 0, 1, 0, 0, 0, 0]
    assert ours.begin("grace") == 0

    ours.forgive("ada")
    assert [ours.begin("ada") for _time in range(4)] == [0, 0, 0, 10]


def test_what_is_taken_back_does_not_count_and_the_rest_does() -> None:
    ours = waits(lambda: 1000.0)
    for _time in range(3):
        assert ours.begin("a club") == 0
        ours.take_back("a club")
    assert [ours.begin("a club") for _time in range(3)] == [0, 0, 0]
    ours.take_back("a club")
    assert [ours.begin("a club") for _time in range(2)] == [0, 10]


def test_of_many_at_once_no_more_are_looked_at() -> None:
    ours = waits(lambda: 1000.0)
    with ThreadPoolExecutor(12) as threads:
        result = list(threads.map(ours.begin, ["ada"] * 24))
    assert result.count(0) == 3
