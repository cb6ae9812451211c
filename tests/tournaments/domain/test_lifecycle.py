"""Tournaments that run by themselves: driven by the sweep, broken off between steps, and run twice."""

from __future__ import annotations

from copy import copy
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection

from eventlog.canonical import microseconds
from games.domain.clocks import PRESETS
from games.domain.queries import end_if_overdue
from games.models import Game, key_of
from games.rules import Seat
from tests.growth.test_growth import read_by
from tests.notices.people import BEGIN, Times
from tests.tournaments.games import end_game, open_games, set_up
from tests.tournaments.scenes import a_tournament
from tournaments.domain import lifecycle
from tournaments.domain.commands import results, rounds
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.state import TournamentFold
from tournaments.models import Tournament, TournamentGame, UntakenResult
from tournaments.scoring.points import Mark
from tournaments.tasks import run_all

pytestmark = pytest.mark.django_db

ONLINE = {"real": False, "variant": "duel", "automatic": True, "time": PRESETS["3-days"]}


def online(players: int = 4, **terms: object) -> UUID:
    """An event of two rounds that runs by itself, and has begun."""
    return a_tournament(players, **(ONLINE | {"rounds": 2} | terms))  # type: ignore[arg-type]


def sweep() -> None:
    for tournament in lifecycle.due_tournaments():
        lifecycle.drive(tournament.id)


def end_all(tournament: UUID) -> None:
    for game in open_games(tournament):
        end_game(game)


def course(now: TournamentFold) -> tuple[str, int, bool]:
    """How far it is: the status, the rounds, and whether the last one is being played."""
    round = now.round
    playing = round is not None and round.begun_at is not None and round.finished_at is None
    return now.status.value, len(now.rounds), playing


def test_an_event_runs_from_its_date_to_its_places_by_itself(time: Times) -> None:
    event = online(started=False, starts=microseconds(BEGIN + timedelta(hours=1)))
    sweep()
    assert course(fold_of(event)) == ("open", 0, False)
    time.wait(hours=1)
    sweep()
    assert course(fold_of(event)) == ("running", 1, True)
    end_all(event)
    sweep()
    assert course(fold_of(event)) == ("running", 2, True)
    end_all(event)
    sweep()
    assert course(fold_of(event)) == ("finished", 2, False)
    time.wait(minutes=61)
    assert list(lifecycle.due_tournaments()) == []


