"""The pages of notices and ratings pass axe-core in both looks; and a notice is read by going where it leads."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import Player
from games.domain import commands
from games.rules import Seat
from notices import notify
from notices.mails.unsubscribe import token_of
from notices.models import Kind
from tests.notices.people import begun, member
from tests.scenes import play_quietly


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
