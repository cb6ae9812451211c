"""Bots play sensibly: they beat chance. The long measurement is `python -m benchmarks bots`."""

from __future__ import annotations

import pytest

from accounts.people.bots import USUAL_LEVEL
from games.rules import Outcome, variant
from play.bots.match import matches, play
from tests.books import each_book

GAMES = {
    "classic": 2,
    "battle": 2,
    "campaign": 2,
    "alliance": 2,
    "alliance_lightning": 2,
    "lightning": 4,
    "ultimate_lightning": 4,
}
"""Of the long ones few; of the others ten."""


@pytest.mark.slow
@each_book
def test_a_bot_beats_chance(slug: str) -> None:
    games = GAMES.get(slug, 10)
    played = list(matches(variant(slug), games=games, seed=2))
    assert sum(game.points for game in played) >= 0.9 * games
    assert max(second for game in played for second in game.seconds) < 2


def test_the_spotter_is_used() -> None:
    played = list(matches(variant("cards"), games=6, seed=3, spotter=True))
    assert sum(game.points for game in played) >= 5


def test_the_same_seed_gives_the_same_game() -> None:
    games = [play(variant("duel"), side=1, seed="same") for _time in range(2)]
    assert [(game.outcome, game.plies) for game in games] == [(games[0].outcome, games[0].plies)] * 2
    assert games[0].plies > 5


def test_points() -> None:
    game = play(variant("barrage"), side=0, seed="points")
    kind = game.outcome.kind
    assert [game._replace(outcome=Outcome(kind, winner)).points for winner in (0, 1, None)] == [1, 0, 0.5]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "against"), [(USUAL_LEVEL, 1), (8, 1), (8, USUAL_LEVEL)])
def test_a_higher_level_beats_a_lower_one(level: int, against: int) -> None:
    """At barrage, where games are short; `python -m benchmarks bots` has all levels."""
    played = list(matches(variant("barrage"), games=24, seed=5, level=level, against=against))
    assert sum(game.points for game in played) >= 15
