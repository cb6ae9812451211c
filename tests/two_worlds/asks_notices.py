"""How the pages of notices are asked for in two worlds. What mails and notices say is compared by `mails.py`."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom


def _open(scene: Scene) -> Iterator[Ask]:
    """A notice that there is not: one that there is leads to the page of its game, and says nothing itself."""
    if scene.chance.random() < 0.1:
        yield Ask(reverse("notices:open", args=[UUID(int=scene.chance.getrandbits(128), version=4)]))


def _read(scene: Scene) -> Iterator[Ask]:
    if scene.chance.random() < 0.2:
        yield Ask(reverse("notices:read"), method="POST")


ASKS: dict[str, Asking] = {
    "notices:notices": page("notices:notices"),
    "notices:open": _open,
    "notices:read": _read,
    "notices:settings": seldom(page("notices:settings")),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset({"notices:stop"})
"""Addresses that can show nothing of any game."""
