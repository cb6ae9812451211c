"""The page “Play the computer”: one click begins a game, and twice the same click begins no second one."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Account, Player
from accounts.people.bots import BOT_IDS
from games.domain import command_handler, commands
from games.models import Game, GameSeat
from games.rules import VARIANTS, Seat
from play.bots.new_games import PACES
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db

PATH = "/play/computer/"
ONCE = "00000000-0000-4000-8000-000000000001"
FORM = {"variant": "barrage", "side": "blue", "pace": "live-20-10", "once": ONCE}


def test_the_page_offers_every_rule_book(client: Client) -> None:
    page = client.get(PATH)
    assert page.status_code == 200
    assert page["Cache-Control"] == "private, no-store"
    html = page.content.decode()
    buttons = re.findall(r'name="variant" value="(\w+)"', html)
    assert (buttons[0], sorted(buttons)) == ("barrage", sorted(VARIANTS))
    assert {html.count(f'id="{id}"') for id in re.findall(r'aria-describedby="(\S+)"', html)} == {1}
    assert "_auth_user_id" not in client.session


def test_one_click_begins_a_game(client: Client) -> None:
    answer = client.post(PATH, FORM)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.key}/")
    seats = {seat.seat: seat.player for seat in GameSeat.objects.filter(game=game)}
    assert (seats[Seat.RED].bot, seats[Seat.BLUE].guest) == (True, True)
    assert (game.rated, game.time) == (False, PACES["live-20-10"].value())
    assert client.get(answer["Location"]).status_code == 200


def test_play_now_begins_a_game_without_a_choice_and_twice_the_same_one(client: Client) -> None:
    """Both sides have set up, so the visitor's first move is the next thing that happens, or the second."""
    token = client.get("/").cookies["csrftoken"].value
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/play/now/").status_code == 403
    strict.cookies["csrftoken"] = token
    answer = strict.post("/play/now/", {"csrfmiddlewaretoken": token})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.key}/")
    assert (game.variant, game.status, game.time) == ("barrage", "playing", PACES["live-20-10"].value())
    other = Client()
    other.cookies["csrftoken"] = token  # a second click, whose answer comes first
    assert other.post("/play/now/")["Location"] == answer["Location"]
    assert Game.objects.count() == 1
    assert Account.objects.get(pk=other.session["_auth_user_id"]).player.guest


def test_when_it_is_opened_can_be_chosen_and_stays_for_the_next(client: Client) -> None:
    assert client.post(PATH, FORM | {"reveal": "delay"}).status_code == 422
    first = client.post(PATH, FORM | {"reveal": "delay", "reveal_number": "3", "reveal_unit": "hours"})
    game = Game.objects.get()
    commands.cancel_game(game=game.id)
    client.post(f"{first['Location']}".replace("/games/", "/play/computer/") + "again/")
    made = [command_handler.open_game(id).created for id in Game.objects.values_list("id", flat=True)]
    assert [(item.reveal, item.reveal_after) for item in made] == [("delay", 10_800)] * 2


def test_memory_marks_can_be_chosen_and_stay_for_the_next(client: Client) -> None:
    first = client.post(PATH, FORM | {"memory": "on"})
    commands.cancel_game(game=Game.objects.get().id)
    client.post(f"{first['Location']}".replace("/games/", "/play/computer/") + "again/")
    assert [command_handler.open_game(id).options.memory for id in Game.objects.values_list("id", flat=True)] == [
        True,
        True,
    ]


@pytest.mark.parametrize("slug", ["alliance", "cards", "campaign"])
def test_other_tables(client: Client, slug: str) -> None:
    assert client.post(PATH, FORM | {"variant": slug, "side": "either"}).status_code == 302
    players = set(GameSeat.objects.values_list("player_id", flat=True))
    assert len(players & BOT_IDS) == len(VARIANTS[slug].seats) - 1
    assert len(players) == len(VARIANTS[slug].seats)


def test_nobody_is_signed_in_as_a_member(client: Client) -> None:
    client.force_login(account("Ada"))
    client.post(PATH, FORM)
    other = Client()
    other.post(PATH, FORM)
    assert "_auth_user_id" not in other.session


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"variant": "chess"}, "There is no such rule book here."),
        ({"variant": ""}, "Choose what to play."),
        ({"pace": "never"}, "Select a valid choice."),
        ({"once": "x"}, "The page was incomplete. Try again."),
        ({"memory": "on", "variant": "cards"}, "Card games have no memory marks."),
    ],
)
def test_bad_input_is_told_and_nothing_lost(client: Client, change: dict[str, str], words: str) -> None:
    page = client.post(PATH, FORM | change)
    assert page.status_code == 422
    text = page.content.decode()
    assert words in text
    assert re.search(r'value="blue"[^>]*checked', text)
    assert (Game.objects.count(), Account.objects.count()) == (0, 0)


def test_once_more_with_the_colours_changed(client: Client) -> None:
    client.post(PATH, FORM)
    first = Game.objects.get()
    commands.abort_game(game=first.id, seat=Seat.BLUE)
    answers = [client.post(f"/play/computer/{first.key}/again/") for _click in range(2)]
    (second,) = Game.objects.exclude(id=first.id)
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, f"/games/{second.key}/")] * 2
    player = Player.objects.get(guest=True)
    assert GameSeat.objects.get(game=second, player=player).seat == Seat.RED
    assert (second.variant, second.time) == (first.variant, first.time)


def test_only_for_who_played_it(client: Client) -> None:
    client.post(PATH, FORM)
    key = Game.objects.get().key
    assert Client().post(f"/play/computer/{key}/again/").status_code == 403
    assert client.post("/play/computer/abcdefghijk/again/").status_code == 404
    assert client.get(f"/play/computer/{key}/again/").status_code == 405
    ours = game_in_play(slug="barrage", accounts=(player_account := account("Ada"), None))
    client.force_login(player_account)
    assert client.post(f"/play/computer/{ours.key}/again/").status_code == 403


def test_a_level_can_be_chosen_and_stays_for_the_next(client: Client) -> None:
    html = client.get(PATH).content.decode()
    assert re.findall(r'<option value="(\d)"( selected)?>', html) == [
        (str(n), " selected" * (n == 5)) for n in range(1, 9)
    ]
    first = client.post(PATH, FORM | {"level": "8"})
    commands.cancel_game(game=Game.objects.get().id)
    client.post(f"{first['Location']}".replace("/games/", "/play/computer/") + "again/")
    names = GameSeat.objects.filter(player__bot=True).values_list("player__name", flat=True)
    assert list(names) == ["Field Marshal (computer)"] * 2


def test_a_level_that_a_rule_book_does_not_have_is_its_best(client: Client) -> None:
    client.post(PATH, FORM | {"variant": "cards", "level": "8"})
    assert GameSeat.objects.get(player__bot=True).player.name == "Drummer (computer)"
    assert client.post(PATH, FORM | {"level": "9"}).status_code == 422
