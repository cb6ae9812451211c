"""A game in a frame of a page of somebody else, and what is copied for it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from games.domain import commands
from games.models import Game, key_of
from games.rules import Seat
from tests.scenes import account, game_in_play, game_over, play_quietly
from tests.tournaments.files.exchange.test_event_archive import played
from tournaments.files.exchange import large_archives
from tournaments.files.pages import views

from .looks import check, check_looks, open_all, signed_in

pytestmark = pytest.mark.usefixtures("kept_database")


@pytest.fixture(scope="module")
def made() -> list[Game]:
    return []


@pytest.fixture
def game(site: str, made: list[Game]) -> Game:
    """A revealed game; Ada, who has an account, played red."""
    if not made:
        made.append(game_over(plies=12, accounts=(account("Ada"), None)))
    return made[0]


@contextmanager
def foreign(markup: str) -> Iterator[str]:
    """A page of somebody else, at another origin and another site than ours; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>A blog</title><h1>A blog</h1>{markup}".encode())

        def log_message(self, *value: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_a_frame_works_on_a_foreign_page_and_no_cookie_travels(site: str, browser: Browser, game: Game) -> None:
    assert "localhost" in site
    sent: list[Request] = []
    frames = "".join(
        f'<iframe name="{name}" src="{site}{path}" width="640" height="820"></iframe>'
        for name, path in (("game", f"/embed/{game.key}/?ply=3"), ("page", f"/games/{game.key}/"))
    )
    who = game.seats.get(seat=0).player.account
    with foreign(frames) as address, signed_in(browser, site, who, own=True) as context:
        page = context.new_page()
        page.on("request", lambda request: sent.append(request))
        page.goto(address)
        frame = page.frame_locator("[name=game]")
        expect(frame.locator("[data-say]")).to_contain_text("Move 3:")
        frame.get_by_role("link", name="Next").click()
        expect(frame.locator("[data-say]")).to_contain_text("Move 4:")
        frame.get_by_role("link", name="Last").press("Home")
        expect(frame.locator("[data-say]")).to_contain_text("The set-ups are made.")
        frame.get_by_role("button", name="Play").click()
        expect(frame.locator("[data-ply-now]")).not_to_have_text("0")
        # Any other page refuses to be framed.
        assert page.frame("page") is not None
        assert "game-head" not in page.frame("page").content()  # type: ignore[union-attr]
        ours = [item for item in sent if item.url.startswith(site)]
        assert {our.url.removeprefix(site).split("/")[1] for our in ours} >= {"embed", "games", "static"}
        assert [our.url for our in ours if "cookie" in our.all_headers()] == []
        kept = [cookie["name"] for cookie in context.cookies(site)]
        assert kept == ["sessionid"]


def test_a_frame_follows_a_game_in_play(site: str, page: Page) -> None:
    going = game_in_play(plies=4)
    page.clock.install()
    frame, fixed = page.locator("[data-ply-now]"), page.context.new_page()
    fixed.goto(f"{site}/embed/{going.key}/?ply=4")
    page.goto(f"{site}/embed/{going.key}/")
    expect(frame).to_have_text("4")
    play_quietly(going.id, 5)
    page.clock.fast_forward(21_000)
    expect(frame).to_have_text("5")
    commands.resign(game=going.id, seat=Seat.RED)
    page.clock.fast_forward(21_000)
    expect(page.locator("[data-follows]")).to_have_count(0)
    expect(fixed.locator("[data-ply-now]")).to_have_text("4")


def test_what_is_shared_follows_the_ply(site: str, page: Page, game: Game) -> None:
    page.goto(f"{site}/games/{game.key}/?ply=3")
    page.get_by_text("Share", exact=True).click()
    link = page.get_by_label("Link to this move")
    expect(link).to_have_value(f"{site}/games/{game.key}/?ply=3")
    page.get_by_role("link", name="Next").click()
    expect(link).to_have_value(f"{site}/games/{game.key}/?ply=4")
    page.get_by_role("button", name="Flip the board").click()
    expect(link).to_have_value(f"{site}/games/{game.key}/?ply=4&flip=1")
    frame = page.get_by_label("Frame for your own site")
    expect(frame).to_have_value(re.compile(rf'src="{site}/embed/{game.key}/\?ply=4&amp;flip=1"'))
    picture = page.get_by_role("link", name="Picture of this position")
    expect(picture).to_have_attribute("href", f"{site}/games/{game.key}/picture.png?ply=4&flip=1")


def test_looks(site: str, page: Page, game: Game) -> None:
    page.goto(f"{site}/embed/{game.key}/?ply=5")
    check_looks(page)
    page.goto(f"{site}/embed/Abcdefghijk/")
    check(page)
    page.goto(f"{site}/games/{game.key}/?ply=5")
    open_all(page)
    check_looks(page)


def test_an_archive_that_is_made_tells_how_far_it_is(site: str, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (large_archives, views):
        monkeypatch.setattr(module, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(large_archives, "_queue", lambda id: None)
    event = played(3)
    page.goto(f"{site}/tournaments/{key_of(event)}/download/")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_text("It waits for its turn.")).to_be_visible()
    check(page)
    large_archives.make_archive(str(event))
    expect(page.get_by_role("link", name="Whole archive")).to_be_visible()
