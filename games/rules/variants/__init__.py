"""The rule books, one small module each: what differs, and nothing else (RULES section 8)."""

from __future__ import annotations

from games.rules.variant import Variant

from . import (
    alliance,
    alliance_lightning,
    barrage,
    battle,
    campaign,
    cards,
    classic,
    duel,
    lightning,
    ultimate_lightning,
)

__all__ = ["VARIANTS", "variant"]

_MODULES = (
    classic,
    barrage,
    battle,
    duel,
    lightning,
    ultimate_lightning,
    campaign,
    alliance,
    alliance_lightning,
    cards,
)

VARIANTS: dict[str, Variant] = {module.VARIANT.slug: module.VARIANT for module in _MODULES}
"""Every rule book by its slug."""


def variant(slug: str) -> Variant:
    """The rule book `slug`. Raises `KeyError` for one that there is not."""
    return VARIANTS[slug]
