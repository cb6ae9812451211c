"""Counting by classes is counting one by one."""

from __future__ import annotations

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.knowledge.world_counts import JointBound, Suit, Surplus, tally, ways, ways_of_one
from games.rules import Rank
from tests.examples import some

RANKS = (Rank.SCOUT, Rank.MINER, Rank.SPY)


def one_by_one(sizes: tuple[int, ...], suits: tuple[Suit, ...], surpluses: tuple[int, ...]) -> list[tuple[Rank, ...]]:
    classes = [place for place, size in enumerate(sizes) for _piece in range(size)]
    results = []
    for world in itertools.product(*([rank for suit in suits for rank, _l, _m in suit.bounds] for _one in classes)):
        given_to = Counter(zip(world, classes, strict=True))
        spent = [0] * len(surpluses)
        fits = True
        for suit in suits:
            for rank, least, most in suit.bounds:
                fits &= least <= world.count(rank) <= most
                fits &= all(place in suit.classes for item, place in given_to if item is rank)
                fits &= all(a <= sum(given_to[rank, place] for place in on) <= b for on, a, b in suit.limits)
                for number, (on, base) in enumerate(suit.surplus):
                    spent[number] += max(0, base + sum(given_to[rank, place] for place in on))
        if fits and all(item <= most for item, most in zip(spent, surpluses, strict=True)):
            results.append(world)
    return results


@st.composite
def counts(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[Suit, ...], tuple[int, ...]]:
    sizes = tuple(draw(st.lists(st.integers(1, 2), min_size=1, max_size=3)))
    places = st.lists(st.sampled_from(range(len(sizes))), unique=True).map(lambda result: tuple(sorted(result)))
    surpluses = tuple(draw(st.lists(st.integers(0, 2), max_size=2)))
    suits = []
    for rank in RANKS:
        least = draw(st.sampled_from((0, 0, 0, 1)))
        limits = tuple(JointBound(draw(places), 0, draw(st.integers(0, 3))) for _one in range(draw(st.integers(0, 1))))
        surplus = tuple(Surplus(draw(places), draw(st.integers(-2, 1))) for _one in surpluses)
        suits.append(Suit(((rank, least, draw(st.integers(least, 4))),), draw(places), limits, surplus))
    return sizes, tuple(suits), surpluses


@some(30)
@given(counts())
def test_classes_count_as_their_pieces(asked: tuple[tuple[int, ...], tuple[Suit, ...], tuple[int, ...]]) -> None:
    sizes, suits, surpluses = asked
    worlds = one_by_one(sizes, suits, surpluses)
    result = tally(sizes, suits, surpluses)
    assert result.worlds == len(worlds)
    firsts = itertools.accumulate((0, *sizes[:-1]))
    for place, first in enumerate(firsts if worlds else ()):
        assert dict(result.ranks[place]) == Counter(world[first] for world in worlds)


def test_ranks_of_one_suit_are_shared_out() -> None:
    bounds = ((Rank.SCOUT, 0, 2), (Rank.MINER, 1, 1), (Rank.SPY, 0, 1))
    worlds = [
        world
        for world in itertools.product(RANKS, repeat=3)
        if world.count(Rank.SCOUT) <= 2 and world.count(Rank.MINER) == 1 and world.count(Rank.SPY) <= 1
    ]
    assert ways(bounds, 3) == len(worlds)
    assert [ways_of_one(bounds, 3, rank) for rank in RANKS] == [
        sum(world[0] is rank for world in worlds) for rank in RANKS
    ]
