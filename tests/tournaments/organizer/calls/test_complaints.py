"""What organisers complain about on the large servers, each made impossible: one test a complaint."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from eventlog.models import Event
from games.domain.clocks import PRESETS
from games.rules import Illegal
from notices.domain.commands import notices_of
from notices.kinds.words import words_of
from tests.notices.people import Times, member
from tests.tournaments.games import end_game, open_games, set_up
from tests.tournaments.scenes import a_tournament
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.queries.tournaments import fold_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

ONLINE = {"real": False, "variant": "duel", "time": PRESETS["3-days"], "rounds": 2}


def texts(player: UUID) -> list[str]:
    return [words.text for words in words_of(notices_of(player))]


def test_a_round_that_failed_is_tried_again_and_the_arbiter_sees_why(time: Times) -> None:
    arbiter = member("Vera").id
    event = a_tournament(2, automatic=True, owner=arbiter, rounds=1)
    organization.keep_apart(tournament=event, entries=(1, 2), by=None, reason="they are sisters")
    for _minute in range(3):
        lifecycle.drive(event)
        time.wait(minutes=1)
    assert (fold_of(event).rounds, Event.objects.filter(stream=event, type="pairing-failed").count()) == (
        (),
        1,
    )  # told once, tried each minute
    assert texts(arbiter) == ["Open, round 1 is stuck: see at the desk what blocks it"]
    organization.allow_pair(tournament=event, number=1, other=2, by=None, reason="they agreed")
    lifecycle.drive(event)
    assert (len(fold_of(event).rounds), fold_of(event).failed, texts(arbiter)) == (1, "", [])


def together(count: int, work: Callable[[], object]) -> list[object]:
    """What several threads say that do the same at the same time, each with a connection of its own."""
    gate = Barrier(count)

    def one(_number: int) -> object:
        gate.wait()
        try:
            return work()
        except Illegal as illegal:
            return illegal.refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_two_who_have_left_hold_up_no_round(time: Times) -> None:
    event = a_tournament(6, automatic=True, **ONLINE)
    lifecycle.drive(event)
    stalled, *others = open_games(event)
    set_up(stalled)
    for game in others:
        end_game(game)
    lifecycle.drive(event)
    for entry in fold_of(event).rounds[0].boards[0].entries:
        registration.withdraw(tournament=event, entry=entry, by=None)
    lifecycle.drive(event)
    fold = fold_of(event)
    assert fold.rounds[0].boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    assert (len(fold.rounds), len(fold.rounds[1].boards)) == (2, 2)
