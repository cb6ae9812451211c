"""How programs ask in two worlds for what an account sets, report, and write studies, of which there are none of a game
that is not open. What a request changes is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.urls import reverse

from .asking import BEARER, JSON, Ask, Asking, Scene, seldom, some_name
from .asks_moderation import appealed


def _read(name: str, **data: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name), data=data, headers=BEARER)

    return asking


def _sent(name: str, *args: Any, body: dict[str, Any] | None = None, method: str = "POST", who: str = "viewer") -> Ask:
    return Ask(reverse(name, args=args), who, method, body or {}, BEARER | JSON)


def _reports(scene: Scene) -> Iterator[Ask]:
    """Of the game, of who sits there, and of a puzzle, which has no key of a game."""
    name, who = some_name(scene), scene.chance.choice(("viewer", "staff"))
    game = {"kind": "game", "target": scene.key, "why": "stalling", "about": name, "text": "Look."}
    player = {"kind": "player", "target": name, "why": "cheating"}
    puzzle = {"kind": "puzzle", "target": scene.key, "why": "wrong"}
    yield _sent("api:reports", body=scene.chance.choice((game, player, puzzle)), who=who)
    yield Ask(reverse("api:reports"), headers=BEARER)


def _reportable(scene: Scene) -> Iterator[Ask]:
    choice = scene.chance.choice(
        ({"kind": "game", "target": scene.key}, {"kind": "player", "target": some_name(scene)})
    )
    yield Ask(reverse("api:reportable"), scene.chance.choice(("viewer", "staff")), data=choice, headers=BEARER)


def _block(scene: Scene) -> Iterator[Ask]:
    yield _sent("api:block", some_name(scene), method=scene.chance.choice(("PUT", "DELETE")))


def _change(name: str, body: dict[str, Any], method: str = "PUT") -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name), headers=BEARER)
        yield _sent(name, body=body, method=method)

    return asking


def _acknowledge(scene: Scene) -> Iterator[Ask]:
    yield _sent("api:acknowledgement", UUID(int=7, version=4))


def _study(name: str, *args: Any, method: str = "POST", **body: Any) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        path = reverse(name, args=[scene.key, *args])
        who = scene.chance.choice(("viewer", "staff"))
        yield Ask(path, who, method, body, {**BEARER, **JSON, "If-Match": "*"})

    return asking


def _settings(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:study-settings", args=[scene.key]), headers=BEARER)
    yield from _study("api:study-settings", method="PUT", title="So")(scene)


def _appeal(scene: Scene) -> Iterator[Ask]:
    penalty = appealed(scene)
    yield Ask(reverse("api:appeal", args=[penalty]), headers=BEARER)
    method = scene.chance.choice(("POST", "DELETE"))
    yield _sent("api:appeal", penalty, body={"words": "It was luck."} if method == "POST" else {}, method=method)


ASKS: dict[str, Asking] = {
    "api:appeal": _appeal,
    "api:data": seldom(_change("api:data", {}, "POST")),
    "api:study-comments": seldom(_study("api:study-comments", method="PUT", ply=1, text="So")),
    "api:study-comment": seldom(_study("api:study-comment", UUID(int=7, version=4), method="DELETE")),
    "api:study-drawings": seldom(_study("api:study-drawings", ply=1, colour="red", squares=["b4"])),
    "api:study-rub-out": seldom(_study("api:study-rub-out", ply=1)),
    "api:study-turns": seldom(_study("api:study-turns", ply=1, turn="b4-b5")),
    "api:study-variation": seldom(_study("api:study-variation", 1, act="take-back")),
    "api:study-settings": seldom(_settings),
    "api:study-link": seldom(_study("api:study-link")),
    "api:study-member": seldom(_study("api:study-member", "staff", method="PUT", role="reader")),
    "api:study-membership": seldom(_study("api:study-membership", act="leave")),
    "api:reports": seldom(_reports),
    "api:reportable": seldom(_reportable),
    "api:blocks": seldom(_read("api:blocks")),
    "api:block": seldom(_block),
    "api:preferences": seldom(_change("api:preferences", {"theme": "dark"})),
    "api:notices": _change("api:notices", {}, "POST"),
    "api:wishes": seldom(_change("api:wishes", {"wishes": [{"kind": "your-turn", "mail": False}]})),
    "api:vacation": _change("api:vacation", {"days": 3}, "POST"),
    "api:penalties": seldom(_read("api:penalties")),
    "api:acknowledgement": seldom(_acknowledge),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
