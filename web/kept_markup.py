"""Parts of pages that are the same for all readers, drawn once for what they show."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

KEPT = 600
"""Seconds."""


def kept_markup(name: str, shown: object, draw: Callable[[], str]) -> SafeString:
    """The markup of a part, from the cache if the same was shown before.

    Args:
        name: of the part.
        shown: what the database has for it: rows, of which the `repr` says all that the part depends on. Another row
            makes another key, so nothing has to be forgotten.
        draw: makes the markup of them.
    """
    digest = sha256(repr(shown).encode()).hexdigest()
    key = f"{name}-{digest}-{settings.VEXILLUM_BUILD}-{get_language()}"
    markup: str | None = cache.get(key)
    if markup is None:
        markup = str(draw())
        cache.set(key, markup, timeout=KEPT)
    return mark_safe(markup)  # noqa: S308 (a template made it)
