"""Many at once, each with a connection of its own: what they do to a tournament together happens once, and is kept."""

import pytest

from eventlog import store
from games.models import Game
from tests.games.domain.test_races import race
from tests.tournaments import scenes
from tests.tournaments.games import end_game
from tournaments.domain import lifecycle
from tournaments.domain.commands import registration, results
from tournaments.domain.events import RoundBegun, RoundPaired, TournamentStarted
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.verification import verify_tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db(transaction=True)


def kinds(tournament):
    return [type(event.event) for event in store.load(tournament)]


def test_start_pair_and_begin_at_once():
    tournament = scenes.a_tournament(6, started=False)
    for command in (lifecycle.start, lifecycle.pair, lifecycle.begin_round):
        ends = race([lambda command=command: command(tournament=tournament, by=None)] * 6)
        assert set(ends) <= {"done", "round-paired", "round-not-over"}
        assert ends["done"] >= 1
    assert [kinds(tournament).count(item) for item in (TournamentStarted, RoundPaired, RoundBegun)] == [1, 1, 1]


def test_all_boards_end_at_once_and_no_result_is_lost():
    """The moves that end the games do not touch the tournament; whoever takes results over waits for the others."""
    tournament = scenes.a_tournament(24, real=False, rounds=1)
    now = scenes.next_round(tournament)
    games = [board.leg.game for board in now.round.boards]
    for game in games:
        end_game(game)
    ends = race([lambda game=game: results.take_over(game) for game in games * 2])
    assert ends == {"done": 24}
    now = fold_of(tournament)
    assert [board.leg.marks for board in now.round.boards] == [(Mark.WIN, Mark.LOSS)] * 12
    assert now.round.finished_at is not None
    verify_tournament(store.load(tournament))


def test_people_come_and_leave_while_a_round_is_paired():
    tournament = scenes.a_tournament(12, rounds=4, late=4)
    deeds = [lambda: lifecycle.pair(tournament=tournament, by=None)] * 2
    deeds += [
        lambda entry=entry: registration.withdraw(tournament=tournament, entry=entry, by=None) for entry in range(1, 6)
    ]
    deeds += [
        lambda player=item.id: registration.enter(tournament=tournament, players=(player,), by=player)
        for item in scenes.some_players(3)
    ]
    ends = race(deeds)
    assert set(ends) <= {"done", "round-paired"}
    now = fold_of(tournament)
    assert (len(now.rounds), len(now.entries)) == (1, 15)
    verify_tournament(store.load(tournament))
    assert Game.objects.count() == 0
