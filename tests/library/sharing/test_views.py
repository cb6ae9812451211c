"""What other sites show and ask: the same for everybody, without cookies, and no more than a stranger sees."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.domain import commands, creation
from games.models import Game
from games.rules import Seat, variant
from library.sharing import oembed
from library.sharing.pictures import HEIGHT, WIDTH
from tests.scenes import PASSWORD, account, game_in_play, game_over, game_waiting, player

pytestmark = pytest.mark.django_db

HOST = "http://testserver"
COMMON = {"Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Content-Type-Options"}


@pytest.fixture
def signed_in() -> Client:
    client = Client()
    ada = account("Ada")
    assert client.login(username="ada", password=PASSWORD)
    client.ada = ada  # type: ignore[attr-defined]
    return client


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


# -- frames ---------------------------------------------------------------------------------------


def test_a_frame_has_no_cookies_and_its_own_rules(signed_in: Client) -> None:
    game = game_over(plies=12)
    answer = signed_in.get(f"/embed/{game.key}/?ply=3")
    assert answer.status_code == 200
    result = dict(answer.headers)
    policy = result.pop("Content-Security-Policy")
    assert (
        policy.replace("frame-ancestors *", "frame-ancestors 'none'")
        == signed_in.get("/").headers["Content-Security-Policy"]
    )
    assert result.keys() - COMMON == {"Content-Type", "Cache-Control", "ETag", "Vary", "Content-Length"} - (
        {"Content-Length"} - result.keys()
    )
    assert (result["Cache-Control"], result["Vary"]) == ("public, max-age=60", "Accept-Encoding")
    assert not answer.cookies
    assert answer.content == Client().get(f"/embed/{game.key}/?ply=3").content
    assert signed_in.get(f"/embed/{game.key}/?ply=3", headers={"If-None-Match": result["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["/", "/games/", "/games/{key}/", "/games/{key}/picture.png", "/oembed"])
def test_no_other_page_lets_itself_be_framed(client: Client, path: str) -> None:
    answer = client.get(path.format(key=game_over(plies=4).key))
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_a_player_sees_what_strangers_see(signed_in: Client) -> None:
    game = game_in_play(plies=6, accounts=(signed_in.ada, None))  # type: ignore[attr-defined]
    assert b"as Red sees it" in signed_in.get(f"/games/{game.key}/?view=red").content
    mine = signed_in.get(f"/embed/{game.key}/")
    assert mine.content == Client().get(f"/embed/{game.key}/").content
    assert b"as spectators see it" in mine.content
    assert mine.headers["Cache-Control"] == "public, no-cache"
    refused = signed_in.get(f"/embed/{game.key}/?view=red")
    assert (refused.status_code, b"opens when the game is revealed" in refused.content) == (403, True)
    assert signed_in.get(f"/embed/{game.key}/?view=nobody").status_code == 404
    assert signed_in.get("/embed/Abcdefghijk/").status_code == 404
    for answer in (refused, signed_in.get("/embed/Abcdefghijk/")):
        assert "X-Frame-Options" not in answer.headers
        assert not answer.cookies
        assert "Cookie" not in answer.headers["Vary"]


def test_a_game_without_a_position_is_shown_in_words(client: Client) -> None:
    waiting = client.get(f"/embed/{game_waiting().key}/")
    assert (waiting.status_code, b"Play begins when" in waiting.content) == (200, True)
    players = {seat: player(name).id for seat, name in zip(variant("classic").seats, ("Ada", "Charles"), strict=True)}
    made = creation.create_game(variant=variant("classic"), players=players, spectators="ended")
    closed = client.get(f"/embed/{Game.objects.get(id=made).key}/")
    assert (closed.status_code, b"nobody but the players sees a game before it is over" in closed.content) == (
        200,
        True,
    )
    assert (b"Ada" in closed.content, b'svg class="board' in closed.content) == (True, False)


# -- pictures -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_picture_is_of_the_public_view(signed_in: Client) -> None:
    game = game_in_play(plies=6, accounts=(signed_in.ada, None))  # type: ignore[attr-defined]
    path = f"/games/{game.key}/picture.png"
    answer = signed_in.get(f"{path}?ply=6")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert size_of(answer.content) == (WIDTH, HEIGHT) == (1200, 630)
    assert not answer.cookies
    assert "Vary" not in answer.headers
    assert answer.headers["Cache-Control"] == "public, no-cache"
    assert answer.content == Client().get(path).content == Client().get(f"{path}?ply=99").content
    assert answer.content != Client().get(f"{path}?ply=5").content != Client().get(f"{path}?ply=5&flip=1").content
    assert signed_in.get(f"{path}?view=red").status_code == 403
    assert signed_in.get("/games/Abcdefghijk/picture.png").status_code == 404
    commands.resign(game=game.id, seat=Seat.RED)
    open_to_all = Client().get(f"{path}?ply=6&view=all")
    assert open_to_all.headers["Cache-Control"] == "public, max-age=86400"
    assert open_to_all.content != answer.content == Client().get(f"{path}?ply=6&view=spectator").content


def test_pictures_are_limited_by_address(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.limits.wait_for", lambda *asked, **limits: 7)
    answer = client.get("/picture.png")
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Content-Type"]) == (
        429,
        "7",
        "text/plain; charset=utf-8",
    )


# -- oEmbed ---------------------------------------------------------------------------------------


def test_oembed_tells_what_an_address_shows(client: Client) -> None:
    game = game_over(plies=12)
    asked = {"url": f"{HOST}/games/{game.key}/?ply=3&view=red"}
    answer = client.get("/oembed", asked)
    frame = f"{HOST}/embed/{game.key}/?view=red&amp;ply=3"
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    assert json.loads(answer.content) == {
        "type": "rich",
        "version": "1.0",
        "title": "Ada – Charles, Classic",
        "provider_name": "Vexillum",
        "provider_url": f"{HOST}/",
        "cache_age": 300,
        "width": 640,
        "height": 820,
        "html": f'<iframe src="{frame}" title="Ada – Charles, Classic" width="640" height="820" '
        'frameborder="0" loading="lazy"></iframe>',
        "thumbnail_url": f"{HOST}/games/{game.key}/picture.png?view=red&ply=3",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    small = json.loads(client.get("/oembed", asked | {"maxwidth": "480", "maxheight": "300"}).content)
    assert (small["width"], small["height"], "thumbnail_url" in small) == (480, 300, False)
    xml = client.get("/oembed", asked | {"format": "xml"})
    assert xml.headers["Content-Type"] == "text/xml; charset=utf-8"
    tree = ElementTree.fromstring(xml.content)
    assert {item.tag: item.text for item in tree} == {
        name: str(value) for name, value in json.loads(answer.content).items()
    }
    assert not answer.cookies


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"url": "{game}", "maxwidth": "wide"}, 400),
        ({"url": "{game}", "maxheight": "0"}, 400),
        ({"url": "{game}", "format": "yaml"}, 501),
        ({"url": "https://example.org/games/{key}/"}, 404),
        ({"url": "ftp://testserver/games/{key}/"}, 404),
        ({"url": "http://testserver/games/"}, 404),
        ({"url": "http://testserver/games/Abcdefghijk/"}, 404),
        ({"url": "{game}?view=nobody"}, 404),
        ({"url": "http://[bad"}, 404),
    ],
)
def test_what_oembed_refuses(client: Client, asked: dict[str, str], status: int) -> None:
    key = game_over(plies=4).key
    result = {name: value.format(game=f"{HOST}/games/{key}/", key=key) for name, value in asked.items()}
    answer = client.get("/oembed", result)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "text/plain; charset=utf-8")


def test_a_title_cannot_break_out_of_the_frame() -> None:
    assert oembed.frame_markup('https://x/?a=1&b="', title="<b>") == (
        '<iframe src="https://x/?a=1&amp;b=&quot;" title="&lt;b&gt;" width="100%" height="820" '
        'frameborder="0" loading="lazy"></iframe>'
    )


# -- heads of pages -------------------------------------------------------------------------------


def social_of(text: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', text))


def test_the_page_of_a_game_says_what_sites_show_of_it(client: Client) -> None:
    game = game_over(plies=12)
    text = client.get(f"/games/{game.key}/?ply=3").content.decode()
    assert social_of(text) == {
        "og:site_name": "Vexillum",
        "og:type": "website",
        "og:title": "Ada – Charles, Classic",
        "og:description": "Ada – Charles, Classic: Blue wins: resignation, 12 moves.",
        "og:url": f"{HOST}/games/{game.key}/?ply=3",
        "og:image": f"{HOST}/games/{game.key}/picture.png?ply=3",
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "The position after move 3, everything open.",
        "twitter:card": "summary_large_image",
    }
    assert re.findall(r'<link rel="alternate" type="([^"]+)" href="([^"]+)"', text) == [
        (
            f"{kind}/{form}+oembed",
            f"{HOST}/oembed?url=http%3A%2F%2Ftestserver%2Fgames%2F{game.key}%2F%3Fply%3D3&amp;format={form}",
        )
        for kind, form in (("application", "json"), ("text", "xml"))
    ]
    assert social_of(client.get(f"/games/{game.key}/").content.decode())["og:url"] == f"{HOST}/games/{game.key}/"
