"""The pages of the lobby: what they show to whom, what forms refuse and keep, and where they lead."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from accounts.conduct.blocks import block
from accounts.models import Account
from games.domain import vacations
from games.domain.clocks import PRESETS
from games.domain.command_handler import open_game
from games.models import Game
from play.lobby import domain
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from tests.scenes import account, game_in_play

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LOBBY = "/lobby/"


def person(name: str) -> tuple[Account, Client]:
    made, client = account(name), Client()
    client.force_login(made)
    return made, client


def terms(**changes: Any) -> GameTerms:
    return GameTerms(**{"variant": "classic", "time": PRESETS["3-days"]} | changes)


def text(answer: Any) -> str:
    """The page, with the space between its words made even."""
    return " ".join(answer.content.decode().split())


def seek_of(host: Account, **changes: Any) -> Seek:
    return domain.open_seek(host=host.player, terms=terms(**changes))


def form(**changes: str) -> dict[str, str]:
    usual = {"once": str(uuid4()), "variant": "classic", "time": "3-days", "rated": "on", "notes": "on"}
    return {name: value for name, value in (usual | {"vacation": "on", "kind": "open"} | changes).items() if value}


# -- the list -------------------------------------------------------------------------------------


def test_the_list_says_what_is_offered() -> None:
    ada, _browser = person("Ada")
    seek_of(ada, variant="barrage", time=PRESETS["live-20-10"], rated=True, rating_from=1200, colour="red")
    content = text(Client().get(LOBBY))
    wanted = ("Barrage", "20 minutes + 10 seconds a turn", "Rated", "from 1200", "Ada", "(1500?)", "You play Blue")
    assert [words for words in wanted if words not in content] == []
    assert "Sign in to join" in content


def test_filters_choose_and_an_unknown_one_is_refused() -> None:
    ada, _browser = person("Ada")
    seek_of(ada, variant="duel", rated=True)
    seek_of(ada, variant="barrage", time=PRESETS["live-5-5"])

    def shown(query: str) -> list[bool]:
        content = Client().get(f"{LOBBY}?{query}", headers=HTMX).content.decode()
        return [f"/rules/{slug}/" in content for slug in ("duel", "barrage")]

    assert [shown(query) for query in ("", "variant=duel", "speed=live", "rated=yes", "rated=no")] == [
        [True, True],
        [True, False],
        [False, True],
        [True, False],
        [False, True],
    ]
    assert "No seek fits these filters" in text(Client().get(f"{LOBBY}?variant=cards"))
    assert Client().get(f"{LOBBY}?variant=chess").status_code == 400


def test_who_is_blocked_does_not_see_the_seek() -> None:
    ada, _browser = person("Ada")
    bob, browser = person("Bob")
    seek_of(ada)
    assert "/players/Ada/" in text(browser.get(LOBBY))
    block(blocker=ada.player, target=bob.player)
    assert "/players/Ada/" not in text(browser.get(LOBBY))


def test_why_one_cannot_join_stands_where_the_button_would() -> None:
    ada, _browser = person("Ada")
    _bob, browser = person("Bob")
    seek_of(ada, rating_from=1800)
    content = text(browser.get(LOBBY))
    assert "Your rating of 1500 is outside the range that was asked for (from 1800)." in content
    assert 'id="join-' not in content


def test_an_unchanged_list_is_not_sent_again_and_holds_no_token() -> None:
    ada, browser = person("Ada")
    seek_of(ada)
    first = browser.get(LOBBY, headers=HTMX)
    again = browser.get(LOBBY, headers=HTMX | {"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert "csrfmiddlewaretoken" not in first.content.decode()
    seek_of(ada, variant="duel")
    assert browser.get(LOBBY, headers=HTMX | {"If-None-Match": first["ETag"]}).status_code == 200


def test_the_page_of_who_posted_goes_to_the_game_once_the_seek_is_taken() -> None:
    ada, browser = person("Ada")
    bob, _browser = person("Bob")
    seek = seek_of(ada)
    url = f"{LOBBY}?mine={seek.id}"
    assert f"mine={seek.id}" in text(browser.get(LOBBY))
    assert "HX-Redirect" not in browser.get(url, headers=HTMX)
    game = Game.objects.get(id=domain.join(seek=seek.id, player=bob.player).game)
    assert browser.get(url, headers=HTMX)["HX-Redirect"] == f"/games/{game.key}/"
    assert "HX-Redirect" not in browser.get(f"{LOBBY}?mine=x,{uuid4()}", headers=HTMX)
    assert "HX-Redirect" not in Client().get(url, headers=HTMX)  # others learn nothing by the id


# -- posting --------------------------------------------------------------------------------------


def test_the_form_as_it_comes_posts_a_rated_game_with_three_days_a_turn() -> None:
    _ada, browser = person("Ada")
    assert '<option value="link" selected>' in text(browser.get("/lobby/post/?kind=link"))
    answer = browser.post("/lobby/post/", form())
    seek = Seek.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, LOBBY)
    result = (seek.kind, seek.variant, seek.time, seek.rated, seek.notes, seek.no_attack_limit, seek.colour)
    assert result == ("open", "classic", PRESETS["3-days"].value(), True, True, 200, "random")
    browser.post("/lobby/post/", form(vacation=""))
    assert "vacation" not in Seek.objects.latest("created").time


@pytest.mark.parametrize(
    ("own", "value"),
    [
        (
            {"own_kind": "move", "own_base": "4", "vacation": ""},
            {"kind": "move", "base": 345_600, "setup": 345_600},
        ),
        (
            {"own_kind": "bank", "own_base": "5", "own_more": "8", "own_cap": "9", "own_setup": "1"},
            {"kind": "bank", "base": 432_000, "increment": 28_800, "cap": 777_600, "setup": 86_400, "vacation": True},
        ),
        (
            {"own_kind": "live", "own_base": "15", "own_more": "20"},
            {"kind": "bank", "base": 900, "increment": 20, "setup": 600},
        ),
    ],
)
def test_times_of_ones_own(own: dict[str, str], value: dict[str, Any]) -> None:
    _ada, browser = person("Ada")
    assert browser.post("/lobby/post/", form(time="own", **own)).status_code == 302
    assert Seek.objects.get().time == value


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"variant": "chess"}, "Select a valid choice"),
        ({"time": "own"}, "Say how many days"),
        ({"time": "own", "own_base": "90"}, "Choose a number from 1 to 60."),
        ({"time": "own", "own_kind": "bank", "own_base": "5", "own_cap": "2"}, "Choose a number from 5 to 60."),
        ({"spotter": "on"}, "Only card games have the Spotter."),
        ({"memory": "on", "variant": "cards"}, "Card games have no memory marks."),
        ({"colour": "red"}, "Colours of rated games in the lobby are drawn by lot."),
        ({"rating_from": "1600", "rating_to": "1500"}, "The highest rating is below the lowest."),
        ({"no_attack_limit": "3"}, "greater than or equal to 20"),
        ({"reveal": "delay"}, "Say how long after its end the game is opened."),
        ({"reveal": "delay", "reveal_number": "366", "reveal_unit": "days"}, "A year at most."),
        ({"reveal": "event"}, "Select a valid choice"),
        ({"once": "x"}, "Something needs another look"),
    ],
)
def test_a_bad_form_says_what_to_do_and_loses_nothing(changes: dict[str, str], words: str) -> None:
    _ada, browser = person("Ada")
    answer = browser.post("/lobby/post/", form(no_attack_limit="123") | changes)
    content = text(answer)
    assert (answer.status_code, Seek.objects.count()) == (422, 0)
    assert words in content
    assert f'value="{changes.get("no_attack_limit", "123")}"' in content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chosen", "made", "words"),
    [
        ({}, ("end", None), ""),
        ({"reveal": "never"}, ("never", None), "Never opened"),
        ({"reveal": "delay", "reveal_number": "90", "reveal_unit": "minutes"}, ("delay", 5400), "Opened 1 hour 30 min"),
        ({"reveal": "delay", "reveal_number": "2", "reveal_unit": "days"}, ("delay", 172_800), "Opened 2 days after"),
    ],
)
def test_who_joins_knows_when_the_game_is_opened(chosen: dict[str, str], made: tuple[Any, ...], words: str) -> None:
    _ada, ada = person("Ada")
    bob, browser = person("Bob")
    ada.post("/lobby/post/", form(rated="", **chosen))
    seek = Seek.objects.get()
    assert (seek.reveal, seek.reveal_after) == made
    row, table = text(browser.get(LOBBY)), text(browser.get(f"/challenge/{seek.token}/"))
    assert words in row if words else "pened" not in row.partition("Casual")[2].partition("</ul>")[0]
    assert (words.lower() or "opened at the end") in table
    created = open_game(domain.join(seek=seek.id, player=bob.player).game).created  # type: ignore[arg-type]
    assert (created.reveal, created.reveal_after) == made


def test_who_is_not_signed_in_is_asked_to_and_comes_back() -> None:
    ada, _browser = person("Ada")
    seek = seek_of(ada)
    assert Client().get("/challenge/?to=Ada")["Location"] == "/login/?next=/challenge/%3Fto%3DAda"
    assert Client().post("/lobby/join/", {"seek": str(seek.id)})["Location"] == "/login/?next=/lobby/"
    assert Client().get("/my/")["Location"] == "/login/?next=/my/"
    assert Client().get("/my/", headers=HTMX)["HX-Redirect"] == "/login/?next=/my/"


# -- joining --------------------------------------------------------------------------------------


def test_joining_in_one_click_leads_to_the_game() -> None:
    ada, _browser = person("Ada")
    _bob, browser = person("Bob")
    seek = seek_of(ada)
    answers = [browser.post("/lobby/join/", {"seek": str(seek.id)}) for _click in range(2)]
    game = Game.objects.get()
    assert [answer["Location"] for answer in answers] == [f"/games/{game.key}/"] * 2


def test_a_refusal_is_told_above_the_list_as_it_is_now() -> None:
    ada, host = person("Ada")
    _bob, browser = person("Bob")
    seek = seek_of(ada)
    own = host.post("/lobby/join/", {"seek": str(seek.id)})
    assert (own.status_code, "This seek is your own." in text(own)) == (403, True)
    domain.cancel(seek=seek.id, player=ada.player)
    for value in (str(seek.id), "x", ""):
        gone = browser.post("/lobby/join/", {"seek": value})
        assert (gone.status_code, "This seek was taken back." in text(gone)) == (410, True)
    assert browser.get("/lobby/join/").status_code == 405


# -- links ----------------------------------------------------------------------------------------


def test_anyone_with_the_link_may_look_and_accept_when_signed_in() -> None:
    _ada, host = person("Ada")
    _bob, browser = person("Bob")
    answer = host.post("/lobby/post/", form(kind="link"))
    seek = Seek.objects.get()
    url = f"/challenge/{seek.token}/"
    assert (answer["Location"], len(seek.token)) == (url, 22)
    assert f"http://testserver{url}" in text(host.get(url))
    assert f"/login/?next=%2Fchallenge%2F{seek.token}%2F" in text(Client().get(url))
    assert str(seek.id) not in text(Client().get(LOBBY))  # it is not in the list
    joined = browser.post("/lobby/join/", {"seek": str(seek.id)})
    assert joined["Location"] == host.get(url)["Location"]
    assert host.get(url, headers=HTMX)["HX-Redirect"] == joined["Location"]
    late = Client().get(url)
    assert (late.status_code, "This game has its players" in text(late)) == (410, True)
    assert Client().get("/challenge/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


# -- watching, my games, rematch ------------------------------------------------------------------


def test_my_games_with_the_most_urgent_first() -> None:
    ada, browser = person("Ada")
    bob, other = person("Bob")
    quick = domain.join(seek=seek_of(ada, time=PRESETS["1-day"]).id, player=bob.player).game
    slow = domain.join(seek=seek_of(ada, time=PRESETS["7-days"]).id, player=bob.player).game
    turn = game_in_play(plies=2, accounts=(ada, bob))
    keys = [Game.objects.get(id=game).key for game in (quick, slow)] + [turn.key]
    content = text(browser.get("/my/"))
    assert "<title>(3) My games · Vexillum</title>" in content
    assert sorted(keys, key=content.index) == keys  # by deadline; without one last
    due = timezone.localtime(Game.objects.get(id=quick).due)
    assert f'<time datetime="{due.isoformat()}">' in content
    assert "1 day 23 hours left" in content
    assert content.count("Set up your army") == 2
    part = other.get("/my/", headers=HTMX).content.decode()
    assert part.startswith("<title>(2) My games · Vexillum</title>")
    assert "Waiting for Ada" in part


def test_my_games_say_who_is_on_vacation() -> None:
    ada, browser = person("Ada")
    bob, _other = person("Bob")
    until = timezone.now() + timedelta(days=3)
    strict = replace(PRESETS["7-days"], vacation=False)
    for time in (PRESETS["7-days"], strict):
        domain.join(seek=seek_of(ada, time=time).id, player=bob.player)
    vacations.begin(bob.player.id, until)
    domain.join(seek=seek_of(ada, time=PRESETS["7-days"]).id, player=bob.player)
    words = f"Bob is on vacation until {date_format(timezone.localtime(until), 'DATE_FORMAT')}"
    assert PRESETS["7-days"].vacation
    assert text(browser.get("/my/")).count(words) == 1
    vacations.end(bob.player.id)
    assert words not in text(browser.get("/my/"))
