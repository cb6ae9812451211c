"""Signing in to a program in a browser: from the program to the sign-in of the site, the question, and back, which the
policy of the page must let pass.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from api.oauth.registration import make_program
from tests.scenes import PASSWORD, account

from .looks import check_looks, on_a_desktop

BACK = "http://127.0.0.1/back"


def test_somebody_signs_in_to_a_program_on_their_machine(site: str, page: Page) -> None:
    account("Ada")
    program, _secret = make_program(owner=account("Bob"), name="Board Buddy", public=False, addresses=[BACK])
    asked = {"response_type": "code", "client_id": program.pk, "redirect_uri": BACK, "scope": "openid profile read"}
    asked |= {"state": "it", "code_challenge": "A" * 43, "code_challenge_method": "S256"}

    def listen(route: Route) -> None:
        route.fulfill(content_type="text/html", body="<title>Client</title><h1>Hello</h1>")

    page.route(f"{BACK}**", listen)
    on_a_desktop(page)
    page.goto(site + reverse("api:authorize") + f"?{urlencode(asked)}")
    page.locator("input[name=login]").fill("ada")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[name=password]").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Let “Board Buddy” in?")
    check_looks(page)
    page.get_by_role("button", name="Let it in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello")
    assert "code=" in page.url
    page.goto(f"{site}/device/")
    check_looks(page)
