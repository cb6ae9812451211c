"""The pages of notices and ratings pass axe-core in both looks; and a notice is read by going where it leads."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from accounts.models import Player
from games.domain import commands
from games.rules import Seat
from notices import notify, unread
from notices.domain.wishes import Want, want
from notices.mails.unsubscribe import token_of
from notices.models import Kind
from tests.notices.people import begun, member, row
from tests.scenes import play_quietly

from .looks import signed_in


def rated_game(red: Player, blue: Player) -> None:
    game = begun(red, blue, rated=True)
    play_quietly(game)
    commands.resign(game=game, seat=Seat.BLUE)


def test_the_pages_are_sound(everywhere: Callable[..., None]) -> None:
    ann, bob = member("Ann"), member("Bob")
    rated_game(ann, bob)
    rated_game(ann, bob)
    notify(ann.id, "declined", actor=bob.id)
    token = token_of(ann.id, Kind.OVER)
    everywhere("/notices/", "/notices/settings/", f"/notices/stop/{token}/", "/ratings/duel/", who=ann.account)
    everywhere("/players/Ann/", who=ann.account, act=open_ratings)


def open_ratings(page: Page) -> None:
    page.locator(".ratings summary").click()
    expect(page.locator(".ratings tbody tr")).to_have_count(2)


def test_a_notice_is_read_by_going_where_it_leads(site: str, browser: Browser) -> None:
    """By keyboard; and what one wants to be told is chosen by keyboard too."""
    ann, bob = member("Ann"), member("Bob")
    game = begun(ann, bob)
    notify(ann.id, "your-turn", game=game, version=row(game).turn_version)
    context = signed_in(browser, site, ann.account)
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
