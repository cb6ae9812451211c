"""From the move that ends a game to the next round: messages, and what makes good for those that are lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from time import sleep
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from eventlog.statements import execute
from games.domain.clocks import PRESETS
from tests.notices.people import Times, times
from tests.tournaments.games import end_game, open_games
from tests.tournaments.scenes import a_tournament
from tournaments import tasks
from tournaments.domain import lifecycle
from tournaments.domain.commands import results
from tournaments.domain.lock import alone, driven_here
from tournaments.domain.queries.tournaments import fold_of
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db

Committing = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def committing(django_capture_on_commit_callbacks: Any) -> Committing:
    """A `with` block whose listeners are called, as after a commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def online(**terms: object) -> UUID:
    chosen = {"real": False, "variant": "duel", "time": PRESETS["3-days"], "rounds": 2, "automatic": True}
    return a_tournament(4, **(chosen | terms))  # type: ignore[arg-type]


def test_the_last_move_of_a_round_leads_to_the_next_round(committing: Committing) -> None:
    with committing():
        event = online()
    assert fold_of(event).rounds[0].begun_at is not None
    first, second = open_games(event)
    with committing():
        end_game(first)
    assert len(fold_of(event).rounds) == 1
    with committing():
        end_game(second)
    fold = fold_of(event)
    assert (len(fold.rounds), fold.rounds[1].begun_at is not None) == (2, True)


def test_what_is_due_before_the_next_sweep_is_done_at_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with times() as time:
        event = a_tournament(2, format="arena", real=False, variant="duel", automatic=True)
        lifecycle.drive(event)
        [game] = open_games(event)
        end_game(game)
        results.take_over(game=game)
        sent: list[float] = []
        monkeypatch.setattr(tasks.run_one, "apply_async", lambda _args, countdown: sent.append(countdown))
        tasks.run_one(str(event))
        tasks.run_one(str(event))  # once for each time
        assert sent == [30.0]  # the two may meet again then, where nobody else has come
        time.wait(seconds=30)
        tasks.run_one(str(event))
        assert len(fold_of(event).rounds[0].boards) == 2


def test_a_message_that_is_lost_is_made_good(committing: Committing, monkeypatch: pytest.MonkeyPatch) -> None:
    with committing():
        event = online()

    def lost(_game: str) -> None:
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(tasks.take_over, "delay", lost)
    with committing():
        for game in open_games(event):
            end_game(game)  # nothing fails
    assert len(fold_of(event).rounds) == 1
    tasks.run_all()
    assert len(fold_of(event).rounds) == 2


def test_messages_hold_an_id_and_come_once_for_what_happens_at_once(
    committing: Committing, monkeypatch: pytest.MonkeyPatch, time: Times
) -> None:
    event = a_tournament(6, rounds=1)
    sent: list[Any] = []
    monkeypatch.setattr(tasks.run_one, "apply_async", lambda args, **_options: sent.append(args))
    with committing():
        lifecycle.pair(tournament=event, by=None)
        lifecycle.begin_round(tournament=event, by=None)
        for board in (1, 2, 3):
            results.record_result(tournament=event, round=1, board=board, red=Mark.WIN, blue=Mark.LOSS, by=None)
    assert sent == [(str(event),)]
    tasks.run_one(str(event))
    with committing():
        results.correct_result(
            tournament=event, round=1, board=1, red=Mark.DRAW, blue=Mark.DRAW, by=None, reason="the slip was wrong"
        )
    assert sent == [(str(event),)] * 2  # what came after the task had begun is not passed over


def test_one_process_at_a_time_drives_a_tournament_and_the_lock_ends_with_its_connection(
    transactional_db: None, superuser_connection: Any
) -> None:
    event = online()
    holder = superuser_connection
    holder.execute("SELECT pg_advisory_lock(28839, %s::int4)", (event.int & 0x7FFFFFFF,))
    assert lifecycle.drive(event) is False
    holder.close()  # as if it had been killed; the server notices in a moment
    assert any(lifecycle.drive(event) or sleep(0.02) for _try in range(250))
    with alone(event) as mine:
        assert (mine, driven_here(event)) == (True, True)
        with ThreadPoolExecutor(1) as other:
            assert other.submit(_drive_and_leave, event).result() is False
        # A pooler may give each transaction another session: that of this thread does not hold the lock.
        assert _holders(event) == [False]
    assert (driven_here(event), _holders(event)) == (False, [])


def _drive_and_leave(event: UUID) -> bool:
    try:
        return lifecycle.drive(event)
    finally:
        connection.close()


def _holders(event: UUID) -> list[bool]:
    held = (
        b"SELECT pid = pg_backend_pid() FROM pg_locks WHERE locktype = 'advisory' AND classid = 28839"
        b" AND objid = %s::int8 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    return [mine for (mine,) in execute(held, (event.int & 0x7FFFFFFF,))]
