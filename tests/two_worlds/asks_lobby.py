"""How the pages of lobby are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom

HTMX = {"HX-Request": "true"}


def _watch(scene: Scene) -> Iterator[Ask]:
    """The board of a running game, whole and as the part that refreshes itself."""
    yield Ask(reverse("lobby:watch"), headers=scene.chance.choice(({}, HTMX)), who=_anyone(scene))


def _mine(scene: Scene) -> Iterator[Ask]:
    """The player's own list; for a spectator it is closed."""
    yield Ask(reverse("lobby:mine"), headers=scene.chance.choice(({}, HTMX)))


def _rematch(scene: Scene) -> Iterator[Ask]:
    """Too early while the game is going on; a challenge once it is over."""
    yield Ask(reverse("lobby:rematch", args=[scene.key]), method="POST")


def _anyone(scene: Scene) -> str:
    return scene.chance.choice(("viewer", "viewer", "anybody"))


ASKS: dict[str, Asking] = {
    "lobby:watch": _watch,
    "lobby:mine": _mine,
    "lobby:rematch": _rematch,
    "lobby:bots": seldom(page("lobby:bots")),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset(
    {"lobby:lobby", "lobby:post", "lobby:join", "lobby:cancel", "lobby:decline", "lobby:leave"}
    | {"lobby:challenge", "lobby:invitation", "admin:lobby_"}
)
"""Addresses that can show nothing of any game."""
