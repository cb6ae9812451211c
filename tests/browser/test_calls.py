"""A call for the arbiter in browsers, from the board of play to the ruling: who plays, who is called, and the other
side, none of whom loads a page again."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.models import key_of
from tests.browser.looks import check
from tests.tournaments.organizer.calls.boards import Table, a_table, account_of
from tournaments.scoring.points import Mark

Open = Callable[..., Page]


def call(page: Page) -> None:
    page.get_by_role("tab", name="Table").click()
    page.locator(".call-form summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("My opponent’s conduct").focus()
    page.keyboard.press("Space")
    page.get_by_label("What the arbiter should know").fill("He talks to his neighbour.")
    check(page)
    page.locator(".call-form button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".call-state")).to_contain_text("You have called the arbiter, who has not answered yet.")


def look(page: Page) -> None:
    """Looks at both sides of the paused game, and comes back."""
    page.get_by_role("button", name="Look at both sides").click()
    expect(page.locator(".look-sides .board-area")).to_have_count(2)
    check(page)
    page.get_by_role("link", name="Back to the call").click()


def rule(page: Page) -> None:
    """Decides for blue; without a reason it is not done."""
    page.get_by_text("Decide the game").click()
    form = page.locator("form", has=page.locator('input[name="do"][value="result"]'))
    form.get_by_label("Blue wins").check()
    form.get_by_label("Reason").fill("Advice was taken.")
    form.get_by_label("I have decided").check()
    check(page)
    form.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("This call is closed.")).to_be_visible()


def test_a_call_from_the_board_to_the_ruling(open_as: Open) -> None:
    table: Table = a_table()
    board, calls = f"/games/{key_of(table.game)}/", f"/tournaments/{key_of(table.tournament)}/calls/"
    red, blue = (open_as(account_of(player), board) for player in (table.red, table.blue))
    phone = {"viewport": {"width": 375, "height": 740}, "color_scheme": "dark"}
    arbiter = open_as(account_of(table.owner), calls, **phone)
    expect(arbiter.get_by_text("No call is open.")).to_be_visible()
    check(arbiter)

    call(red)
    for page in (red, blue):
        expect(page.locator(".note.paused")).to_contain_text("a player called the arbiter")
        expect(page.locator("#table[data-turns]")).to_have_count(0)
    arbiter.get_by_role("link", name="My opponent’s conduct").click()
    expect(arbiter.get_by_text("He talks to his neighbour.")).to_be_visible()
    check(arbiter)

    look(arbiter)
    for page in (red, blue):
        expect(page.get_by_text("An arbiter looked at both sides")).to_be_visible()
    rule(arbiter)
    expect(red.get_by_role("heading", name="You have lost")).to_be_visible()
    expect(blue.get_by_role("heading", name="You have won")).to_be_visible()
    expect(red.locator(".call-state")).to_contain_text("The arbiter decided the game.")
    assert (table.leg.marks, table.call.closed) == ((Mark.LOSS, Mark.WIN), True)
