"""Pages that follow a game in a real browser: within a second, in seven tabs, once hidden, without streams."""

from __future__ import annotations

import random
import re
import time
from contextlib import suppress

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from games.domain import command_handler, commands, creation, reveal
from games.domain.clocks import PRESETS
from games.domain.listeners import unheard
from games.models import Game
from games.rules import Seat, legal_turns, variant
from realtime.topics import session_topic
from tests.scenes import account, game_in_play, game_waiting, placements
from tests.serving import Address, listening
from tests.windows import watch

from .looks import signed_in

TABS = 7
SECOND = 1000
SOON = 15 * SECOND  # on a busy machine; a page whose stream stands asks by itself after a minute

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  const state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


KEEP = "window.kept = true"
"""A page that is loaded anew forgets it."""


def move(game: Game) -> int:
    state = command_handler.open_game(game.id).state
    assert state is not None
    turn = random.Random(state.ply).choice(legal_turns(state))
    now = commands.play_turn(game=game.id, seat=state.to_move, turn=str(turn)).state
    assert now is not None
    return now.ply


def shows(page: Page, ply: int, *, within: int = SOON) -> None:
    board = page.locator("svg.board:not(.stage)")  # what happened may still be played over it
    expect(board).to_have_attribute("aria-label", re.compile(f"after move {ply},"), timeout=within)


@pytest.fixture
def game(live_site: Address) -> Game:
    return game_in_play(plies=48)


