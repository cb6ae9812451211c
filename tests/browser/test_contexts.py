"""A context that a test takes over holds nothing of the test before."""

from __future__ import annotations

from playwright.sync_api import Browser

NARROW = {"viewport": {"width": 333, "height": 444}}  # no other test has these contexts


def test_a_context_is_taken_over_empty(site: str, browser: Browser) -> None:
    first = browser.new_context(**NARROW)  # type: ignore[arg-type]
    page = first.new_page()
    page.goto(f"{site}/robots.txt")
    page.evaluate("() => { localStorage.setItem('a', '1'); sessionStorage.setItem('a', '1'); }")
    first.add_cookies([{"name": "a", "value": "1", "url": site}])
    first.close()

    second = browser.new_context(**NARROW)  # type: ignore[arg-type]
    assert second is first
    assert (second.pages, second.cookies()) == ([], [])
    page = second.new_page()
    page.goto(f"{site}/robots.txt")
    assert page.evaluate("[localStorage.length, sessionStorage.length, history.length]") == [0, 0, 2]
    second.close()


def test_other_options_are_another_context(browser: Browser) -> None:
    light = browser.new_context(**NARROW)  # type: ignore[arg-type]
    light.new_page()
    light.close()
    dark = browser.new_context(color_scheme="dark", **NARROW)  # type: ignore[arg-type]
    assert dark is not light
    dark.close()


def test_what_cannot_be_undone_closes_a_context_for_good(site: str, browser: Browser) -> None:
    for spoil in (
        lambda page: page.clock.install(),
        lambda page: page.context.set_offline(True),
        lambda page: page.context.grant_permissions(["clipboard-read"]),
        lambda page: page.close(),  # and nobody knows what its scripts had stored
    ):
        context = browser.new_context(**NARROW)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{site}/robots.txt")
        spoil(page)
        context.close()
        fresh = browser.new_context(**NARROW)  # type: ignore[arg-type]
        assert fresh is not context
        fresh.close()
