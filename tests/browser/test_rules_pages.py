"""Pages of rules in a real browser: on a phone, by keyboard, and on paper."""

from __future__ import annotations

import re

from django.test import Client
from playwright.sync_api import Page, expect

from games.rules import VARIANTS
from tests.browser.looks import BUT_SIGHT, PHONE, check, open_all

WHOLE = {"ultimate_lightning", "alliance", "cards"}
"""The rule books that have everything between them: `test_pages.py` looks at these in every look."""


def test_the_three_that_are_looked_at_wholly_have_every_class_of_the_others(client: Client, db: None) -> None:
    classes = {
        slug: set(re.findall(r'<(\w+)[^>]*? class="([^"]*)"', client.get(f"/rules/{slug}/").content.decode()))
        for slug in VARIANTS
    }
    assert {slug: result - set().union(*map(classes.get, WHOLE)) for slug, result in classes.items()} == {
        slug: set() for slug in VARIANTS
    }
    assert min(map(len, classes.values())) > 20


def test_every_other_rule_book_fits_a_phone(site: str, page: Page) -> None:
    page.set_viewport_size(PHONE)
    for slug in sorted(set(VARIANTS) - WHOLE):
        page.goto(f"{site}/rules/{slug}/")
        open_all(page)
        check(page, BUT_SIGHT)


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
