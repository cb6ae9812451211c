"""Outages: the heartbeat, what is written down, and the time that clocks get back; on a clock that the test turns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connections

from eventlog.canonical import microseconds
from eventlog.models import Event
from games.domain import arbitration, command_handler, commands, outages
from games.domain.clocks import TimeControl
from games.domain.outages import OutageSpan, beat, fair_time, known, stands_still
from games.domain.queries import end_if_overdue
from games.domain.snapshots import from_snapshot, snapshot_of
from games.domain.state import ArbiterAct
from games.models import Heartbeat, Outage
from games.presentation.words import acts_text
from games.rules import End, Seat
from games.tasks import end_overdue, give_back, give_back_soon
from tests.games.domain.test_time import BANK, DAYS, Now, begun, kinds, made, play, row, set_up, verified

RED, BLUE = Seat.RED, Seat.BLUE
SECOND = timedelta(seconds=1)
MINUTE_GAME = TimeControl("bank", 60, setup=600)

pytestmark = pytest.mark.django_db


@pytest.fixture
def now(settings, monkeypatch):
    """The time; heartbeats are kept, and what is known of outages is read anew each time."""
    from eventlog.sources import injected

    settings.VEXILLUM_HEARTBEAT = True
    monkeypatch.setattr(outages, "FRESH", -1.0)
    monkeypatch.setattr(outages, "_read", None)
    monkeypatch.setattr(outages, "_listeners", [])
    clock = Now()
    with injected(clock=clock):
        beat()
        yield clock


def down(now: Now, seconds: float) -> OutageSpan:
    began = now.at
    now.later(seconds)
    assert beat()
    return OutageSpan(began, now.at)


def up(now: Now, seconds: float) -> None:
    end = now.at + timedelta(seconds=seconds)
    while now.at < end:
        now.later(min(20, (end - now.at).total_seconds()))
        assert not beat()


def given(game) -> list[tuple[str, int]]:
    events = Event.objects.filter(stream=game, type="time-given").order_by("version")
    return [(event.data["seat"], event.data["seconds"]) for event in events]


def test_a_gap_is_an_outage_and_a_pause_is_none(now):
    assert (known(), stands_still()) == ((), False)
    now.later(20)
    assert not beat()
    began = now.at
    now.later(75)
    assert stands_still()
    assert beat()
    assert not beat()
    assert (known(), stands_still()) == ((OutageSpan(began, now.at),), False)
    assert list(Outage.objects.values_list("began", "ended", "given")) == [(began, now.at, False)]
    assert list(Heartbeat.objects.values_list("at", flat=True)) == [now.at]


def test_a_minute_game_outlives_75_seconds(now):
    """What cost a rated game: nobody could move, and the clock ran."""
    game, after = begun(MINUTE_GAME)
    up(now, 10)
    down(now, 75)
    now.later(1)
    end_overdue()
    result = row(game)
    assert (result.status, result.due) == ("playing", now.at + timedelta(seconds=60 - 11))
    assert (given(game), kinds(game)[-1]) == ([("red", 75)], "time-given")
    after = play(game, after, expected=after.public_version)  # the page still shows the turn as it was before
    assert after.clock.left(RED, now.at) == timedelta(seconds=60 - 11)
    assert after.acts == (ArbiterAct("outage", 0, now.at, seat=RED, seconds=75),)
    assert acts_text(after.acts)[0][1] == "The site was down: Red got 1 minute 15 seconds back, before the first move."
    assert verified(game) == "ok"


def test_nobody_is_judged_while_the_heartbeat_stands_still(now):
    """A worker that lives on while all web processes are away."""
    game, _after = begun(MINUTE_GAME)
    now.later(90)
    end_overdue()
    end_if_overdue(game)
    assert (row(game).status, kinds(game)[-1]) == ("playing", "setup-made")
    assert beat()
    end_if_overdue(game)
    assert given(game) == [("red", 90)]
    up(now, 66)
    end_if_overdue(game)
    assert row(game).outcome == End.TIME_OUT.value


def test_who_answers_people_ends_the_outage_when_it_is_asked(now, settings):
    settings.VEXILLUM_WEB = True
    game, _after = begun(MINUTE_GAME)
    now.later(90)
    end_if_overdue(game)
    assert row(game).status == "playing"
    assert (given(game), Outage.objects.count()) == ([("red", 90)], 1)


def test_a_move_right_after_an_outage_pays_nothing_for_it(now):
    game, after = begun(BANK)
    up(now, 40)
    down(now, 300)
    now.later(2)
    after = play(game, after, expected=after.public_version)
    assert kinds(game)[-2:] == ["time-given", "turn-played"]
    assert after.clock.banks[RED] == timedelta(seconds=100 - 42 + 10)
    assert verified(game) == "ok"


def test_each_seat_that_sets_up_gets_it_and_who_is_ready_does_not(now):
    game, other = made(), made()
    set_up(game, RED)
    down(now, 200)
    give_back_soon()
    assert (given(game), given(other)) == ([("blue", 200)], [("red", 200), ("blue", 200)])
    assert row(other).due == row(other).created + timedelta(seconds=600 + 200)


def test_only_time_that_ran_is_given_back(now):
    """A game begun meanwhile, a paused one, one over, one without a clock, and a vacation."""
    paused, _fold = begun()
    arbitration.pause_game(game=paused)
    over, _fold = begun()
    commands.resign(game=over, seat=RED)
    timeless, _fold = begun(None)
    away, _fold = begun(DAYS)
    commands.take_vacation(game=away, seat=RED, until=now.at + timedelta(days=2))
    up(now, 5)
    began = now.at
    now.later(30)
    late, _fold = begun()  # a worker's, as of a tournament
    now.later(30)
    beat()
    for _twice in range(2):
        give_back_soon()
    assert [given(game) for game in (paused, over, timeless, away, late)] == [[], [], [], [], [("red", 30)]]
    assert known() == (OutageSpan(began, now.at),)


def test_once_for_each_gap_and_game_however_often_it_is_tried(now):
    game, _after = begun(BANK)
    first = down(now, 60.4)
    for _again in range(3):
        commands.give_back(game)
    down(now, 30)
    for outage in Outage.objects.order_by("ended"):
        give_back(outage.id)
        give_back(outage.id)
    after = command_handler.open_game(game)
    assert given(game) == [("red", 61), ("red", 30)]
    assert after.outage == microseconds(now.at)
    kept = from_snapshot(snapshot_of(after))
    assert (kept.clock, kept.outage, kept.gifted, kept.acts) == (after.clock, after.outage, (3, 5), after.acts)
    assert set(Outage.objects.values_list("given", flat=True)) == {True}
    assert first.ended < now.at


def test_all_games_in_turn(now, monkeypatch):
    monkeypatch.setattr("games.tasks.AT_ONCE", 2)
    games = [begun()[0] for _number in range(5)]
    down(now, 60)
    give_back_soon()
    assert [given(game) for game in games] == [[("red", 60)]] * 5
    assert Outage.objects.get().given


def test_who_did_not_come_is_judged_by_a_time_that_stood_still(now):
    span = down(now, 600)
    assert fair_time(now.at) == now.at - timedelta(seconds=600)
    later = span.ended + timedelta(seconds=600, hours=1)
    assert (fair_time(later - SECOND), fair_time(later)) == (later - SECOND - timedelta(seconds=600), later)
    now.later(7200)
    assert fair_time(now.at) == span.began  # nobody can come just now


def test_many_find_one_outage(transactional_db, settings, monkeypatch):
    settings.VEXILLUM_HEARTBEAT = True
    monkeypatch.setattr(outages, "_listeners", [])
    Heartbeat.objects.create(id=1, at=datetime.fromisoformat("2026-01-01T00:00:00Z"))

    def one(_number: int) -> bool:
        try:
            return beat()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as processes:
        assert sum(processes.map(one, range(8))) == 1
    assert Outage.objects.count() == 1
