"""How the pages of play are asked for in two worlds. What a form changes is taken back."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from .asking import GZIP, Ask, Asking, Scene

HTMX = {"HX-Request": "true"}


def _table(scene: Scene) -> Iterator[Ask]:
    data = scene.chance.choice(({}, {"since": str(scene.version - 1)}))
    yield Ask(reverse("play:table", args=[scene.key]), data=data, headers=scene.chance.choice(({}, GZIP, HTMX)))
    if scene.chance.random() < 0.2:
        yield Ask(reverse("play:table", args=[scene.key]), who="anybody")


def _turn(scene: Scene) -> Iterator[Ask]:
    """A turn as it may come in: one that is no turn, is from a stale page or most often refused, and a legal one."""
    path, version = reverse("play:turn", args=[scene.key]), str(scene.version)
    headers = scene.chance.choice((HTMX, {}, HTMX | GZIP))
    since = scene.chance.choice(({}, {"since": version}))
    sent = [scene.chance.choice([("nonsense", version), ("a1-a2", "1"), ("a1-b9", version)])]
    if scene.turn:
        sent.append((scene.turn, version))
    for turn, seen in sent:
        yield Ask(path, method="POST", data={"turn": turn, "version": seen, **since}, headers=headers)


def _act(scene: Scene) -> Iterator[Ask]:
    if scene.chance.random() < 0.5:
        return
    takeback = ("take-back", "accept-takeback", "decline-takeback")
    acts = ("offer", "accept", "decline", "resign", "abort", "open", "close", "claim", "win", *takeback)
    act = scene.chance.choice(acts)
    data = {"act": act, "version": str(scene.version)}
    path = reverse("play:act", args=[scene.key])
    yield Ask(path, method="POST", data=data, headers=scene.chance.choice((HTMX, {})))


def _due(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:due", args=[scene.key]), method="POST")


def _present(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:present", args=[scene.key]), method="POST", data=scene.chance.choice(({}, {"left": "1"})))


def _aside(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:aside", args=[scene.key]), headers=scene.chance.choice(({}, HTMX)))


def _leave(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("play:leave", args=[scene.key]), data=scene.chance.choice(({}, {"what": "abort"})))


def _next(scene: Scene) -> Iterator[Ask]:
    if scene.chance.random() < 0.2:
        yield Ask(reverse("play:next", args=[scene.key]))


ASKS: dict[str, Asking] = {
    "play:table": _table,
    "play:turn": _turn,
    "play:act": _act,
    "play:due": _due,
    "play:present": _present,
    "play:aside": _aside,
    "play:leave": _leave,
    "play:next": _next,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
