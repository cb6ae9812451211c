"""The pages of talk: who may open them, what they swap, and what goes wrong politely."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from games.domain import command_handler
from games.models import Game
from games.rules import Viewer
from play.talk import domain
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def red() -> Account:
    return account("Ada")


@pytest.fixture
def game(red: Account) -> Game:
    return game_in_play(accounts=(red, account("Charles")))


@pytest.fixture
def signed_in(red: Account) -> Client:
    client = Client()
    client.force_login(red)
    return client


def _at(name: str, game: Game) -> str:
    return reverse(f"talk:{name}", args=[game.key])


def test_a_message_is_escaped_and_swaps_the_panel(signed_in: Client, game: Game) -> None:
    answer = signed_in.post(_at("talk", game), {"text": "<script>alert(1)</script>"}, headers=HTMX)
    assert answer.status_code == 200
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.content.decode()
    assert "<script" not in answer.content.decode()
    assert answer["Cache-Control"] == "private, no-store"


def test_a_message_that_is_too_long_is_not_lost(signed_in: Client, game: Game) -> None:
    answer = signed_in.post(_at("talk", game), {"text": "y" * 301}, headers=HTMX)
    assert answer.status_code == 422
    assert f'value="{"y" * 301}"' in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


def test_only_players_of_the_game_come_in(game: Game) -> None:
    """Whoever else asks, whatever was said, gets one answer."""
    domain.say(game=game, player=game.seats.all()[0].player_id, text="a secret plan")
    stranger = Client()
    stranger.force_login(account("Eve"))
    for client in (Client(), stranger):
        for method, name in (("get", "talk"), ("post", "talk"), ("post", "note"), ("post", "guess"), ("post", "mute")):
            answer = getattr(client, method)(_at(name, game))
            assert (answer.status_code, b"secret" in answer.content) == (403, False)
    assert Client().get("/games/nosuchgame1/talk/").status_code == 404


def test_what_is_in_sight_is_read(signed_in: Client, game: Game) -> None:
    """The list alone reads nothing: it says by itself that it came into sight, and the line about it goes."""
    red, blue = (seat.player_id for seat in game.seats.all())
    domain.say(game=game, player=blue, text="Hello")
    assert "1 new message" in signed_in.get(_at("talk", game), {"new": "1"}, headers=HTMX).content.decode()
    listed = signed_in.get(_at("talk", game), headers=HTMX).content.decode()
    assert "Hello" in listed
    assert 'name="read"' in listed
    assert 'id="say"' not in listed  # what somebody is typing stays as it is
    assert domain.unread_counts(red, [game.id]) == {game.id: 1}
    answer = signed_in.post(_at("talk", game), {"read": "1"}, headers=HTMX)
    assert answer.content.decode() == '<p id="talk-new" hx-swap-oob="innerHTML"></p>'
    assert domain.unread_counts(red, [game.id]) == {}
    assert signed_in.get(_at("talk", game), {"new": "1"}, headers=HTMX).content == b""
    assert 'name="read"' not in signed_in.get(_at("talk", game), headers=HTMX).content.decode()


def test_muting_by_the_button(signed_in: Client, game: Game) -> None:
    """And hearing again; a player who is not at the table cannot be muted here."""
    red, blue = (seat.player_id for seat in game.seats.all())
    signed_in.post(_at("mute", game), {"player": str(blue)})
    assert domain.muted_by(red, [blue]) == {blue}
    signed_in.post(_at("mute", game), {"player": str(blue), "undo": "1"})
    signed_in.post(_at("mute", game), {"player": str(red)})
    signed_in.post(_at("mute", game), {"player": "nobody"})
    assert domain.muted_by(red, [blue]) == frozenset()


def test_marking_a_piece(signed_in: Client, game: Game) -> None:
    """The board is told to draw itself again; without a symbol the mark goes."""
    red = game.seats.all()[0].player_id
    state = command_handler.open_game(game.id).state
    assert state is not None
    hidden = next(piece.id for piece in state.view(Viewer.RED).pieces if piece.rank is None)
    answer = signed_in.post(_at("guess", game), {"piece": hidden, "symbol": "B"}, headers=HTMX)
    assert (answer.status_code, answer["HX-Trigger"]) == (200, '{"marked": {"trouble": ""}}')
    assert domain.guesses_of(game.id, red) == {hidden: "B"}
    # A piece that is none takes no mark off.
    assert signed_in.post(_at("guess", game), {"piece": "99999"}, headers=HTMX).status_code == 422
    assert domain.guesses_of(game.id, red) == {hidden: "B"}
    signed_in.post(_at("guess", game), {"piece": hidden}, headers=HTMX)
    assert domain.guesses_of(game.id, red) == {}
    assert signed_in.post(_at("guess", game), {"piece": "x", "symbol": "B"}, headers=HTMX).status_code == 422
