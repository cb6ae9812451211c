"""Windows of one Chromium, in which one test after the other looks at the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, ViewportSize
from playwright.sync_api import Error as PlaywrightError

HERE = {"localhost", "127.0.0.1"}
LOOKS = {"viewport", "color_scheme", "reduced_motion"}  # they can be changed while a context is open
DEFAULT: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 720},
    "media": "null",
    "color_scheme": "light",
    "reduced_motion": "no-preference",
}
"""How a page is looked at where nothing is told: that is Playwright's own choice."""
# What one test may have left for the next one; whether the clock of the page is no longer the real one.
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); return '__pwClock' in window; }"
# Where a window waits for the next test. Any address that is not of this site would end the process of its page, as the
# site's Cross-Origin-Opener-Policy wants.
STILL = f"{settings.STATIC_URL}img/favicon.svg"


class Windows:
    """What tests know as `browser`. Its contexts are those that an earlier test has left, if there are some: a new one
    is a new process, which fetches and compiles every script anew, and that takes longer than most tests.

    A context is handed on without cookies, storage, permissions and routes, and with one page, which is empty. What
    stays is what the browser has kept of the site: its static files, and pages that it asks for again by their ETag.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: list[Window] = []
        self._lent: list[Window] = []

    def new_context(self, *, own: bool = False, **options: Any) -> Window:
        """Open a context.

        Args:
            own: whether no other test may use it: for scripts and functions that are put into every page of it, and
                for what counts bytes. A context with a clock by hand is always left to itself.
            options: those of Playwright.
        """
        looks = {name: options.pop(name) for name in LOOKS & options.keys()}
        window = next((item for item in self._free if item.fixed == options), None)
        if own or window is None:
            window = Window(self, self.browser.new_context(**options), fixed=options, used_again=not own)
        else:
            self._free.remove(window)
        self._lent.append(window)
        window.looks = looks
        return window

    def take_back(self, window: Window) -> None:
        """Let the next test have a context, if nothing of this test can stay in it."""
        if window not in self._lent:
            return
        self._lent.remove(window)
        if window.used_again and window.forget():
            self._free.append(window)
        else:
            window.context.close()

    def take_all_back(self) -> None:
        for window in list(self._lent):
            self.take_back(window)


class Window:
    """A context; as Playwright's, but that it is closed by giving it back.

    Attributes:
        fixed: the options with which it was made.
        looks: those that its pages have now.
    """

    def __init__(
        self, windows: Windows, context: BrowserContext, *, fixed: Mapping[str, Any], used_again: bool
    ) -> None:
        self.windows = windows
        self.context = context
        self.fixed = fixed
        self.used_again = used_again
        self.looks: dict[str, Any] = {}
        self.page = context.new_page()
        self.opened = self.granted = False
        grant = context.grant_permissions

        def remember(*permissions: Any, **options: Any) -> None:
            self.granted = True
            grant(*permissions, **options)

        context.grant_permissions = remember  # type: ignore[method-assign]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def new_page(self) -> Page:
        page = self.context.new_page() if self.opened else self.page
        self.opened = True
        look(page, **{**DEFAULT, **self.looks})
        return page

    def close(self) -> None:
        self.windows.take_back(self)

    def forget(self) -> bool:
        """Remove what the test has left; whether the context can be used again."""
        self.opened = False
        try:
            for page in self.context.pages:
                if page is not self.page:
                    page.close()
            by_hand = self.page.evaluate(FORGET)
            self.page.unroute_all(behavior="ignoreErrors")
            self.context.unroute_all(behavior="ignoreErrors")
            self.context.set_offline(False)
            parts = urlsplit(self.page.url)
            self.page.goto(f"{parts.scheme}://{parts.netloc}{STILL}")
            self.context.clear_cookies()
            if self.granted:
                self.context.clear_permissions()
                self.granted = False
        except PlaywrightError:  # it was closed, or it shows nothing of the site
            return False
        return not by_hand


_media: WeakKeyDictionary[Page, dict[str, Any]] = WeakKeyDictionary()
"""What each page was told last of what it is shown on, also by `page.emulate_media`."""


def look(page: Page, viewport: ViewportSize, **media: Any) -> None:
    """Have a page be looked at in this way. What is so already is not told again: the page would be drawn anew."""
    if page not in _media:
        _remember(page)
    if page.viewport_size != viewport:
        page.set_viewport_size(viewport)
    changed = {name: value for name, value in media.items() if _media[page][name] != value}
    if changed:
        page.emulate_media(**changed)


def _remember(page: Page) -> None:
    """Keep in mind what a new page is told from now on."""
    emulate = page.emulate_media
    result = _media[page] = {name: value for name, value in DEFAULT.items() if name != "viewport"}

    def remember(**media: Any) -> None:
        emulate(**media)
        result.update(media)

    page.emulate_media = remember  # type: ignore[method-assign]


_troubles: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def watch(page: Page) -> list[str]:
    """Return a list that fills with what must not happen on `page`, until it is watched anew."""
    known = page in _troubles
    trouble = _troubles[page] = []
    if known:
        return trouble

    def hear(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text or "Uncaught" in message.text:
            _troubles[page].append(message.text)

    def see(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.hostname not in HERE:
            _troubles[page].append(f"a request to {request.url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: _troubles[page].append(str(error)))
    page.on("request", see)
    return trouble
