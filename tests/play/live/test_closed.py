"""A game that is closed to spectators: nobody but its sides hears when somebody moves, or how often."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import key_of
from play.live import listeners
from play.live.views import PUBLIC
from realtime.topics import game_topic, player_topic
from tests.tournaments.organizer.calls.boards import Table, a_table
from tests.tournaments.scenes import some_players
from tournaments.domain.commands import results
from tournaments.scoring.points import Mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    topics: list[set[str]] = []

    def hear(happened: Any) -> list[tuple[str, str]]:
        notices = listeners.notices_of(happened)
        topics.append({topic for topic, _data in notices})
        assert listeners.messages_of(happened) == [(notices[0][0], listeners.encoded(notices))]
        return listeners.messages_of(happened)

    monkeypatch.setattr(listeners, "publish_encoded", lambda message, *, topic: None)
    monkeypatch.setattr(listeners, "tell_pages", hear)
    monkeypatch.setattr("games.domain.listeners._listeners", [hear])
    return topics


def ended(table: Table) -> None:
    results.record_result(**table.where, red=Mark.WIN, blue=Mark.LOSS, by=table.owner, reason="So it is")


@pytest.mark.parametrize("spectators", ["ended", "live"])
def test_who_hears_of_a_move(spectators: str, told: list[set[str]], django_capture_on_commit_callbacks: Any) -> None:
    table = a_table(spectators=spectators)
    players = {player_topic(table.red), player_topic(table.blue)}
    everybody = players | {game_topic(key_of(table.game))}
    with django_capture_on_commit_callbacks(execute=True):
        table.play(1)
    with django_capture_on_commit_callbacks(execute=True):
        ended(table)
    assert told[0] == (everybody if spectators == "live" else players)
    assert told[-1] == everybody


def test_asking_for_versions_tells_nobody_how_far_it_is() -> None:
    table = a_table(spectators="ended")
    key, build = key_of(table.game), PUBLIC.build
    now = [Client().get(reverse("live:now", args=[key, "spectator", build, number])) for number in (1, 999)]
    assert [(answer.status_code, answer.content) for answer in now] == [(403, now[0].content)] * 2


def test_who_may_ask_for_its_version(django_capture_on_commit_callbacks: Any) -> None:
    table = a_table(spectators="ended")
    address = reverse("live:version", args=[key_of(table.game)])
    (stranger,) = some_players(1)
    browsers = {"nobody": Client(), "stranger": Client(), "red": Client()}
    browsers["stranger"].force_login(stranger.account)
    browsers["red"].force_login(Player.objects.get(id=table.red).account)
    answers = {who: browser.get(address) for who, browser in browsers.items()}
    assert {who: answer.status_code for who, answer in answers.items()} == {"nobody": 403, "stranger": 403, "red": 200}
    assert answers["red"].json() == {"version": table.now.public_version}
    assert "private" in answers["red"]["Cache-Control"]
    with django_capture_on_commit_callbacks(execute=True):
        ended(table)
    assert browsers["nobody"].get(address).json() == {"version": table.now.public_version}
