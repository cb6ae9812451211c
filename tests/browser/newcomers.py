"""What a newcomer does in a browser, from signing up to the first move, by the words on the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

PASSWORD = "analytical-engine"


def sign_up(page: Page, name: str, mails: Sequence[EmailMessage]) -> None:
    """Fill in the form for a new account, which the page shows, and open the link of the mail in this browser."""
    address = f"{name.lower()}@example.org"
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(address)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("I am at least 16 years old.").check()
    page.get_by_label("I agree to").check()
    page.locator("#main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Look into your mail")
    (mail,) = (mail for mail in mails if mail.to == [address])
    match_ = re.search(r"http://\S+", str(mail.body))
    assert match_ is not None
    page.goto(match_[0])
    page.get_by_role("button", name="Yes, it is mine").click()
    page.wait_for_url(lambda url: "confirm-email" not in url)


def set_up(page: Page, ready_made: str) -> None:
    page.wait_for_load_state("load")  # before its script runs, a button is that of a plain form
    page.get_by_role("button", name=ready_made, exact=True).click()
    expect(page.locator("[data-say]").first).to_contain_text("laid out")
    page.get_by_role("button", name="Ready: this is my set-up").click()
    page.get_by_role("button", name="Yes, I am ready").click()


def play_a_turn(page: Page, number: int = 0) -> None:
    turns = str(page.locator("#table").get_attribute("data-turns")).split()
    piece, target = turns[number % len(turns)].split("-")[:2]
    for square in (piece, target):
        page.locator(f'.square.can[data-square="{square}"]').click()
