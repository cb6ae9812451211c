"""Counting worlds: in how many ways pieces that can be told apart get their ranks, so that every bound is kept.

Pieces of which the same is known form a class. What counts is how many of each class get each rank, so the count runs
over classes and ranks and never over worlds: whole numbers, exact, by dynamic programming with binomials.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, prod
from typing import NamedTuple

from games.rules import Rank

Bounds = tuple[tuple[Rank, int, int], ...]
"""Ranks, each with how many pieces at least and at most have it."""

Counts = tuple[int, ...]


class JointBound(NamedTuple):
    """How many pieces of some classes, together, have a rank: at least and at most."""

    classes: Counts
    least: int
    most: int


class Surplus(NamedTuple):
    """What of a rank is above nothing: `base` and the pieces of some classes that have it, if that is above nothing."""

    classes: Counts
    base: int


@dataclass(frozen=True, slots=True)
class Suit:
    """Ranks that the same classes may have.

    Args:
        bounds: the ranks with their bounds; together they are given to any pieces of the classes.
        classes: by number, which may have them.
        limits: of a suit of one rank, further bounds.
        surplus: of a suit of one rank, what it adds to the surpluses that `tally` bounds, in their order.
    """

    bounds: Bounds
    classes: Counts
    limits: tuple[JointBound, ...] = ()
    surplus: tuple[Surplus, ...] = ()


@dataclass(frozen=True, slots=True)
class WorldCount:
    """How many worlds there are, and for each class in how many of them one given piece of it has each rank."""

    worlds: int
    ranks: tuple[Mapping[Rank, int], ...]


NOTHING = WorldCount(0, ())


@lru_cache(maxsize=8192)
def ways(bounds: Bounds, pieces: int) -> int:
    """In how many ways so many pieces get ranks within bounds.

    >>> ways(((Rank.SCOUT, 0, 2), (Rank.MINER, 1, 1)), 3)
    3
    """
    room = sum(most for _rank, _least, most in bounds)
    if room <= pieces:  # all of it is given, as in a game without reserves: a multinomial
        whole = room == pieces and all(least <= most for _rank, least, most in bounds)
        return factorial(pieces) // prod(factorial(most) for _rank, _least, most in bounds) if whole else 0
    (_rank, least, most), rest = bounds[0], bounds[1:]
    if not rest:
        return int(least <= pieces)
    return sum(
        comb(pieces, count) * ways(rest, pieces - count) for count in range(max(least, 0), min(most, pieces) + 1)
    )


@lru_cache(maxsize=8192)
def ways_of_one(bounds: Bounds, pieces: int, rank: Rank) -> int:
    """In how many of these ways one given piece has a rank.

    Args:
        bounds: the ranks with their bounds.
        pieces: how many, that piece among them.
        rank: its rank.
    """
    fewer = tuple((bound, least - (bound is rank), most - (bound is rank)) for bound, least, most in bounds)
    return ways(fewer, pieces - 1) if pieces else 0


PartialPlacing = tuple[Counts, Counts]


@lru_cache(maxsize=4096)
def tally(sizes: Counts, suits: tuple[Suit, ...], surpluses: Counts = ()) -> WorldCount:
    """Counts the worlds in which every piece gets one rank of one suit.

    Args:
        sizes: how many pieces each class has.
        suits: each rank in one of them.
        surpluses: what the suits' surpluses may come to at most, each in its place.

    >>> miner, scout = Suit(((Rank.MINER, 0, 1),), (0, 1)), Suit(((Rank.SCOUT, 0, 2),), (0,))
    >>> tally((2, 1), (miner, scout)).worlds
    1
    """
    states: dict[PartialPlacing, int] = {(sizes, (0,) * len(surpluses)): 1}
    steps: list[list[tuple[PartialPlacing, Counts, int, PartialPlacing]]] = []
    for place, suit in enumerate(suits):
        taken: list[tuple[PartialPlacing, Counts, int, PartialPlacing]] = []
        reached: dict[PartialPlacing, int] = {}
        room = sum(most for later in suits[place + 1 :] for _rank, _least, most in later.bounds)
        for state, worlds in states.items():
            for chosen, count in _choices(state[0], suit, room):
                spent = _spend(state[1], suit, chosen)
                if any(number > most for number, most in zip(spent, surpluses, strict=True)):
                    continue
                after = tuple(left - number for left, number in zip(state[0], chosen, strict=True)), spent
                reached[after] = reached.get(after, 0) + worlds * count
                taken.append((state, chosen, count, after))
        steps.append(taken)
        states = reached
    ends = {state: 1 for state in states if not any(state[0])}
    worlds = sum(states[state] for state in ends)
    return WorldCount(worlds, _by_rank(sizes, suits, surpluses, steps, ends)) if worlds else NOTHING


def _choices(left: Counts, suit: Suit, room: int) -> Iterator[tuple[Counts, int]]:
    """How many pieces of each class get a rank of the suit, with the ways of it.

    Args:
        left: how many pieces of each class have no rank yet.
        suit: the ranks to be given.
        room: how many pieces the later suits can take at most.
    """
    total = sum(left)
    least = max(sum(least for _rank, least, _most in suit.bounds), total - room)
    most = min(sum(most for _rank, _least, most in suit.bounds), sum(left[number] for number in suit.classes))
    for count in range(least, most + 1):
        given = ways(suit.bounds, count)
        if not given:
            continue
        for chosen in _shared_out(left, suit.classes, count):
            if all(least <= sum(chosen[number] for number in classes) <= most for classes, least, most in suit.limits):
                yield chosen, given * prod(map(comb, left, chosen))


def _shared_out(left: Counts, classes: Counts, count: int) -> Iterator[Counts]:
    if not classes:
        if count == 0:
            yield (0,) * len(left)
        return
    first, rest = classes[0], classes[1:]
    most = sum(left[number] for number in rest)
    for taken in range(max(0, count - most), min(left[first], count) + 1):
        for others in _shared_out(left, rest, count - taken):
            yield (*others[:first], taken, *others[first + 1 :])


def _spend(spent: Counts, suit: Suit, chosen: Counts) -> Counts:
    if not suit.surplus:
        return spent
    return tuple(
        before + max(0, base + sum(chosen[number] for number in classes))
        for before, (classes, base) in zip(spent, suit.surplus, strict=True)
    )


def _by_rank(
    sizes: Counts,
    suits: tuple[Suit, ...],
    surpluses: Counts,
    steps: list[list[tuple[PartialPlacing, Counts, int, PartialPlacing]]],
    ends: dict[PartialPlacing, int],
) -> tuple[Mapping[Rank, int], ...]:
    """Back from the ends: in how many worlds one piece of each class has each rank."""
    before: dict[PartialPlacing, int] = {(sizes, (0,) * len(surpluses)): 1}
    begun = [before]
    for taken in steps[:-1]:
        after: dict[PartialPlacing, int] = {}
        for state, _chosen, count, reached in taken:
            after[reached] = after.get(reached, 0) + begun[-1][state] * count
        begun.append(after)
    result: list[dict[Rank, int]] = [{} for _size in sizes]
    for suit, taken, worlds in zip(reversed(suits), reversed(steps), reversed(begun), strict=True):
        rest: dict[PartialPlacing, int] = {}
        for state, chosen, count, reached in taken:
            tail = ends.get(reached, 0)
            if not tail:
                continue
            rest[state] = rest.get(state, 0) + count * tail
            number = sum(chosen)
            given = ways(suit.bounds, number)
            for rank, _least, most in suit.bounds:
                item = ways_of_one(suit.bounds, number, rank) if most else 0
                if item:
                    share = worlds[state] * (count // given) * item * tail
                    for place in suit.classes:
                        if chosen[place]:
                            numbers = result[place]
                            numbers[rank] = numbers.get(rank, 0) + share * chosen[place]
        ends = rest
    return tuple(
        {rank: numbers[rank] // size for rank in sorted(numbers, reverse=True)}
        for numbers, size in zip(result, sizes, strict=True)
    )
