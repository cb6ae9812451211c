"""The pages of notices and ratings pass axe-core in both looks; and a notice is read by going where it leads."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from games.domain import commands
from games.rules import Seat
from notices import notify, unread
from notices.domain.wishes import Want, want
from notices.mails.unsubscribing import token_of
from notices.models import Kind
from players.models import Player
from tests.conftest import watch
from tests.notices.people import begun, member, row
from tests.scenes import play_quietly

from .test_pages import DESKTOP, PHONE, check


def signed_in(browser: Browser, site: str, player: Player, scheme: str, size: ViewportSize) -> BrowserContext:
    """A browser in which a player is signed in."""
    client = Client()
    client.force_login(player.account)
    context = browser.new_context(color_scheme=scheme, viewport=size, reduced_motion="reduce")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}])
    return context


def rated_game(red: Player, blue: Player) -> None:
    """A rated game that blue gives up."""
    game = begun(red, blue, rated=True)
    play_quietly(game)
    commands.resign(game=game, seat=Seat.BLUE)


@pytest.mark.parametrize(("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)])
def test_the_pages_are_sound(site: str, browser: Browser, scheme: str, size: ViewportSize) -> None:
    ann, bob = member("Ann"), member("Bob")
    rated_game(ann, bob)
    rated_game(ann, bob)
    notify(ann.id, "declined", actor=bob.id)
    token = token_of(ann.id, Kind.OVER)
    context = signed_in(browser, site, ann, scheme, size)
    page = context.new_page()
    trouble = watch(page)
    for path in ("notices/", "notices/settings/", f"notices/stop/{token}/", "ratings/duel/", "players/Ann/"):
        page.goto(f"{site}/{path}")
        if path == "players/Ann/":
            page.locator(".ratings summary").click()
            expect(page.locator(".ratings tbody tr")).to_have_count(2)
        check(page)
    context.close()
    assert trouble == []


def test_a_notice_is_read_by_going_where_it_leads(site: str, browser: Browser) -> None:
    """By keyboard; and what one wants to be told is chosen by keyboard too."""
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob)
    notify(ann.id, "your-turn", game=game, version=row(game).turn_version)
    context = signed_in(browser, site, ann, "light", DESKTOP)
    page: Page = context.new_page()
    page.goto(f"{site}/notices/")
    page.get_by_role("link", name="It is your turn: Duel against Bob").press("Enter")
    page.wait_for_url(f"{site}/games/{row(game).key}/")
    assert unread(ann.id) == 0
    page.goto(f"{site}/notices/settings/")
    page.get_by_role("checkbox", name="It is your turn by e-mail").press("Space")
    page.get_by_role("button", name="Keep").press("Enter")
    expect(page.get_by_text("Your choice is kept.")).to_be_visible()
    expect(page.get_by_role("checkbox", name="It is your turn by e-mail")).not_to_be_checked()
    assert want(ann.id, Kind.YOUR_TURN) == Want(page=True, mail=False)
    context.close()
