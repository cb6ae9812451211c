"""The page “What if”: from a position of a game that is open one plays on against the computer."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from django.test import Client

from accounts.people.bots import BOT_IDS
from games.domain import command_handler, commands
from games.models import Game, GameSeat
from games.rules import Seat
from play.bots.actions import act
from play.bots.new_games import PACES
from tests.games.domain.test_playing_on import source
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db

ONCE = "00000000-0000-4000-8000-000000000001"


def form(ply: int, **values: str) -> dict[str, str]:
    return {"ply": str(ply), "side": "red", "world": "view", "once": ONCE} | values


def opened(slug: str = "barrage") -> tuple[Game, str, int]:
    game, plies = source(slug)
    row = Game.objects.get(id=game)
    return row, f"/play/computer/from/{row.key}/", plies


def made(source: UUID) -> Game:
    return Game.objects.get(origin=source)


def test_the_replay_leads_to_it_at_the_ply_that_is_shown(client: Client) -> None:
    game, path, plies = opened()
    page = client.get(f"/games/{game.key}/?ply=7").content.decode()
    assert f'href="{path}?ply=7"' in page
    shown = client.get(path, {"ply": "7"})
    text = shown.content.decode()
    assert (shown.status_code, shown["Cache-Control"]) == (200, "private, no-store")
    assert re.search(rf'name="ply" value="7"[^>]*max="{plies - 1}"', text)
    assert "After move 7." in text
    assert re.search(r'name="side" value="blue"[^>]*checked', text)
    # A ply that there is not leads to the nearest one from which one can play on.
    nearest = client.get(path, {"ply": "9999"}).content.decode()
    assert f"After move {plies - 1}." in nearest
    assert f"no move from which it goes on after move {plies - 1}." in nearest
    assert "from which it goes on" not in text
    assert "_auth_user_id" not in client.session


@pytest.mark.slow
def test_a_visitor_plays_on_and_all_say_where_it_comes_from(client: Client) -> None:
    game, path, _plies = opened()
    answer = client.post(path, form(8))
    new = made(game.id)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{new.key}/")
    seats = {seat.seat: seat.player for seat in GameSeat.objects.filter(game=new)}
    assert (seats[Seat.RED].guest, seats[Seat.BLUE].bot) == (True, True)
    assert (new.rated, new.time, new.plies) == (False, PACES["14-days"].value(), 8)
    words = f"played on from move 8 of game {game.key}"
    for page in (answer["Location"], f"{answer['Location']}?view=red", "/games/", "/my/"):
        text = client.get(page).content.decode()
        assert words in text, page
        assert f"/games/{game.key}/?ply=8" in text, page
    assert "as Red saw it; what was hidden is drawn by lot" in client.get(answer["Location"]).content.decode()
    # Who looks at the game itself learns nothing of it.
    assert new.key not in client.get(f"/games/{game.key}/").content.decode()
    assert new.key not in Client().get("/").content.decode()
    commands.resign(game=new.id, seat=Seat.RED)
    assert client.get(f"/games/{new.key}/record.xml").status_code == 404
    over = client.get(f"/games/{new.key}/?view=all").content.decode()
    assert command_handler.open_game(new.id).created.origin_hash in over
    assert ("record.json" in over, "record.xml" in over, words in over) == (True, False, True)


def test_the_computer_is_called_if_it_is_its_turn(client: Client) -> None:
    game, path, _plies = opened()
    client.post(path, form(9))
    new = made(game.id)
    assert new.waits_for_bot
    assert act(new.id)
    assert Game.objects.get(id=new.id).plies == 10


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["alliance", "cards"])
def test_at_other_tables(client: Client, slug: str) -> None:
    game, path, _plies = opened(slug)
    assert client.post(path, form(4, side="blue", world="truth")).status_code == 302
    seats = {seat.seat: seat.player_id for seat in GameSeat.objects.filter(game=made(game.id))}
    assert seats[Seat.BLUE] not in BOT_IDS
    assert set(seats.values()) - {seats[Seat.BLUE]} <= BOT_IDS
    assert command_handler.open_game(made(game.id).id).created.origin_view is None


def test_a_game_that_is_not_open_is_refused_to_everybody(client: Client) -> None:
    red, blue = account("Red"), account("Blue")
    game = game_in_play(accounts=(red, blue))
    path = f"/play/computer/from/{game.key}/"
    client.force_login(red)
    for answer in (client.get(path), client.post(path, form(0))):
        assert (answer.status_code, "once it is open to everybody" in answer.content.decode()) == (403, True)
    assert "/play/computer/from/" not in client.get(f"/games/{game.key}/?view=red").content.decode()
    assert client.get("/play/computer/from/11111111111/").status_code == 404


def test_what_is_wrong_is_said_and_what_was_chosen_stays(client: Client) -> None:
    game, path, plies = opened()
    for values, status, words in (
        (form(plies), 422, f"Choose one from 0 to {plies - 1}."),
        (form(8, side="green"), 422, "green is not one of the available choices"),
        (form(8) | {"ply": "x"}, 422, "Say from which move, by its number."),
        (form(8, once="x"), 422, "The page was incomplete. Try again."),
    ):
        answer = client.post(path, values)
        text = answer.content.decode()
        assert (answer.status_code, words in text) == (status, True), values
        assert re.search(r'value="view"[^>]*checked', text)
    assert not Game.objects.filter(origin=game.id).exists()
