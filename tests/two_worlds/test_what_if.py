"""Games that are played on from the same position, from what the same seat could know of it: they differ only in the
world that was drawn, and answer who plays there, and everybody else, with the same bytes until they are over.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from accounts.models import Player
from games.domain import command_handler, commands, playing_on
from games.domain.origins import Beginning
from games.domain.queries import games_by_id
from games.models import Game, key_of
from games.presentation.origin import OriginText, origin_text
from games.rules import Options, Seat, Viewer, variant
from library.archive import page
from play.bots.new_games import start_what_if
from play.table import page as table
from tests.games.domain.played import begun, play_some

from .asking import Ask, Scene
from .pages import Answer, Answers, Cast, held_still, logged, quiet_turn, rolled_back, rows_of
from .registry import asks
from .streams import published

RED, BLUE = Seat.RED, Seat.BLUE
PLIES = 20
OPEN = ("the record, open to all",)
ROOMS = ("games:", "play:", "live:", "lobby:", "bots:", "talk:", "admin:games")
BOOKS = ("duel", "campaign", "cards", "alliance_lightning")
"""With nothing hidden but set-ups; with what enters hidden; with hands and decks; with partners."""


def source(cast: Cast, slug: str) -> UUID:
    chance = random.Random(slug)
    players = {RED: cast.players[Seat.RED2], BLUE: cast.players[Seat.BLUE2]}
    while True:
        game, now = begun(variant(slug), chance, options=Options(), players=players)
        for _submission in range(PLIES):
            if now.outcome is None:
                now = play_some(game, now, chance)
        if now.outcome is None:
            commands.resign(game=game, seat=RED)
            return game


def answers_of(cast: Cast, slug: str, *numbers: int, rooms: tuple[str, ...], everybody: bool) -> list[Answers]:
    """All that the service says of such a game to who plays it, to strangers and to the staff, in each of some worlds.

    Args:
        slug: the rule book.
        numbers: of the worlds, as chance draws them.
        rooms: only addresses whose names begin so.
        everybody: ask as both kinds of strangers at each moment, and not in turn.
    """
    with rolled_back(cast.owner), held_still(None, "source") as at:
        at(0)
        before = source(cast, slug)
        return [_world(cast, before, number, rooms, everybody) for number in numbers]


def _world(cast: Cast, before: UUID, number: int, rooms: tuple[str, ...], everybody: bool) -> Answers:
    answers: Answers = {}
    strangers = (Viewer.SPECTATOR, Viewer.RED2)
    with (
        rolled_back(cast.owner),
        held_still(None, "what if") as at,
        logged() as log,
        published() as stream,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(playing_on, "random_below", random.Random(number).randrange)
        at(1)
        player = Player.objects.get(id=cast.players[RED])
        plies = Game.objects.get(id=before).plies
        new = start_what_if(player=player, game=games_by_id([before])[before], ply=plies, own=RED, truth=False)
        for moment in range(2):
            at(2 + moment)
            for viewer in (Viewer.RED, *(strangers if everybody else strangers[moment : moment + 1])):
                some = rooms if (moment, viewer) in ((0, Viewer.RED), (1, Viewer.SPECTATOR)) else rooms[:2]
                for name, answer in _asked(cast, new, viewer, some):
                    answers[f"{moment}", viewer.value, *name] = answer
            answers[f"{moment}", "rows"] = Answer(0, (), repr(rows_of(Game.objects.get(id=new))).encode())
            turn = quiet_turn(command_handler.open_game(new).state, Viewer.RED)
            if not turn:
                break
            commands.play_turn(game=new, seat=RED, turn=turn)
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
        commands.resign(game=new, seat=RED)
        answers[OPEN] = cast.ask(Viewer.RED, Ask(reverse("games:record", args=[key_of(new), "json"])))
    return answers


def _asked(cast: Cast, game: UUID, viewer: Viewer, rooms: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Answer]]:
    row = Game.objects.get(id=game)
    turn = quiet_turn(command_handler.open_game(game).state, viewer)
    chance = random.Random(f"asked {viewer}")
    scene = Scene(game, row.key, viewer, (RED, BLUE), row.plies, False, chance, row.public_version, turn)
    for _name, ask in (ask for room in rooms for ask in asks(scene, room=room)):
        yield (ask.who, ask.method, ask.path, str(ask.data), str(ask.headers)), cast.ask(viewer, ask)


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    assert here.pop(OPEN).body != there.pop(OPEN).body  # there was something that could have leaked
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=() if slug in ("duel", "cards") else pytest.mark.fuzz) for slug in BOOKS]
)
def test_nobody_can_tell_which_world_was_drawn(cast: Cast, slug: str) -> None:
    whole = slug == BOOKS[0]
    here, there = answers_of(cast, slug, 1, 2, rooms=ROOMS if whole else ROOMS[:2], everybody=whole)
    assert differing(here, there) == []


# -- leaks that are planted ------------------------------------------------------------------------


def on_the_page(patch: pytest.MonkeyPatch) -> None:
    """What is said of where the game comes from tells a piece of the world."""

    def told(origin: Any) -> OriginText | None:
        text = origin_text(origin)
        if text is None or origin.view is None:
            return text
        new = Game.objects.filter(origin=origin.game).get()
        state = command_handler.open_game(new.id).state
        assert state is not None
        flag = min(piece.square for piece in state.view(Viewer.ALL).pieces if piece.seat is BLUE and piece.rank == 0)
        return OriginText(text.words, text.url, f"{text.how} {flag}")

    for module in (page, table):
        patch.setattr(module, "origin_text", told)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    taken_over = playing_on._taken_over

    def logging_it(then: Beginning, *values: Any) -> Beginning:
        own = taken_over(then, *values)
        logging.getLogger("games").warning("a world was drawn: %s", hash(str(own.setups)))
        return own

    patch.setattr(playing_on, "_taken_over", logging_it)


LEAKS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (on_the_page, in_the_log)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(cast: Cast, leak: Callable[[pytest.MonkeyPatch], None]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        leak(patch)
        here, there = answers_of(cast, "duel", 1, 2, rooms=("games:replay",), everybody=False)
        assert differing(here, there) != []
