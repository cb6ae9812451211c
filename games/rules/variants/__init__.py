"""The rule books, one small module each: what differs, and nothing else (RULES section 8)."""

from __future__ import annotations

from games.rules.variant import Variant

from . import barrage, battle, classic, duel

__all__ = ["VARIANTS", "variant"]

VARIANTS: dict[str, Variant] = {module.VARIANT.slug: module.VARIANT for module in (classic, barrage, battle, duel)}
"""Every rule book by its slug."""


def variant(slug: str) -> Variant:
    """The rule book `slug`. Raises `KeyError` for one that there is not."""
    return VARIANTS[slug]
