"""Times on the wall of a place, with the hours that a clock leaves out or shows twice."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest

from games.rules import Illegal, Refusal
from tournaments.domain.local_times import microseconds, moment_of, repeated, wall_of

BERLIN = "Europe/Berlin"
OUT_OF_REACH = Refusal("year-out-of-reach", {"least": 1900, "most": 2199})


def test_a_time_on_the_wall_is_a_moment() -> None:
    assert moment_of(datetime(2026, 7, 1, 10), BERLIN) == microseconds(datetime(2026, 7, 1, 8, tzinfo=UTC))
    assert moment_of(datetime(2026, 12, 1, 10), BERLIN) == microseconds(datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert f"{wall_of(moment_of(datetime(2026, 7, 1, 10), BERLIN), BERLIN):%d %H:%M}" == "01 10:00"


def test_an_hour_that_does_not_exist_names_the_times_that_do() -> None:
    with pytest.raises(Illegal) as caught:
        moment_of(datetime(2027, 3, 28, 2, 30), BERLIN)
    assert caught.value.refusal == Refusal(
        "skipped-hour", {"time": "2027-03-28 02:30", "zone": BERLIN, "before": "01:30", "after": "03:30"}
    )


def test_an_hour_that_comes_twice_is_refused() -> None:
    with pytest.raises(Illegal) as caught:
        moment_of(datetime(2027, 10, 31, 2, 30), BERLIN)
    assert caught.value.refusal == Refusal("doubled-hour", {"time": "2027-10-31 02:30", "zone": BERLIN})


def test_a_weekly_round_keeps_its_time_on_the_wall_across_the_change_of_clocks() -> None:
    rounds = repeated(date(2027, 3, 21), time(19), BERLIN, days=7, times=3)
    assert [f"{wall_of(at, BERLIN):%m-%d %H:%M %z}" for at in rounds] == [
        "03-21 19:00 +0100",
        "03-28 19:00 +0200",
        "04-04 19:00 +0200",
    ]


@pytest.mark.parametrize("wall", [datetime(year, 12, 31) for year in (1, 1684, 2256, 9999)])
def test_years_that_the_log_does_not_take_are_refused(wall: datetime) -> None:
    with pytest.raises(Illegal) as caught:
        moment_of(wall, BERLIN)
    assert caught.value.refusal == OUT_OF_REACH


@pytest.mark.parametrize("year", [2199, 9999])
def test_rounds_that_go_on_for_too_long_are_refused(year: int) -> None:
    with pytest.raises(Illegal) as caught:
        repeated(date(year, 12, 20), time(19), BERLIN, days=7, times=3)
    assert caught.value.refusal == OUT_OF_REACH
