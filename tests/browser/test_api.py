"""The pages of programs in a browser: a token is made and shown once, and the page of the API reads with it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from tests.scenes import account
from tests.windows import watch

from .looks import check_looks, on_a_desktop, signed_in


def test_a_token_is_made_tried_and_revoked(site: str, browser: Browser) -> None:
    context = signed_in(browser, site, account("Ada"), reduced_motion="reduce")
    page = context.new_page()
    trouble = watch(page)
    on_a_desktop(page)
    page.goto(f"{site}/account/tokens/")
    page.get_by_label("Name", exact=True).fill("my bot")
    page.get_by_role("button", name="Make it").click()
    secret = page.locator("code").inner_text()
    assert re.fullmatch(r"vex_[\w-]{43}", secret)
    check_looks(page)

    page.goto(f"{site}/api/v1/")
    page.locator("#getMe > summary").press("Enter")
    page.locator("#getMe").get_by_role("button", name="Try it").press("Enter")
    expect(page.get_by_label("Address", exact=True)).to_be_focused()
    expect(page.get_by_label("Address", exact=True)).to_have_value("/api/v1/me/")
    page.get_by_label("Token").fill(secret)
    page.get_by_role("button", name="Read", exact=True).press("Enter")
    expect(page.locator("[data-answer]")).to_contain_text('"name": "Ada"')
    check_looks(page)

    page.goto(f"{site}/account/tokens/")
    page.get_by_role("link", name="Revoke my bot").click()
    page.get_by_role("button", name="Revoke it").click()
    expect(page.locator("#main")).to_contain_text("Revoked.")
    context.close()
    assert trouble == []
