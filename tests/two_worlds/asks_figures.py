"""How figures are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.models import Game

from .asking import Ask, Asking, Scene

_TABLES = ("results", "lengths", "endings", "contact", "takes", "falls", "survival", "flags")


def _of(scene: Scene) -> dict[str, str]:
    """The game's own rule book, or its event."""
    if scene.event and scene.chance.random() < 0.5:
        return {"event": scene.event}
    return {"variant": Game.objects.values_list("variant", flat=True).get(id=scene.game)}


def _name(scene: Scene) -> str:
    return f"Player {scene.chance.choice(scene.seats).slug}"


def _figures(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:figures"), data=_of(scene))


def _table(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:table", args=[scene.chance.choice(_TABLES)]), data=_of(scene))


def _player(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:player", args=[_name(scene)]))


def _player_table(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:player-table", args=[_name(scene), scene.chance.choice(_TABLES)]))


ASKS: dict[str, Asking] = {
    "figures:figures": _figures,
    "figures:table": _table,
    "figures:player": _player,
    "figures:player-table": _player_table,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
