"""Pieces, seats and viewers: the words of RULES sections 1 and 2."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Rank(IntEnum):
    """The rank of a piece (RULES section 2). The Spy counts as 1; Flag, Bomb, Cannon and Spotter have numbers only
    to be told apart.
    """

    FLAG = 0
    SPY = 1
    SCOUT = 2
    MINER = 3
    SERGEANT = 4
    LIEUTENANT = 5
    CAPTAIN = 6
    MAJOR = 7
    COLONEL = 8
    GENERAL = 9
    MARSHAL = 10
    BOMB = 11
    CANNON = 12
    SPOTTER = 13

    @property
    def symbol(self) -> str:
        """One character: `F S 2 … 9 M B C P`.

        >>> Rank.MARSHAL.symbol, Rank.MINER.symbol
        ('M', '3')
        """
        return _SYMBOLS[self]


_SYMBOLS = "FS23456789MBCP"

RANK_OF_SYMBOL: dict[str, Rank] = {symbol: Rank(number) for number, symbol in enumerate(_SYMBOLS)}
"""The rank for each one-character symbol."""


class Seat(IntEnum):
    """A side of the game, in the order of play (RULES section 1)."""

    RED = 0
    BLUE = 1
    RED2 = 2
    BLUE2 = 3

    @property
    def slug(self) -> str:
        """`red`, `blue`, `red2` or `blue2`."""
        return self.name.lower()

    @property
    def side(self) -> int:
        """0 for red, 1 for blue: the player alone, or in Alliance both partners."""
        return self.value & 1


SEAT_OF_SLUG: dict[str, Seat] = {seat.slug: seat for seat in Seat}
"""The seat for each slug."""


def seat_of_slug(slug: str) -> Seat:
    """The seat that an event or a record names. Raises `KeyError` if there is none."""
    return SEAT_OF_SLUG[slug]


class Viewer(StrEnum):
    """A viewer of a game (RULES section 9). `ALL` is everyone after the reveal; `SPECTATOR` has no seat."""

    RED = "red"
    BLUE = "blue"
    RED2 = "red2"
    BLUE2 = "blue2"
    SPECTATOR = "spectator"
    ALL = "all"

    @classmethod
    def of(cls, seat: Seat) -> Viewer:
        """The viewer at `seat`."""
        return cls(seat.slug)

    @property
    def seat(self) -> Seat | None:
        """The viewer's own seat, or None for a spectator and for everyone."""
        return SEAT_OF_SLUG.get(self.value)
