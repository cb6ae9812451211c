"""How the pages of tournaments are asked for in two worlds: by the players of the board, by anybody, by the arbiter,
who holds no seat. Where the game of a pair belongs to no event there is nothing to ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.urls import reverse

from .asking import GZIP, ROUND, Ask, Asking, Scene, page, seldom
from .events import BOARD, SERIES

HTMX = {"HX-Request": "true"}
EVERYBODY = ("viewer", "viewer", "anybody", "arbiter")
STAFF = ("arbiter", "arbiter", "arbiter", "viewer")
PARTS = ("overview", "standings", "crosstable", "round", "entries", "card", "podium", "bracket", "groups", "hall")


def of_event(
    name: str, *args: object, who: tuple[str, ...] = EVERYBODY, data: Mapping[str, str] | None = None
) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            headers = scene.chance.choice(({}, GZIP, HTMX))
            yield Ask(_url(scene, name, *args), who=scene.chance.choice(who), data=data or {}, headers=headers)

    return asking


def sent(name: str, /, *args: object, who: str, deeds: tuple[str, ...], **fields: str) -> Asking:
    """A form below the address of the event: it is shown, and sent with one of its buttons."""

    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            path = _url(scene, name, *args)
            yield Ask(path, who=scene.chance.choice((who, "viewer")))
            yield Ask(path, who=who, method="POST", data=fields | {"do": scene.chance.choice(deeds), "sure": "1"})

    return asking


def _url(scene: Scene, name: str, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=scene.in_event(*args))


def _number(name: str, numbers: tuple[object, ...], who: tuple[str, ...] = EVERYBODY) -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            yield Ask(_url(scene, name, scene.chance.choice(numbers)), who=scene.chance.choice(who))

    return asking


def _table(name: str) -> Asking:
    """A table of the event: its first page, one that there is not, or the row of somebody."""

    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            chosen = scene.chance.choice(({}, {}, {"page": "2"}, {"entry": "1"}, {"name": "a"}))
            yield Ask(_url(scene, name), who=scene.chance.choice(EVERYBODY), data=chosen)

    return asking


def _now(scene: Scene) -> Iterator[Ask]:
    if scene.event:
        part, number = scene.chance.choice(PARTS), scene.chance.choice((0, 1, scene.round))
        yield Ask(_url(scene, "now", part, number), who=scene.chance.choice(EVERYBODY))


def _log(scene: Scene) -> Iterator[Ask]:
    if scene.event:
        yield Ask(_url(scene, "log"), data=scene.chance.choice(({}, {"kind": "rounds"})))


def _team(scene: Scene) -> Iterator[Ask]:
    """The page of a team, for everybody; where single players enter there is none."""
    if scene.event:
        for who in ("viewer", "anybody", "arbiter"):
            yield Ask(_url(scene, "team", 1), who)


def _challenges(scene: Scene) -> Iterator[Ask]:
    """Where the event is a ladder; elsewhere there is none."""
    deeds = ("challenge", "accept", "decline", "take-back", "call-off", "pause", "end-pause")
    who = scene.chance.choice(("viewer", "arbiter"))
    filled = {"other": "1", "challenge": scene.chance.choice(("1", "2")), "until": "2026-11-25T12:00"}
    yield from sent("challenges", who=who, deeds=deeds, **filled)(scene)


def _call_state(scene: Scene) -> Iterator[Ask]:
    if scene.event:
        yield Ask(_url(scene, "call-state", scene.key), headers=HTMX)


def _call(scene: Scene) -> Iterator[Ask]:
    if scene.event:
        path = _url(scene, "call", 1)
        yield Ask(path, who=scene.chance.choice(("viewer", "arbiter", "arbiter")))
        do = scene.chance.choice(("answer", "stop", "dismiss", "close", "time"))
        filled = {f"{do}-reason": "Play on", "time-entry": "1", "time-minutes": "1"}
        yield Ask(path, "arbiter", "POST", {"do": do} | filled)


def _desk(scene: Scene) -> Iterator[Ask]:
    deeds = ("pause", "finish", "pair", "end-round", "take-back")
    yield from sent("desk", who="arbiter", deeds=deeds, reason="So it is")(scene)
    if scene.event:
        need = scene.chance.choice(("call", "overdue", "stuck", "paused", "open"))
        yield Ask(f"{_url(scene, 'desk')}?boards={need}", "arbiter")
        yield Ask(_url(scene, "desk"), "arbiter", "POST", {"do": "take-back", "reason": "So it is"})


def _import(scene: Scene) -> Iterator[Ask]:
    path = reverse("tournaments:import")
    yield scene.chance.choice((Ask(path), Ask(path, who="anybody"), Ask(path, method="POST", data={"text": "001"})))


def _import_progress(scene: Scene) -> Iterator[Ask]:
    """Nobody has begun this one; it shows numbers of a file, and nothing of any game."""
    yield Ask(
        reverse("tournaments:import-progress", args=[UUID(int=1)]), who=scene.chance.choice(("viewer", "anybody"))
    )


def _lists(name: str) -> Asking:
    """A page of all events: often asked for where there is one, else seldom."""

    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event or scene.chance.random() < 0.1:
            yield Ask(reverse(f"tournaments:{name}"), who=scene.chance.choice(("viewer", "anybody")))

    return asking


def _series(name: str) -> Asking:
    """The series that the event belongs to."""

    def asking(scene: Scene) -> Iterator[Ask]:
        if scene.event:
            yield Ask(reverse(f"tournaments:{name}", args=[SERIES]), who=scene.chance.choice(EVERYBODY))

    return asking


ASKS: dict[str, Asking] = {
    "tournaments:list": _lists("list"),
    "tournaments:calendar": _lists("calendar"),
    "tournaments:calendar-file": _lists("calendar-file"),
    "tournaments:import": seldom(_import),
    "tournaments:import-progress": seldom(_import_progress),
    "tournaments:named": of_event("named"),
    "tournaments:new": seldom(page("tournaments:new")),
    "tournaments:preview": seldom(page("tournaments:preview")),
    "tournaments:clone": of_event("clone", who=STAFF),
    "tournaments:desk-form": sent("desk-form", who="arbiter", deeds=("paid-1", "unpaid-1")),
    "tournaments:desk-ratings": sent("desk-ratings", who="arbiter", deeds=("upload", "take", "take-sure", "delete")),
    "tournaments:own-series": seldom(page("tournaments:own-series")),
    "tournaments:series": _series("series"),
    "tournaments:series-calendar": _series("series-calendar"),
    "tournaments:desk-sections": sent("desk-sections", who="arbiter", deeds=("move", "add"), name="B"),
    "tournaments:sign-up": of_event("sign-up"),
    "tournaments:relay": of_event("relay", "broken"),  # with a link see `test_relays.py`
    "tournaments:sign-up-link": of_event("sign-up-link", "broken"),
    "tournaments:teams": of_event("teams"),
    "tournaments:team": _team,
    "tournaments:templates": seldom(page("tournaments:templates")),
    "tournaments:edit": of_event("edit", who=STAFF),
    **{
        f"tournaments:{name}": of_event(name)
        for name in ("tournament", "podium", "rounds", "watch", "hall", "version", "mine", "downloads")
    },
    **{f"tournaments:{name}": _table(name) for name in ("standings", "crosstable", "bracket", "groups", "entries")},
    "tournaments:round": _number("round", (1, ROUND, ROUND, 3)),
    "tournaments:card": _number("card", (1, 2, 99)),
    "tournaments:now": _now,
    "tournaments:log": _log,
    **{f"tournaments:{name}-file": of_event(f"{name}-file") for name in ("report", "event", "standings", "crosstable")},
    **{f"tournaments:{name}-file": of_event(f"{name}-file") for name in ("rating", "rounds", "records", "archive")},
    "tournaments:archive-wanted": sent("archive-wanted", who="viewer", deeds=("make",)),
    "tournaments:board": sent("board", ROUND, BOARD, who="viewer", deeds=("present", "propose", "claim")),
    "tournaments:board-calendar": of_event("board-calendar", ROUND, BOARD),
    "tournaments:enter": sent("enter", who="viewer", deeds=("enter", "withdraw", "half")),
    "tournaments:challenges": _challenges,
    "tournaments:withdraw": sent("withdraw", who="viewer", deeds=("withdraw",)),
    "tournaments:check-in": of_event("check-in"),
    "tournaments:bye": of_event("bye"),
    "tournaments:calls": of_event("calls"),
    "tournaments:call-new": sent("call-new", ROUND, BOARD, who="viewer", deeds=("call",), about="rules", text="Help"),
    "tournaments:call": _call,
    "tournaments:call-look": of_event("call-look", 1, who=STAFF),
    "tournaments:call-state": _call_state,
    "tournaments:desk": _desk,
    "tournaments:desk-entries": of_event("desk-entries", who=STAFF),
    "tournaments:desk-paste": of_event("desk-paste", who=STAFF),
    "tournaments:desk-entry": _number("desk-entry", (1, 2), STAFF),
    "tournaments:desk-letters": sent("desk-letters", who="arbiter", deeds=("write",), audience="all", text="Play on"),
    "tournaments:desk-prizes": sent(
        "desk-prizes", who="arbiter", deeds=("prizes",), sharing="hort", currency="EUR", places="100\n50", reason="So"
    ),
    "tournaments:letter": of_event("letter", 1),
    "tournaments:desk-seeds": of_event("desk-seeds", who=STAFF),
    "tournaments:desk-staff": of_event("desk-staff", who=STAFF),
    "tournaments:desk-by-hand": of_event("desk-by-hand", who=STAFF),
    "tournaments:desk-round": _number("desk-round", (1, ROUND), STAFF),
    "tournaments:desk-board": sent(
        "desk-board", ROUND, BOARD, who="arbiter", deeds=("record", "forfeit", "rule"), result="win-loss", reason="So"
    ),
    "tournaments:desk-record": of_event("desk-record", ROUND, BOARD, who=STAFF),
    "tournaments:desk-print": of_event("desk-print", who=STAFF),
    "tournaments:print-entries": of_event("print-entries", who=STAFF),
    "tournaments:print-crosstable": of_event("print-crosstable", who=STAFF),
    "tournaments:print-groups": of_event("print-groups", who=STAFF),
    "tournaments:print-bracket": of_event("print-bracket", who=STAFF),
    "tournaments:print-standings": of_event("print-standings", who=STAFF),
    "tournaments:print-prizes": of_event("print-prizes", who=STAFF),
    "tournaments:print-boards": _number("print-boards", (1, ROUND), STAFF),
    "tournaments:print-names": _number("print-names", (1, ROUND), STAFF),
    "tournaments:print-slips": _number("print-slips", (1, ROUND), STAFF),
}
"""As in `registry.py`: by the name of the address, with its namespace."""

WITHOUT_GAMES: frozenset[str] = frozenset()
"""Addresses that can show nothing of any game."""
