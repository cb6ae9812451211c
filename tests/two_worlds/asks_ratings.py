"""How the pages of ratings are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.rules import VARIANTS

from .asking import Ask, Asking, Scene, page, seldom


def _variant(scene: Scene) -> Iterator[Ask]:
    if scene.chance.random() < 0.1:
        yield Ask(reverse("ratings:variant", args=[scene.chance.choice(sorted(VARIANTS))]))


ASKS: dict[str, Asking] = {"ratings:ratings": seldom(page("ratings:ratings")), "ratings:variant": _variant}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
