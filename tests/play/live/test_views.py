"""The present position for everyone who watches, and the version that a page asks for."""

from __future__ import annotations

import gzip
import random
import re
import threading
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.redis import RedisCache
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Preferences
from games.domain import command_handler, commands, creation, vacations
from games.domain.clocks import PRESETS
from games.models import Game
from games.presentation.audiences import Audience
from games.presentation.presentation import position_markup
from games.replay import timeline
from games.rules import Seat, Viewer, variant
from play.live import present, views
from realtime.topics import player_topic, session_topic, topics_of_token
from tests.caches import empty_cache
from tests.scenes import PASSWORD, account, game_in_play, placements


def address(game: Game, number: int | None = None, audience: str = "spectator", build: str = "") -> str:
    build = build or Audience(Viewer.SPECTATOR, "sealed", private=False).build
    return reverse("live:now", args=[game.key, audience, build, game.public_version if number is None else number])


@pytest.fixture
def game(db: None) -> Game:
    return game_in_play(plies=12)


def test_the_present_position_is_what_spectators_see(client: Client, game: Game) -> None:
    body = client.get(address(game)).content.decode()
    assert f'data-version="{game.public_version}" data-ply="12"' in body
    line = timeline(game)
    assert str(position_markup(line.view(Viewer.SPECTATOR, 12))) in body
    assert re.findall(r'data-to-ply="(\d+)"', body) == [str(ply) for ply in range(1, 13)]


def test_it_is_kept_for_ever_by_everyone(client: Client, game: Game) -> None:
    answer = client.get(address(game), headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == f"public, max-age={views.FOR_EVER}, immutable"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.content) == client.get(address(game)).content


def test_it_holds_nothing_of_whoever_asks(game: Game) -> None:
    """Not even for a player of the game: the first who asks fills the cache for all."""
    who = account("Ada2")
    other = game_in_play(accounts=(who, None), names=("Ada2", "Charles"), seed=2)
    signed_in = Client()
    assert signed_in.login(username="ada2", password=PASSWORD)
    first = signed_in.get(address(other))
    assert "Ada2" not in first.content.decode()
    assert "csrfmiddlewaretoken" not in first.content.decode()
    assert not first.cookies
    empty_cache()
    assert Client().get(address(other)).content == first.content


def test_what_has_passed_leads_to_the_present_and_the_future_is_not_there(client: Client, game: Game) -> None:
    answer = client.get(address(game, number=3), {"flip": "1"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{address(game)}?flip=1")
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.get(address(game, number=game.public_version + 1)).status_code == 404
    answer = client.get(address(game, build="older-en"))
    assert (answer.status_code, answer.headers["Location"]) == (302, address(game))


def test_it_can_be_turned_and_only_to_a_seat(client: Client, game: Game) -> None:
    turned = client.get(address(game), {"flip": "1"})
    assert "Turned: Blue sits below." in turned.content.decode()
    assert [client.get(address(game), {"flip": flip}).status_code for flip in ("2", "x", "")] == [404] * 3


def test_it_is_drawn_once_for_all_who_ask_at_once(fresh_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_in_play(plies=12)
    drawn: list[int] = []

    def slowly(*args: Any) -> str | None:
        drawn.append(1)
        threading.Event().wait(0.2)
        return present.rendered(*args)

    monkeypatch.setattr(views, "rendered", slowly)
    monkeypatch.setattr(present, "MAKING", 120)  # a machine may be so busy that it takes seconds
    contents: list[bytes] = []

    def ask() -> None:
        contents.append(Client().get(address(game)).content)
        connections.close_all()

    threads = [threading.Thread(target=ask) for _one in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(contents), len(set(contents)), len(drawn)) == (12, 1, 1)


def test_without_valkey_it_is_drawn_all_the_same(
    client: Client, game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = client.get(address(game)).content
    monkeypatch.setattr(present, "cache", RedisCache(f"unix://{tmp_path}/nobody", {}))
    assert client.get(address(game)).content == before


def test_a_position_that_came_meanwhile_is_not_kept_under_the_old_address(client: Client, game: Game) -> None:
    """The row was read, then the game moved on, then the log was read."""
    old = Game.objects.get(id=game.id)
    commands.resign(game=game.id, seat=Seat.RED)
    assert present.rendered(old, views.PUBLIC, old.public_version, 0) is None


def test_the_version_is_public_and_revalidated(client: Client, game: Game) -> None:
    answer = client.get(reverse("live:version", args=[game.key]))
    assert answer.json() == {"version": game.public_version}
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in answer.headers.get("Vary", "")
    again = client.get(reverse("live:version", args=[game.key]), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get(reverse("live:version", args=["abcdefghijk"])).status_code == 404


def test_a_ticket_is_for_who_is_signed_in(client: Client, db: None) -> None:
    who = account("Grace")
    assert client.get(reverse("live:ticket")).json() == {"me": None}
    client.force_login(who)
    answer = client.get(reverse("live:ticket"))
    body = answer.json()
    mine = {player_topic(who.player.id), session_topic(str(client.session.session_key))}
    assert topics_of_token(body.pop("me")) == mine
    assert body == {"waiting": 0, "unread": 0}
    assert "no-store" in answer.headers["Cache-Control"]


def test_watchers_see_the_clocks_alike_for_all(client: Client, db: None) -> None:
    """Deadlines are public. They are in UTC whatever the reader prefers, as the fragment is one for everybody."""
    seats = {Seat.RED: account("Ada3"), Seat.BLUE: account("Bob3")}
    players = {seat: who.player.id for seat, who in seats.items()}
    game = creation.create_game(variant=variant("duel"), players=players, time=PRESETS["bank-3d-6h"])
    row = Game.objects.get(id=game)
    waiting = client.get(f"/games/{row.key}/").content.decode()
    assert waiting.count("data-deadline=") == 2  # both have yet to set up
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    until = command_handler.open_game(game).clock.deadline(Seat.RED)
    vacations.begin(seats[Seat.BLUE].player.id, timezone.now() + timedelta(days=4))
    row.refresh_from_db()
    stamp = int(until.timestamp() * 1000)
    assert row.due == until
    Preferences.objects.create(account=seats[Seat.BLUE], time_zone="Asia/Tokyo")
    client.force_login(seats[Seat.BLUE])
    for body in (client.get(f"/games/{row.key}/?view=spectator"), client.get(address(row))):
        clocks = re.search(r"<ul class=\"clocks\".*?</ul>", body.content.decode(), re.DOTALL)
        assert clocks is not None
        red, blue = clocks[0].split("<li")[1:]
        assert f'<time class="clock" datetime="{until.isoformat(timespec="seconds")}" data-deadline="{stamp}"' in red
        assert f"{date_format(until.astimezone(UTC), 'DATETIME_FORMAT')} UTC" in red
        assert ("to move" in red, "to move" in blue) == (True, False)
        assert '<span class="clock">3 days</span>' in blue
        assert "on vacation until" in blue
    commands.resign(game=game, seat=Seat.RED)
    row.refresh_from_db()
    for body in (client.get(f"/games/{row.key}/?view=spectator"), client.get(address(row))):
        assert (body.status_code, b"data-clocks" in body.content) == (200, False)
