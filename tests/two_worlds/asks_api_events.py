"""How programs ask for tournaments in two worlds: by who plays, by others, by the staff and the arbiter of the event.
What a request changes is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.urls import reverse

from tournaments.files.downloads import FILES

from .asking import BEARER, GZIP, JSON, ROUND, Ask, Asking, Scene, seldom
from .events import BOARD

WHO = ("viewer", "viewer", "anybody", "staff", "arbiter")


def _read(name: str, *args: object, who: tuple[str, ...] = WHO, **data: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            headers = BEARER | (GZIP if scene.chance.random() < 0.3 else {})
            path = reverse(name, args=scene.in_event(*args))
            yield Ask(path, who=scene.chance.choice(who), data=data, headers=headers)

    return asking


def _log(scene: Scene) -> Iterator[Ask]:
    chosen: dict[str, Any] = scene.chance.choice(({}, {"kind": "rounds"}, {"kind": "calls"}, {"limit": "3"}))
    yield from _read("api:event-log", **chosen)(scene)


def _group(name: str, *args: object, who: tuple[str, ...], deeds: tuple[dict[str, Any], ...]) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            path, chance = reverse(name, args=scene.in_event(*args)), scene.chance
            yield Ask(path, who=chance.choice(who), headers=BEARER)
            seen = {"If-Match": chance.choice(("*", '"7"'))}
            yield Ask(path, chance.choice(who), "POST", chance.choice(deeds), {**BEARER, **JSON, **seen})

    return asking


def _send(name: str, body: dict[str, Any], *args: object) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            path, who = reverse(name, args=scene.in_event(*args)), scene.chance.choice(STAFF)
            yield Ask(path, who, "POST", body, {**BEARER, **JSON, "If-Match": "*"})

    return asking


PAIRED = {"boards": [[1, 2]], "reason": "So"}
CALL = {"round": 2, "board": BOARD, "about": "rules", "text": "Help"}
PLAYER, STAFF = ("viewer", "viewer", "staff"), ("arbiter", "arbiter", "arbiter", "viewer", "staff")
WHY = {"reason": "So it is", "sure": True}
OWN = ({"do": "withdraw", "sure": True}, {"do": "enter"})

RESULTS = {"results": [{"board": BOARD, "result": "win-loss", "reason": "So"}]}
RECORD = {"name": "game.json", "text": "{}"}
FILE = {"text": "001 none"}


def _no_import(scene: Scene) -> Iterator[Ask]:
    yield Ask(reverse("api:import", args=[UUID(int=7, version=4)]), headers=BEARER)


def _import(name: str) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name), "viewer", "POST", FILE, BEARER | JSON)

    return asking


ASKS: dict[str, Asking] = {
    "api:event-records-zip": _read("api:event-records-zip"),
    "api:event-archive-zip": _read("api:event-archive-zip"),
    "api:event-desk-results": _send("api:event-desk-results", RESULTS, ROUND),
    "api:event-desk-record": _send("api:event-desk-record", RECORD, ROUND, BOARD),
    "api:event-desk-look": _read("api:event-desk-look", 1, who=STAFF),
    "api:imports": seldom(_import("api:imports")),
    "api:event-file": seldom(_import("api:event-file")),
    "api:import": seldom(_no_import),
    "api:tournament": _read("api:tournament"),
    "api:entries": _read("api:entries"),
    "api:round": _read("api:round", ROUND),
    "api:standings": _read("api:standings"),
    "api:report": _read("api:report"),
    "api:event-one-entry": _read("api:event-one-entry", 1),
    "api:event-crosstable": _read("api:event-crosstable"),
    "api:event-bracket": _read("api:event-bracket"),
    "api:event-ladder": _read("api:event-ladder"),
    "api:event-challenges": _group(
        "api:event-challenges",
        who=PLAYER,
        deeds=({"do": "challenge", "other": 1, "sure": True}, {"do": "accept", "challenge": 2}, {"do": "end-pause"}),
    ),
    "api:event-log": _log,
    "api:event-calendar": _read("api:event-calendar"),
    "api:event-entry": _group("api:event-entry", who=PLAYER, deeds=({"do": "withdraw", "sure": True}, {"do": "enter"})),
    "api:event-board": _group(
        "api:event-board",
        ROUND,
        BOARD,
        who=PLAYER,
        deeds=({"do": "present"}, {"do": "claim", "result": "win-loss"}, {"do": "propose", "slots": []}),
    ),
    "api:event-teams": _group("api:event-teams", who=PLAYER, deeds=({"do": "enter-team", "name": "More"},)),
    "api:event-team": _group(
        "api:event-team", 1, who=PLAYER, deeds=({"do": "join"}, {"do": "leave"}, {"do": "line-up", "lineup": [1, 2]})
    ),
    "api:event-organising": _group("api:event-organising", who=STAFF, deeds=({"do": "cancel", **WHY},)),
    "api:event-roles": _group(
        "api:event-roles", who=STAFF, deeds=({"do": "give", "player": "staff", "role": "helper"},)
    ),
    "api:event-letters": _group(
        "api:event-letters", who=STAFF, deeds=({"do": "write", "audience": "all", "text": "Play on"},)
    ),
    "api:event-desk": _group(
        "api:event-desk",
        who=STAFF,
        deeds=(
            {"do": "pause", "reason": "So", "clocks": True},
            {"do": "finish", **WHY},
            {"do": "pair"},
            {"do": "take-back", **WHY},
        ),
    ),
    "api:event-calls": _group("api:event-calls", who=("viewer", "arbiter", "staff"), deeds=(CALL,)),
    "api:event-desk-calls": _send("api:event-desk-calls", {"round": 2, "board": BOARD, "text": "A noise"}),
    "api:event-desk-round": _read("api:event-desk-round", ROUND, who=STAFF),
    "api:event-desk-blockers": _read("api:event-desk-blockers", who=STAFF),
    "api:event-desk-pairing": _group("api:event-desk-pairing", who=STAFF, deeds=(PAIRED,)),
    "api:event-desk-ranking": _read("api:event-desk-ranking", who=STAFF),
    "api:event-desk-people": _send("api:event-desk-people", {"entries": [{"people": [{"name": "Zoe"}]}]}),
    "api:event-desk-entries": _group(
        "api:event-desk-entries",
        who=STAFF,
        deeds=({"do": "check-in", "entry": 1}, {"do": "enter-team", "name": "More"}),
    ),
    "api:event-desk-entry": _group(
        "api:event-desk-entry", 1, who=STAFF, deeds=({"do": "withdraw"}, {"do": "expel", **WHY})
    ),
    "api:event-desk-board": _group(
        "api:event-desk-board",
        ROUND,
        BOARD,
        who=STAFF,
        deeds=({"do": "record", "result": "win-loss", "reason": "So"}, {"do": "forfeit", "entries": [1], **WHY}),
    ),
    "api:event-desk-call": _group(
        "api:event-desk-call",
        1,
        who=STAFF,
        deeds=(
            {"do": "answer", "reason": "Play on"},
            {"do": "stop"},
            {"do": "time", "entry": 1, "minutes": 1, "reason": "So"},
        ),
    ),
    **{name: _read(name) for name in (f"api:event-file-{file.partition('.')[0]}" for file in FILES)},
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
