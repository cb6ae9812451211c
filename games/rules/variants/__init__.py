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
"""Every rule book by its slug, in its newest edition: what new games are played by."""

_EDITIONS = {(book.slug, book.edition): book for newest in VARIANTS.values() for book in newest.editions}


def variant(slug: str, edition: int | None = None) -> Variant:
    """The rule book `slug`.

    Args:
        edition: which edition of it, from 1; None for the newest. A game is played, replayed and judged by its own.

    Raises:
        KeyError: there is no such rule book, or no such edition of it.
    """
    return VARIANTS[slug] if edition is None else _EDITIONS[slug, edition]
