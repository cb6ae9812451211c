"""A game that is told anew is one that the rules allow, and shows its viewer at every ply what the game itself did."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.knowledge import Retold, retold
from games.rules import VARIANTS, Options, Seat, State, Variant, View, Viewer, advance, apply, start
from tests.books import each_book

from .every_world import _decks, _lively, _setup
from .small_books import SMALL

SMALL_GAMES = {"alliance": 30, "alliance_lightning": 20, "cards": 60}
"""More of those in which claims, shuffles and captures of Flags are rare."""


class Played:
    """A game at random up to a moment at which it goes on, submission by submission."""

    def __init__(self, book: Variant, seed: int, options: Options, longest: int) -> None:
        chance = random.Random(f"{book.slug} {seed}")
        decks = _decks(book, options, chance)
        setups = {seat: _setup(book, seat, options, decks.get(seat, ""), chance) for seat in book.seats}
        self.options, self.longest = options, longest
        self.states = [start(book, setups, options, decks or None)]
        self.plies: list[list[str]] = []
        while self.states[-1].outcome is None and len(self.plies) < longest:
            self._play(chance)
        if self.states[-1].outcome is not None and self.plies:
            self.states.pop()
            self.plies.pop()

    def _play(self, chance: random.Random) -> None:
        state, texts = self.states[-1], list[str]()
        while state.outcome is None and (not texts or state.pending):
            turn = _lively(state, chance)
            texts.append(turn.text)
            state, _facts = apply(state, turn)
        self.states.append(state)
        self.plies.append(texts)

    def views(self, viewer: Viewer) -> list[View]:
        return [state.view(viewer) for state in self.states]


def replayed(book: Variant, result: Retold, options: Options) -> list[State]:
    """The retold game, ply by ply, as the rules judge it."""
    states = [start(book, result.setups, options, result.orders or None)]
    for texts in result.plies:
        states.append(advance(states[-1], texts))
    return states


def check(book: Variant, played: Played, seat: Seat, seed: int) -> Counter[str]:
    """Tells a game anew for a seat, and tells what came up."""
    viewer, options = Viewer.of(seat), played.options
    views = played.views(viewer)
    result = retold(views, played.plies, options, random.Random(seed).randrange, book)
    states = replayed(book, result, options)
    assert [state.view(viewer) for state in states] == views
    # The truth is nowhere in it: told by another game that looks the same, it is the same.
    assert result == retold(views, result.plies, options, random.Random(seed).randrange, book)
    met = Counter(part.kind for view in played.views(Viewer.ALL) if view.last for part in view.last.parts)
    met["other"] = states[-1].view(Viewer.ALL) != played.states[-1].view(Viewer.ALL)
    return met


@pytest.mark.slow
@each_book
def test_it_shows_its_viewer_the_same(slug: str) -> None:
    book = VARIANTS[slug]
    options = Options(spotter=book.deals)
    met = check(book, Played(book, 1, options, 60), book.seats[-1], 1)
    assert met["other"]


@pytest.mark.slow
def test_whatever_is_hidden_is_told_anew() -> None:
    """On small boards everything comes up that one may not see: entries, claims, lays, looks and shuffles."""
    met = Counter[str]()
    for slug, book in SMALL.items():
        for seed in range(SMALL_GAMES.get(slug, 6)):
            options = Options(spotter=book.deals and seed % 2 == 0, free_setup=not book.deals and seed % 4 == 1)
            met += check(book, Played(book, seed, options, 30), book.seats[seed % len(book.seats)], seed)
    assert {"claim", "entry", "hand-look", "lay", "missed", "rescue", "returned", "shuffle", "other"} <= met.keys()


@pytest.mark.fuzz
@each_book
@given(seed=st.integers(min_value=0, max_value=10**9), small=st.booleans(), other=st.booleans())
def test_any_game_can_be_told_anew(slug: str, seed: int, small: bool, other: bool) -> None:
    book = SMALL[slug] if small else VARIANTS[slug]
    options = Options(spotter=book.deals and other, free_setup=other and not book.deals)
    check(book, Played(book, seed, options, 120), book.seats[seed % len(book.seats)], seed)
