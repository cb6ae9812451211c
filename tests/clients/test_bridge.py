"""The bridge between the service and an engine that speaks lines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games.domain import commands, creation
from games.models import Game
from games.rules import Options, Seat, variant
from tests.api.asking import secret_of
from tests.books import each_book
from tests.scenes import account
from vexillum_client import Client
from vexillum_client.bridge import Bridge, Engine, EngineFailed

ENGINE = [sys.executable, str(Path(__file__).parents[2] / "clients" / "python" / "examples" / "line_engine.py"), "1"]
FEW = 6
"""Plies of a game in each run of the tests; `make fuzz-api` plays them to the end."""

pytestmark = [pytest.mark.slow]


def game_of(slug: str) -> tuple[Game, list[str]]:
    book = variant(slug)
    people = {seat: account(seat.slug.title()) for seat in book.seats}
    options = Options(no_attack_limit=20)
    game = creation.create_game(
        variant=book, players={seat: person.player.id for seat, person in people.items()}, options=options
    )
    return Game.objects.get(id=game), [secret_of(person, "read", "play", "challenge") for person in people.values()]


def play(site: str, slug: str, most: int) -> Game:
    game, secrets = game_of(slug)
    with Engine(ENGINE) as engine:
        assert engine.name == "Example"
        bridges = [Bridge(Client(site, secret), engine) for secret in secrets]
        for _round in range(2 + 2 * most):  # a choice that a battle opens takes a round of its own
            for bridge in bridges:
                bridge.look()
            game.refresh_from_db()
            if game.status == Game.Status.OVER or game.plies >= most:
                break
    return game


@pytest.mark.parametrize("slug", ["classic", "campaign", "alliance", "cards"])
def test_an_engine_sets_up_and_plays(site: str, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(site, slug, FEW)
    over = game.status == Game.Status.OVER  # chance may take a Flag that soon
    assert (game.plies >= FEW or over, capsys.readouterr().err.count("422")) == (True, 0)
    if not over:
        commands.resign(game=game.id, seat=Seat.RED)


@pytest.mark.fuzz
@each_book
def test_an_engine_plays_a_whole_game(site: str, slug: str) -> None:
    assert play(site, slug, 10_000).status == Game.Status.OVER


def test_an_engine_that_ends_is_told() -> None:
    with pytest.raises(EngineFailed, match="has ended"):
        Engine([sys.executable, "-c", "print('name Short')"])
