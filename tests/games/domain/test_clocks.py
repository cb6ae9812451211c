"""Clocks: no time is ever owed, none is made up, and no game goes on for ever."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.clocks import (
    GRACE,
    PLIES_AT_MOST,
    PRESETS,
    VACATION_AT_LEAST,
    VACATION_DAYS,
    Clock,
    Rest,
    TimeControl,
    longest,
    most_plies,
    preset_of,
    used_in_year,
    within_allowance,
)
from games.domain.random_play import play_out, random_start
from games.rules import VARIANTS, Illegal, Options, Refusal, Seat, variant
from tests.books import each_book
from tests.examples import some

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
RED, BLUE = Seat.RED, Seat.BLUE
TWO = (RED, BLUE)


def seconds(most: int) -> st.SearchStrategy[int]:
    return st.integers(10, most) | st.sampled_from([10, 60, 3600, 86_400, most])


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    kind = draw(st.sampled_from(["move", "bank"]))
    base, setup = draw(seconds(60 * 86_400)), draw(seconds(60 * 86_400))
    vacation = draw(st.booleans())
    if kind == "move":
        return TimeControl(kind, base, setup=setup, vacation=vacation)
    increment = draw(st.integers(0, 7 * 86_400))
    cap = draw(st.none() | st.integers(base, 60 * 86_400))
    return TimeControl(kind, base, increment, cap, setup, vacation)


@st.composite
def federations(draw: st.DrawFn) -> TimeControl:
    """Banks with what the clocks at championships have."""
    base, free = draw(st.integers(10, 1000)), draw(st.integers(0, 60))
    turn = draw(st.none() | st.integers(max(5, free), 200))
    game = draw(st.none() | st.integers(base, 3000))
    increment, cap = draw(st.integers(0, 30)), draw(st.none() | st.integers(base, 2000))
    return TimeControl("bank", base, increment, cap, free=free, turn=turn, game=game)


def begun(control: TimeControl, seats: tuple[Seat, ...] = TWO) -> Clock:
    clock = Clock.for_setups(control, seats, START)
    for seat in seats:
        clock = clock.ready(seat)
    return clock.begin(RED, START)


# -- time controls --------------------------------------------------------------------------------


@given(controls() | federations())
def test_a_control_is_its_value(control):
    assert TimeControl.from_value(control.value()) == control


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "sudden", "base": 60}, "kind"),
        ({"kind": "move"}, "kind"),
        ({"kind": "move", "base": 60, "more": 1}, "kind"),
        ({"kind": "move", "base": 9}, "base"),
        ({"kind": "move", "base": 60 * 86_400 + 1}, "base"),
        ({"kind": "move", "base": "60"}, "base"),
        ({"kind": "move", "base": True}, "base"),
        ({"kind": "move", "base": 60.5}, "base"),
        ({"kind": "move", "base": 60, "increment": 1}, "increment"),
        ({"kind": "bank", "base": 60, "increment": -1}, "increment"),
        ({"kind": "bank", "base": 60, "increment": 7 * 86_400 + 1}, "increment"),
        ({"kind": "move", "base": 60, "cap": 60}, "cap"),
        ({"kind": "bank", "base": 60, "cap": 59}, "cap"),
        ({"kind": "bank", "base": 60, "setup": 0}, "setup"),
        ({"kind": "bank", "base": 60, "vacation": 1}, "vacation"),
        ({"kind": "move", "base": 60, "free": 1}, "free"),
        ({"kind": "bank", "base": 60, "free": 86_401}, "free"),
        ({"kind": "move", "base": 60, "turn": 60}, "turn"),
        ({"kind": "bank", "base": 60, "turn": 4}, "turn"),
        ({"kind": "bank", "base": 60, "free": 20, "turn": 19}, "turn"),
        ({"kind": "move", "base": 60, "game": 600}, "game"),
        ({"kind": "bank", "base": 60, "game": 59}, "game"),
        ({"kind": "bank", "base": 60, "game": 600, "vacation": True}, "game"),
    ],
)
def test_a_control_that_makes_no_sense_is_refused(values, field):
    with pytest.raises(Illegal) as error:
        TimeControl.from_value(values)
    assert (error.value.refusal.code, error.value.refusal.params["field"]) == ("time-control", field)


def test_the_controls_of_pages():
    assert {slug for slug, control in PRESETS.items() if control.live} == {
        "live-5-5",
        "live-10-10",
        "live-20-10",
        "live-45-20",
        "gravon-50-12-4",
    }
    assert all(control.vacation is not control.live for control in PRESETS.values())
    assert [preset_of(control) for control in PRESETS.values()] == list(PRESETS)
    assert preset_of(TimeControl("move", 61)) is None
    assert Refusal("time-control", {"field": "kind"}).params == {"field": "kind"}


# -- clocks ---------------------------------------------------------------------------------------


def test_a_bank_grows_after_each_turn_and_not_above_its_cap():
    clock = begun(TimeControl("bank", 100, 20, cap=110))
    assert clock.due == START + 100 * SECOND
    clock = clock.turned(BLUE, START + 30 * SECOND)
    assert (clock.left(RED, START + 99 * SECOND), clock.running) == (90 * SECOND, (BLUE,))
    assert clock.left(BLUE, START + 40 * SECOND) == 90 * SECOND
    clock = clock.turned(RED, START + 31 * SECOND)
    assert clock.left(BLUE, START + 31 * SECOND) == 110 * SECOND
    assert clock.stopped(START + 41 * SECOND) == Clock(
        clock.control, (80 * SECOND, 110 * SECOND), (), START + 41 * SECOND, ((), ())
    )


def test_the_time_for_a_turn_is_the_same_for_each():
    clock = begun(TimeControl("move", 100))
    clock = clock.turned(BLUE, START + 99 * SECOND).turned(RED, START + 120 * SECOND)
    assert (clock.left(RED, START + 120 * SECOND), clock.left(BLUE, START)) == (100 * SECOND, 100 * SECOND)
    assert clock.due == START + 220 * SECOND


def test_the_clock_of_championships():
    """12 minutes each of which 4 seconds a turn are free, and a draw after 50 minutes (Gravon's 50/12/4)."""
    clock = begun(PRESETS["gravon-50-12-4"])
    assert (clock.due, clock.free_until(RED), clock.free_until(BLUE)) == (
        START + 724 * SECOND,
        START + 4 * SECOND,
        None,
    )
    assert clock.ends == START + 3000 * SECOND
    clock = clock.turned(BLUE, START + 4 * SECOND).turned(RED, START + 14 * SECOND)
    assert (clock.left(RED, START + 17 * SECOND), clock.left(BLUE, START)) == (720 * SECOND, 714 * SECOND)
    halted = clock.halt(START + 17 * SECOND)
    assert (halted.ends, halted.due, halted.free_until(RED)) == (None, None, None)
    clock = halted.go_on(START + 100 * SECOND)
    assert (clock.free_until(RED), clock.due) == (START + 101 * SECOND, START + 821 * SECOND)
    assert clock.ends == START + 3083 * SECOND
    clock = clock.given(RED, 10 * SECOND)
    assert (clock.due, clock.ends) == (START + 831 * SECOND, START + 3093 * SECOND)


@given(federations(), st.lists(st.integers(0, 250), max_size=20))
def test_a_turn_costs_what_it_takes_beyond_its_free_part_and_both_limits_end_the_game(control, turns):
    """Against a count in plain seconds."""
    clock, at, banks, spent = begun(control), START, [control.base, control.base], 0
    for place, seconds in enumerate(turns):
        seat = place % 2
        own = min(banks[seat] + control.free, control.turn or 10**9)
        whole = 10**9 if control.game is None else control.game - spent
        moment = at + (min(own, whole) + 1) * SECOND
        assert clock.due == at + min(own, whole) * SECOND
        assert (clock.late(moment), clock.is_over(moment)) == (((Seat(seat),), False) if own <= whole else ((), True))
        if seconds > min(own, whole):
            break
        at, spent = at + seconds * SECOND, spent + seconds
        banks[seat] -= max(0, seconds - control.free)
        banks[seat] = max(banks[seat], min(banks[seat] + control.increment, control.cap or 10**9))
        clock = clock.turned(Seat(1 - seat), at)
        assert [clock.left(item, at) for item in TWO] == [bank * SECOND for bank in banks]


def test_a_deadline_is_met_at_its_very_moment_and_late_after_the_grace():
    clock = begun(TimeControl("move", 100))
    due = START + 100 * SECOND
    assert (clock.late(due), clock.late(due + timedelta(microseconds=1))) == ((), (RED,))
    assert (clock.late(due + GRACE, GRACE), clock.late(due + GRACE + timedelta(microseconds=1), GRACE)) == ((), (RED,))


def test_set_ups_have_a_time_of_their_own_and_only_who_is_not_ready_is_late():
    clock = Clock.for_setups(TimeControl("move", 60, setup=600), TWO, START)
    assert (clock.running, clock.due) == (TWO, START + 600 * SECOND)
    clock = clock.ready(RED)
    assert (clock.running, clock.late(START + 601 * SECOND)) == ((BLUE,), (BLUE,))
    assert clock.ready(BLUE).due is None


def test_a_vacation_stops_the_time_of_its_seat_alone():
    control = TimeControl("bank", 10 * 86_400, vacation=True)
    clock = begun(control).rest(RED, START + 4 * DAY, START + 9 * DAY)
    assert (clock.due, clock.left(RED, START + 6 * DAY)) == (START + 15 * DAY, 6 * DAY)
    assert (clock.resting(RED, START + 5 * DAY), clock.resting(RED, START + 9 * DAY)) == (START + 9 * DAY, None)
    moved = clock.turned(BLUE, START + 6 * DAY)
    assert (moved.left(RED, START + 8 * DAY), moved.due) == (6 * DAY, START + 16 * DAY)
    back = clock.resume(RED, START + 5 * DAY)
    assert (back.due, back.resting(RED, START + 5 * DAY)) == (START + 11 * DAY, None)
    assert begun(control).rest(BLUE, START, START + 9 * DAY).due == START + 10 * DAY
    after = begun(control).turned(BLUE, START).rest(RED, START, START + 2 * DAY).turned(RED, START + DAY)
    assert after.due == START + 12 * DAY


def test_a_pause_during_a_vacation_takes_nothing_of_the_turn():
    control = TimeControl("bank", 10 * 86_400, free=3600, turn=2 * 86_400, vacation=True)
    clock = begun(control).rest(RED, START, START + 5 * DAY).halt(START + 4 * DAY).go_on(START + 5 * DAY)
    assert clock.due == START + 7 * DAY
    assert clock.turned(BLUE, START + 5 * DAY + 3600 * SECOND).left(RED, START) == 10 * DAY


steps = st.lists(st.tuples(st.sampled_from(["turn", "turn", "rest", "resume"]), st.floats(0, 1.2)), max_size=25)


@some(25)
@given(
    controls() | federations(),
    st.lists(st.floats(0, 1.05), max_size=12),
    st.sampled_from([2, 4]),
    st.booleans(),
    st.booleans(),
)
def test_turns_together_leave_the_clock_that_they_leave_one_by_one(control, parts, count, rests, given):
    clock, at, times, late = begun(control, tuple(Seat(number) for number in range(count))), START, [], None
    if rests:
        clock = clock.rest(BLUE, START, START + DAY)
    if given:
        clock = clock.given(RED, 50 * SECOND)
    first = clock
    for place, part in enumerate(parts):
        (seat,) = clock.running
        at += clock.left(seat, at) * part
        if late is None and (clock.late(at) or clock.is_over(at)):
            late = place
        clock = clock.turned(Seat((seat + 1) % count), at)
        times.append(at)
    assert first.played(times) == (clock, late)


@given(controls(), steps, st.sampled_from([2, 4]))
def test_no_time_is_negative_none_is_above_its_cap_and_none_comes_from_nowhere(control, steps, count):
    seats = tuple(Seat(number) for number in range(count))
    clock, at, turns = begun(control, seats), START, 0
    for kind, part in steps:
        (seat,) = clock.running
        spent = clock.left(seat, at) * part
        at += spent
        before = [clock.left(seat, at) for seat in seats]
        if kind == "turn":
            clock, turns = clock.turned(Seat((seat + 1) % count), at), turns + 1
        elif kind == "rest" and control.vacation and not clock.resting(seat, at) and not clock.late(at):
            clock = clock.rest(seat, at, at + DAY)
        elif kind == "resume":
            clock = clock.resume(seat, at)
        after = [clock.left(seat, at) for seat in seats]
        assert all(left >= timedelta() for left in after)
        if control.kind == "bank":
            most = control.cap or control.base + turns * control.increment
            assert max(after) <= most * SECOND
            assert all(new - old <= control.increment * SECOND for old, new in zip(before, after, strict=True))
        else:
            assert max(after) <= control.base * SECOND
        (seat,) = clock.running
        due = clock.due
        assert due == clock.deadline(seat)
        assert clock.left(seat, due) == timedelta()
        assert clock.late(due) == ()
        if due > at:
            assert clock.left(seat, at) > timedelta()
            assert due - at >= clock.left(seat, at)
            if not clock.rests[seat]:
                assert due - at == clock.left(seat, at)


# -- vacations ------------------------------------------------------------------------------------


def test_a_vacation_uses_up_a_day_at_least_and_counts_in_the_years_it_touches():
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    over = (Rest(new_year - 3 * DAY, new_year + 2 * DAY),)
    assert [used_in_year(over, year) for year in (2026, 2027, 2028)] == [3 * DAY, 2 * DAY, timedelta()]
    assert used_in_year((Rest(START, START + SECOND),), 2026) == VACATION_AT_LEAST
    whole = Rest(START, START + VACATION_DAYS * DAY)
    assert within_allowance((whole,))
    assert not within_allowance((whole, Rest(START + 100 * DAY, START + 100 * DAY + SECOND)))
    assert within_allowance((whole, Rest(new_year, new_year + VACATION_DAYS * DAY)))


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 40)), max_size=30))
def test_no_year_has_more_vacation_than_it_may(wishes):
    rests: tuple[Rest, ...] = ()
    at = START
    for gap, days in wishes:
        at += gap * DAY
        wish = Rest(at, at + days * DAY)
        if within_allowance((*rests, wish)):
            rests, at = (*rests, wish), wish.end
    for year in range(2026, 2060):
        assert used_in_year(rests, year) <= VACATION_DAYS * DAY
        first, last = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
        parts = [min(rest.end, last) - max(rest.start, first) for rest in rests]
        assert sum((max(part, timedelta()) for part in parts), timedelta()) <= VACATION_DAYS * DAY


