"""The figure of reliability cannot be gamed: what it may and may not do, for any games. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from library.reliability.domain.figure import (
    HALF_LIFE,
    REMEMBERED,
    GamePart,
    Kept,
    KeptDay,
    Reliability,
    days_of,
    kept,
    reliability,
)
from tests.examples import some

TODAY = date(2026, 6, 30)
LEAST = 20
SOME = some(30)

ago = st.integers(0, REMEMBERED + 5).map(lambda days: TODAY - timedelta(days=days))
games = st.builds(
    GamePart,
    day=ago,
    plies=st.integers(0, 2 * LEAST),
    least=st.just(LEAST),
    rated=st.booleans(),
    left=st.sampled_from(["", "", "", "timed_out", "not_set_up", "given_up", "called_off"]),
    excused=st.booleans(),
    ruled=st.booleans(),
    among_people=st.booleans(),
)
records = st.lists(games, max_size=30)
long_games = st.builds(GamePart, day=ago, plies=st.just(LEAST), least=st.just(LEAST))
lapses = st.builds(
    GamePart,
    day=ago,
    plies=st.integers(0, 2 * LEAST),
    least=st.just(LEAST),
    rated=st.booleans(),
    left=st.sampled_from(["timed_out", "not_set_up"]),
)


def figure(parts: Sequence[GamePart], today: date = TODAY) -> Reliability:
    return reliability(days_of(parts), today)


def percent(parts: Sequence[GamePart], today: date = TODAY) -> int:
    result = figure(parts, today).percent
    return 100 if result is None else result


def test_what_a_game_says() -> None:
    part = GamePart(day=TODAY, plies=LEAST, least=LEAST, rated=True)
    short = replace(part, plies=LEAST - 1)
    data = {
        "to the end": kept(part),
        "resigned later": kept(replace(part, left="given_up")),
        "by the clock, however it stood": kept(replace(part, left="timed_out")),
        "by the clock, short and casual": kept(replace(short, rated=False, left="timed_out")),
        "never set up": kept(replace(part, plies=0, left="not_set_up")),
        "excused": kept(replace(part, left="timed_out", excused=True)),
        "resigned before it counts": kept(replace(short, left="given_up")),
        "the same, casual": kept(replace(short, rated=False, left="given_up")),
        "short": kept(short),
        "called off": kept(replace(short, left="called_off")),
        "against the computer": kept(replace(part, among_people=False, left="timed_out")),
        "lost by an arbiter's word": kept(replace(part, ruled=True)),
    }
    assert data == {
        "to the end": Kept.FINISHED,
        "resigned later": Kept.FINISHED,
        "by the clock, however it stood": Kept.ABANDONED,
        "by the clock, short and casual": Kept.ABANDONED,
        "never set up": Kept.ABANDONED,
        "excused": Kept.EXCUSED,
        "resigned before it counts": Kept.ABANDONED,
        "the same, casual": None,
        "short": None,
        "called off": None,
        "against the computer": None,
        "lost by an arbiter's word": None,
    }


def test_the_figure_of_some_days() -> None:
    days = [
        KeptDay(TODAY - timedelta(days=HALF_LIFE), finished=4),
        KeptDay(TODAY, finished=9, abandoned=2),
        KeptDay(TODAY, excused=1),
    ]
    assert reliability(days, TODAY) == Reliability(percent=77, days=2, abandoned=1, excused=1)  # 3.5 of 4.5
    assert reliability([], TODAY) == Reliability()


@SOME
@given(records, st.lists(games, min_size=1, max_size=40))
def test_short_games_and_those_against_the_computer_repair_nothing(record, quick) -> None:
    short = [replace(item, plies=min(item.plies, LEAST - 1), left="", ruled=False) for item in quick]
    against_bots = [replace(item, among_people=False) for item in quick]
    assert figure([*record, *short, *against_bots]) == figure(record)


@SOME
@given(records, long_games, st.integers(2, 50))
def test_many_games_of_a_day_are_worth_one(record, one, times) -> None:
    assert figure([*record, *[one] * times]) == figure([*record, one])


@SOME
@given(records, lapses, st.integers(2, 5), st.integers(0, 50))
def test_a_day_with_games_left_counts_once_and_no_other_game_of_it_repairs_it(record, one, times, finished) -> None:
    long = replace(one, left="", plies=LEAST)
    assert figure([*record, *[one] * times, *[long] * finished]) == figure([*record, one])


@SOME
@given(records, lapses)
def test_another_game_left_never_raises_the_figure(record, one) -> None:
    assert percent([*record, one]) <= percent(record)


@SOME
@given(st.lists(games, max_size=8), lapses)  # of more days one is less than the rounding
def test_a_new_day_with_a_game_left_lowers_it(record, one) -> None:
    left = replace(one, day=TODAY)
    others = [replace(other, day=min(other.day, TODAY - timedelta(days=1))) for other in record]
    assert percent([*others, left]) < percent(others)


@SOME
@given(records, lapses)
def test_what_is_excused_never_counts(record, one) -> None:
    with_it = figure([*record, replace(one, excused=True)])
    assert replace(with_it, excused=0) == replace(figure(record), excused=0)


@SOME
@given(records, st.integers(1, REMEMBERED))
def test_it_only_rises_with_time_and_at_last_all_is_forgotten(record, days) -> None:
    first = TODAY - timedelta(days=REMEMBERED - 1 - days)  # none of these is forgotten meanwhile
    recent = [replace(item, day=max(item.day, first)) for item in record if first <= TODAY]
    assert percent(recent) <= percent(recent, TODAY + timedelta(days=days))
    assert figure(record, TODAY + timedelta(days=REMEMBERED)) == Reliability()


@SOME
@given(records, lapses, st.integers(1, REMEMBERED))
def test_a_game_left_longer_ago_never_weighs_more(record, one, days) -> None:
    others = [other for other in record if other.day not in (one.day, one.day - timedelta(days=days))]
    assert percent([*others, one]) <= percent([*others, replace(one, day=one.day - timedelta(days=days))])
