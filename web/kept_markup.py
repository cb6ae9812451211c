"""Parts of pages that are the same for all readers, drawn once for what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

S = TypeVar("S")

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
    return kept_markups(name, [shown], lambda _shown: draw())[0]


def kept_markups(name: str, shown: Sequence[S], draw: Callable[[S], str]) -> list[SafeString]:
    """As `kept_markup`, of several things of a kind, in one question to the cache.

    Args:
        name, shown: as there.
        draw: makes the markup of one of them.
    """
    suffix = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    keys = [f"{name}-{sha256(repr(item).encode()).hexdigest()}-{suffix}" for item in shown]
    kept: dict[str, str] = cache.get_many(keys) if keys else {}
    fresh = {key: str(draw(item)) for key, item in zip(keys, shown, strict=True) if key not in kept}
    if fresh:
        cache.set_many(fresh, timeout=KEPT)
        kept |= fresh
    return [mark_safe(kept[key]) for key in keys]  # noqa: S308 (a template made it)
