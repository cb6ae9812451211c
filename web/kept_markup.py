"""Parts of pages that are the same for all readers, drawn once for what they show."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

S = TypeVar("S")

KEPT = 600
"""Seconds."""

MOST = 512
"""Parts that a process has at hand itself."""


class _AtHand:
    """What this process has drawn or fetched lately: the keys say all that is shown, so it is never out of date. It is
    forgotten as a whole, when it is too much or as old as what the cache forgets."""

    def __init__(self) -> None:
        self._parts: dict[str, str] = {}
        self._until = 0.0

    def those(self, keys: Sequence[str]) -> dict[str, str]:
        """What there is under some keys."""
        if time.monotonic() > self._until:
            self._parts, self._until = {}, time.monotonic() + KEPT
        parts = self._parts
        return {key: part for key in keys if (part := parts.get(cache.make_key(key))) is not None}

    def take(self, parts: Mapping[str, str]) -> None:
        """Have these too."""
        if len(self._parts) + len(parts) > MOST:
            self._parts = {}
        self._parts.update({cache.make_key(key): part for key, part in parts.items()})


_AT_HAND = _AtHand()


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
    kept = _AT_HAND.those(keys)
    if missing := [key for key in keys if key not in kept]:
        fetched: dict[str, str] = cache.get_many(missing)
        drawn = {key: str(draw(item)) for key, item in zip(keys, shown, strict=True) if key not in kept | fetched}
        if drawn:
            cache.set_many(drawn, timeout=KEPT)
        _AT_HAND.take(fetched | drawn)
        kept |= fetched | drawn
    return [mark_safe(kept[key]) for key in keys]  # noqa: S308 (a template made it)
