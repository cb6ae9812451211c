"""How the pages of talk are asked for in two worlds.

A guess is asked for at any number, so that the answer may not tell a piece that is hidden from one that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.rules import Viewer

from .asking import Ask, Asking, Scene, seldom

_HTMX = {"HX-Request": "true"}


def _talk(scene: Scene) -> Iterator[Ask]:
    path = reverse("talk:talk", args=[scene.key])
    yield Ask(path, data=scene.chance.choice(({}, {"new": "1"})), headers=scene.chance.choice(({}, _HTMX)))
    said = scene.chance.choice(
        ({"text": "<b>So & so</b>"}, {"read": "1"}, {"phrase": "luck"}, {"text": " "}, {"text": "x" * 400})
    )
    yield Ask(path, method="POST", data=said, headers=scene.chance.choice(({}, _HTMX)))
    yield Ask(path, who="anybody")


def _mute(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("talk:mute", args=[scene.key]), method="POST", data={"player": "nobody"})


def _note(scene: Scene) -> Iterator[Ask]:
    path = reverse("talk:note", args=[scene.key])
    yield Ask(path, method="POST", data={"note": "b4 stands still"}, headers=scene.chance.choice(({}, _HTMX)))


def _guess(scene: Scene) -> Iterator[Ask]:
    path, chance = reverse("talk:guess", args=[scene.key]), scene.chance
    data = {"piece": str(chance.randrange(1, 90)), "symbol": chance.choice(("B", "M", "3", "?"))}
    yield Ask(path, method="POST", data=data, headers=chance.choice(({}, _HTMX)))


def _guesses(scene: Scene) -> Iterator[Ask]:
    path, chance = reverse("talk:guesses", args=[scene.key]), scene.chance
    view = {"view": chance.choice((scene.foreign, Viewer.ALL, scene.viewer)).value}
    yield Ask(path, data=chance.choice(({}, view)), headers=chance.choice(({}, _HTMX)))
    yield Ask(path, who="anybody", headers=_HTMX)


def _open_guesses(scene: Scene) -> Iterator[Ask]:
    path = reverse("talk:open-guesses", args=[scene.key])
    act = scene.chance.choice(({"act": "choose", "opened": "1"}, {"act": "choose"}, {"act": "erase"}))
    yield Ask(path, method="POST", data=act, headers=scene.chance.choice(({}, _HTMX)))


def _reported(scene: Scene) -> Iterator[Ask]:
    """Messages know nothing of ranks; the list of those that were reported stands for all their pages."""
    yield Ask(reverse("admin:talk_message_changelist"), who="staff")


ASKS: dict[str, Asking] = {
    "talk:talk": seldom(_talk),
    "talk:mute": seldom(_mute),
    "talk:note": seldom(_note),
    "talk:guess": _guess,
    "talk:guesses": _guesses,
    "talk:open-guesses": _open_guesses,
    "admin:talk_": _reported,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
