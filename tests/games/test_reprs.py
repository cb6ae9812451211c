"""What an object of the rooms around a board prints of itself: in a log or a traceback it must tell no rank."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.models import Account
from accounts.people.bots import bots as bots_of
from eventlog import store
from games.domain import command_handler, commands, creation, placement
from games.domain.events import SetupMade
from games.domain.queries import cards_drawn
from games.models import Game
from games.rules import Rank, Seat, Viewer, legal_turns, variant
from play import bots, setups, table, talk
from play.bots.actions import act
from play.bots.setups import placement as a_setup
from play.setups.models import Draft
from tests.scenes import account, placements

pytestmark = pytest.mark.django_db

ROOMS = (setups, table, bots, talk)
LONG = 7  # pieces in a row that a set-up is known by
KEPT = 200  # objects of one class
HTMX = {"HX-Request": "true"}

NOT_MADE = {
    "play.bots.what_if.WhatIfPage",  # of games that are open to everybody
    "play.table.presence.SeatPresence",  # a seat and since when somebody is away
    "play.bots.levels.Level",  # made with the module
    "play.bots.match.MatchGame",  # by the bench alone: an outcome and times
    "games.domain.ready_setups._Idea",  # the ready-made set-ups, which everybody may see, are made with the module
    "games.domain.ready_setups.Ready",  # and these once a process
}


def classes() -> Iterator[type]:
    """The dataclasses and named tuples that are defined in these rooms."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if ".migrations" in module.name:
                continue
            for var in vars(importlib.import_module(module.name)).values():
                if isinstance(var, type) and var.__module__ == module.name and prints_fields(var):
                    yield var


