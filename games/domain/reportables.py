"""Which games things belong to that people can report: a message to the one at whose table it was written.

A room registers what it keeps; so whoever looks into a case knows its games, and no room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from uuid import UUID

Finder = Callable[[Collection[UUID]], Mapping[UUID, UUID]]

_FINDERS: dict[str, Finder] = {"game": lambda ids: {one: one for one in ids}}


def of_a_game(what: str) -> Callable[[Finder], Finder]:
    """Registers what finds the games of things of a kind.

    It takes ids of things and returns the ids of their games, by one query; a thing without a game is missing.
    """

    def register(finder: Finder) -> Finder:
        _FINDERS[what] = finder
        return finder

    return register


def games_of(things: Iterable[tuple[str, UUID]]) -> dict[tuple[str, UUID], UUID]:
    """The games of things, by a query for each kind among them.

    Args:
        things: pairs of the kind of thing and its id.
    """
    kinds: dict[str, set[UUID]] = {}
    for what, target in things:
        if what in _FINDERS:
            kinds.setdefault(what, set()).add(target)
    return {(what, target): game for what, targets in kinds.items() for target, game in _FINDERS[what](targets).items()}
