"""What is published, by whom, and that a Valkey which is away costs a move nothing."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings

from games.domain import command_handler, commands
from games.models import Game
from games.rules import Seat
from play.lobby.rematches import rematch
from realtime import changes as notices
from realtime.topics import channel
from tests.scenes import account, game_in_play


@contextmanager
def heard() -> Iterator[list[object]]:
    """What is published meanwhile; complete once it is left. Nobody waits for Valkey to publish, so what comes last is
    a notice of our own.
    """
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).pubsub() as subscription:
        subscription.subscribe(channel())
        assert subscription.get_message(timeout=60)["type"] == "subscribe"
        values: list[object] = []
        yield values
        notices.publish_game("last", 0)
        while (message := subscription.get_message(timeout=60)) is not None:
            document = json.loads(message["data"])
            if document == [["game:last", {"k": "last", "v": 0}]]:
                return
            values.append(document)
        raise AssertionError("the last notice did not come")


@pytest.fixture(autouse=True)
def _ready(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(notices, "_quiet_until", 0.0)
    yield
    notices._untold.clear()


def test_a_move_is_told_with_its_version_and_no_more(fresh_database: str) -> None:
    game = game_in_play(plies=4)
    turn = next(iter(_legal(game)))
    with heard() as messages:
        commands.play_turn(game=game.id, seat=Seat.RED, turn=turn)
    data = {"k": game.key, "v": game.public_version + 1}
    players = sorted(seat.player_id.hex for seat in game.seats.all())
    assert [sorted(message) for message in messages] == [
        sorted([[f"game:{game.key}", data], *([f"player:{player}", data] for player in players)])
    ]


def test_notices_go_through_the_channels_of_their_topics(settings: Any) -> None:
    settings.LIVE_CHANNELS = 3
    result = [(f"game:{number}", {"k": str(number), "v": 1}) for number in range(30)]
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).pubsub() as subscription:
        subscription.subscribe(*{channel(topic) for topic, _data in result})
        assert {subscription.get_message(timeout=60)["type"] for _channel in range(3)} == {"subscribe"}
        notices.publish(*result)
        messages = [subscription.get_message(timeout=60) for _channel in range(3)]
    outcome = [
        (message["channel"].decode(), topic) for message in messages for topic, _data in json.loads(message["data"])
    ]
    assert sorted(outcome) == sorted((channel(topic), topic) for topic, _data in result)


def test_the_players_of_a_finished_game_are_told_of_its_rematch(fresh_database: str) -> None:
    ada, bob = account("Ada"), account("Bob")
    over = game_in_play(accounts=(ada, bob))
    commands.resign(game=over.id, seat=Seat.RED)
    about = sorted([f"player:{item.player.id.hex}", {"k": over.key, "t": "rematch"}] for item in (ada, bob))
    for item in (ada, bob):
        with heard() as messages:
            rematch(game=over.id, player=item.player)
        assert [sorted(message) for message in messages if message[0][1].get("t") == "rematch"] == [about]


def _legal(game: Game) -> Iterator[str]:
    from games.rules import legal_turns

    state = command_handler.open_game(game.id).state
    assert state is not None
    yield from map(str, legal_turns(state))


def test_what_is_not_committed_is_not_told(db: None) -> None:
    with heard() as messages:
        game_in_play(plies=4)
    assert messages == []


def test_a_refused_connection_fails_no_move(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = game_in_play(plies=4)
    monkeypatch.setitem(settings.CACHES["default"], "LOCATION", f"unix://{tmp_path}/nobody")
    version = commands.play_turn(game=game.id, seat=Seat.RED, turn=next(_legal(game))).public_version
    assert version == game.public_version + 1
    ((_publish, _where, message),) = notices._untold
    assert json.loads(message)[0] == [f"game:{game.key}", {"k": game.key, "v": version}]


def test_a_valkey_that_does_not_answer_costs_little_and_once(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(f"{tmp_path}/silent")
        silent.listen()  # takes the connection and never says a word
        monkeypatch.setitem(settings.CACHES["default"], "LOCATION", f"unix://{tmp_path}/silent")
        monkeypatch.setattr(notices, "PATIENCE", 0.2)
        monkeypatch.setattr(notices, "PAUSE", 60.0)
        start = time.monotonic()
        for version in range(100):
            notices.publish_game("NQm6nKp8qFD", version)
        assert time.monotonic() - start < 50 * notices.PATIENCE
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):  # nobody else has come
            silent.accept()


def test_what_a_busy_valkey_did_not_take_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notice that is lost leaves open pages behind for as long as they trust their stream."""
    monkeypatch.setattr(notices, "PAUSE", 0.05)
    monkeypatch.setattr(notices, "_quiet_until", time.monotonic() + 60)  # it has just kept somebody waiting
    result = [[["game:NQm6nKp8qFD", {"k": "NQm6nKp8qFD", "v": version}]] for version in (1, 2, 3)]
    with redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).pubsub() as subscription:
        subscription.subscribe(channel())
        assert subscription.get_message(timeout=60)["type"] == "subscribe"
        for version in (1, 2, 3):
            notices.publish_game("NQm6nKp8qFD", version)
        messages = [subscription.get_message(timeout=60) for _one in result]
    assert [json.loads(message["data"]) for message in messages if message] == result
    assert not notices._untold


def test_a_valkey_that_was_restarted_is_found_again() -> None:
    notices.publish_game("NQm6nKp8qFD", 1)
    mine = notices._line.connection
    with heard() as messages:
        mine._sock.shutdown(socket.SHUT_RDWR)
        notices.publish_game("NQm6nKp8qFD", 2)
    assert messages == [[["game:NQm6nKp8qFD", {"k": "NQm6nKp8qFD", "v": 2}]]]
