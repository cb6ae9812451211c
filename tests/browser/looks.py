"""How a page is looked at: as whom, and axe-core on it, light on a desktop and dark on a phone."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from players.models import Account

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    # Parsed style sheets are for a rule that is an experiment, and not among these.
    "preload": {"assets": ["media"]},
}
# It compares every pair of targets. What is large enough and far enough from the next on a phone is so on a desktop.
BUT_TARGETS = {**RULES, "rules": {"target-size": {"enabled": False}}}
# For pages of which another has every class: colours and sizes come from those.
BUT_SIGHT = {**RULES, "rules": {"target-size": {"enabled": False}, "color-contrast": {"enabled": False}}}
AXE = f"{settings.STATIC_URL}axe/axe.min.js"
RUN = Path(__file__).with_name("looks.js").read_text()


def signed_in(browser: Browser, site: str, who: Account | None, **options: object) -> BrowserContext:
    """A context of the browser in which somebody is signed in, or nobody."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    if who is None:
        return context
    client = Client()
    client.force_login(who)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    return context


def check(page: Page, options: dict[str, object] = RULES) -> None:
    """No rule of axe-core is broken, nothing sticks out sideways, and the page has one heading of the first rank."""
    told = [
        (one["id"], node["target"], node["failureSummary"].splitlines()[-1].strip())
        for one in page.evaluate(RUN, [AXE, options])
        for node in one["nodes"]
    ]
    assert told == [], (page.url, told)
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert beyond <= 0, f"{beyond} pixels stick out sideways of {page.url}"
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def check_looks(page: Page) -> None:
    """Check what `page` shows, light on a desktop and dark on a phone: colours and sizes are independent."""
    on_a_desktop(page)
    check(page, BUT_TARGETS)
    on_a_phone(page)
    check(page)


def on_a_desktop(page: Page) -> None:
    """Look at `page` in light colours and on a wide screen."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)


def on_a_phone(page: Page) -> None:
    """Look at `page` in dark colours and on a narrow screen."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)


def open_all(page: Page) -> None:
    """Open everything that can be opened, but for the menu, which would lie over the page."""
    page.evaluate("for (const part of document.querySelectorAll('details:not(.menu)')) part.open = true")