# -- no game goes on for ever ---------------------------------------------------------------------


def stall(clock: Clock, seat: Seat, at: datetime) -> Clock:
    while clock.control.vacation:
        due = clock.deadline(seat)
        assert due is not None
        rest_of_year = VACATION_DAYS * DAY - used_in_year(clock.rests[seat], at.year)
        if rest_of_year >= VACATION_AT_LEAST:
            wish = Rest(at, at + rest_of_year)
            if not within_allowance((*clock.rests[seat], wish)):
                wish = Rest(at, datetime(at.year + 1, 1, 1, tzinfo=UTC))
            if not within_allowance((*clock.rests[seat], wish)):
                return clock
            clock, at = clock.rest(seat, at, wish.end), wish.end
            continue
        new_year = datetime(at.year + 1, 1, 1, tzinfo=UTC)
        if due <= new_year:
            return clock
        at = new_year
    return clock


@given(controls(), st.sampled_from(sorted(VARIANTS)), st.integers(1, 2), st.floats(0, 364))
def test_however_its_players_stall_a_game_is_over_in_time(control, slug, limit, day):
    book, options = variant(slug), Options(no_attack_limit=limit)
    made = at = datetime(2026, 1, 1, tzinfo=UTC) + day * DAY
    clock = Clock.for_setups(control, book.seats, at)
    for seat in book.seats:
        clock = stall(clock, seat, at)
    deadlines = [clock.deadline(seat) for seat in book.seats]
    at = max(deadlines)
    for seat in book.seats:
        clock = clock.ready(seat)
    clock = clock.begin(RED, at)
    for ply in range(most_plies(book, options)):
        (seat,) = clock.running
        clock = stall(clock, seat, at)
        at = clock.deadline(seat)
        clock = clock.turned(book.seats[(ply + 1) % len(book.seats)], at)
    assert (at - made).total_seconds() <= longest(control, book, options)


