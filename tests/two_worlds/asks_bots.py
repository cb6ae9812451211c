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


def _again(scene: Scene) -> Iterator[Ask]:
    """Once more against the computer: refused, since these games have no bots."""
    yield Ask(reverse("bots:again", args=[scene.key]), method="POST", who=scene.chance.choice(("viewer", "anybody")))


ASKS: dict[str, Asking] = {"bots:computer": seldom(_computer), "bots:again": seldom(_again)}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
