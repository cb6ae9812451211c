"""Games follow their tournament: they are opened with their round or with the event."""

import pytest

from games.domain.arbitration import pause_game, resume_game
from games.domain.commands import resign
from games.models import Game
from games.rules import Seat
from tests.tournaments import scenes
from tests.tournaments.games import end_game, set_up
from tournaments.domain.commands import organization, registration, results, rounds, takebacks
from tournaments.domain.game_sync import align_games, to_be_revealed
from tournaments.domain.lifecycle import due_tournaments
from tournaments.domain.queries.tournaments import fold_of, paused_games
from tournaments.models import Tournament
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


def a_round(**terms):
    tournament = scenes.a_tournament(4, real=False, rounds=2, **terms)
    now = scenes.next_round(tournament)
    return tournament, [board.leg.game for board in now.round.boards]


def finish_games(games):
    for game in games:
        end_game(game)
        results.take_over(game)


def revealed():
    return set(Game.objects.filter(revealed=True).values_list("id", flat=True))


def test_games_are_opened_when_their_round_is_over():
    tournament, (item, other) = a_round(reveal="round")
    finish_games([item])
    align_games(tournament, fold_of(tournament))
    assert revealed() == set()
    finish_games([other])
    assert list(due_tournaments().filter(reveal="round")) == [Tournament.objects.get(id=tournament)]
    for _again in range(2):
        align_games(tournament, fold_of(tournament))
    assert revealed() == {item, other}
    assert to_be_revealed(tournament, fold_of(tournament)) == []


def test_games_are_opened_when_the_event_is_over():
    tournament, games = a_round(reveal="event")
    finish_games(games)
    align_games(tournament, fold_of(tournament))
    assert revealed() == set()
    now = organization.cancel_tournament(tournament=tournament, by=None, reason="Storm")
    align_games(tournament, now)
    assert revealed() == set(games)


def test_the_game_of_who_is_expelled_ends():
    tournament, (item, _other) = a_round()
    entry = fold_of(tournament).round.boards[0].blue
    now = registration.expel(tournament=tournament, entry=entry, by=None, reason="Two phones")
    assert now.round.boards[0].leg.marks == (Mark.WIN, Mark.LOSS)
    align_games(tournament, now)
    assert Game.objects.get(id=item).winner == 0


def test_a_round_does_not_wait_for_a_game_between_two_who_left():
    tournament, (item, other) = a_round()
    for entry in fold_of(tournament).round.boards[0].entries:
        now = registration.withdraw(tournament=tournament, entry=entry, by=None)
    assert now.round.boards[0].leg.marks == (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS)
    align_games(tournament, now)
    assert Game.objects.get(id=item).status == Game.Status.OVER
    finish_games([other])
    assert fold_of(tournament).round.finished_at is not None


BEHIND = {"spectators": "delayed", "delay": 600}


def end_by_result(tournament, entry):
    return results.forfeit(tournament=tournament, round=1, board=1, entries=[entry], by=None, reason="Left")


def end_by_expulsion(tournament, entry):
    return registration.expel(tournament=tournament, entry=entry, by=None, reason="Two phones")


def take_the_round_back(tournament, _entry):
    return takebacks.take_back_round(tournament=tournament, round=1, by=None, reason="Wrong list")


@pytest.mark.parametrize("act", [end_by_result, end_by_expulsion, take_the_round_back])
@pytest.mark.parametrize("resigns", [False, True])
def test_what_is_decided_is_over_for_everybody_though_it_had_ended_behind_the_spectators(act, resigns):
    """Else a game that goes on in the lists would tell that it ended in another way before the arbiter's act."""
    tournament, (item, _other) = a_round(**BEHIND)
    set_up(item)
    if resigns:
        resign(game=item, seat=Seat.RED)
    assert Game.objects.get(id=item).status == Game.Status.PLAYING
    align_games(tournament, act(tournament, fold_of(tournament).round.boards[0].blue))
    game = Game.objects.get(id=item)
    assert (game.status, game.publish_due) == (Game.Status.OVER, None)
    assert (game.outcome == "resignation") is resigns


@pytest.mark.parametrize("resigns", [False, True])
def test_the_desk_counts_the_clocks_that_stand_still_without_telling_which_games_have_ended(resigns):
    tournament, games = a_round(**BEHIND)
    for game in games:
        set_up(game)
    pause_game(game=games[0], why="call")
    if resigns:
        resign(game=games[0], seat=Seat.RED)
        resign(game=games[1], seat=Seat.RED)
    resume_game(game=games[0], why="call")
    now = fold_of(tournament)
    assert paused_games(tournament, now) == ()
    now = rounds.pause(tournament=tournament, clocks=True, by=None)
    align_games(tournament, now)
    assert set(paused_games(tournament, now)) == set(games)
    now = rounds.resume(tournament=tournament, by=None)
    align_games(tournament, now)
    assert paused_games(tournament, now) == ()
