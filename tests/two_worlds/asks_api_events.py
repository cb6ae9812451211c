"""How programs ask for tournaments in two worlds: by who plays, by others, by the staff and the arbiter of the event.
What a request changes is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from tournaments.records.pages.views import FILES

from .asking import BEARER, GZIP, Ask, Asking, Scene
from .events import ROUND

WHO = ("viewer", "viewer", "anybody", "staff", "arbiter")


def _read(name: str, *args: int, who: tuple[str, ...] = WHO, **data: str) -> Asking:
    """A reading request below the address of the event."""

    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            headers = BEARER | (GZIP if scene.chance.random() < 0.3 else {})
            path = reverse(name, args=[scene.event, *args])
            yield Ask(path, who=scene.chance.choice(who), data=data, headers=headers)

    return asking


def _log(scene: Scene) -> Iterator[Ask]:
    chosen: dict[str, Any] = scene.chance.choice(({}, {"kind": "rounds"}, {"kind": "calls"}, {"limit": "3"}))
    yield from _read("api:event-log", **chosen)(scene)


ASKS: dict[str, Asking] = {
    "api:tournament": _read("api:tournament"),
    "api:entries": _read("api:entries"),
    "api:round": _read("api:round", ROUND),
    "api:standings": _read("api:standings"),
    "api:report": _read("api:report"),
    "api:event-entry": _read("api:event-entry", 1),
    "api:event-crosstable": _read("api:event-crosstable"),
    "api:event-bracket": _read("api:event-bracket"),
    "api:event-log": _log,
    "api:event-calendar": _read("api:event-calendar"),
    **{f"api:event-file-{name.partition('.')[0]}": _read(f"api:event-file-{name.partition('.')[0]}") for name in FILES},
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
