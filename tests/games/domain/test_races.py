"""Fifty at once, each with a connection of its own: whatever they do together happens once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection

from eventlog import verify
from eventlog.models import Event
from eventlog.sources import injected
from eventlog.store import Conflict
from games.domain import commands, creation, vacations
from games.domain.clocks import GRACE, TimeControl
from games.domain.queries import end_if_overdue
from games.models import Game, Vacation
from games.rules import Illegal, Seat, legal_turns, variant
from games.tasks import end_overdue
from tests import scenes

pytestmark = pytest.mark.django_db(transaction=True)

RED, BLUE = Seat.RED, Seat.BLUE
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAYS = TimeControl("move", 86_400, vacation=True)
FIFTY = 50


def race(deeds: Sequence[Callable[[], object]]) -> Counter[str]:
    """Does all of these at the same time, and counts how they went: `done`, or why not."""
    ends: list[str] = []
    ready = Barrier(len(deeds))

    def run(deed: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            ready.wait()
            deed()
            ends.append("done")
        except Illegal as error:
            ends.append(error.refusal.code)
        except Conflict:
            ends.append("conflict")
        except Exception as error:
            ends.append(repr(error))
            ready.abort()
        finally:
            connection.close()

    threads = [Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(ends)


def begun(time: TimeControl | None = DAYS, **values):
    game = creation.create_game(variant=variant("barrage"), players=values.pop("players", {}), time=time, **values)
    for seat, placement in scenes.placements("barrage", random.Random(1)).items():
        after = commands.make_setup(game=game, seat=seat, placement=placement)
    return game, after


def kinds(game) -> list[str]:
    return list(Event.objects.filter(stream=game).order_by("version").values_list("type", flat=True))


def test_fifty_racing_requests_lead_to_one_event():
    game, after = begun()
    turn = str(legal_turns(after.state)[0])
    ends = race([lambda: commands.play_turn(game=game, seat=RED, turn=turn, expected=3)] * FIFTY)
    assert ends == {"done": 1, "moved-on": FIFTY - 1}
    ends = race([lambda: commands.offer_draw(game=game, seat=RED, expected=4)] * FIFTY)
    assert ends == {"done": 1, "moved-on": FIFTY - 1}
    ends = race([lambda: commands.resign(game=game, seat=BLUE)] * FIFTY)
    assert ends == {"done": 1, "game-over": FIFTY - 1}
    assert kinds(game)[3:] == ["turn-played", "draw-offered", "resigned", "game-revealed"]
    waiting = creation.create_game(variant=variant("barrage"), players={})
    placement = scenes.placements("barrage", random.Random(1))[RED]
    ends = race([lambda: commands.make_setup(game=waiting, seat=RED, placement=placement)] * FIFTY)
    assert ends == {"done": 1, "set-up-made": FIFTY - 1}
    assert [report.status for report in verify.verify([game, waiting])] == ["ok", "ok"]


def test_time_runs_out_once_by_sweep_and_by_open_pages():
    now = START
    with injected(clock=lambda: now):
        game, _after = begun()
        waiting = creation.create_game(variant=variant("barrage"), players={}, time=DAYS, rated=True)
        now = START + timedelta(days=3) + GRACE + timedelta(microseconds=1)
        deeds = [lambda: end_if_overdue(game), end_overdue, lambda: end_if_overdue(waiting)] * 10
        deeds += [lambda: commands.resign(game=game, seat=RED)] * 5
        ends = race(deeds)
    assert ends["done"] >= 30
    assert set(ends) <= {"done", "game-over"}
    assert len(kinds(game)) == 5
    assert kinds(game)[3] in {"timed-out", "resigned"}
    assert kinds(game)[4] == "game-revealed"
    assert kinds(waiting) == ["game-created", "setups-forfeited"]
    assert {game.status for game in Game.objects.all()} == {"over"}


def test_a_vacation_begins_once_and_two_players_do_not_lock_each_other():
    ada, bob = scenes.player("Ada").id, scenes.player("Bob").id
    games = [begun(players={RED: ada, BLUE: bob} if number % 2 else {RED: bob, BLUE: ada})[0] for number in range(4)]
    until = datetime.now(UTC) + timedelta(days=5)
    deeds = [lambda: vacations.begin(ada, until), lambda: vacations.begin(bob, until)] * 8
    assert race(deeds) == {"done": 2, "on-vacation": 14}
    assert Vacation.objects.count() == 2
    assert all(sorted(kinds(game)[3:]) == ["vacation-taken"] * 2 for game in games)
