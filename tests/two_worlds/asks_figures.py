"""How figures and open data are asked for in two worlds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.models import Game

from .asking import Ask, Asking, Scene, page, seldom, some_name

_TABLES = ("results", "lengths", "endings", "contact", "takes", "falls", "survival", "flags")


def _of(scene: Scene) -> dict[str, str]:
    """The game's own rule book, or its event."""
    if scene.event and scene.chance.random() < 0.5:
        return {"event": scene.event}
    return {"variant": Game.objects.values_list("variant", flat=True).get(id=scene.game)}


def _figures(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:figures"), data=_of(scene))


def _table(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:table", args=[scene.chance.choice(_TABLES)]), data=_of(scene))


def _player(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:player", args=[some_name(scene)]))


def _player_table(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("figures:player-table", args=[some_name(scene), scene.chance.choice(_TABLES)]))


def _month(name: str, *more: str) -> Asking:
    """Of this month: nothing is released of it, and what is knows no game that is hidden
    (tests/library/releases/test_release.py)."""

    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name, args=["2026-11", *more]))

    return asking


ASKS: dict[str, Asking] = {
    "releases:open-data": seldom(page("releases:open-data")),
    "releases:log": seldom(_month("releases:log")),
    "releases:file": seldom(_month("releases:file", "0" * 12, "games.parquet")),
    "api:releases": seldom(page("api:releases")),
    "api:release": seldom(_month("api:release")),
    "figures:figures": _figures,
    "figures:table": _table,
    "figures:player": _player,
    "figures:player-table": _player_table,
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
