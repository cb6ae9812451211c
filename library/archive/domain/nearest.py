"""Families of set-ups: those that are nearest to one another, by the squares on which they differ. Pure.

*Distance.* Two set-ups are as far apart as there are squares on which they differ, however many pieces that takes: two
pieces that change places are two squares (Hamming distance). Of the two ways to lay one of them, as it is or mirrored,
the nearer one counts.

*Leaders.* The set-up near which most were laid leads the first family; it is near itself. Those near it are taken away,
and of the others again the one near which most of them were laid leads the next, as long as they are `FEWEST` at least
(the clustering of Daura et al., Angewandte Chemie 38, 1999). Near is what a search finds near: `near_at_most` squares.

*Families.* Each set-up belongs to the leader that it is nearest to, if it is near it at all; of two as near, to the one
that was found first.

All of it follows from which set-ups were laid how often, and not from the order in which they came: of equals the one
that was laid most itself leads, and then the first by the letters of its form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from games.domain.placement import SYMBOLS, mirrored
from games.rules import Variant
from library.archive.domain.criteria import near_at_most

FEWEST = 10
"""Set-ups that a family is made of at least."""

MOST = 200
"""Families of a rule book at most: those that were found first."""

_PLACE_OF = {symbol: place for place, symbol in enumerate(SYMBOLS)}


class FamilyMember(NamedTuple):
    """A set-up of a family.

    Args:
        form: as it was given.
        beside: the one nearest to the leader: it, or its mirror image.
        distance: squares on which that differs from the leader.
    """

    form: str
    beside: str
    distance: int


class Family(NamedTuple):
    """A leader, and all that belong to it, itself included: the nearest first."""

    leader: str
    members: Sequence[FamilyMember]


def distance(text: str, other: str, rules: Variant) -> int:
    """On how many squares two set-ups differ, or one and the other's mirror image, if those are fewer.

    Args:
        text, other: forms.
        rules: their rule book, which says what a mirror image is.
    """
    return min(_differing(text, image) for image in (other, mirrored(other, rules)))


def beside(form: str, leader: str, rules: Variant) -> str:
    """A set-up or its mirror image, whichever is nearer to a leader.

    Args:
        form: the set-up.
        leader: another one.
        rules: their rule book.
    """
    return min((form, mirrored(form, rules)), key=lambda image: _differing(image, leader))


def _differing(text: str, other: str) -> int:
    return sum(a != b for a, b in zip(text, other, strict=True))


def nearest(form: str, leaders: Sequence[str], rules: Variant) -> str | None:
    """The leader to whose family a set-up belongs; None if it is near none.

    Args:
        form: the set-up.
        leaders: in the order in which they were found.
        rules: their rule book.
    """
    images = (form, mirrored(form, rules))
    result = [(min(_differing(image, leader) for image in images), place) for place, leader in enumerate(leaders)]
    near = [(far, place) for far, place in result if far <= near_at_most(leaders[place])]
    return leaders[min(near)[1]] if near else None


def families(laid: Mapping[str, int], rules: Variant) -> list[Family]:
    """The families of set-ups, in the order in which their leaders were found.

    Args:
        laid: how often each was laid; of a set-up and its mirror image only one is named.
        rules: their rule book.
    """
    forms = sorted(laid)
    room = _Neighbours(forms, rules)
    belongs: dict[int, tuple[int, int]] = {}
    leaders: list[int] = []
    for leader in _leaders(room, [laid[form] for form in forms]):
        for other, far in room.near(leader):
            belongs[other] = min(belongs.get(other, (far, len(leaders))), (far, len(leaders)))
        leaders.append(leader)
    members: list[list[FamilyMember]] = [[] for _leader in leaders]
    for other, (far, place) in belongs.items():
        aligned = beside(forms[other], forms[leaders[place]], rules)
        members[place].append(FamilyMember(forms[other], aligned, far))
    return [
        Family(forms[leader], sorted(own, key=lambda member: (member.distance, member.form)))
        for leader, own in zip(leaders, members, strict=True)
    ]


def _leaders(room: _Neighbours, laid: Sequence[int]) -> Iterator[int]:
    """The leaders, one after the other, as places in the list of forms. How many are near somebody becomes less as
    others are taken away and never more, so only the first one is counted again."""
    taken: set[int] = set()
    heads = [(-sum(laid[other] for other, _far in room.near(place)), -own, place) for place, own in enumerate(laid)]
    heapify(heads)
    number = 0
    while heads and number < MOST:
        before, own, place = heappop(heads)
        if place in taken:
            continue
        near = [other for other, _far in room.near(place) if other not in taken]
        count = sum(laid[other] for other in near)
        if count < -before:
            heappush(heads, (-count, own, place))
        elif count < FEWEST:
            return
        else:
            taken.update(near)
            number += 1
            yield place


class _Neighbours:
    """Which set-ups are near which.

    Two that differ on k squares at most are alike in one of k + 1 parts at least, each of which has every (k + 1)-th
    square. So only those have to be compared that share a part, as they are or mirrored.
    """

    def __init__(self, forms: Sequence[str], rules: Variant) -> None:
        self._forms = forms
        self._reach = [near_at_most(form) for form in forms]
        self._parts = max(self._reach, default=0) + 1
        images = [(form, mirrored(form, rules)) for form in forms]
        self._with: dict[tuple[int, str], set[int]] = defaultdict(set)
        for place, both in enumerate(images):
            for image in both:
                for part in self._parts_of(image):
                    self._with[part].add(place)
        self._bits = [(_bits(form), _bits(image)) for form, image in images]

    def _parts_of(self, form: str) -> Iterator[tuple[int, str]]:
        for part in range(self._parts):
            yield part, form[part :: self._parts]

    def near(self, place: int) -> list[tuple[int, int]]:
        """The set-ups near one, itself included, each with its distance."""
        own, reach, squares = self._bits[place][0], self._reach[place], len(self._forms[place])
        results = []
        for other in set[int]().union(*(self._with[part] for part in self._parts_of(self._forms[place]))):
            number, image = self._bits[other]
            far = squares - max((own & number).bit_count(), (own & image).bit_count())
            if far <= reach:
                results.append((other, far))
        return results


def _bits(form: str) -> int:
    """A set-up with a bit for each square and its content: two share as many as squares on which they agree."""
    return sum(1 << square * len(SYMBOLS) + _PLACE_OF[symbol] for square, symbol in enumerate(form))
