"""Two strangers, from the landing page to a game in the archive: what this service is for, in one test."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage
from playwright.sync_api import Browser, Page, expect

from games.domain import command_handler, commands
from games.models import Game
from games.rules import VARIANTS, legal_turns
from tests.browser.newcomers import play_a_turn, set_up, sign_up
from tests.windows import watch

PLIES = VARIANTS["barrage"].rated_from
BY_HAND = 4


@pytest.fixture
def strangers(browser: Browser) -> Iterator[tuple[Page, Page]]:
    contexts = [
        browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce") for _one in range(2)
    ]
    pages = [context.new_page() for context in contexts]
    trouble = [watch(page) for page in pages]
    yield pages[0], pages[1]
    for context in contexts:
        context.close()
    assert trouble == [[], []]


def arrive(page: Page, site: str, name: str, mails: list[EmailMessage]) -> None:
    page.goto(f"{site}/")
    page.get_by_role("link", name="Sign up").first.click()
    sign_up(page, name, mails)
    page.goto(f"{site}/lobby/")


def find_each_other(host: Page, guest: Page) -> None:
    """One posts a seek for a rated live game, the other joins with one click."""
    post = host.locator(".lobby-post")
    post.get_by_label("Variant").select_option("barrage")
    post.get_by_label("Time", exact=True).select_option("live-20-10")
    expect(post.get_by_label("Rated", exact=True)).to_be_checked()
    post.get_by_role("button", name="Post the seek").click()
    guest.get_by_role("button", name=re.compile("Join Barrage")).click()
    for page in (host, guest):
        expect(page).to_have_url(re.compile(r"/games/\w{11}/$"))
    assert host.url == guest.url


def play(first: Page, second: Page) -> None:
    """Some real moves by hand and the rest by command; whoever waits sees each without doing anything."""
    red, blue = (first, second) if first.locator("#table").get_attribute("data-mine") is not None else (second, first)
    for ply in range(BY_HAND):
        mover = (red, blue)[ply % 2]
        expect(mover.locator("#table[data-mine]")).to_be_attached()
        play_a_turn(mover, number=ply)
        for page in (red, blue):
            expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))
    game = Game.objects.get()
    for _ply in range(BY_HAND, PLIES):
        state = command_handler.open_game(game.id).state
        commands.play_turn(game=game.id, seat=state.to_move, turn=str(legal_turns(state)[0]))
    for page in (red, blue):
        expect(page.locator("#table")).to_have_attribute("data-ply", str(PLIES))


def test_two_strangers_play_a_rated_game(
    live_site: str, browser: Browser, strangers: tuple[Page, Page], mailoutbox: list[EmailMessage]
) -> None:
    ada, bob = strangers
    arrive(ada, live_site, "Ada", mailoutbox)
    arrive(bob, live_site, "Bob", mailoutbox)
    find_each_other(ada, bob)
    set_up(ada, "Corner")
    set_up(bob, "Middle")
    for page in strangers:
        expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    play(ada, bob)

    ada.get_by_role("link", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ada.get_by_role("heading", name="You have lost")).to_be_visible()
    expect(bob.get_by_role("heading", name="You have won")).to_be_visible()
    expect(bob.locator(".ending")).to_contain_text(re.compile(r"1500 → \d{4} \(\+\d+\)"))

    game = Game.objects.get()
    assert (game.rated, game.plies, game.outcome, game.revealed) == (True, PLIES, "resignation", True)
    found_by_anybody(browser, live_site)


def found_by_anybody(browser: Browser, site: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/games/")
    row = page.locator("#list").get_by_role("listitem")
    expect(row).to_contain_text(re.compile(rf"resignation\s+Barrage ·\s+{PLIES} moves · rated"))
    context.close()