def prints_fields(cls: type) -> bool:
    return is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields"))


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What the objects that are made during a test print, by the names of their classes."""
    made: dict[str, list[str]] = defaultdict(list)

    def note(value: Any) -> None:
        texts = made[f"{type(value).__module__}.{type(value).__qualname__}"]
        if len(texts) < KEPT:
            texts.append(repr(value))

    def watched(cls: type) -> None:
        if issubclass(cls, tuple):
            new = cls.__new__
            monkeypatch.setattr(cls, "__new__", lambda item, *args, **named: _noted(new(item, *args, **named)))
        else:
            init = cls.__init__  # type: ignore[misc]

            def initialise(self: Any, *args: Any, **named: Any) -> None:
                init(self, *args, **named)
                note(self)

            monkeypatch.setattr(cls, "__init__", initialise)

    def _noted(item: Any) -> Any:
        note(item)
        return item

    for cls in classes():
        watched(cls)
    placement.cells.cache_clear()  # kept by a test before, they would not be made here
    return made


def told(text: str, secrets: Sequence[str]) -> list[str]:
    """The ranks that a text tells: by name, by symbol in quotes, as a constant, or in a row of a set-up."""
    names = "|".join(rank.name.capitalize() for rank in Rank)
    symbols = "".join(re.escape(rank.symbol) for rank in Rank)
    findall = re.findall(rf"\b(?:{names})s?\b|(?<!name=')(?<=')[{symbols}](?=')|\bRank\b|\b(?:{names.upper()})\b", text)
    rows = {secret[start : start + LONG] for secret in secrets for start in range(len(secret) - LONG + 1)}
    return findall + [row for row in rows if row.strip(".") and row in text]


def signed_in(user: Account) -> Client:
    client = Client()
    client.force_login(user)
    return client


def played(slug: str, ada: Account, bob: Account) -> list[str]:
    """A game of two people from its editor on, through all that makes objects of it; returns its secrets."""
    book = variant(slug)
    players = {Seat.RED: ada.player.id, Seat.BLUE: bob.player.id}
    game = Game.objects.get(id=creation.create_game(variant=book, players=players))
    browsers = {Seat.RED: signed_in(ada), Seat.BLUE: signed_in(bob)}
    secrets = []
    for seat, client in browsers.items():
        drawn = cards_drawn(game.id, seat) if book.deals else ()
        placement = a_setup(book, seat, random.Random(int(seat)), drawn)
        secrets.append(placement)
        in_the_editor(client, game, placement)
        commands.make_setup(game=game.id, seat=seat, placement=placement)
        client.get(f"/games/{game.key}/")
    at_the_table(browsers, game)
    return secrets


def in_the_editor(client: Client, game: Game, placement: str) -> None:
    setup = f"/games/{game.key}/setup/"
    client.get(f"/games/{game.key}/")
    unfinished = "M" + "." * (len(placement) - 1)
    posts = [
        ("text", placement, ""),
        ("save", placement, "Mine"),
        ("save", unfinished, "Mine"),
        ("undo", placement, ""),
    ]
    posts += [("text", "M" * 99, ""), ("text", "M<b>", ""), ("commit", unfinished, "")]
    for do, rows, name in posts:
        version = next(iter(Draft.objects.filter(game=game.id).values_list("version", flat=True)), 0)
        client.post(setup, {"do": do, "rows": rows, "version": version, "name": name})
    client.post(setup, {"do": "text", "rows": placement, "version": 999})
    client.get("/setups/")
    client.get(f"/setups/{game.variant}/")


def at_the_table(browsers: dict[Seat, Client], game: Game) -> None:
    """Plays some turns, talks, guesses, notes, and resigns."""
    for _ply in range(2):
        now = command_handler.open_game(game.id)
        if now.state is None or now.outcome is not None:
            break  # chance has shuffled it to its end
        client = browsers[now.state.to_move]
        client.get(f"/games/{game.key}/")
        client.get(f"/games/{game.key}/table/")
        hidden = [piece.id for piece in now.state.view(Viewer.of(now.state.to_move)).pieces if piece.rank is None]
        for piece in hidden[:1]:
            client.post(f"/games/{game.key}/guess/", {"piece": piece, "symbol": "M"}, headers=HTMX)
        client.post(f"/games/{game.key}/talk/", {"text": "Good luck"}, headers=HTMX)
        for turn in ("z9-z8", str(legal_turns(now.state)[0])):
            sent = {"turn": turn, "version": now.public_version}
            client.post(f"/games/{game.key}/turn/", sent, headers=HTMX)
            client.post(f"/games/{game.key}/turn/", sent)
    for client in browsers.values():
        client.get(f"/games/{game.key}/aside/")
        client.post(f"/games/{game.key}/act/", {"act": "resign", "version": 0})
    for client in browsers.values():
        client.get(f"/games/{game.key}/")
        client.get(f"/games/{game.key}/guesses/")


def against_a_bot(slug: str, level: int, ada: Account) -> list[str]:
    book = variant(slug)
    game = creation.create_game(variant=book, players={Seat.RED: ada.player.id, Seat.BLUE: bots_of(1, level)[0].id})
    commands.make_setup(game=game, seat=Seat.RED, placement=placements(slug, random.Random(3))[Seat.RED])
    act(game)
    for _ply in range(2):
        now = command_handler.open_game(game)
        if now.state is None or now.outcome is not None:
            break  # chance has led the bot to the Flag
        there = {piece.square for piece in now.state.view(Viewer.ALL).pieces}
        # An attack might take the Flag, as the bot sets up by chance, and it would not come to think.
        quiet = next(turn for turn in legal_turns(now.state) if turn.target not in there)
        commands.play_turn(game=game, seat=Seat.RED, turn=str(quiet))
        act(game)
    return [event.event.placement for event in store.load(game) if isinstance(event.event, SetupMade)]


@pytest.mark.slow
def test_nothing_around_a_board_prints_a_rank(printed: dict[str, list[str]]) -> None:
    ada, bob = account("Ada"), account("Bob")
    secrets = [*played("classic", ada, bob), *played("cards", ada, bob), *against_a_bot("barrage", 5, ada)]
    secrets += against_a_bot("barrage", 7, ada)
    wrong = {
        name: (text, told(text, secrets)) for name, texts in printed.items() for text in texts if told(text, secrets)
    }
    assert wrong == {}
    everything = {f"{cls.__module__}.{cls.__qualname__}" for cls in classes()}
    assert everything - set(printed) - NOT_MADE == set()


def test_it_would_be_noticed() -> None:
    assert told("Square(label='a1: Marshal')", []) == ["Marshal"]
    assert told("Sitting(guesses={12: 'M'})", []) == ["M"]
    assert told("Stock(counts={<Rank.SPY: 1>: 1})", []) == ["Rank", "SPY"]
    assert told("Work(form='..F3S...')", ["..F3S..."]) != []
    assert told("Row(name='2')", []) == []
    assert told("Stock(whole=True, flag=True, free=False)", []) == []
