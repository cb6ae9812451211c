"""Bots act through the same commands as everybody: they set up, play and answer draw offers, each once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from accounts.models import Player
from accounts.people.bots import BOT_IDS, NAMES, USUAL_LEVEL, bots
from games.domain import commands
from games.domain.command_handler import open_game
from games.domain.queries import names_of
from games.domain.random_play import random_submission
from games.domain.shuffles import drawn
from games.models import Game, GameSeat
from games.rules import RANK_OF_SYMBOL, Illegal, Seat, variant
from play.bots import actions, new_games, tasks
from play.bots.actions import act
from play.bots.levels import choose
from play.bots.new_games import PACES, start_game
from play.bots.setups import placement
from play.bots.sight import Sight
from tests.books import each_book
from tests.scenes import account, play_quietly

pytestmark = pytest.mark.django_db


def begin(slug: str, side: int = 0) -> tuple[UUID, Seat]:
    """A game against the computer before any set-up, and the person's seat."""
    player = account("Ada").player
    game = start_game(player=player, book=variant(slug), side=side, time=PACES["14-days"])
    return game, Seat(GameSeat.objects.get(game_id=game, player=player).seat)


def set_up(game: UUID, seat: Seat) -> None:
    now = open_game(game)
    cards = [RANK_OF_SYMBOL[symbol] for symbol in drawn(now, seat)] if now.variant.deals else []
    form = placement(now.variant, seat, random.Random(1), cards)
    commands.make_setup(game=game, seat=seat, placement=form)


def play_to_the_end(game: UUID, seat: Seat, longest: int = 1_000) -> commands.GameFold:
    chance = random.Random(5)
    for _submission in range(longest):
        now = open_game(game)
        if now.outcome is not None:
            break
        if now.state.to_move is seat:
            text = random_submission(now.state, chance).text
            commands.play_turn(game=game, seat=seat, turn=text.partition("!")[0] + ("!" if "!" in text else ""))
        else:
            assert act(game)
    return open_game(game)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["barrage", "alliance_lightning", "cards"])
def test_a_whole_game_through_the_commands(slug: str) -> None:
    game, seat = begin(slug)
    assert act(game)
    assert open_game(game).waiting_for == (seat,)
    set_up(game, seat)
    now = play_to_the_end(game, seat)
    assert now.outcome is not None
    assert (now.outcome.kind.on_board, now.created.rated) == (True, False)
    assert not act(game)


@each_book
def test_every_rule_book_begins(slug: str) -> None:
    game, seat = begin(slug, side=1)
    assert act(game)
    set_up(game, seat)
    assert act(game)
    assert open_game(game).state.ply == 1


def test_twice_does_it_once() -> None:
    """Two workers that begin at the same version: the second one is refused, and nothing comes of it."""
    game, seat = begin("barrage", side=1)
    assert [act(game), act(game)] == [True, False]
    set_up(game, seat)
    before = open_game(game)
    assert act(game)
    assert not actions._play(game, before)  # the log has gone on since
    assert open_game(game).state.ply == 1


def test_one_who_comes_late_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    game, seat = begin("barrage", side=1)
    act(game)
    set_up(game, seat)
    before = open_game(game)
    act(game)
    monkeypatch.setattr(actions, "open_game", lambda _game: before)
    assert not act(game)


def test_a_draw_offer_is_declined_early() -> None:
    game, seat = begin("barrage", side=0)
    act(game)
    set_up(game, seat)
    commands.offer_draw(game=game, seat=seat)
    assert act(game)
    now = open_game(game)
    assert (now.draw, now.outcome) == ((), None)


def test_it_lets_turns_be_taken_back() -> None:
    """And finds that by itself, if the message was lost."""
    game, seat = begin("barrage", side=0)
    act(game)
    set_up(game, seat)
    play_quietly(game, 1)
    commands.offer_takeback(game=game, seat=seat)
    assert tasks.due_games() == [game]
    assert act(game)
    now = open_game(game)
    assert (now.state.ply, now.state.to_move, tasks.due_games()) == (0, seat, [])


