"""How the pages of bots are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom


def _computer(scene: Scene) -> Iterator[Ask]:
    """It lists the viewer's own unfinished games against the computer; a form that is refused says the same."""
    path = reverse("bots:computer")
    yield scene.chance.choice(
        (Ask(path), Ask(path, who="anybody"), Ask(path, method="POST", data={"variant": "chess"}))
    )


def _again(scene: Scene) -> Iterator[Ask]:
    """Once more against the computer: refused, since these games have no bots."""
    yield Ask(reverse("bots:again", args=[scene.key]), method="POST", who=scene.chance.choice(("viewer", "anybody")))


def _play_on(scene: Scene) -> Iterator[Ask]:
    """On from here against the computer: refused while the game is not open, to its players too."""
    path, who = reverse("bots:play-on", args=[scene.key]), scene.chance.choice(("viewer", "anybody"))
    if scene.chance.random() < 0.5:
        yield Ask(path, who=who, data={"ply": str(scene.earlier)})
    else:
        terms = {"ply": str(scene.earlier), "side": "red", "world": "truth", "once": str(UUID(int=7, version=4))}
        yield Ask(path, who=who, method="POST", data=terms)


def _now(scene: Scene) -> Iterator[Ask]:
    """A stranger begins a game. What comes twice from one browser leads to the first one: each of these is another."""
    cookie = f"{settings.CSRF_COOKIE_NAME}={scene.chance.randbytes(16).hex()}"
    yield Ask(reverse("bots:now"), who="anybody", method="POST", headers={"Cookie": cookie})


def _become(scene: Scene) -> Iterator[Ask]:
    """Whether the viewer's account is to be a bot; a form that is refused."""
    path = reverse("bots:become")
    yield scene.chance.choice((Ask(path), Ask(path, method="POST", data={"confirm": "Nobody"})))


ASKS: dict[str, Asking] = {
    "bots:computer": seldom(_computer),
    "bots:mine": seldom(page("bots:mine")),
    "bots:now": seldom(_now),
    "bots:become": seldom(_become),
    "bots:again": seldom(_again),
    "bots:play-on": _play_on,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
