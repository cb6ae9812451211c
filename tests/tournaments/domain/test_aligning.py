"""Games follow their tournament: they are opened with their round or with the event."""

import pytest

from games.models import Game
from tests.tournaments import scenes
from tests.tournaments.games import end_game
from tournaments.counting.scoring import Mark
from tournaments.domain import organising, registering, reporting
from tournaments.domain.aligning import align_games, to_be_revealed
from tournaments.domain.conducting import due_tournaments
from tournaments.domain.queries import fold_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def a_round(**terms):
    tournament = scenes.a_tournament(4, real=False, rounds=2, **terms)
    now = scenes.next_round(tournament)
    return tournament, [board.leg.game for board in now.round.boards]


def finish_games(games):
    for game in games:
        end_game(game)
        reporting.take_over(game)


def revealed():
    return set(Game.objects.filter(revealed=True).values_list("id", flat=True))


def test_games_are_opened_when_their_round_is_over():
    tournament, (one, other) = a_round(reveal="round")
    finish_games([one])
    align_games(tournament, fold_of(tournament))
    assert revealed() == set()
    finish_games([other])
    assert list(due_tournaments().filter(reveal="round")) == [Tournament.objects.get(id=tournament)]
    for _again in range(2):
        align_games(tournament, fold_of(tournament))
    assert revealed() == {one, other}
    assert to_be_revealed(tournament, fold_of(tournament)) == []


def test_games_are_opened_when_the_event_is_over():
    tournament, games = a_round(reveal="event")
    finish_games(games)
    align_games(tournament, fold_of(tournament))
    assert revealed() == set()
    now = organising.cancel_tournament(tournament=tournament, by=None, reason="Storm")
    align_games(tournament, now)
    assert revealed() == set(games)


def test_the_game_of_who_is_expelled_ends():
    tournament, (one, _other) = a_round()
    entry = fold_of(tournament).round.boards[0].blue
    now = registering.expel(tournament=tournament, entry=entry, by=None, reason="Two phones")
    assert now.round.boards[0].leg.marks == (Mark.WIN, Mark.LOSS)
    align_games(tournament, now)
    assert Game.objects.get(id=one).winner == 0


def test_a_round_does_not_wait_for_a_game_between_two_who_left():
    """Elsewhere such a game held a whole tournament up."""
    tournament, (one, other) = a_round()
    for entry in fold_of(tournament).round.boards[0].entries:
        now = registering.withdraw(tournament=tournament, entry=entry, by=None)
    assert now.round.boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    align_games(tournament, now)
    assert Game.objects.get(id=one).status == Game.Status.OVER
    finish_games([other])
    assert fold_of(tournament).round.finished_at is not None
