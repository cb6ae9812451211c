"""How a page is asked for in two worlds: what the files that list the pages of a room need."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.urls import reverse

from accounts.models import Player
from games.rules import Seat, Viewer

ROUND = "the round of the game"
"""Stands in the arguments of an address for `Scene.round`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The game that is asked about, at one moment.

    Args:
        viewer: for whom the worlds are one; a seat's asks are made by the player who sits there.
        seats: the seats of the game.
        plies: how many have been played.
        revealed: everything is open.
        chance: picks one of the ways to ask for a page, the same in both worlds; hundreds of moments try them all.
        version: the public version of the game, which a form of it names.
        turn: a legal move of the viewer, if it is its turn and there is one that tells the viewer the same in both
            worlds; else nothing.
        event: the public address of the tournament that the game belongs to, or nothing.
        round: that the game is played in, there.
    """

    game: UUID
    key: str
    viewer: Viewer
    seats: tuple[Seat, ...]
    plies: int
    revealed: bool
    chance: random.Random
    version: int = 1
    turn: str = ""
    event: str = ""
    round: int = 2

    def in_event(self, *args: object) -> list[object]:
        """What stands in an address below that of the event."""
        return [self.event, *(self.round if item is ROUND else item for item in args)]

    @property
    def foreign(self) -> Viewer:
        return self.chance.choice([Viewer.of(seat) for seat in self.seats if seat is not self.viewer.seat])

    @property
    def earlier(self) -> int:
        return self.chance.randint(0, self.plies)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `who` is `viewer`, `anybody` (not signed in), or `staff` or `arbiter` (who hold no seat). With
    `BEARER` among its headers a program makes it by a token of theirs; with `JSON` its data are sent so.
    """

    path: str
    who: str = "viewer"
    method: str = "GET"
    data: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


Asking = Callable[[Scene], Iterator[Ask]]

GZIP = {"Accept-Encoding": "gzip"}
BEARER = {"Authorization": "Bearer"}
JSON = {"Content-Type": "application/json"}


def some_name(scene: Scene) -> str:
    """The name of one of the people of `Cast`; where they are not, a name that nobody has."""
    named = Player.objects.filter(account__username=scene.chance.choice(scene.seats).slug)
    return named.values_list("name", flat=True).first() or "Nobody"


def page(name: str, *, data: Mapping[str, str] | None = None, who: str = "viewer") -> Asking:
    def asking(scene: Scene) -> Iterator[Ask]:
        yield Ask(reverse(name), data=data or {}, who=who)

    return asking


def seldom(asking: Asking) -> Asking:
    """A page that says nothing of any game: it is asked for in one moment of three."""

    def sometimes(scene: Scene) -> Iterator[Ask]:
        if scene.chance.random() < 1 / 3:
            yield from asking(scene)

    return sometimes
