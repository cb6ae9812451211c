"""How the pages of studies are asked for in two worlds.

A game that is not open has none, and its players are refused as everybody is. What studies there are is the same in
both worlds: none, as long as nobody may make one.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse

from .asking import Ask, Asking, Scene, page, seldom, some_name


def _begin(scene: Scene) -> Iterator[Ask]:
    path, who = reverse("studies:begin", args=[scene.key]), scene.chance.choice(("viewer", "anybody", "staff"))
    if scene.chance.random() < 0.5:
        yield Ask(path, who=who, data={"ply": str(scene.earlier)})
    else:
        yield Ask(path, who=who, method="POST", data={"title": "Plans", "once": str(UUID(int=7, version=4))})


def _list(scene: Scene) -> Iterator[Ask]:
    """All, and those of the game: there are none before it is open, not even an empty list."""
    yield Ask(
        reverse("studies:list"), data=scene.chance.choice(({}, {"game": scene.key}, {"player": some_name(scene)}))
    )


def _none(name: str, *, post: bool = False) -> Asking:
    """What answers at the address of a study that is not there, which is what a private one answers too."""

    def asking(scene: Scene) -> Iterator[Ask]:
        path = reverse(name, args=[scene.key])
        who = scene.chance.choice(("viewer", "anybody"))
        yield Ask(path, who=who)
        if post:
            data = {"do": scene.chance.choice(("comment", "draw", "play", "save", "leave")), "text": "b4"}
            yield Ask(path, who=who, method="POST", data=data)

    return asking


def _reported(scene: Scene) -> Iterator[Ask]:
    """Texts of studies know nothing of ranks that are hidden; the list of those that were reported stands for all."""
    yield Ask(reverse("admin:studies_studycomment_changelist"), who="staff")


ASKS: dict[str, Asking] = {
    "studies:begin": _begin,
    "studies:list": seldom(_list),
    "studies:mine": seldom(page("studies:mine")),
    "studies:study": seldom(_none("studies:study")),
    "studies:edit": seldom(_none("studies:edit", post=True)),
    "studies:settings": seldom(_none("studies:settings", post=True)),
    "studies:answer": seldom(_none("studies:answer", post=True)),
    "studies:delete": seldom(_none("studies:delete", post=True)),
    "studies:export": seldom(_none("studies:export")),
    "admin:studies_": _reported,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
