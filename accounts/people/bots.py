"""Who the bots are: players of this service without an account, under names that nobody can take; and the accounts
played by their owners' programs, whose shown names say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from uuid import UUID, uuid5

from accounts.models import Player

_OURS = UUID("5d5c63f6-2a52-4c7c-9b0e-8d3c1f6f5a01")

USUAL_LEVEL = 5

_LEVELS = {
    1: "Recruit",
    2: "Wanderer",
    3: "Daredevil",
    4: "Watchman",
    6: "Lookout",
    7: "Strategist",
    8: "Field Marshal",
}

NAMES: Mapping[int, Sequence[str]] = {
    USUAL_LEVEL: ("Drummer", "Bugler", "Fifer"),
    **{level: (name, f"{name} 2", f"{name} 3") for level, name in _LEVELS.items()},
}
"""By level. The first sits at a table of two; at a table of four the second and third sit down too."""

_IDS = {name: uuid5(_OURS, name) for names in NAMES.values() for name in names}

BOT_LEVELS = {_IDS[name]: level for level, names in NAMES.items() for name in names}
"""How well each bot plays, from 1; the same everywhere, so that nobody has to look it up."""

BOT_IDS = frozenset(BOT_LEVELS)


MARK = " (bot)"
"""Stands behind the name of an account that a program plays for. Brackets are no part of a name that is chosen, so no
page can show such a name without it, and nobody else has it."""


def shown_name(username: str, *, machine: bool) -> str:
    """The name of an account's player.

    Args:
        username: the name of the account.
        machine: a program plays for it.
    """
    return username + MARK if machine else username


Counts = Callable[[UUID], bool]

_COUNTS: list[Counts] = []


def counts_on(asked: Counts) -> Counts:
    """Register what says whether somebody counts on a player, of an id, as a person: who waits for a game, an event.

    Args:
        asked: says so; asked once, before an account becomes a bot.
    """
    _COUNTS.append(asked)
    return asked


def is_counted_on(player: UUID) -> bool:
    """Whether anybody takes a player for a person in what has yet to come."""
    return any(asked(player) for asked in _COUNTS)


def is_computer(player: UUID) -> bool:
    """Whether an id is a computer's. Those of bots, of simulated events and of the demo follow from their names and are
    of version 5, those of people are random. So no lookup is needed, even when the row is deleted.
    """
    return player.version == 5


def of_one_owner(players: Iterable[Player]) -> bool:
    """Whether one of some players is named as another's owner, or two bots have one owner: they could settle a game
    between them. An owner counts from being named on, agreed or not."""
    result = list(players)
    owners = [player.keeper_id for player in result if player.machine and player.keeper_id is not None]
    return len(set(owners)) < len(owners) or not {player.id for player in result}.isdisjoint(owners)


def machines_among(players: Iterable[UUID]) -> set[UUID]:
    """Those of some players, by their ids, whose accounts programs play for."""
    return set(Player.objects.filter(id__in=list(players), machine=True).values_list("id", flat=True))


def bots(count: int, level: int = USUAL_LEVEL) -> list[Player]:
    """So many bots, created on first use.

    The brackets in their names are no part of an account's name (`accounts.people.names`), so nobody can pass for one.

    Args:
        count: how many.
        level: how well they play, a key of `NAMES`.

    Raises:
        ValueError: there are not so many.
    """
    names = NAMES[level]
    if count > len(names):
        raise ValueError(f"there are {len(names)} bots, not {count}")
    made = []
    for name in names[:count]:
        player, _new = Player.objects.get_or_create(id=_IDS[name], defaults={"name": f"{name} (computer)", "bot": True})
        made.append(player)
    return made
