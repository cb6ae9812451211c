"""The calendar and the pairings of an event in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from accounts.people.accounts import player_of
from games.models import key_of
from tests.scenes import account
from tests.serving import Address, listening
from tests.tournaments.scenes import a_tournament
from tournaments.domain import lifecycle
from tournaments.models import Tournament

from .looks import signed_in


def test_a_player_sees_the_pairing_once_the_arbiter_publishes_it(live_site: Address, browser: Browser) -> None:
    arbiter, players = account("Ada"), [account(name) for name in ("Bob", "Cyd")]
    ids = [item.id for item in map(player_of, players) if item is not None]
    owner = player_of(arbiter)
    assert owner is not None
    tournament = a_tournament(ids, owner=owner.id, rounds=1, name="Club", publishing="hand")
    lifecycle.pair(tournament=tournament, by=owner.id)
    home = f"{live_site}/tournaments/{key_of(tournament)}/"
    page = signed_in(browser, str(live_site), players[0]).new_page()
    page.goto(home)
    expect(page.get_by_role("link", name="Overview")).to_be_visible()
    expect(page.get_by_text("you have red against").or_(page.get_by_text("you have blue against"))).to_have_count(0)
    expect(page.get_by_role("link", name="Rounds", exact=True)).to_have_count(0)
    listening(live_site, 1)
    desk = signed_in(browser, str(live_site), arbiter).new_page()
    desk.goto(f"{home}desk/")
    expect(desk.get_by_text("Round 1 is paired, and nobody but the staff sees it")).to_be_visible()
    desk.get_by_role("button", name="Publish the pairing").click()
    expect(desk.get_by_text("The pairing is published")).to_be_visible()
    expect(page.get_by_text("against Cyd")).to_be_visible()


def test_a_calendar_is_made_by_a_rule(live_site: Address, browser: Browser) -> None:
    page = signed_in(browser, str(live_site), account("Ada")).new_page()
    page.goto(f"{live_site}/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Long Open")
    page.locator("details#when summary").click()
    page.get_by_label("Rounds begin").select_option("every")
    page.get_by_label("Every", exact=True).fill("2")
    page.get_by_label("So many rounds").fill("10")
    page.get_by_label("The first one begins").fill("2031-02-06T20:00")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("Your event is announced")).to_be_visible()
    event = Tournament.objects.get()
    assert len(event.spans) == 10
    page.goto(f"{live_site}/tournaments/{event.key}/")
    expect(page.get_by_text("Round 1 begins on")).to_be_visible()
