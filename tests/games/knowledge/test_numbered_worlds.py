"""Each world that there is has one number: all numbers are tried, and what comes out is every world, once."""

from __future__ import annotations

from collections import Counter

import pytest

from games.knowledge import Seen, known_at, numbered_world
from games.rules import Options
from tests.books import each_book

from .every_world import Game, plies
from .small_books import SMALL
from .test_against_every_world import FREE, games_of

LONGEST = 24
MOST = 60
"""Worlds of a ply of which every one is asked for; of more, a few."""

GAMES = {"alliance": 1, "alliance_lightning": 1}


def follow(game: Game, seed: int, options: Options) -> Counter[str]:
    """Plays a game, and at every third ply asks for its worlds by their numbers."""
    book, met = game.state.variant, Counter[str]()
    seen: Seen | None = None
    for place, now in enumerate(plies(game, seed, LONGEST)):
        view = now.views[-1]
        seen = Seen.of(book, view, options) if seen is None else seen.after(view)
        if place % 3 and view.outcome is None:
            continue
        worlds = known_at(seen, view).worlds
        step = 1 if worlds <= MOST else worlds // 5 + 1
        result = [numbered_world(seen, view, number) for number in range(0, worlds, step)]
        shown = [
            tuple(
                (piece.id, int(world[piece.id]))
                for piece in view.pieces
                if piece.rank is None and piece.seat in now.seats
            )
            for world in result
        ]
        there = now.assignments()
        assert there.keys() >= set(shown)
        if step == 1:
            assert len({tuple(sorted(world.items())) for world in result}) == worlds
            assert there.keys() == set(shown)
            met["whole"] += worlds > 1
        met["some"] += worlds > 1
        with pytest.raises(IndexError):
            numbered_world(seen, view, worlds)
    return met


@pytest.mark.slow
@each_book
def test_every_world_has_a_number(slug: str) -> None:
    met = Counter[str]()
    for seed in range(GAMES.get(slug, 2)):
        options = Options(free_setup=slug in FREE and seed == 1, spotter=SMALL[slug].deals and seed == 1)
        for game in games_of(SMALL[slug], seed, options):
            met += follow(game, seed, options)
    assert met["some"]
    assert met["whole"] or len(SMALL[slug].seats) > 2  # of four seats there are too many to ask for them all
