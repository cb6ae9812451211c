"""A relayed board: two games that differ in a set-up answer the scribe alike, and everybody else who is not its player:
what is shown, and what is refused, be it the Bomb or the Flag that cannot go.
"""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse

from games.domain import commands, relays
from games.domain.command_handler import open_game
from games.domain.placement import placed
from games.domain.state import GameFold
from games.models import Game, key_of
from games.rules import Seat, Viewer, variant
from tests.scenes import placements
from tournaments.domain import lifecycle
from tournaments.domain.commands import organization, registration
from tournaments.domain.commands.relays import link_of, relay_board
from tournaments.domain.queries.tournaments import fold_of
from tournaments.domain.terms import usual_terms
from tournaments.organizer.boards import relay

from .asking import GZIP, Ask, Scene
from .pages import Answer, Answers, Cast, held_still, logged, rolled_back
from .registry import OF_AN_EVENT, asks
from .streams import published

RED, BLUE = Seat.RED, Seat.BLUE
BOOK = variant("barrage")
MOVES = ("e4-e5", "e4-e6", "e4-d5", "b2-a2", "a2-a3", "e10-e9", "here")
"""The piece in front steps, goes far and goes aside; one that is alike in both worlds goes; somebody else's; none."""


def red_setup(front: str, corner: str) -> str:
    army = sorted(rank.symbol for rank, count in BOOK.army.items() for _one in range(count))
    for rank in (front, corner):
        army.remove(rank)
    army.sort(key="FB".__contains__)
    form = "...." + front + "." * 15 + "".join(army).ljust(10, ".") + corner.ljust(10, ".")
    return placed(form, BOOK, RED)


def a_relay(cast: Cast, spectators: str) -> tuple[UUID, UUID]:
    terms = usual_terms(
        "barrage", "round_robin", real=True, automatic=False, publishing="paired", spectators=spectators
    )
    event = organization.create_tournament(owner=cast.arbiter, terms=terms, name="Cup")
    organization.announce(tournament=event, by=cast.arbiter)
    for seat in (RED, BLUE):
        registration.enter(tournament=event, players=[cast.players[seat]], by=cast.players[seat])
    lifecycle.start(tournament=event, by=cast.arbiter)
    lifecycle.pair(tournament=event, by=cast.arbiter)
    lifecycle.begin_round(tournament=event, by=cast.arbiter)
    relay_board(tournament=event, round=1, board=1, by=cast.arbiter)
    game = fold_of(event).rounds[0].boards[0].leg.game
    assert game is not None
    return event, game


def answers_of(cast: Cast, front: str, corner: str, *, spectators: str = "live", all_pages: bool = True) -> Answers:
    """What the scribe, a stranger and the arbiter are answered before the set-ups are made, then, and after a move.

    Args:
        front, corner: red's piece in the first row, and the one that stands far behind.
        spectators: of the event.
        all_pages: ask for all pages of the event too.
    """
    answers: Answers = {}
    with rolled_back(cast.owner), held_still(None, "relay") as at, logged() as log, published() as stream:
        at(0)
        event, game = a_relay(cast, spectators)
        row = Game.objects.get(id=game)
        links = [reverse("tournaments:relay", args=[key_of(event), link_of(game, seat)]) for seat in (None, BLUE)]

        def look(moment: str) -> None:
            now = open_game(game)
            ply = 0 if now.state is None else now.state.ply
            for path in links:
                for headers in ({}, GZIP, {"Accept": "application/json"}):
                    keep(moment, Ask(path, "anybody", headers=headers))
                for turn in MOVES if path == links[0] else ():
                    sent = {"do": "move", "turn": turn, "ply": str(ply + 1), "takebacks": "0"}
                    if turn != "a2-a3" or moment != "then":
                        keep(moment, Ask(path, "anybody", "POST", sent, {"Accept": "application/json"}))
                        keep(moment, Ask(path, "arbiter", "POST", sent))
                back = {"do": "take-back", "ply": str(ply), "takebacks": "0"}
                keep(moment, Ask(path, "anybody", "POST", back, {"Accept": "application/json"}))
            chance = random.Random("asked")
            for viewer in (Viewer.SPECTATOR, Viewer.BLUE) if all_pages else ():
                scene = Scene(game, row.key, viewer, (RED, BLUE), ply, False, chance, event=key_of(event), round=1)
                for _name, ask in asks(scene, room=OF_AN_EVENT):
                    answers[moment, viewer.value, ask.who, ask.method, ask.path, str(ask.data)] = cast.ask(viewer, ask)

        def keep(moment: str, ask: Ask) -> None:
            name = (moment, ask.who, ask.method, ask.path, str(ask.data), str(ask.headers))
            answers[name] = cast.ask(Viewer.SPECTATOR, ask)

        look("set-ups")
        at(1)
        blue = placements("barrage", random.Random(4))[BLUE]
        commands.make_setup(game=game, seat=RED, placement=red_setup(front, corner))
        look("one set-up")
        commands.make_setup(game=game, seat=BLUE, placement=blue)
        at(2)
        look("begun")
        relays.enter_move(game=game, turn="a2-a3", ply=1, takebacks=0)
        at(3)
        look("then")
        answers["log",] = Answer(0, (), "\n".join(log).encode())
        answers["stream",] = Answer(0, (), b"\n".join(stream))
    return answers


def differing(here: Answers, there: Answers) -> list[tuple[str, ...]]:
    return [name for name in dict.fromkeys([*here, *there]) if here.get(name) != there.get(name)]


@pytest.mark.parametrize(("one", "other"), [(("B", "F"), ("F", "B"))])
def test_a_scribe_cannot_tell_the_bomb_from_the_flag(cast: Cast, one: tuple[str, str], other: tuple[str, str]) -> None:
    here, there = answers_of(cast, *one), answers_of(cast, *other)
    assert differing(here, there) == []
    assert any(b"relay-refused" in answer.body for answer in here.values())
    assert any(b"relay-impossible" in answer.body for answer in here.values())


def test_where_nobody_watches_the_scribe_sees_what_spectators_would(cast: Cast) -> None:
    worlds = [answers_of(cast, *pieces, spectators="ended", all_pages=False) for pieces in (("M", "9"), ("9", "M"))]
    steps = [name for name in worlds[0] if "e4-e5" in str(name)]  # both can step: the move is played, and alike
    assert steps
    assert differing(*worlds) == []


# -- leaks that are planted ------------------------------------------------------------------------


def the_rules_answer(patch: pytest.MonkeyPatch) -> None:
    """The scribe is refused as a player is, who knows the own ranks."""

    def enter_move(*, game: UUID, turn: str, **_how: Any) -> GameFold:
        state = open_game(game).state
        return commands.play_turn(game=game, seat=RED if state is None else state.to_move, turn=turn)

    patch.setattr(relays, "enter_move", enter_move)


def the_own_view_is_drawn(patch: pytest.MonkeyPatch) -> None:
    """The scribe sees what red sees."""
    patch.setattr(relay, "Viewer", type("Own", (), {"SPECTATOR": Viewer.RED}))


@pytest.mark.parametrize(
    ("leak", "worlds"),
    [(the_rules_answer, (("B", "F"), ("F", "B"))), (the_own_view_is_drawn, (("M", "9"), ("9", "M")))],
)
def test_a_planted_leak_is_found(cast: Cast, monkeypatch: pytest.MonkeyPatch, leak: Any, worlds: Any) -> None:
    leak(monkeypatch)
    here, there = (answers_of(cast, *pieces, all_pages=False) for pieces in worlds)
    assert any("/relay/" in part for name in differing(here, there) for part in name)