@pytest.mark.parametrize(
    ("part", "broken", "then"),
    [
        ("pair", ("running", 1, False), ("running", 2, True)),
        ("begin_round", ("running", 2, False), ("running", 2, True)),
        ("finish", ("running", 2, False), ("finished", 2, False)),
    ],
)
def test_what_breaks_off_between_two_steps_goes_on_at_the_next_sweep(
    part: str, broken: object, then: object, time: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = online()
    lifecycle.drive(event)
    if part == "finish":
        end_all(event)
        lifecycle.drive(event)

    def dies(**_arguments: object) -> None:
        raise SystemError("the worker is gone")

    end_all(event)
    with monkeypatch.context() as patch:
        patch.setattr(lifecycle, part, dies)
        lifecycle.drive(event)
    assert course(fold_of(event)) == broken
    sweep()
    assert course(fold_of(event)) == then


@pytest.mark.slow
def test_a_result_counts_though_what_comes_after_it_fails(time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    event, other = online(), online()
    lifecycle.drive(event)
    lifecycle.drive(other)
    end_all(event)
    end_all(other)
    original = results.take_over
    lost = open_games(event)[0]

    def fails_for_one(*, game: UUID) -> TournamentFold | None:
        if game == lost:
            raise SystemError("the database is away")
        return original(game=game)

    monkeypatch.setattr(results, "take_over", fails_for_one)
    sweep()
    assert [board.leg.marks is None for board in fold_of(event).rounds[0].boards].count(True) == 1
    assert (course(fold_of(event)), course(fold_of(other))) == (("running", 1, True), ("running", 2, True))
    monkeypatch.undo()
    sweep()
    assert course(fold_of(event)) == ("running", 2, True)


def test_driving_twice_does_nothing_twice(time: Times) -> None:
    event = online()
    lifecycle.drive(event)
    before = fold_of(event).version, Game.objects.count()
    lifecycle.drive(event)
    lifecycle.drive(event)
    assert (fold_of(event).version, Game.objects.count()) == before


def test_a_set_up_that_never_comes_loses_by_forfeit(time: Times) -> None:
    event = online(no_show=1800)
    lifecycle.drive(event)
    late, other = open_games(event)
    set_up(late, Seat.RED)
    end_game(other)
    time.wait(minutes=31)
    end_if_overdue(late)
    sweep()
    (board,) = [board for board in fold_of(event).rounds[0].boards if board.leg.game == late]
    assert board.leg.marks == (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)


def test_a_game_whose_board_is_decided_is_ended(time: Times) -> None:
    event = online()
    lifecycle.drive(event)
    game = open_games(event)[0]
    set_up(game)
    results.record_result(tournament=event, round=1, board=1, red=Mark.LOSS, blue=Mark.WIN, by=None)
    lifecycle.drive(event)
    row = Game.objects.get(id=game)
    assert (row.status, row.winner) == ("over", 1)


def test_clocks_stand_still_with_the_tournament(time: Times) -> None:
    event = online()
    lifecycle.drive(event)
    (game, _other) = open_games(event)
    set_up(game)
    rounds.pause(tournament=event, by=None, clocks=True)
    lifecycle.drive(event)
    assert Game.objects.get(id=game).paused
    rounds.resume(tournament=event, by=None)
    lifecycle.drive(event)
    assert not Game.objects.get(id=game).paused


def test_one_tournament_that_fails_stops_no_other(time: Times, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = online(), online()
    whole = lifecycle.pair

    def fails_for_one(*, tournament: UUID, by: None) -> TournamentFold:
        if tournament == bad:
            raise ArithmeticError
        return whole(tournament=tournament, by=by)

    monkeypatch.setattr(lifecycle, "pair", fails_for_one)
    run_all()
    assert (len(fold_of(bad).rounds), len(fold_of(good).rounds)) == (0, 1)


@pytest.mark.slow
def test_a_sweep_reads_the_results_that_were_missed_and_no_board_that_goes_on(
    time: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many boards go on, in however many events: it is told of ends by the log."""
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())
    event = online()
    sweep()

    def many(events: int) -> None:
        row, games = Tournament.objects.get(id=event), list(Game.objects.filter(id__in=open_games(event)))
        for _one in range(events):
            row.id = uuid4()
            row.key = key_of(row.id)
            row.save(force_insert=True)
            copies = [copy(game) for game in games for _board in range(10)]
            for board, game in enumerate(copies, 1):
                game.id = uuid4()
                game.key = key_of(game.id)
                TournamentGame.objects.create(game=game.id, tournament=row, round=1, board=board)
            Game.objects.bulk_create(copies)
        with connection.cursor() as cursor:  # what the planner knows of the tables is left from other tests
            cursor.execute("ANALYZE games_game, tournaments_tournament, tournaments_tournamentgame")

    def reads() -> int:
        return read_by(lambda: list(lifecycle.due_tournaments())).total()

    many(1)
    lifecycle.due_tournaments()
    lifecycle.due_tournaments()
    before = reads()
    many(40)
    assert reads() < before + 400
    missed = open_games(event)[0]
    end_game(missed)
    assert [tournament.id for tournament in lifecycle.due_tournaments()] == [event]
    assert [tournament.id for tournament in lifecycle.due_tournaments()] == [event]  # until it is taken over
    assert list(UntakenResult.objects.values_list("game", flat=True)) == [missed]
    results.take_over(game=missed)
    due = [[tournament.id for tournament in lifecycle.due_tournaments()] for _time in range(3)]
    assert due == [[event], [event], []]  # it has moved on, which is told twice
    assert not UntakenResult.objects.exists()


def test_what_follows_in_games_is_found_though_who_did_it_died(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing after the commit is done here: neither are the clocks stopped at once, nor is the event driven on."""
    monkeypatch.setattr("eventlog.changes.LAG", timedelta())
    event = online()
    for _time in range(2):
        sweep()
    game = Game.objects.get(id=open_games(event)[0])
    rounds.pause(tournament=event, by=None, clocks=True)
    game.refresh_from_db()
    assert not game.paused
    sweep()
    game.refresh_from_db()
    assert game.paused
