"""What a process remembers of a game never differs from the log."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.db import connection, transaction

from eventlog.store import Head, append, open_stream
from games.domain import recent
from games.domain.command_handler import open_game
from games.domain.commands import make_setup, play_turn
from games.domain.creation import create_game
from games.domain.events import TurnPlayed
from games.domain.replay import replayed
from games.domain.snapshots import snapshot_of
from games.rules import Seat, legal_turns, variant

pytestmark = pytest.mark.django_db

RED = "FBB.S.....".ljust(30, ".") + "M9.22.33.."
BLUE = "..33.22.9M" + "FBB.S.....".rjust(30, ".")


@pytest.fixture
def game() -> UUID:
    game = create_game(variant=variant("duel"), players={})
    make_setup(game=game, seat=Seat.RED, placement=RED)
    make_setup(game=game, seat=Seat.BLUE, placement=BLUE)
    return game


def play(game: UUID) -> None:
    now = open_game(game)
    play_turn(game=game, seat=now.state.to_move, turn=str(legal_turns(now.state)[0]))


def test_what_others_appended_is_folded_on_top(game: UUID) -> None:
    play(game)
    append(stream=game, expected=4, events=[TurnPlayed("j7-j6")])  # by another process
    assert recent.recall(game).now.version == 4
    assert snapshot_of(open_game(game)) == snapshot_of(replayed(game))
    assert recent.recall(game).now.version == 5


def test_what_was_rolled_back_is_not_believed(game: UUID) -> None:
    with transaction.atomic():
        play(game)
        transaction.set_rollback(True)
    assert recent.recall(game).now.version == 4
    assert open_game(game).version == 3
    append(stream=game, expected=3, events=[TurnPlayed("b4-b5")])
    assert snapshot_of(open_game(game)) == snapshot_of(replayed(game))


def test_another_event_at_the_same_version_is_not_believed(game: UUID) -> None:
    known = recent.recall(game)
    recent.remember(game, Head(3, b"\1" * 32, 0), known.now)
    assert not open_stream(game, since=recent.recall(game).head).resumed
    assert open_stream(game, since=known.head).resumed
    assert snapshot_of(open_game(game)) == snapshot_of(replayed(game))
    assert recent.recall(game).head == known.head


def test_a_move_on_a_remembered_game_takes_two_statements(game: UUID, by_hand: list[bytes]) -> None:
    play(game)
    turn = str(legal_turns(open_game(game).state)[0])
    by_hand.clear()
    play_turn(game=game, seat=Seat.BLUE, turn=turn)
    assert len(by_hand) == 2
    assert connection.in_atomic_block
