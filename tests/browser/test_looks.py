"""The checks of looks can fail, on a page whose like was sound before: breaches are planted one by one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .looks import check_looks

BAR = "<nav class='site-nav' aria-label='Planted'>"  # what is wide in it is not shown on a phone
BREACHES = {
    "color-contrast": ["<p id='planted'>Some words</p>", {"color": "rgb(150, 150, 150)"}],
    "link-in-text-block": ["<p>Some words and <a id='planted' href='/'>a link</a></p>", {"text-decoration": "none"}],
    "target-size": [
        "<div><button id='planted' type='button'>a</button><button class='button' type='button'>b</button></div>",
        {"width": "12px", "height": "12px", "min-height": "0", "min-width": "0", "padding": "0", "margin": "0"},
    ],
    "button-name": [f"{BAR}<button id='planted' class='wide' type='button'></button></nav>", {}],
    "link-name": [
        f"{BAR}<a id='planted' href='/'><span class='wide'>On a desktop alone</span></a></nav>",
        {"display": "inline-block", "min-width": "30px", "min-height": "30px"},
    ],
    "stick out sideways": ["<p id='planted'>Some words</p>", {"width": "700px"}],
}
"""Each by the rule that finds it: what is put into the page, and how it is styled."""
PLANT = """([html, style]) => {
  document.querySelector("main").insertAdjacentHTML("beforeend", html);
  for (const [name, value] of Object.entries(style)) document.querySelector("#planted").style.setProperty(name, value);
}"""


def test_a_breach_is_found_in_a_page_like_one_that_was_sound(site: str, page: Page) -> None:
    page.goto(f"{site}/login/")
    for _time in range(2):
        check_looks(page)
    for rule, breach in BREACHES.items():
        page.goto(f"{site}/login/")
        page.evaluate(PLANT, breach)
        with pytest.raises(AssertionError, match=rule):
            check_looks(page)
