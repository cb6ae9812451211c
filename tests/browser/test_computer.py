"""A visitor without an account plays the computer: from the page to the bot's first move in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from accounts.people.bots import BOT_IDS
from games.models import Game, GameSeat
from tests.browser.looks import check
from tests.browser.newcomers import play_a_turn, set_up, sign_up
from tests.browser.test_play import shown
from tests.games.domain.test_playing_on import source


def test_a_guest_who_signs_up_plays_on(live_site: str, page: Page, mailoutbox: list[EmailMessage]) -> None:
    """From signing up to the bot's answer: the game that a guest began is still there, and becomes a member's."""
    page.goto(f"{live_site}/play/computer/")
    page.get_by_label("Red", exact=True).check()
    page.get_by_role("button", name="Play Barrage").click()
    expect(page).to_have_url(re.compile(r"/games/\w{11}/$"))
    address = page.url
    set_up(page, "Corner")
    page.get_by_role("link", name="Sign up to keep this game").click()
    sign_up(page, "Ada", mailoutbox)

    page.goto(f"{live_site}/my/")
    page.locator("#main").get_by_role("link", name=re.compile("Drummer")).click()
    expect(page).to_have_url(address)
    table = page.locator("#table")
    expect(table).to_have_attribute("data-ply", "0")
    play_a_turn(page)
    # A page that has just been opened may have to wait for its stream, and ask by itself.
    expect(table).to_have_attribute("data-ply", "2", timeout=40_000)
    seats = GameSeat.objects.filter(game=Game.objects.get()).exclude(player_id__in=BOT_IDS)
    assert [(seat.player.name, seat.player.guest) for seat in seats] == [("Ada", False)]


def test_what_if_from_the_replay_to_the_first_answer(site: str, page: Page) -> None:
    """By keyboard: the link goes along with the ply that is shown, and the game goes on from there."""
    before = Game.objects.get(id=source("barrage")[0])
    page.goto(f"{site}/games/{before.key}/?ply=7")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ply-now]")).to_have_text("8")
    page.get_by_role("link", name="What if: play on from here").press("Enter")
    expect(page).to_have_url(re.compile(rf"/play/computer/from/{before.key}/\?ply=8$"))
    expect(page.get_by_label("From move")).to_have_value("8")
    expect(page.get_by_label("Red", exact=True)).to_be_checked()
    check(page)
    page.get_by_role("button", name="Play on").press("Enter")
    table = page.locator("#table")
    expect(table).to_have_attribute("data-ply", "8")
    page.get_by_role("tab", name="Table").click()
    link = page.get_by_role("link", name=f"played on from move 8 of game {before.key}")
    expect(link).to_be_visible()
    check(page)
    play_a_turn(page)
    shown(page, 10)
    link.click()
    expect(page.locator("[data-ply-now]")).to_have_text("8")
    assert Game.objects.get(origin=before.id).source == Game.Source.WHATIF


def test_the_pages_in_every_look(everywhere: Callable[..., None]) -> None:
    everywhere("/play/computer/")
    everywhere(f"/play/computer/from/{Game.objects.get(id=source('barrage')[0]).key}/?ply=9")
