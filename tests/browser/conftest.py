"""What tests in a browser share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from accounts.models import Account
from tests.windows import watch

from .looks import DESKTOP, check_looks, on_a_desktop, signed_in


@pytest.fixture
def everywhere(site: str, browser: Browser) -> Iterator[Callable[..., None]]:
    """Look at addresses, as somebody or as a stranger, and check each in both looks: it is opened in the one that the
    page before it was left in. `act` comes before the checks, on a desktop.
    """
    trouble: list[list[str]] = []
    with ExitStack() as contexts:

        def look(*addresses: str, who: Account | None = None, act: Callable[[Page], object] | None = None) -> None:
            context = contexts.enter_context(signed_in(browser, site, who, reduced_motion="reduce"))
            page = context.new_page()
            trouble.append(watch(page))
            for address in addresses:
                if act:
                    on_a_desktop(page)
                page.goto(site + address)
                if act:
                    act(page)
                check_looks(page)

        yield look
    assert trouble == [[]] * len(trouble)


@pytest.fixture
def open_as(live_site: str, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open addresses, each as somebody in a window of their own, of which nobody may hear any trouble."""
    usual = {"viewport": DESKTOP, "reduced_motion": "reduce"}
    trouble: list[list[str]] = []
    with ExitStack() as contexts:

        def open_page(who: Account | None, address: str, **options: object) -> Page:
            page = contexts.enter_context(signed_in(browser, live_site, who, **usual | options)).new_page()
            trouble.append(watch(page))
            page.goto(f"{live_site}{address}")
            return page

        yield open_page
    assert trouble == [[]] * len(trouble)
