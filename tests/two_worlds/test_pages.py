"""Section 9: two worlds answer a viewer with the same bytes: every page, fragment, record and header."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.rules import VARIANTS, Options, Viewer

from .ledger import BOOKS
from .pages import Cast, differences
from .worlds import PLIES, Pair, begin, pairs, random_start

PAIRS = 200
"""In all, over all variants."""

PARTS = 2
LONGEST = 30  # submissions before the fork: each is a command, and there are two worlds
LIMITS = (5, 15, PLIES)  # and after it
RARELY = 10  # of so many pairs one asks for all pages, those of the admin too, and between the end and the reveal


def some_pairs(slug: str, part: int) -> Iterator[Pair]:
    """The pairs of one test, played to their ends."""
    wanted = -(-PAIRS // (len(VARIANTS) * PARTS))
    seed = 100_000 + part
    while wanted > 0:
        for pair in pairs(slug, seed, longest=LONGEST):
            if pair is not None and wanted > 0:
                pair.limit = LIMITS[wanted % len(LIMITS)]
                while pair.play_on():
                    pass
                wanted -= 1
                yield pair
        seed += PARTS


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", VARIANTS)
def test_two_worlds_are_answered_with_the_same_bytes(cast: Cast, slug: str, part: int) -> None:
    for number, pair in enumerate(some_pairs(slug, part)):
        assert differences(pair, cast, rarely=number % RARELY == 0) == []


@pytest.mark.parametrize("slug", VARIANTS)
def test_set_ups_in_the_making_look_the_same(cast: Cast, slug: str) -> None:
    """Until all are ready nobody learns more than who is: not even which squares are filled (RULES section 2)."""
    rules = VARIANTS[slug]
    for viewer in (Viewer.RED, Viewer.SPECTATOR):
        here, there = (
            random_start(rules, Options(free_setup=BOOKS[slug].free), random.Random(seed)) for seed in (1, 2)
        )
        if viewer.seat is not None:
            mine = {viewer.seat: here.ledger.setups[viewer.seat]}
            dealt = {viewer.seat: here.ledger.chance[viewer.seat]} if rules.deals else {}
            there = begin(rules, there.ledger.setups | mine, there.ledger.chance | dealt, here.ledger.options)
        pair = Pair(slug, 0, 0, viewer, here, there, 0, 1, random.Random(slug))
        assert here.ledger.setups != there.ledger.setups
        assert differences(pair, cast, waiting=True, rarely=True) == []
