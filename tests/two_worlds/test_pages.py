"""Section 9: two worlds answer a viewer with the same bytes: every page, fragment, record and header."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator

import pytest

from games.rules import VARIANTS, Options, Viewer
from tests.books import SOME

from .ledger import BOOKS
from .pages import Cast, Plan, differences
from .worlds import PLIES, Pair, begin, pairs, random_start

MAKING = ("battle", "alliance", "cards")
"""Rule books whose set-ups in the making each run compares; `make fuzz` does so with all."""

FUZZED_PAIRS = 6
"""So many of them, again and again: one of them asks for all pages, and one is a game of a tournament."""

SEED = 100_000  # of the first game, and of the first one of `make fuzz`
FUZZED = 200_000
RARELY, EVENT = 0, 4  # which of these six they are
OF_A_GAME = 3  # at most: pairs that fork from one game
LONGEST = 30  # submissions before the fork: each is a command, and there are two worlds
LIMITS = (5, 15, PLIES)  # and after it


def some_pairs(slug: str, seed: int, wanted: int) -> Iterator[Pair]:
    """The pairs of one test, played to their ends: a few of each game, so that there are several games."""
    for number in itertools.count(seed):
        for pair in itertools.islice(filter(None, pairs(slug, number, longest=LONGEST)), OF_A_GAME):
            if not wanted:
                return
            pair.limit = LIMITS[wanted % len(LIMITS)]
            while pair.play_on():
                pass
            wanted -= 1
            yield pair


def plans(slug: str) -> list[Plan]:
    """What a pair of a rule book is asked in one run; `make fuzz` plays many more, of all. Every other one asks for all
    pages, and the others play a game of a tournament, of which each page has its turn between fork and end.
    """
    place = SOME.index(slug)
    return [Plan(place, rarely=place % 2 == 0, event=place % 2 == 1)]


def fuzzed_plans(slug: str, wanted: int) -> list[Plan]:
    place = list(VARIANTS).index(slug)
    return [
        Plan(place + number, rarely=number % FUZZED_PAIRS == RARELY, event=number % FUZZED_PAIRS == EVENT)
        for number in range(wanted)
    ]


def compared(cast: Cast, slug: str, seed: int, plans: list[Plan]) -> list[str]:
    """What some pairs of a rule book can be told apart by, one pair a plan."""
    pairs = some_pairs(slug, seed, len(plans))
    return [what for plan, pair in zip(plans, pairs, strict=True) for what in differences(pair, cast, plan)]


@pytest.mark.parametrize("slug", SOME)
def test_two_worlds_are_answered_with_the_same_bytes(cast: Cast, slug: str) -> None:
    assert compared(cast, slug, SEED, plans(slug)) == []


@pytest.mark.slow
@pytest.mark.parametrize("format", ["arena", "ladder"])
def test_a_game_of_a_round_that_grows_is_answered_with_the_same_bytes(cast: Cast, format: str) -> None:
    assert compared(cast, "duel", SEED, [Plan(1, event=True, format=format)]) == []


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("slug", VARIANTS)
def test_many_pairs_are_answered_with_the_same_bytes(cast: Cast, slug: str, part: int) -> None:
    """A tenth of the pairs that `make fuzz` is told to hold together."""
    wanted = -(-int(os.environ.get("PAIRS", "5000")) // (10 * len(VARIANTS) * 8))
    assert compared(cast, slug, FUZZED + part * wanted, fuzzed_plans(slug, wanted)) == []


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=() if slug in MAKING else pytest.mark.fuzz) for slug in VARIANTS]
)
def test_set_ups_in_the_making_look_the_same(cast: Cast, slug: str) -> None:
    """Until all are ready nobody learns more than who is: not even which squares are filled (RULES section 2)."""
    rules, place = VARIANTS[slug], list(VARIANTS).index(slug)
    viewer = (Viewer.RED, Viewer.SPECTATOR)[place % 2]
    here, there = (random_start(rules, Options(free_setup=BOOKS[slug].free), random.Random(seed)) for seed in (1, 2))
    if viewer.seat is not None:
        mine = {viewer.seat: here.ledger.setups[viewer.seat]}
        dealt = {viewer.seat: here.ledger.chance[viewer.seat]} if rules.deals else {}
        there = begin(rules, there.ledger.setups | mine, there.ledger.chance | dealt, here.ledger.options)
    pair = Pair(slug, 0, 0, viewer, here, there, 0, 1, random.Random(slug))
    assert here.ledger.setups != there.ledger.setups
    assert differences(pair, cast, Plan(place, waiting=True, rarely=place % 4 == 2)) == []
