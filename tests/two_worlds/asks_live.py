"""How the pages of live are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from .asking import GZIP, Ask, Asking, Scene, page


def _version(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("live:version", args=[scene.key]), who=scene.chance.choice(("viewer", "anybody")))


def _now(scene: Scene) -> Iterator[Ask]:
    present = scene.version
    number = scene.chance.choice((present, present, present, present - 1, present + 1))
    flip = {"flip": str(scene.chance.randrange(len(scene.seats)))} if scene.chance.random() < 0.3 else {}
    audience = "spectator" if scene.chance.random() < 0.8 else scene.foreign.value
    build = f"{settings.VEXILLUM_BUILD}-{get_language()}"
    path = reverse("live:now", args=[scene.key, audience, build, number])
    yield Ask(path, who=scene.chance.choice(("viewer", "anybody")), data=flip, headers=scene.chance.choice(({}, GZIP)))


ASKS: dict[str, Asking] = {"live:version": _version, "live:now": _now, "live:ticket": page("live:ticket")}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
