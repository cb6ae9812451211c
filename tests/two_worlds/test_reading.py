"""Reading changes no game: no GET appends to the log, not even where a clock has run out or a game is to be opened."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from eventlog.models import Event
from eventlog.sources import injected
from games.domain import commands, creation, queries
from games.domain.clocks import PRESETS
from games.models import Game
from games.rules import Options, Seat, Viewer, variant
from library.archive import views
from tests.scenes import placements

from .asking import Scene
from .events import begin_event
from .pages import Cast
from .registry import asks

SEATS = (Seat.RED, Seat.BLUE)
LONG_AGO = datetime.now(UTC) - timedelta(days=30)

Due = tuple[UUID, str]
"""A game in which something is due by the time, and the address of its event, if it has one."""


def a_clock_in_an_event(cast: Cast) -> Due:
    event = begin_event(
        rules=variant("barrage"),
        players=cast.players,
        arbiter=cast.arbiter,
        options=Options(),
        time=PRESETS["1-day"],
        rated=True,
        chance=random.Random(1),
    )
    _set_up(event.game)
    return event.game, event.key


def set_ups(cast: Cast) -> Due:
    return _game(cast, time=PRESETS["live-10-10"]), ""


def an_opening(cast: Cast) -> Due:
    game = _game(cast, reveal="delay", reveal_after=3600)
    _set_up(game)
    commands.resign(game=game, seat=Seat.RED)
    return game, ""


def an_end_to_be_made_public(cast: Cast) -> Due:
    game = _game(cast, spectators="delayed", delay=600)
    _set_up(game)
    commands.resign(game=game, seat=Seat.RED)
    return game, ""


def _game(cast: Cast, **values: object) -> UUID:
    players = {seat: cast.players[seat] for seat in SEATS}
    return creation.create_game(variant=variant("barrage"), players=players, **values)


def _set_up(game: UUID) -> None:
    for seat, placement in placements("barrage", random.Random(1)).items():
        commands.make_setup(game=game, seat=seat, placement=placement)


def appending(cast: Cast, due: Callable[[Cast], Due], viewer: Viewer, *rooms: str) -> Iterator[str]:
    with injected(clock=lambda: LONG_AGO):
        id, event = due(cast)
    game = Game.objects.get(id=id)
    scene = Scene(id, game.key, viewer, SEATS, 0, False, random.Random(1), version=game.public_version, event=event)
    for name, ask in asks(scene, rarely=False, room=rooms):
        if ask.method == "GET" and name != "readyz":  # no process is there that it could tell of
            before = Event.objects.count()
            cast.ask(viewer, ask)
            if Event.objects.count() != before:
                yield name


@pytest.mark.slow
def test_no_address_ends_a_game_that_is_looked_at(cast: Cast) -> None:
    assert list(appending(cast, a_clock_in_an_event, Viewer.RED, "")) == []


@pytest.mark.parametrize(
    ("due", "viewer"),
    [(set_ups, Viewer.BLUE), (an_opening, Viewer.SPECTATOR), (an_end_to_be_made_public, Viewer.SPECTATOR)],
)
def test_no_page_of_a_game_does_what_is_due(cast: Cast, due: Callable[[Cast], Due], viewer: Viewer) -> None:
    rooms = ("games:", "play:", "setups:", "talk:", "api:game", "api:view", "live:")
    assert list(appending(cast, due, viewer, *rooms)) == []


def test_a_page_that_ends_a_game_is_found(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def ending(key: str) -> None:
        game = Game.objects.filter(key=key).first()
        if game is not None:
            queries.end_if_overdue(game.id)

    monkeypatch.setattr(views, "only_what_is_over", ending)
    assert list(appending(cast, a_clock_in_an_event, Viewer.RED, "games:replay")) == ["games:replay"]
