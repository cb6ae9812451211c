"""What everybody sees of a player, and how players meet or do not."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Player
from games.domain import arbitration, commands
from games.rules import Seat
from library.profiles.results import (
    Results,
    results_of,
)
from tests.library.archive.test_views import text
from tests.scenes import account, game_in_play, game_of, game_over, player

pytestmark = pytest.mark.django_db


def test_results_count_what_ended() -> None:
    ada, charles = account("Ada"), account("Charles")
    both = (ada, charles)
    won = game_in_play(accounts=both).id
    commands.resign(game=won, seat=Seat.BLUE)
    drawn = game_in_play(accounts=both, seed=2).id
    arbitration.adjudicate(game=drawn, winner=None)
    late = game_in_play(accounts=both, seed=3, slug="barrage").id
    commands.time_out(game=late, seat=Seat.RED)
    game_in_play(accounts=both, seed=4)  # goes on
    called_off = game_in_play(accounts=both, seed=5, plies=1).id
    commands.abort_game(game=called_off, seat=Seat.RED)

    assert results_of(ada.player.id) == (Results("classic", 1, 1, 0), Results("barrage", 0, 0, 1))
    assert results_of(charles.player.id) == (Results("classic", 0, 1, 1), Results("barrage", 1, 0, 0))


def test_partners_win_together() -> None:
    four = {seat: account(f"Seat{seat.value}") for seat in Seat}
    game = game_of("alliance", plies=10, accounts=four, over=False)
    commands.resign(game=game.id, seat=Seat.RED)
    result = [results_of(four[seat].player.id)[0] for seat in Seat]
    assert [(item.won, item.drawn, item.lost) for item in result] == [(0, 0, 1), (1, 0, 0), (0, 0, 1), (1, 0, 0)]


def test_a_profile_shows_results_and_games(client: Client) -> None:
    ada = account("Ada")
    over, playing = game_over(accounts=(ada, None)), game_in_play(accounts=(ada, None), seed=2)
    page = client.get("/players/Ada/")
    profile = page.context["profile"]
    lists = [re.findall('href="(/games/[^"]+)"', markup) for markup in (profile.running, profile.latest)]
    assert lists == [[f"/games/{playing.key}/"], [f"/games/{over.key}/"]]
    assert "Vacation left this year" in text(page)
    assert client.get("/players/ADA/")["Location"] == "/players/Ada/"
    assert f'href="/players/{ada.player.name}/"' in client.get(f"/games/{over.key}/").content.decode()


def test_only_members_have_profiles(client: Client) -> None:
    player("Napoleon")
    Player.objects.create(name="Robo", bot=True)
    assert client.get("/players/Napoleon/").status_code == 404
    assert client.get("/players/nobody/").status_code == 404
    assert "Computer" in text(client.get("/players/Robo/"))


def test_a_vacation_is_begun_seen_and_ended(client: Client) -> None:
    client.force_login(account("Ada"))
    assert client.post("/account/vacation/", {"days": "99"}).status_code == 400
    assert client.post("/account/vacation/", {"days": "3"}).status_code == 302
    assert "On vacation until" in text(client.get("/players/Ada/"))
    assert client.post("/account/vacation/", {"days": "3"}).status_code == 400
    assert client.post("/account/vacation/", {"end": "1"}).status_code == 302
    assert "On vacation until" not in text(client.get("/players/Ada/"))