def test_who_sits_where() -> None:
    game, seat = begin("alliance")
    names = {GameSeat.objects.get(game_id=game, player_id=id).seat: name for id, name in names_of(game).items()}
    assert seat in (Seat.RED, Seat.RED2)
    assert sorted(names.values()) == sorted(["Ada", *(f"{name} (computer)" for name in NAMES[USUAL_LEVEL])])
    assert names[seat] == "Ada"
    assert [bot.bot for bot in bots(3)] == [True] * 3
    assert {bot.id for level in NAMES for bot in bots(3, level)} == BOT_IDS


def test_the_sweep_finds_what_a_lost_message_left() -> None:
    game, seat = begin("barrage", side=1)
    assert tasks.due_games() == [game]
    tasks.move_all_due()
    assert tasks.due_games() == []
    set_up(game, seat)
    assert tasks.due_games() == [game]
    tasks.move_all_due()
    assert (tasks.due_games(), Game.objects.get(id=game).plies) == ([], 1)
    commands.offer_draw(game=game, seat=seat)
    assert tasks.due_games() == [game]
    commands.resign(game=game, seat=seat)
    assert tasks.due_games() == []


def test_a_bot_is_called_as_soon_as_it_is_its_turn(django_capture_on_commit_callbacks) -> None:
    """The listener queues it; in tests tasks run at once."""
    with django_capture_on_commit_callbacks(execute=True):
        game, seat = begin("barrage", side=1)
    assert open_game(game).waiting_for == (seat,)
    with django_capture_on_commit_callbacks(execute=True):
        set_up(game, seat)
    assert Game.objects.get(id=game).plies == 1


def test_a_bot_that_errs_plays_on_and_tells_no_rank(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    game, seat = begin("barrage", side=1)
    act(game)
    set_up(game, seat)

    def fail(sight: Sight, _chance: random.Random, _level: int) -> str:
        raise KeyError(sight.view.pieces)

    monkeypatch.setattr(actions, "choose", fail)
    assert act(game)
    assert open_game(game).state.ply == 1
    assert "a bot of barrage failed with KeyError" in caplog.text
    assert "Rank" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_four_at_once_play_one_turn_and_begin_one_game_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each worker has opened the game before any of them plays, and each browser of a player asks for a game before
    there is another: three come too late."""
    game, seat = begin("barrage", side=1)
    set_up(game, seat)  # the bot has set up and, called by the last set-up, moved
    turn = random_submission(open_game(game).state, random.Random(1)).text
    monkeypatch.setattr(tasks.move, "delay", lambda _game: None)
    commands.play_turn(game=game, seat=seat, turn=turn)
    ready = Barrier(4)

    def choose_together(sight: Sight, chance: random.Random, _level: int) -> str:
        ready.wait(timeout=60)
        return choose(sight, chance)

    def work() -> bool:
        try:
            return act(game)
        finally:
            connection.close()

    monkeypatch.setattr(actions, "choose", choose_together)
    before = open_game(game).state.ply
    with ThreadPoolExecutor(4) as pool:
        done = [future.result() for future in [pool.submit(work) for _worker in range(4)]]
    assert sorted(done) == [False, False, False, True]
    assert open_game(game).state.ply == before + 1

    together, player = Barrier(4), Player.objects.get(name="Ada")
    # The turn above may have captured a Flag, and then no game goes on.
    monkeypatch.setattr(new_games, "MOST_AT_ONCE", new_games.unfinished(player.id).count() + 1)
    monkeypatch.setattr(new_games, "refuse_barred", lambda *_asked: together.wait(timeout=60))

    def begin_another() -> str:
        try:
            start_game(player=player, book=variant("duel"), side=0, time=None)
        except Illegal as refused:
            return refused.refusal.code
        finally:
            connection.close()
        return "begun"

    with ThreadPoolExecutor(4) as pool:
        begun = [future.result() for future in [pool.submit(begin_another) for _browser in range(4)]]
    assert sorted(begun) == ["begun", *["too-many"] * 3]
