"""What one test leaves in a window does not reach the next one; and what goes wrong in a window is heard each time."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.scenes import account
from tests.windows import Window, Windows, watch

from .looks import check, check_looks, on_a_desktop, on_a_phone, signed_in

LEFT = """async () => [document.cookie, localStorage.length, sessionStorage.kept ?? 0,
  (await navigator.permissions.query({ name: "clipboard-read" })).state,
  innerWidth, matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("print").matches, navigator.onLine]"""


def again(windows: Windows, window: Window) -> Window:
    window.close()
    lent: list[Window] = []
    while not lent or lent[-1].context is not window.context:
        lent.append(windows.new_context())
        assert lent[-1] in windows._lent
        assert len(lent) < 9, "it is not used again"
    for other in lent[:-1]:
        other.close()
    return lent[-1]


def test_nothing_is_left_for_the_next_test(site: str, browser: Windows) -> None:
    first = signed_in(browser, site, account("Ada"), viewport={"width": 360, "height": 700}, color_scheme="dark")
    page = first.new_page()
    page.goto(f"{site}/account/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("localStorage.kept = sessionStorage.kept = 1; document.cookie = 'kept=1'")
    first.grant_permissions(["clipboard-read"])
    page.emulate_media(media="print")
    first.new_page().goto(site)
    page.route("**/login/", lambda route: route.abort())
    first.set_offline(True)
    second = again(browser, first)
    page = second.new_page()
    page.goto(f"{site}/account/")  # nobody is signed in, and the way to sign in is free
    expect(page.get_by_label("Password")).to_be_visible()
    page.evaluate("document.cookie = 'csrftoken=; max-age=0'")
    assert page.evaluate(LEFT) == ["", 0, 0, "prompt", 1280, False, False, True]
    assert len(second.pages) == 1


def test_a_clock_by_hand_is_not_handed_on(site: str, browser: Windows) -> None:
    first = browser.new_context()
    page = first.new_page()
    page.clock.install()
    page.goto(site)
    first.close()
    with pytest.raises(AssertionError, match="not used again"):
        again(browser, first)


WRONG = {
    "setTimeout(() => { throw new Error('a fault of a script') })": "a fault of a script",
    "document.body.append(Object.assign(document.createElement('script'), { text: '1' }))": "Content Security",
    "void fetch('https://example.org/').catch(() => {})": "https://example.org/",
}
"""What is done on a page, and what is heard of it."""


def test_what_goes_wrong_is_heard_in_a_window_that_is_used_again(site: str, browser: Windows) -> None:
    window = browser.new_context()
    before = watch(window.new_page())
    window.page.goto(site)
    for fault, result in WRONG.items():
        window = again(browser, window)
        page = window.new_page()
        trouble = watch(page)
        page.goto(site)
        page.evaluate(fault)
        deadline = time.monotonic() + 15
        while not trouble and time.monotonic() < deadline:
            page.wait_for_timeout(20)
        assert before == [], fault
        assert trouble, fault
        assert all(result in item for item in trouble), trouble
        before = []  # what is heard later is not of the next page


FAULTS = [
    ("color-contrast", "[...document.querySelectorAll('#main label')].at(-1).style.color = '#999'"),
    ("label", "document.querySelector('#main input:not([type=hidden])').labels[0].remove()"),
    (
        "target-size",
        "for (const one of document.querySelectorAll('.site-nav a'))"
        " Object.assign(one.style, { font: '4px/1 serif', padding: 0, minHeight: 0 })",
    ),
]


def test_a_page_is_looked_at_closely(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/login/")
    check(page)
    for rule, fault in FAULTS:
        page.goto(f"{site}/login/")
        page.evaluate(fault)
        with pytest.raises(AssertionError) as caught:
            check(page)
        assert rule in str(caught.value), fault
    for result, fault in (
        ("stick out sideways", "document.body.style.minWidth = '700px'"),
        ("hang out below", "document.querySelector('#main h1').style.cssText = 'position: absolute; top: 9000px'"),
    ):
        page.goto(f"{site}/login/")
        page.evaluate(fault)
        with pytest.raises(AssertionError, match=result):
            check(page)


BAR = "<nav class='site-nav' aria-label='Planted'>"  # what is wide in it is not shown on a phone
PLANTED = {
    "link-in-text-block": ["<p>Some words and <a id='planted' href='/'>a link</a></p>", {"text-decoration": "none"}],
    "button-name": [f"{BAR}<button id='planted' class='wide' type='button'></button></nav>", {}],
    "link-name": [
        f"{BAR}<a id='planted' href='/'><span class='wide'>On a desktop alone</span></a></nav>",
        {"display": "inline-block", "min-width": "30px", "min-height": "30px"},
    ],
}
"""Breaches by their rules: what is put into the page, and how it is styled. The second is there on a desktop alone, the
third on a phone alone.
"""
PLANT = """([html, style]) => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  for (const [name, value] of Object.entries(style)) document.querySelector("#planted").style.setProperty(name, value);
}"""


def test_a_breach_in_one_look_is_found_on_a_page_whose_like_was_sound(site: str, page: Page) -> None:
    page.goto(f"{site}/login/")
    check_looks(page)
    for first in (on_a_phone, on_a_desktop):
        for rule, planted in PLANTED.items():
            first(page)
            page.goto(f"{site}/login/")
            page.evaluate(PLANT, planted)
            with pytest.raises(AssertionError, match=rule):
                check_looks(page)
