"""Pages of rules in a real browser: on a phone, by keyboard, and on paper."""

from __future__ import annotations

import re

from django.test import Client
from playwright.sync_api import Page, expect

from games.rules import VARIANTS

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


def test_on_paper_everything_is_open_and_what_only_leads_on_is_left_out(site: str, page: Page) -> None:
    page.goto(f"{site}/rules/battle/")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Chase limit")).to_be_visible()
    expect(page.get_by_role("region", name="Red attacks blue")).to_be_visible()
    expect(page.get_by_role("heading", name="Contents")).to_be_hidden()
    expect(page.get_by_role("heading", name="Other rule books")).to_be_hidden()
    expect(page.get_by_role("link", name="Games", exact=True)).to_be_hidden()