@each_book
def test_no_game_has_more_plies_than_said(slug):
    """Random games of the rules alone end by then; each attack takes a piece that does not come back by itself."""
    book = variant(slug)
    for seed in range(2):
        chance, options = random.Random(f"{slug} {seed}"), Options(no_attack_limit=6)
        game = play_out(random_start(book, options, chance), chance)
        assert game.outcome is not None
        assert 6 <= game.ply <= most_plies(book, options)


def test_without_a_limit_of_quiet_plies_there_is_one_of_plies():
    classic = variant("classic")
    assert most_plies(classic, Options()) == PLIES_AT_MOST
    assert most_plies(classic, Options(no_attack_limit=200)) == 81 * 200
    assert most_plies(variant("campaign"), Options(no_attack_limit=1)) == 2 * (40 + 2) + 1
    assert longest(TimeControl("move", 60, setup=600), classic, Options(no_attack_limit=1)) == 600 + 81 * 60
    assert longest(TimeControl("bank", 60, setup=600, free=9, game=900), classic, Options(no_attack_limit=1)) == 1449
    assert longest(TimeControl("bank", 60, setup=600, free=9, game=800), classic, Options(no_attack_limit=1)) == 1400
    assert longest(TimeControl("bank", 60, 5, setup=600), classic, Options(no_attack_limit=1)) == 600 + 120 + 81 * 5
