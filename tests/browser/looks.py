"""How a page is looked at: as whom, and axe-core on it, light on a desktop and dark on a phone."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from accounts.models import Account
from tests.windows import look

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
Options = dict[str, object]
"""What axe-core is asked for."""

OFF = {"enabled": False}
# Rules that find nothing: one only asks somebody to look, the other needs parsed style sheets.
NEVER = {"hidden-content": OFF, "css-orientation-lock": OFF}
RULES: Options = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": {"assets": ["media"]},
    "rules": NEVER,
}
# It compares every pair of targets. What is large enough and far enough from the next on a phone is so on a desktop.
BUT_TARGETS: Options = {**RULES, "rules": {**NEVER, "target-size": OFF}}
COLOURS: Options = {
    **RULES,
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "rules": {},
}
AXE = f"{settings.STATIC_URL}axe/axe.min.js"
RUN = Path(__file__).with_name("looks.js").read_text()

_sound: set[str] = set()
"""The kinds of texts and of links in texts that axe-core has judged on some page, and that are sound."""

_changing: set[str] = set()
"""The kinds of elements that only one look shows, and that were looked at in both."""


def signed_in(browser: Browser, site: str, who: Account | None, **options: object) -> BrowserContext:
    context = browser.new_context(**options)  # type: ignore[arg-type]
    if who is None:
        return context
    client = Client()
    client.force_login(who)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
    return context


def check(page: Page, options: Options = RULES, *, keep: bool = False) -> set[str]:
    """No rule of axe-core is broken, nothing sticks out sideways or below, and the page has one heading of the first
    rank.

    Args:
        page: what is looked at, once it has loaded. Which page that is, is for the test to await.
        options: those of axe-core.
        keep: keep in mind what is shown, for the next time.

    Returns:
        Names of what is shown now and was not when that was kept in mind, or the other way round.
    """
    evaluate = page.evaluate(RUN, [AXE, options, " ".join(_sound), keep])
    result = [
        (item["id"], node["target"], node["failureSummary"].splitlines()[-1].strip())
        for item in evaluate["violations"]
        for node in item["nodes"]
    ]
    assert result == [], (page.url, result)
    _sound.update(evaluate["sound"].split())
    beyond, below = evaluate["beyond"]
    assert beyond <= 0, f"{beyond} pixels stick out sideways of {page.url}"
    assert below <= 1, f"{below} pixels hang out below {page.url}"
    if evaluate["titles"] != 1:
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
    return set(evaluate["changed"])


def check_looks(page: Page) -> None:
    """Check what `page` shows, light on a desktop and dark on a phone: colours and sizes are independent. The look that
    the page has goes first, for each change draws it anew.

    What has no colour is looked at on the phone, and on the desktop only if something is shown there or on the phone
    alone, of a kind that no page before had.
    """
    narrow = page.viewport_size == PHONE
    if narrow:
        on_a_phone(page)
        check(page, keep=True)
        on_a_desktop(page)
        changed = check(page, COLOURS)
    else:
        on_a_desktop(page)
        check(page, COLOURS, keep=True)
        on_a_phone(page)
        changed = check(page)
    if not changed <= _changing:
        on_a_desktop(page)
        check(page, BUT_TARGETS)
        _changing.update(changed)


def on_a_desktop(page: Page) -> None:
    """Look at `page` in light colours and on a wide screen."""
    look(page, DESKTOP, color_scheme="light")


def on_a_phone(page: Page) -> None:
    """Look at `page` in dark colours and on a narrow screen."""
    look(page, PHONE, color_scheme="dark")


def open_all(page: Page) -> None:
    """Open everything that can be opened, but for the menu, which would lie over the page."""
    page.evaluate("for (const part of document.querySelectorAll('details:not(.menu)')) part.open = true")
