"""The board of a tournament in real browsers: two who agree when to play, come, and are led to their game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from playwright.sync_api import Page, expect

from accounts.models import Player, Preferences
from games.models import key_of
from tests.tournaments.domain.test_appointments import Table

from .looks import PHONE, check


def test_two_agree_a_time_come_and_are_led_to_their_game(live_site: str, open_as: Callable[..., Page]) -> None:
    site, table = live_site, Table(name="Spring Cup")
    address = f"/tournaments/{key_of(table.event)}/boards/1/1/"
    red_account, blue_account = (Player.objects.get(id=player).account for player in (table.red, table.blue))
    Preferences.objects.create(account=blue_account, time_zone="Asia/Tokyo")
    red = open_as(red_account, address, viewport=PHONE, color_scheme="dark")
    blue = open_as(blue_account, address)
    at = (datetime.now(UTC) + timedelta(days=1)).replace(hour=10, minute=0, second=0, microsecond=0)
    red.get_by_label("Time 1").fill(f"{at:%Y-%m-%dT%H:%M}")
    red.get_by_role("button", name="Propose times").click()
    expect(red.get_by_text("You are told when the other side answers")).to_be_visible()
    check(red)
    blue.get_by_role("radio", name="19:00").wait_for()  # told without a touch
    check(blue)
    blue.get_by_role("radio", name="19:00").check()
    blue.get_by_role("button", name="Accept this time").click()
    expect(blue.get_by_text("(Asia/Tokyo)").first).to_be_visible()
    with blue.expect_download() as download:
        blue.get_by_role("link", name="Calendar file").click()
    assert download.value.suggested_filename == f"{key_of(table.event)}-1-1.ics"
    expect(red.get_by_role("link", name="Calendar file")).to_be_visible()
    red.get_by_role("button", name="I am here").click()
    expect(red.get_by_role("status").get_by_text("You are here.")).to_be_visible()
    check(red)
    expect(blue.get_by_text("is here and waits for you.")).to_be_visible()
    blue.get_by_role("button", name="I am here").click()
    expect(blue.get_by_role("link", name="To the game")).to_be_visible()
    game = f"{site}/games/{key_of(_game(table))}/"
    red.wait_for_url(game)  # led there without a touch
    blue.get_by_role("link", name="To the game").click()
    blue.wait_for_url(game)


def _game(table: Table) -> UUID:
    game = table.board.leg.game
    assert game is not None
    return game
