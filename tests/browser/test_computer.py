"""A visitor without an account plays the computer: from the page to the bot's first move in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.bots.roster import BOT_IDS
from games.models import Game, GameSeat
from players.models import Player
from tests.browser.test_pages import check, everywhere
from tests.browser.test_play import shown

__all__ = ["everywhere"]


def test_from_the_page_to_the_first_answer(site: str, page: Page) -> None:
    began = time.monotonic()
    page.goto(f"{site}/play/computer/")
    check(page)
    page.get_by_label("Red", exact=True).check()
    page.get_by_role("button", name="Play Barrage").click()
    expect(page).to_have_url(re.compile(r"/games/\w{11}/$"))
    page.get_by_role("button", name="Corner", exact=True).click()
    expect(page.locator("[data-say]").first).to_contain_text("laid out")
    page.get_by_role("button", name="Ready: this is my set-up").click()
    page.get_by_role("button", name="Yes, I am ready").click()
    table = page.locator("#table")
    expect(table).to_have_attribute("data-ply", "0")
    expect(page.get_by_role("link", name="Sign up to keep this game")).to_be_visible()
    piece, target = table.get_attribute("data-turns").split()[0].split("-")[:2]
    page.locator(f'.square.can[data-square="{piece}"]').click()
    page.locator(f'.square.can[data-square="{target}"]').click()
    expect(table).not_to_have_attribute("data-ply", "0")
    shown(page, 2)
    assert time.monotonic() - began < 60
    game = Game.objects.get()
    seats = {seat.player_id for seat in GameSeat.objects.filter(game=game)}
    assert len(seats & BOT_IDS) == 1
    assert Player.objects.get(id__in=seats - BOT_IDS).guest


def test_the_page_in_every_look(everywhere: Callable[..., None]) -> None:
    everywhere("/play/computer/")
