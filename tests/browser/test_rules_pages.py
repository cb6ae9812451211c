"""Pages of rules in a real browser: on a phone, by keyboard, and on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.rules import VARIANTS
from tests.browser.looks import PHONE, check, open_all


@pytest.mark.parametrize("slug", sorted(set(VARIANTS) - {"ultimate_lightning", "alliance", "cards"}))
def test_every_other_rule_book_fits_a_phone(site: str, page: Page, slug: str) -> None:
    """The three that have everything between them are looked at in every look in `test_pages.py`."""
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/rules/{slug}/")
    open_all(page)
    check(page)


def test_by_keyboard_alone(site: str, page: Page) -> None:
    page.goto(f"{site}/rules/")
    page.get_by_role("link", name="Lightning", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/rules/lightning/")
    expect(page.get_by_role("navigation").get_by_role("link", name="Rules").first).to_have_attribute(
        "aria-current", "page"
    )

    page.get_by_role("link", name="Attacking").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/rules/lightning/#attack")
    expect(page.get_by_role("heading", name="Attacking")).to_be_in_viewport()

    table = page.get_by_role("region", name="Red attacks blue")
    expect(table).to_be_hidden()
    page.keyboard.press("Tab")  # goes on from where the link led
    expect(page.get_by_text("Who beats whom, in full")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table).to_be_visible()
    page.keyboard.press("Tab")
    expect(table).to_be_focused()
    scout = " ".join(["Scout", *["loses"] * 8, *["wins"] * 4])
    expect(table.get_by_role("row", name=scout, exact=True)).to_be_visible()


def test_on_paper_everything_is_open_and_what_only_leads_on_is_left_out(site: str, page: Page) -> None:
    page.goto(f"{site}/rules/battle/")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Chase limit")).to_be_visible()
    expect(page.get_by_role("region", name="Red attacks blue")).to_be_visible()
    expect(page.get_by_role("heading", name="Contents")).to_be_hidden()
    expect(page.get_by_role("heading", name="Other rule books")).to_be_hidden()
    expect(page.get_by_role("link", name="Games", exact=True)).to_be_hidden()
