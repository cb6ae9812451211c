"""The page of the search: every field is a parameter, an address can be shared, and nothing that was typed is lost."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import pytest
from django.http import QueryDict
from django.test import Client

from eventlog.sources import injected
from games.domain import reveal
from games.domain.placement import form_of, mirrored
from games.models import Game, key_of
from games.replay import timeline
from games.rules import Seat, Viewer, variant
from library.archive.domain.criteria import Criteria
from library.archive.forms import SearchForm
from tests.library.archive.test_search import next_stretch
from tests.scenes import game_in_play, game_of, game_over, player
from web import limits

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def found(client: Client, query: str) -> list[str]:
    response = client.get(f"/games/?{query}")
    assert response.status_code == 200, response.status_code
    return [row.url.split("/")[2] for row in response.context["rows"]]


def form(query: str) -> SearchForm:
    return SearchForm(QueryDict(query))


# -- what can be asked ----------------------------------------------------------------------------


def test_every_field_is_a_parameter() -> None:
    ada, grace = player("Ada"), player("Grace")
    game_over(names=("Ada", "Grace"))
    setup = "." * 10 + "9" * 10 + "8" * 10 + "7" * 10
    asked: dict[str, dict[str, Any]] = {
        "variant=duel": {"variant": "duel"},
        "player=ada&side=blue": {"player": [ada.id], "side": 1},
        "player=ada&opponent=grace&result=lost": {"player": [ada.id], "opponent": [grace.id], "won": False},
        "player=nobody": {"player": []},
        "result=draw": {"result": "draw"},
        "rating_min=1400&rating_max=1900": {"lowest": 1400, "highest": 1900},
        "sitting=mixed": {"sitting": "mixed"},
        f"event=https%3A//x.org/events/{key_of(UUID(int=5))}/games/&round=2": {
            "event": key_of(UUID(int=5)),
            "round": 2,
        },
        "since=2020-02-28&until=2020-02-29": {
            "first": datetime(2020, 2, 28, tzinfo=UTC),
            "last": datetime(2020, 3, 1, tzinfo=UTC),
        },
        "plies_min=0&plies_max=99": {"shortest": 0, "longest": 99},
        "ending=adjudication": {"outcomes": ("adjudication", "both-lose")},
        "attack_min=7": {"attack_from": 7},
        "attack_max=7": {"attack_to": 7},
        "lost_red=3%20m3&lost_blue=f&lost_by=60": {"lost": ("33M", "F"), "lost_by": 60},
        "kept_red=M&kept_blue=b": {"kept": ("M", "B")},
        "red_min=3&red_max=4&blue_min=5&blue_max=9": {"left": ((3, 4), (5, 9))},
        f"pattern={'f' + '.' * 39}&setup_side=red": {
            "pattern": "F" + "." * 39,
            "setup_side": 0,
            "like": variant("classic"),
        },
        f"setup={setup}&near=4": {"setup": setup, "near": 4, "like": variant("classic")},
        "source=import": {"source": "import"},
        "noted=yes": {"noted": True},
    }
    for query, values in asked.items():
        item = form(query)
        assert item.is_valid(), (query, item.errors)
        assert item.criteria() == Criteria(**values), query
        assert [len(item.chips) > 0, form(item.address()).address()] == [True, item.address()]
    named = {name for query in asked for name in parse_qs(query)}
    assert named == set(SearchForm.base_fields)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("variant=chess", "variant", "chess is not one of the available choices"),
        ("plies_min=ten", "plies_min", "Enter a whole number"),
        ("plies_min=-1", "plies_min", "greater than or equal to 0"),
        ("plies_min=9&plies_max=8", "plies_max", "Nothing lies between"),
        ("rating_min=2000&rating_max=1000", "rating_max", "Nothing lies between"),
        ("since=2020-02-30", "since", "Enter a valid date"),
        ("since=1899-12-31", "since", "greater than or equal to 1900-01-01"),
        ("until=9999-12-31", "until", "less than or equal to 2199-12-31"),
        ("since=2021-01-01&until=2020-01-01", "until", "Nothing lies between"),
        ("side=red", "side", "Name a player as well"),
        ("result=won", "result", "Name the player as well"),
        ("round=3", "round", "Name the event"),
        ("event=nothing", "event", "no address of an event"),
        ("near=3", "near", "Write a set-up as well"),
        (f"setup={'F' * 40}&near=30", "near", "less than or equal to 8"),
        (f"setup={'F' * 3 + '.' * 37}&near=2", "near", "on 1 square at most"),
        ("setup=FF", "setup", "has 40 squares; this one has 2"),
        (f"setup={'X' * 40}", "setup", "“X” is no piece"),
        ("lost_red=QX", "lost_red", "letters of pieces"),
        ("lost_by=30", "lost_by", "which pieces were lost"),
        ("pattern=FB", "pattern", "it has 40 squares"),
        (f"pattern={'M' * 40}", "pattern", "does not fit"),
        (f"variant=alliance&pattern={'F' + '.' * 39}", "pattern", "it has 13 squares"),
    ],
)
def test_an_error_names_its_field_and_keeps_what_was_typed(client: Client, query: str, field: str, words: str) -> None:
    response = client.get(f"/games/?{query}&opponent=Somebody")
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [field]
    assert words in text(response)
    page = response.content.decode()
    assert 'value="Somebody"' in page
    assert (
        field == "pattern"
        or f'aria-describedby="id_{field}_help id_{field}_error"' in page
        or (f'aria-describedby="id_{field}_error"' in page)
    )
    typed = QueryDict(query)[field]
    assert typed in page or field in ("variant", "side", "result", "pattern")
    alone = client.get(f"/games/?{query}", headers={"HX-Request": "true"})
    assert alone["HX-Redirect"] == f"/games/?{query}"


def test_an_address_to_share_has_only_what_is_asked_for(client: Client) -> None:
    game_over()
    sent = "&".join(f"{name}=" for name in SearchForm.base_fields) + "&square-3=F&square-39=B&square-4=&player=Ada"
    response = client.get(f"/games/?{sent}")
    assert response.status_code == 302
    assert response["Location"] == f"/games/?player=Ada&pattern={'...F' + '.' * 35 + 'B'}"
    page = client.get(response["Location"])
    assert page.status_code == 200
    drawn = page.context["form"].formation
    assert [square.drawn for square in drawn.rows[0][1]] == ["", "", "", "F"] + [""] * 6
    assert client.get("/games/?square-3=&variant=")["Location"] == "/games/"


def test_filters_can_be_taken_off_one_by_one(client: Client) -> None:
    game_over(names=("Ada", "Charles"), slug="duel")
    page = client.get("/games/?variant=duel&player=ada&side=red&attack_max=1")
    chips = {chip.text: chip.url for chip in page.context["form"].chips}
    assert chips == {
        "Variant: Duel": "?player=ada&side=red&attack_max=1",
        "Player: ada": "?variant=duel&attack_max=1",
        "The player's side: Red": "?variant=duel&player=ada&attack_max=1",
        "First attack to move: 1": "?variant=duel&player=ada&side=red",
    }
    assert "Without “Player: ada”" in text(page)
    assert [chip.url for chip in client.get("/games/?player=ada").context["form"].chips] == ["."]
    assert "known of games that are revealed" in text(client.get("/games/?kept_red=M&variant=classic"))


def test_set_ups_are_found_however_they_lie(client: Client) -> None:
    game = game_over(slug="duel", plies=30)
    row = timeline(game)
    rules = variant("duel")
    blue = form_of(row.seals[1].placement, rules, Seat.BLUE)
    drawn = "".join(item if item in "FB" else "." for item in mirrored(blue, rules))
    other = "M" + blue[1:] if blue[0] != "M" else "." + blue[1:]
    assert found(client, f"pattern={drawn}") == [game.key]
    assert found(client, f"pattern={drawn}&setup_side=red") == []
    assert found(client, f"setup={mirrored(blue, rules)}&variant=duel") == [game.key]
    assert (found(client, f"setup={other}"), found(client, f"setup={other}&near=1")) == ([], [game.key])
    assert found(client, f"setup={blue}&variant=classic") == []


def test_what_is_not_revealed_is_found_by_what_everybody_saw(client: Client) -> None:
    game = game_of("duel", plies=60, seed=2, reveal="never")
    line = timeline(game)
    last = line.view(Viewer.SPECTATOR, line.plies)
    letters = "".join(piece.rank.symbol for piece in last.captured if piece.seat is Seat.RED)
    assert letters
    assert found(client, f"lost_red={letters}&plies_max={line.plies}") == [game.key]
    hidden = ["kept_red=F", "kept_blue=F"]
    assert [found(client, query) for query in hidden] == [[], []]
    reveal.reveal_game(game=game.id)
    assert any(found(client, query) for query in hidden)


def test_a_search_goes_on_where_it_stopped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    for slug in ("duel", "barrage", "barrage"):
        keys.append(game_in_play(slug=slug, plies=0).key)
        next_stretch()
    monkeypatch.setattr("library.archive.domain.search.STRETCHES", 1)
    url, pages = "/games/?variant=duel", []
    while url:
        response = client.get(url)
        pages.append([row.url for row in response.context["rows"]])
        assert ("Nothing so far" in text(response)) == (not pages[-1])
        url = response.context["links"].older
    assert pages == [[], [], [f"/games/{keys[0]}/"]]
    assert client.get("/games/?variant=duel").context["total"] == "At least 0 games"
    up = client.get("/games/?variant=barrage&oldest=1")
    assert ([], f"/games/?variant=barrage&upto={keys[1]}") == (up.context["rows"], up.context["links"].newer)
    assert [row.url for row in client.get(up.context["links"].newer).context["rows"]] == [f"/games/{keys[1]}/"]


def test_searches_are_limited_and_the_list_is_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.limits.clock", lambda: 60 * 1000 + 45.0)
    own = limits._Own()  # the cache counts by another clock
    monkeypatch.setattr(limits, "_counted", lambda key, _seconds, weight: own.counted(key, weight))
    client.defaults["REMOTE_ADDR"] = "192.0.2.77"
    assert client.get("/games/?plies_min=1").status_code == 200
    own.counts = dict.fromkeys(own.counts, 59)
    assert [client.get("/games/?plies_min=1").status_code for _one in range(2)] == [200, 429]
    assert client.get("/games/?variant=duel&player=ada&result=red").status_code == 200
    refused = client.get("/games/?plies_min=1", headers={"HX-Request": "true"})
    assert (refused.status_code, refused["Retry-After"], refused["HX-Redirect"]) == (429, "15", "/games/?plies_min=1")
    assert "That was too often" in text(client.get("/games/?plies_min=1"))


def test_dates_are_those_of_play_in_utc(client: Client) -> None:
    with injected(clock=lambda: datetime(2020, 2, 29, 23, 59, 59, tzinfo=UTC)):
        game = game_in_play(slug="duel", plies=0)
    asked = ("since=2020-02-29&until=2020-02-29", "since=2020-03-01", "until=2020-02-28", "since=2020-01-01")
    assert [found(client, query) == [game.key] for query in asked] == [True, False, False, True]


def test_games_of_somebody_who_has_left_are_found_by_no_name(client: Client) -> None:
    game = game_over(names=("Ada", "Charles"))
    assert found(client, "player=ada") == [game.key]
    player("Ada").delete()
    assert (found(client, "player=ada"), found(client, "player=charles")) == ([], [game.key])
    assert Game.objects.filter(id=game.id).exists()
