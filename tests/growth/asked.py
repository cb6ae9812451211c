"""Every address of the service, asked as two worlds are asked (`tests/two_worlds/registry.py`), on a site that grows.

A page that joins the comparison of two worlds is measured here by that alone. What it is asked about is a game of an
event that goes on, by who plays in it, by its arbiter and by the staff; whatever may be asked seldom is asked here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from django.urls import NoReverseMatch, reverse

from games.domain import command_handler, commands
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Options, Seat, Viewer, variant
from tests.scenes import placements, play_quietly
from tests.two_worlds.asking import Ask, Scene
from tests.two_worlds.events import begin_event
from tests.two_worlds.pages import Cast, quiet_turn
from tests.two_worlds.registry import REGISTRY, addresses, listed

T = TypeVar("T")

PLIES = 4


class Willing(random.Random):
    def random(self) -> float:
        return 0.0

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """The first one: whoever may see a page is named first."""
        return seq[0]

    def randint(self, a: int, b: int) -> int:
        return b

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return 0 if stop is None else start

    def sample(self, population: Sequence[T], k: int, **_options: Any) -> list[T]:  # type: ignore[override]
        return list(population)[:k]


def a_scene(cast: Cast, book: str) -> Scene:
    """Begin an event, and play some turns of a game in its second round."""
    rules = variant(book)
    event = begin_event(
        rules=rules,
        players=cast.players,
        arbiter=cast.arbiter,
        options=Options(),
        time=PRESETS["3-days"],
        rated=True,
        chance=random.Random(1),
    )
    for seat, placement in placements(book, random.Random(1)).items():
        commands.make_setup(game=event.game, seat=seat, placement=placement)
    play_quietly(event.game, PLIES)
    event.call(cast.players[Seat.RED], random.Random(1))
    game, now = Game.objects.get(id=event.game), command_handler.open_game(event.game)
    return Scene(
        game=game.id,
        key=game.key,
        viewer=Viewer.RED,
        seats=rules.seats,
        plies=game.plies,
        revealed=False,
        chance=Willing(),
        version=game.public_version,
        turn=quiet_turn(now.state, Viewer.RED),
        event=event.key,
    )


def at_every_address(cast: Cast, scene: Scene, but: Iterable[str]) -> dict[str, Callable[[], list[int]]]:
    """What asks each address, by its name; it returns what was answered.

    Args:
        cast, scene: who asks, and about what.
        but: names of addresses that others ask.
    """

    def work(name: str) -> Callable[[], list[int]]:
        return lambda: [cast.ask(scene.viewer, ask).status for ask in REGISTRY[name](scene)]

    known = set(but)
    beside = {name: path for name, path in _without_games() if name not in known}

    def look(path: str, who: str) -> Callable[[], list[int]]:
        return lambda: [cast.ask(scene.viewer, Ask(path, who=who)).status]

    works = {name: look(path, "staff" if name.startswith("admin:") else "viewer") for name, path in beside.items()}
    return works | {name: work(name) for name in REGISTRY if name not in known}


def by_role(cast: Cast, scene: Scene, roles: Iterable[str]) -> dict[str, Callable[[], list[int]]]:
    """What looks at each address as somebody else than whom it is meant for, by its name and the role.

    Args:
        cast, scene: who asks, and about what.
        roles: names of those who have signed in (`Cast.sign_in`); any other name is a visitor.
    """

    def look(role: str, asks: Callable[[], Iterable[Ask]]) -> Callable[[], list[int]]:
        return lambda: [cast.ask(scene.viewer, replace(ask, who=role)).status for ask in asks() if ask.method == "GET"]

    def of(name: str) -> Callable[[], Iterable[Ask]]:
        return lambda: list(REGISTRY[name](scene))

    def at(path: str) -> Callable[[], Iterable[Ask]]:
        return lambda: [Ask(path)]

    places = {name: of(name) for name in REGISTRY} | {name: at(path) for name, path in _without_games()}
    return {f"{name} as {role}": look(role, asks) for name, asks in places.items() for role in roles}


def _without_games() -> Iterator[tuple[str, str]]:
    """The addresses that can show nothing of any game, and so are not compared; those about one thing, which are asked
    for by its id, read that thing."""
    for name in dict.fromkeys(addresses()):
        if listed(name) not in REGISTRY:
            with suppress(NoReverseMatch):
                yield name, reverse(name)
