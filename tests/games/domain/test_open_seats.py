"""What goes on is found without reading what is over, and a turn writes the row of its game and no index."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection

from accounts.people.bots import bots
from eventlog.sources import injected
from games.domain import arbitration, command_handler, commands, creation
from games.domain.clocks import GRACE, TimeControl
from games.domain.queries import overdue
from games.models import OPEN, Game, GameSeat, PlayerTally
from games.rules import Seat, variant
from play.bots.tasks import due_games
from tests import scenes
from tests.games.domain.test_time import START, Now, begun, play, set_up

pytestmark = pytest.mark.django_db

RED, BLUE = Seat.RED, Seat.BLUE
MOVES = 8


@pytest.fixture
def now() -> Iterator[Now]:
    clock = Now()
    with injected(clock=clock):
        yield clock


def row(game) -> Game:
    return Game.objects.get(id=game)


def updates(table: str) -> tuple[int, int]:
    """How often rows of a table were written again in this transaction, and how often that wrote its indexes.

    A row that finds no room on its block moves to another, with its indexes: what stood there before this test decides
    that, so it does not count.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT n_tup_upd, n_tup_upd - n_tup_hot_upd - n_tup_newpage_upd FROM pg_stat_xact_user_tables"
            " WHERE relname = %s",
            [table],
        )
        return cursor.fetchone()


@pytest.mark.parametrize("time", [TimeControl("bank", 100, 10, cap=120, setup=600), TimeControl("move", 86_400), None])
def test_a_turn_writes_no_index_of_games_and_no_seat(now: Now, time: TimeControl | None) -> None:
    game, after = begun(time)
    rows, with_index = updates("games_game")
    seats = updates("games_gameseat")
    for _ply in range(MOVES):
        now.later(3)
        after = play(game, after)
    assert updates("games_game") == (rows + MOVES, with_index)
    assert updates("games_gameseat") == seats


def test_a_game_is_looked_at_when_its_first_deadline_is_over_and_then_at_the_next(now: Now) -> None:
    game, after = begun(TimeControl("bank", 100))
    for _ply in range(2):
        now.later(40)
        after = play(game, after)
    assert (row(game).due_from, row(game).due) == (START + timedelta(seconds=100), START + timedelta(seconds=140))
    now.at = START + timedelta(seconds=100) + GRACE + timedelta(seconds=1)
    assert overdue(9) == []
    assert row(game).due_from == row(game).due == START + timedelta(seconds=140)
    now.at = START + timedelta(seconds=140) + GRACE
    assert overdue(9) == []
    now.later(1)
    assert overdue(9) == [game]


def test_a_deadline_that_comes_nearer_is_not_missed(now: Now) -> None:
    """Red has thought for long, and blue for a moment: after a sweep it is red's time that is over first."""
    game, after = begun(TimeControl("bank", 100))
    now.later(90)
    after = play(game, after)
    now.later(30)
    assert overdue(9) == []
    assert row(game).due_from == START + timedelta(seconds=190)
    after = play(game, after)
    assert row(game).due_from == row(game).due == START + timedelta(seconds=130)
    now.later(10 + GRACE.total_seconds() + 1)
    assert overdue(9) == [game]


def test_what_is_paused_or_over_is_looked_at_no_more(now: Now) -> None:
    game, _after = begun(TimeControl("bank", 100))
    arbitration.pause_game(game=game)
    assert row(game).due_from is None
    now.later(50)
    arbitration.resume_game(game=game)
    assert row(game).due_from == START + timedelta(seconds=150)
    commands.resign(game=game, seat=RED)
    assert (row(game).due_from, row(game).result) == (None, "blue")


def test_bots_are_called_where_something_waits_for_them(now: Now) -> None:
    (bot,) = bots(1)
    game = creation.create_game(variant=variant("barrage"), players={BLUE: bot.id}, time=TimeControl("move", 86_400))
    other = creation.create_game(variant=variant("barrage"), players={}, time=TimeControl("move", 86_400))
    assert due_games() == [game]
    after = set_up(game, RED, BLUE)
    assert due_games() == []
    after = play(game, after)
    assert due_games() == [game]
    after = play(game, after)
    commands.offer_draw(game=game, seat=RED)
    assert due_games() == [game]
    commands.decline_draw(game=game, seat=BLUE)
    assert due_games() == []
    play(game, command_handler.open_game(game))
    assert due_games() == [game]
    commands.resign(game=game, seat=BLUE)
    commands.cancel_game(game=other)
    assert due_games() == []


def test_seats_are_open_until_the_game_is_over(now: Now) -> None:
    ada, bob = (scenes.account(name).player for name in ("Ada", "Bob"))
    game, _after = begun(None, players={RED: ada.id, BLUE: bob.id})
    assert list(GameSeat.objects.filter(OPEN, player=ada).values_list("game", "created")) == [(game, START)]
    assert not PlayerTally.objects.exists()
    now.later(60)
    commands.resign(game=game, seat=BLUE)
    assert not GameSeat.objects.filter(OPEN).exists()
    assert set(GameSeat.objects.values_list("over_at", flat=True)) == {START + timedelta(seconds=60)}
    assert set(PlayerTally.objects.values_list("player", "variant", "won", "drawn", "lost")) == {
        (ada.id, "barrage", 1, 0, 0),
        (bob.id, "barrage", 0, 0, 1),
    }
