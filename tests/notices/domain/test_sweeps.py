"""Each minute: whose turn it is, who is short of time, and what is old; once a turn, and told to nobody in vain."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError

from accounts.models import Player
from eventlog.changes import begin_anew
from games.domain import commands
from games.domain.clocks import DAY, HOUR, PRESETS, TimeControl
from games.rules import Seat
from notices.domain import sweeps
from notices.domain.commands import notify
from notices.domain.sweeps import tell_turns
from notices.models import DueGame, Kind, Notice, Told
from notices.tasks import sweep
from tests.notices.people import Times, begun, member, move, row

pytestmark = pytest.mark.django_db


def told() -> list[tuple[str, str]]:
    notices = Notice.objects.exclude(kind__in=("over", "draw-offer"))
    return sorted(notices.values_list("player__name", "kind"))


@pytest.fixture(autouse=True)
def _news_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())


def reminded() -> int:
    return tell_turns().reminders


def test_each_turn_is_told_once(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob)
    assert (tell_turns(), tell_turns()) == ((1, 0), (0, 0))
    assert told() == [("Ann", "your-turn")]
    assert Notice.objects.get().version == row(game).turn_version
    move(game)
    sweep()
    assert told() == [("Bob", "your-turn")]
    assert list(Told.objects.values_list("seat", "version", "kind")) == [(1, row(game).turn_version, "your-turn")]
    commands.resign(game=game, seat=Seat.RED)
    sweep()
    assert (told(), Told.objects.count()) == ([], 0)


def test_live_games_and_those_against_the_computer_are_left_alone(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    bot = Player.objects.create(name="Engine", bot=True)
    live = begun(ann, bob, time=PRESETS["live-5-5"])
    begun(bot, ann)
    begun(ann, bot, time=None)
    assert row(live).due is not None
    time.wait(minutes=4)
    sweep()
    assert told() == []
    begun(ann, bob, time=None)
    sweep()
    assert told() == [("Ann", "your-turn")]


@pytest.mark.parametrize(
    ("control", "hours"),
    [
        (PRESETS["1-day"], 18),
        (PRESETS["14-days"], 14 * 18),
        (TimeControl("bank", 2 * DAY, 4 * HOUR, cap=3 * DAY), 36),
    ],
)
def test_a_reminder_comes_when_a_quarter_is_left(time: Times, control: TimeControl, hours: int) -> None:
    begun(member("Ann"), member("Bob"), time=control)
    time.wait(hours=hours, minutes=-1)
    assert reminded() == 0
    time.wait(minutes=1)
    assert (reminded(), reminded()) == (1, 0)
    assert told() == [("Ann", "reminder"), ("Ann", "your-turn")]


def test_a_vacation_is_no_time_to_think_in(time: Times) -> None:
    game = begun(member("Ann"), member("Bob"), time=PRESETS["1-day"])
    commands.take_vacation(game=game, seat=Seat.RED, until=time.now.replace(month=12, day=1))
    due = row(game).due
    assert (due - time.now).days == 11
    time.now = due
    time.wait(hours=-6, minutes=-1)
    assert reminded() == 0
    time.wait(minutes=1)
    assert reminded() == 1


def test_who_has_yet_to_set_up_is_reminded(time: Times) -> None:
    ann, bob = member("Ann"), member("Bob")
    begun(ann, bob, ready=1)
    time.wait(hours=54)
    sweep()
    assert told() == [("Bob", "reminder")]
    time.wait(hours=18, seconds=1)
    assert reminded() == 0  # too late


def test_a_sweep_looks_at_what_is_new_or_due_alone(time: Times) -> None:
    """Games that wait for a player who knows it are not looked at, until a quarter of the time is left."""
    games = [begun(member(f"Ann{number}"), member(f"Bob{number}")) for number in range(3)]
    sweep()
    due = dict(DueGame.objects.values_list("game", "at"))
    assert due == dict.fromkeys(games, time.now + timedelta(hours=54))
    move(games[0])
    sweeps.note_news()
    assert list(DueGame.objects.filter(at__lte=time.now).values_list("game", flat=True)) == [games[0]]
    assert tell_turns() == (1, 0)
    commands.resign(game=games[1], seat=Seat.RED)
    sweep()
    assert set(DueGame.objects.values_list("game", flat=True)) == {games[0], games[2]}
    time.wait(hours=54)
    assert tell_turns() == (0, 2)
    assert not DueGame.objects.exists()
    begin_anew(sweeps.READER)
    assert tell_turns() == (0, 0)
    assert Told.objects.count() == 4


def test_what_happens_while_a_sweep_looks_is_looked_at_next(time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one has noted it meanwhile; this one takes away what it has looked at, and no more."""
    game = begun(member("Ann"), member("Bob"))
    told_of = sweeps._tell

    def slowly(kind: Kind, *rest: Any) -> int:
        count = told_of(kind, *rest)
        if kind == Kind.REMINDER:
            monkeypatch.setattr(sweeps, "_tell", told_of)
            move(game)
            sweeps.note_news()
        return count

    monkeypatch.setattr(sweeps, "_tell", slowly)
    assert tell_turns() == (1, 0)
    assert list(DueGame.objects.filter(at__lte=time.now).values_list("game", flat=True)) == [game]
    assert tell_turns() == (1, 0)
    assert told() == [("Bob", "your-turn")]


def test_what_is_old_is_forgotten(time: Times) -> None:
    ann = member("Ann")
    Notice.objects.create(player=ann, kind="declined", created=time.now)
    time.wait(days=89)
    sweep()
    assert told() == [("Ann", "declined")]
    time.wait(days=2)
    sweep()
    assert told() == []


def test_what_fails_for_one_player_keeps_nobody_else_waiting(
    time: Times, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As when an account is deleted between the look at the games and the notice."""
    gone, ann, bob = member("Gone"), member("Ann"), member("Bob")
    begun(gone, bob)
    begun(ann, bob)

    def told_or_not(player_id: UUID, kind: str, **about: Any) -> Notice | None:
        if player_id == gone.id:
            raise IntegrityError("Key (player_id)=(…) is not present")
        return notify(player_id, kind, **about)

    monkeypatch.setattr("notices.domain.sweeps.notify", told_or_not)
    assert [tell_turns().turns, tell_turns().turns] == [1, 0]
    time.wait(minutes=1)
    assert tell_turns().turns == 0
    assert told() == [("Ann", "your-turn")]
    assert [record.getMessage() for record in caplog.records] == ["telling of a turn failed with IntegrityError"] * 2
    assert Told.objects.count() == 1  # who was not told is told later
