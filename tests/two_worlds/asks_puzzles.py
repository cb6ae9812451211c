"""How the pages of puzzles are asked for in two worlds.

A game that is not open has no puzzle; `test_puzzles.py` has the puzzles of games that are.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom


def _next(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("puzzles:next"), data=scene.chance.choice(({}, {"near": "1"}, {"kind": "where"})))


def _puzzle(scene: Scene) -> Iterator[Ask]:
    path = reverse("puzzles:puzzle", args=[scene.key])
    yield scene.chance.choice((Ask(path), Ask(path, method="POST", data={"choice": "a7"}), Ask(path, who="anybody")))


ASKS: dict[str, Asking] = {
    "puzzles:index": seldom(page("puzzles:index")),
    "puzzles:next": _next,
    "puzzles:days": seldom(page("puzzles:days")),
    "puzzles:mine": seldom(page("puzzles:mine")),
    "puzzles:puzzle": _puzzle,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
