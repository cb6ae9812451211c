"""Section 9: two worlds that differ only in what a viewer may not know look the same to that viewer, at every ply."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from games.rules import VARIANTS, Viewer
from tests.books import each_book

from .compare import leaks, misjudged
from .ledger import BOOKS
from .worlds import Pair, pairs

PAIRS = 20
"""Of each rule book, and as many again where these do not come through everything that it knows. `make fuzz` plays as
many more as one likes.
"""


def some_pairs(slug: str, kinds: Counter[str]) -> Iterator[Pair | None]:
    """The pairs of one test.

    Args:
        kinds: of submissions, counted by who plays the pairs.
    """
    wanted = PAIRS
    for seed in itertools.count():
        for pair in pairs(slug, seed):
            wanted -= pair is not None
            yield pair
        if wanted <= (0 if kinds.keys() >= BOOKS[slug].kinds else -PAIRS):
            return


def test_every_rule_book_has_been_read_for_this_test() -> None:
    assert VARIANTS.keys() <= BOOKS.keys()


@each_book
def test_two_worlds_look_the_same(slug: str) -> None:
    """And the pairs were worth it: nearly all forks have another world, most differ in several places, and they play
    on for long, through everything that the rule book knows.
    """
    result: list[Pair] = []
    kinds: Counter[str] = Counter()
    without = 0
    for pair in some_pairs(slug, kinds):
        if pair is None:
            without += 1
            continue
        assert misjudged(pair) == []
        assert [f"{pair.name} for {pair.viewer} after {played}: {what}" for played, what in leaks(pair)] == []
        assert misjudged(pair) == []
        result.append(pair)
        kinds += pair.kinds
    assert without <= len(result) / 20
    assert sum(pair.different for pair in result) > 3 * len(result)
    assert sum(len(pair.here.steps) - pair.fork for pair in result) > len(result) * BOOKS[slug].plies
    assert {pair.viewer for pair in result} == {*map(Viewer.of, VARIANTS[slug].seats), Viewer.SPECTATOR}
    assert kinds.keys() >= BOOKS[slug].kinds
    assert any(pair.ended == "over" for pair in result)
