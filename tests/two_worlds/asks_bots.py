"""How the pages of bots are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from .asking import Ask, Asking, Scene, seldom


def _computer(scene: Scene) -> Iterator[Ask]:
    """It lists the viewer's own unfinished games against the computer; a form that is refused says the same."""
    path = reverse("bots:computer")
    yield scene.chance.choice(
        (Ask(path), Ask(path, who="anybody"), Ask(path, method="POST", data={"variant": "chess"}))
    )


ASKS: dict[str, Asking] = {"bots:computer": seldom(_computer)}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
