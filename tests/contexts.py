"""Contexts of the browser that tests take over from one another.

A new context is a profile of its own, with an empty cache and new processes: it costs more than all that most tests do
in it. What a test can leave in one is taken out of it when the test closes it: pages, cookies, what scripts stored. The
cache of static files stays. A context in which a test did what cannot be undone is closed for good.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error

__all__ = ["Contexts"]

MOST = 3
"""How many idle contexts with the same options are kept."""

FOR_GOOD = (
    *("add_init_script", "expose_binding", "expose_function", "grant_permissions", "new_cdp_session", "on", "once"),
    *("route", "route_from_har", "route_web_socket", "set_default_navigation_timeout", "set_default_timeout"),
    *("set_extra_http_headers", "set_geolocation", "set_offline", "set_storage_state"),
)
"""What is done to a context for as long as it lives."""

CLOCK = ("install", "pause_at", "set_fixed_time", "set_system_time")


class Contexts:
    """Stands in for the browser: its contexts go back here when they are closed."""

    def __init__(self, browser: Browser) -> None:
        """Keeps the browser."""
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = defaultdict(list)

    def new_context(self, **options: Any) -> BrowserContext:
        """Returns a context that holds nothing of any other test."""
        idle = self._idle[repr(sorted(options.items()))]
        if idle:
            return idle.pop()
        context = self._browser.new_context(**options)
        spoilt: list[str] = []
        for owner, names in ((context, FOR_GOOD), (context.clock, CLOCK)):
            for name in names:
                setattr(owner, name, _noted(getattr(owner, name), spoilt))
        close = context.close

        def give_back() -> None:
            if not spoilt and len(idle) < MOST and _emptied(context):
                idle.append(context)
            elif context not in idle:
                close()

        context.close = give_back  # type: ignore[method-assign]
        return context


def _noted(do: Callable[..., Any], spoilt: list[str]) -> Callable[..., Any]:
    """The same, but it is noted that it was done."""

    @wraps(do)
    def doing(*args: Any, **kwargs: Any) -> Any:
        spoilt.append(do.__name__)
        return do(*args, **kwargs)

    return doing


def _emptied(context: BrowserContext) -> bool:
    """Takes out what a test left; False if some of it may still be there, as where no page is open any more that could
    say what was stored.
    """
    pages = context.pages
    try:
        for page in pages:
            page.evaluate("() => location.protocol.startsWith('http') && localStorage.clear()")
        for page in pages:
            page.close()
        context.clear_cookies()
    except Error:
        return False
    return pages != [] and context.pages == []
