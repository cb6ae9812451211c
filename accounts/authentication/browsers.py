"""What a browser calls itself, in two words: enough to recognise one's devices, and nothing else is stored."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

LOOKED_AT = 300
"""Characters of what a browser says that are looked at."""

# The first that fits: most say the names of others too.
_BROWSERS = (
    (r"\bEdg(?:e|A|iOS)?/", "Edge"),
    (r"\b(?:OPR|Opera)/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\b(?:Firefox|FxiOS)/", "Firefox"),
    (r"\b(?:Chrome|CriOS|Chromium|HeadlessChrome)/", "Chrome"),
    (r"\bSafari/", "Safari"),
)
_SYSTEMS = (
    (r"\biPhone\b", "iPhone"),
    (r"\biPad\b", "iPad"),
    (r"\bAndroid\b", "Android"),
    (r"\bWindows\b", "Windows"),
    (r"\bCrOS\b", "ChromeOS"),
    (r"\bMac(?:intosh| OS X)\b", "macOS"),
    (r"\bLinux\b", "Linux"),
)


def browser_of(agent: str) -> tuple[str, str]:
    """The names of browser and system; empty for what is not known.

    >>> browser_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    ('Firefox', 'Linux')
    >>> browser_of("curl/8")
    ('', '')
    """
    text = agent[:LOOKED_AT]
    browser, system = (
        next((name for pattern, name in known if re.search(pattern, text)), "") for known in (_BROWSERS, _SYSTEMS)
    )
    return browser, system


def device_words(browser: str, system: str) -> str:
    """A device in words of the reader's language."""
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")
