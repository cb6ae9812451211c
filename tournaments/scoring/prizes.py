"""Prizes: who gets what at the end of an event. Pure.

Prizes stand in lists: that of the places, and one for each category, whose members are ranked among themselves. Who is
level shares the money of the prizes that they have between them, by one of three ways (`SHARINGS`):

- `equal`: all of them alike;
- `hort`: half of each prize goes to the player who stands there, and the other halves are shared alike among those of
  the same points. Vlastimil Hort proposed it; German events announce it as “Hort-System”, and the German Wikipedia
  describes it under that name, with the examples of `tests/tournaments/scoring/test_prizes.py`;
- `places`: tie-breaks decide, and only players who share a place share.

Nobody gets two prizes. The largest amount that is open goes first; of the same amount a prize of the places goes
before one of a category. Whoever has a prize leaves all other lists, and those below move up in them. As amounts do not
grow from one prize of a list to the next, nobody who has a prize loses by that.

A thing, such as a cup, is never shared: it goes to whoever stands at its prize. It counts less than any amount.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

SHARINGS = ("equal", "hort", "places")


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of the places or of a category.

    Args:
        amounts: of each prize, in the smallest unit of the currency; none is larger than the one before.
        things: whether there is a thing with it, for each.
        members: the numbers of the players who can win them.
    """

    amounts: tuple[int, ...]
    things: tuple[bool, ...]
    members: frozenset[int]


@dataclass(frozen=True, slots=True)
class Contender:
    """A player in the standings.

    Args:
        number: any number, other ones for others.
        place: players who share one have the same.
        level: the same for those who are level with each other: their points.
    """

    number: int
    place: int
    level: int


@dataclass(frozen=True, slots=True)
class Award:
    """A prize, and how it was computed. Amounts are in the smallest unit of the currency.

    Args:
        number: whose it is.
        list: the index of the prize list.
        position: in this list without those who have another prize, from 1.
        amount: what is paid.
        thing: the thing of the prize at this position comes with it.
        shared: the numbers of all who share, in order.
        pool: the prizes that they share, in order; 0 where there is none any more.
        own, equal: the part for the own place, and the equal part; the share is one of them, or half of each.
        rounded: a unit was added, so that the sum is right: those who stand higher get what rounding down leaves.
        passed: the numbers of those above in the list who have another prize.
    """

    number: int
    list: int
    position: int
    amount: int
    thing: bool
    shared: tuple[int, ...]
    pool: tuple[int, ...]
    own: Fraction
    equal: Fraction
    rounded: bool
    passed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Share:
    """What a player would get of a list as it stands."""

    number: int
    position: int
    value: Fraction
    thing: bool
    shared: tuple[int, ...]
    pool: tuple[int, ...]
    own: Fraction
    equal: Fraction


def distribute(lists: Sequence[PrizeList], ranked: Sequence[Contender], *, sharing: str) -> tuple[Award, ...]:
    """Who gets which prize, by list and position.

    Args:
        lists: the prizes, those of the places first.
        ranked: all who can win one, the first one first.
        sharing: one of `SHARINGS`.

    Raises:
        ValueError: the sharing is unknown, or the amounts of a list grow.
    """
    if sharing not in SHARINGS or any(list(row.amounts) != sorted(row.amounts, reverse=True) for row in lists):
        raise ValueError("no sharing, or prizes that grow")
    queues = [[player for player in ranked if player.number in row.members] for row in lists]
    shares = [_shares(row, queue, sharing) for row, queue in zip(lists, queues, strict=True)]
    taken: dict[int, int] = {}
    while open := [
        ((share.value, share.thing, -index, -share.position), share.number, index)
        for index, row in enumerate(shares)
        for share in row
        if share.number not in taken
    ]:
        _size, number, index = max(open)
        taken[number] = index
        for other, row in enumerate(lists):
            if other != index and number in row.members:
                queues[other] = [player for player in queues[other] if player.number != number]
                shares[other] = _shares(row, queues[other], sharing)
    order = [player.number for player in ranked]
    result: list[Award] = []
    for index, (row, shown) in enumerate(zip(lists, shares, strict=True)):
        gone = [number for number in order if number in row.members and taken.get(number, index) != index]
        for share, amount, rounded in _in_units(shown):
            passed = tuple(number for number in gone if order.index(number) < order.index(share.number))
            result.append(
                Award(
                    number=share.number,
                    list=index,
                    position=share.position,
                    amount=amount,
                    thing=share.thing,
                    shared=share.shared,
                    pool=share.pool,
                    own=share.own,
                    equal=share.equal,
                    rounded=rounded,
                    passed=passed,
                )
            )
    return tuple(result)


def _in_units(shares: Sequence[_Share]) -> Iterator[tuple[_Share, int, bool]]:
    """Each share with what is paid of it: rounded down, and a unit more for the first ones until the sum is right."""
    for _shared, group in groupby(shares, key=lambda share: share.shared):
        together = list(group)
        left = sum(together[0].pool) - sum(int(share.value) for share in together)
        for place, share in enumerate(together):
            yield share, int(share.value) + (place < left), place < left


def _shares(row: PrizeList, queue: Sequence[Contender], sharing: str) -> list[_Share]:
    """What each player of a list would get, the first one first; those who would get nothing are left out."""
    result: list[_Share] = []
    start = 0
    for _level, group in groupby(queue, key=lambda player: player.place if sharing == "places" else player.level):
        if start >= len(row.amounts):
            break
        players = list(group)
        pool = tuple(row.amounts[start : start + len(players)])
        pool += (0,) * (len(players) - len(pool))
        equal = Fraction(sum(pool), len(players))
        offset = 0
        for _place, same in groupby(players, key=lambda player: player.place):
            together = list(same)
            own = Fraction(sum(pool[offset : offset + len(together)]), len(together))
            for player in together:
                position = start + offset + 1
                thing = position <= len(row.things) and row.things[position - 1]
                value = (own + equal) / 2 if sharing == "hort" else equal
                if value or thing:
                    shared = tuple(item.number for item in players)
                    result.append(_Share(player.number, position, value, thing, shared, pool, own, equal))
                offset += 1
        start += len(players)
    return result
