"""Games left are counted from the log, excused where it says so, told once a day, and made again by a rebuild."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from functools import partial
from uuid import UUID

import pytest

from eventlog.canonical import microseconds
from eventlog.rebuild import rebuild
from eventlog.verify import verify
from games.domain import command_handler, commands, creation, vacations
from games.domain.clocks import TimeControl
from games.domain.excuses import AFTER_OUTAGE, excuse_of
from games.domain.snapshots import from_snapshot, snapshot_of
from games.rules import Seat, variant
from library.reliability.domain.figure import KeptDay
from library.reliability.domain.player_days import LeftGame, days_of_player, left_on, reliability_of
from library.reliability.models import LapseTold
from library.reliability.panels import reliability_panel
from moderation.cases.models import Case
from moderation.fairness.domain.lapses import tell_lapses
from notices.models import Notice
from tests.ratings.domain.test_projections import Clock, begun, clock, duel
from tests.scenes import account, placements

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

DAYS = TimeControl("move", 86_400, setup=3 * 86_400)


def days(player: UUID, clock: Clock) -> list[KeptDay]:
    return days_of_player(player, clock.now.date())


def late(red: UUID, blue: UUID, clock: Clock, *, told: str = "") -> UUID:
    """A casual game that Red loses by the clock, with a vacation told before it began to run, or after."""
    game = creation.create_game(variant=variant("duel"), players={Seat.RED: red, Seat.BLUE: blue}, time=DAYS)
    setups = placements("duel", random.Random(1))
    commands.make_setup(game=game, seat=Seat.RED, placement=setups[Seat.RED])
    begin = partial(vacations.begin, red, clock.now + timedelta(days=2))
    if told == "before":
        begin()
    commands.make_setup(game=game, seat=Seat.BLUE, placement=setups[Seat.BLUE])
    clock.wait(hours=1)
    if told == "after":
        begin()
    clock.wait(days=1)
    commands.time_out(game=game)
    return game


@pytest.mark.slow
def test_days_are_counted_told_once_and_made_again(clock: Clock) -> None:
    ada, charles = account("Ada").player, account("Charles").player
    duel(ada.id, charles.id)
    duel(ada.id, charles.id, plies=9)  # Charles gives it up at once
    first = clock.now.date()
    assert days(ada.id, clock) == [KeptDay(first, finished=1)]
    assert days(charles.id, clock) == [KeptDay(first, finished=1, abandoned=1)]

    left = [late(ada.id, charles.id, clock), begun({Seat.RED: charles.id, Seat.BLUE: ada.id}, ready=1)]
    clock.wait(days=2, minutes=1)
    commands.forfeit_setups(game=left[1])
    excused = late(ada.id, charles.id, clock, told="before")
    clock.wait(days=3)
    not_excused = late(ada.id, charles.id, clock, told="after")
    result = days(ada.id, clock)
    assert [(item.finished, item.abandoned, item.excused) for item in result] == [
        (0, 1, 0),
        (0, 0, 1),
        (0, 1, 0),
        (0, 1, 0),
        (1, 0, 0),
    ]
    assert [left_on(ada.id, item.day) for item in result[:4]] == [
        [LeftGame(not_excused, "timed_out", "")],
        [LeftGame(excused, "timed_out", "vacation")],
        [LeftGame(left[1], "not_set_up", "")],
        [LeftGame(left[0], "timed_out", "")],
    ]
    before = reliability_of(ada.id)
    assert (before.days, before.abandoned, before.excused) == (4, 3, 1)
    assert [report.status for report in verify([excused, left[1]])] == ["ok", "ok"]
    after = command_handler.open_game(excused)
    assert after.excused == from_snapshot(snapshot_of(after)).excused == {Seat.RED: "vacation"}
    panel = reliability_panel(ada)
    assert [part in panel for part in (f"<dd>{before.percent}%</dd>", "3 of 4", "On 1 day a game was lost")] == [
        True
    ] * 3
    rebuild()
    assert (days(ada.id, clock), reliability_of(ada.id)) == (result, before)

    late(ada.id, charles.id, clock)
    late(ada.id, charles.id, clock)
    assert tell_lapses() == 3  # these days and the one before, which nobody had told
    assert tell_lapses() == 0
    case = Case.objects.get()
    assert (case.kind, case.about, case.source, case.state) == ("stopped-playing", ada.id, "reliability", "open")
    assert [report.status for report in verify([case.id])] == ["ok"]
    notices = Notice.objects.filter(player=ada, kind="left").order_by("game")
    assert (notices.count(), LapseTold.objects.filter(player=ada.id).count()) == (3, 3)
    clock.wait(days=100)
    tell_lapses()
    assert not LapseTold.objects.exists()


def test_an_outage_of_late_excuses(clock: Clock) -> None:
    game = begun({Seat.RED: account("Ada").player.id, Seat.BLUE: account("Charles").player.id})
    clock.wait(days=2, minutes=1)
    now = command_handler.open_game(game)
    outage = clock.now - AFTER_OUTAGE
    excuses = [
        excuse_of(replace(now, outage=microseconds(ended)), Seat.RED, clock.now)
        for ended in (outage - timedelta(seconds=1), outage, clock.now)
    ]
    assert (excuse_of(now, Seat.RED, clock.now), excuses) == (None, [None, "outage", "outage"])