def test_who_watches_sees_each_move_at_once(live_site: Address, page: Page, game: Game) -> None:
    """Also beyond the fiftieth ply, where a new part of the move list begins."""
    page.goto(f"{live_site}/games/{game.key}/")
    listening(live_site, 1)
    page.locator("#knowing").scroll_into_view_if_needed()
    rows = page.locator("#knowing tbody tr")
    expect(rows).to_have_count(49)
    took: list[float] = []
    for _one in range(4):
        ply = move(game)
        moved = time.monotonic()
        shows(page, ply)
        took.append(time.monotonic() - moved)
        expect(page.locator("[data-moves] a[aria-current]")).to_have_attribute("data-to-ply", str(ply))
        expect(page.locator("[data-ply-last]")).to_have_text(str(ply))
        expect(page.locator("[data-scrub]")).to_have_attribute("max", str(ply))
    assert min(took) < 5  # what was not told to it a page asks for after far more
    expect(page.locator("[data-moves] [data-to-ply]")).to_have_count(52)
    expect(page.locator("[data-plies-text]")).to_have_text("52 moves")
    expect(page.locator("[data-stands]")).to_contain_text("The game is in play.")
    page.get_by_role("button", name="Draw it up to the last move").click()
    expect(rows).to_have_count(53)
    page.get_by_role("link", name="Previous", exact=True).focus()
    page.evaluate(KEEP)
    commands.resign(game=game.id, seat=Seat.RED)
    expect(page.locator("[data-result]")).to_have_text("Blue wins: resignation")
    # The reveal comes by itself: every rank is seen, and nothing says that the game is in play or asks to load again.
    expect(page.locator("svg.board .back")).to_have_count(0)
    expect(page.get_by_role("link", name="Record as JSON")).to_be_visible()
    expect(page.get_by_text("in play")).to_have_count(0)
    expect(page.get_by_text("Load the page again")).to_have_count(0)
    expect(page.locator("[data-plies-text]")).to_have_text("52 moves")
    expect(page.get_by_role("link", name="Previous", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    shows(page, 51)
    assert page.evaluate("window.kept")


def test_a_reveal_that_comes_later_is_followed_too(live_site: Address, page: Page) -> None:
    game = game_in_play(reveal="event")
    page.goto(f"{live_site}/games/{game.key}/")
    listening(live_site, 1)
    commands.resign(game=game.id, seat=Seat.RED)
    expect(page.locator("[data-stands]")).to_contain_text("over but not revealed")
    expect(page.get_by_text("Salt and placement come out")).to_be_visible(timeout=SOON)
    for _again in range(3):  # who clicks while the page is fetched is taken to the end with it
        page.locator("[data-to-ply='7']").click()
        with suppress(AssertionError):
            shows(page, 7, within=3 * SECOND)
            break
    reveal.reveal_game(game=game.id)
    expect(page.get_by_role("link", name="Record as JSON")).to_be_visible(timeout=SOON)
    shows(page, 7)
    expect(page.locator("[data-stands]")).to_have_count(0)


def test_who_watches_sees_the_clocks_run_and_change_hands(live_site: Address, page: Page) -> None:
    players = {seat: account(f"Clock-{seat.slug}").player.id for seat in (Seat.RED, Seat.BLUE)}
    id = creation.create_game(variant=variant("duel"), players=players, time=PRESETS["live-10-10"])
    for seat, placement in placements("duel", random.Random(1)).items():
        commands.make_setup(game=id, seat=seat, placement=placement)
    page.goto(f"{live_site}/games/{Game.objects.get(id=id).key}/")
    listening(live_site, 1)
    running = page.locator(".clocks .turn .clock")
    expect(running).to_have_text(re.compile(r"^9:\d\d$"))
    shown = running.inner_text()
    expect(running).not_to_have_text(shown)
    expect(page.locator(".clocks .turn")).to_have_attribute("data-seat", "red")
    move(Game.objects.get(id=id))
    expect(page.locator(".clocks .turn")).to_have_attribute("data-seat", "blue")
    expect(running).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    commands.resign(game=id, seat=Seat.RED)
    expect(page.locator(".clocks")).to_have_count(0)


def test_who_looks_at_an_earlier_ply_stays_there_and_a_page_that_lost_its_stream_catches_up(
    live_site: Address, page: Page, game: Game
) -> None:
    page.goto(f"{live_site}/games/{game.key}/?ply=5")
    listening(live_site, 1)
    ply = move(game)
    expect(page.locator("[data-ply-last]")).to_have_text(str(ply))
    shows(page, 5)
    page.get_by_role("link", name="Last", exact=True).click()
    shows(page, ply)
    a_hidden_tab_lets_go_and_catches_up(live_site, page, game)
    a_stream_that_comes_back_brings_what_was_missed(live_site, page, game)


def test_a_page_that_waits_for_the_set_ups_becomes_the_game(live_site: Address, page: Page) -> None:
    waiting = game_waiting()
    page.goto(f"{live_site}/games/{waiting.key}/")
    listening(live_site, 1)
    setup = placements("classic", random.Random(2))[Seat.BLUE]
    commands.make_setup(game=waiting.id, seat=Seat.BLUE, placement=setup)
    shows(page, 0)


def test_seven_tabs_share_one_stream(live_site: Address, browser: Browser, game: Game) -> None:
    """A browser has six connections to a server. All tabs are visible to themselves here, and none waits."""
    context = browser.new_context()
    tabs = [context.new_page() for _one in range(TABS)]
    trouble = [watch(tab) for tab in tabs]
    games = [game, *(game_in_play(plies=4, seed=seed) for seed in range(2, TABS + 1))]
    for tab, item in zip(tabs, games, strict=True):
        tab.goto(f"{live_site}/games/{item.key}/")
    listening(live_site, 1)
    topics = {f"game:{item.key}" for item in games}
    deadline = time.monotonic() + 30
    while {topic for stream in live_site.hub.streams for topic in stream.topics} != topics:
        assert time.monotonic() < deadline
        tabs[0].wait_for_timeout(50)
    for tab, item in zip(tabs, games, strict=True):
        shows(tab, move(item))
    # The tab with the stream is closed: another takes it over, and the rest still hear.
    tabs[0].close()
    tabs[1].wait_for_timeout(500)
    listening(live_site, 1)
    for tab, item in list(zip(tabs, games, strict=True))[1:]:
        shows(tab, move(item))
    context.close()
    assert trouble == [[]] * TABS


def a_hidden_tab_lets_go_and_catches_up(live_site: Address, page: Page, game: Game) -> None:
    page.evaluate(HIDE, True)
    listening(live_site, 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ply = move(game)
    page.wait_for_timeout(700)
    assert [url for url in asked if "/games/" in url or "/live" in url] == []
    shows(page, ply - 1)
    page.evaluate(HIDE, False)
    shows(page, ply)
    listening(live_site, 1)


def test_where_streams_are_blocked_pages_ask(live_site: Address, page: Page, game: Game) -> None:
    page.route("**/live/?*", lambda route: route.abort())
    page.goto(f"{live_site}/games/{game.key}/")
    page.wait_for_timeout(500)
    shows(page, move(game))


def a_stream_that_comes_back_brings_what_was_missed(live_site: Address, page: Page, game: Game) -> None:
    # The process with the streams loses its clients, as in a restart; what is played meanwhile is told to nobody.
    for stream in list(live_site.hub.streams):
        stream.dropped = True
        live_site.hub._loop.call_soon_threadsafe(stream.leave)
    ply = move(game)
    shows(page, ply)
    listening(live_site, 1)


def test_a_players_page_and_list_follow_the_opponent_at_once(live_site: Address, browser: Browser) -> None:
    """Though the list would ask by itself only later."""
    red = account("Ada")
    game = game_in_play(accounts=(red, None), names=("Ada", "Charles"), plies=5)
    context = signed_in(browser, live_site, red)
    page = context.new_page()
    trouble = watch(page)
    page.goto(f"{live_site}/games/{game.key}/")
    listening(live_site, 1)
    topics = {topic for stream in live_site.hub.streams for topic in stream.topics}
    (session,) = (cookie["value"] for cookie in context.cookies() if cookie["name"] == settings.SESSION_COOKIE_NAME)
    assert topics == {f"game:{game.key}", f"player:{red.player.id.hex}", session_topic(session)}
    ply = move(game)
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#table")).to_have_attribute("data-version", re.compile(r"\d+"))
    page.evaluate(KEEP)
    commands.resign(game=game.id, seat=Seat.BLUE)
    expect(page.get_by_role("heading", name="You have won")).to_be_visible()
    assert page.evaluate("window.kept")

    game = game_in_play(accounts=(red, None), names=("Ada", "Grace"), plies=5)
    page.goto("about:blank")  # the stream of this page is not taken for that of the next one
    listening(live_site, 0)
    page.goto(f"{live_site}/my/")
    listening(live_site, 1)
    waits = page.locator("li.waits").filter(has_text="Grace")
    expect(waits).to_have_count(0)
    move(game)
    expect(waits).to_have_count(1, timeout=15 * SECOND)  # it asks after 20
    context.close()
    assert trouble == []


def test_a_notice_that_was_lost_is_made_good(live_site: Address, page: Page, game: Game) -> None:
    """Its sender may die between the commit and the notice: within a minute the page asks by itself."""
    page.clock.install()
    page.goto(f"{live_site}/games/{game.key}/")
    listening(live_site, 1)
    with unheard():
        ply = move(game)
    page.clock.run_for(70_000)
    shows(page, ply)


def test_tabs_whose_stream_is_refused_ask_seldom(live_site: Address, browser: Browser) -> None:
    """Two tabs that tell each other of a fresh token must not ask for the next one at once."""
    who = account("Grace")
    games = [game_in_play(accounts=(who, None), names=("Grace", "Linus"), seed=seed) for seed in (1, 2)]
    context = signed_in(browser, live_site, who)
    try:
        asked: list[str] = []
        context.route("**/live/?*", lambda route: route.fulfill(status=403))
        context.on("request", lambda request: asked.append(request.url))
        pages = [context.new_page() for _game in games]
        for page, game in zip(pages, games, strict=True):
            page.goto(f"{live_site}/games/{game.key}/")
        deadline = time.monotonic() + 30
        while not any("/live/?" in url for url in asked):
            assert time.monotonic() < deadline
            pages[0].wait_for_timeout(50)
        pages[0].wait_for_timeout(3 * SECOND)
        assert sum("/live/?" in url for url in asked) <= 4
        assert sum("/live-ticket/" in url for url in asked) <= 4
    finally:
        context.close()
