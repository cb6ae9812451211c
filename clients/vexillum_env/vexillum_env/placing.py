"""Set-ups: piece by piece as an agent chooses, or at random."""

from __future__ import annotations

from random import Random
from typing import Any

from games.rules import Rank, Reserve, Seat, Variant

from .actions import ranks_in
from .seats import turned


class Placing:
    """A seat's set-up in the making: its home squares are filled one after the other, from its own back row and its
    left on, as it sees the board.

    Args:
        book: the rule book.
        seat: whose set-up it is.
        drawn: the cards to choose from, where the book deals; else empty.
    """

    def __init__(self, book: Variant, seat: Seat, drawn: str = "") -> None:
        self.book = book
        self.seat = seat
        seen = turned(book, seat)
        home = book.board.homes[seat]
        order = sorted(range(len(home)), key=lambda place: seen[home[place]])
        self.squares = tuple(seen[home[place]] for place in order)
        """The squares in the order in which they are filled, as the seat sees them."""
        self._places = order
        cards = ranks_in(drawn)
        self.left = {rank: cards.count(rank) for rank in cards} if book.deals else dict(book.army)
        """How many of each rank can still be placed."""
        whole = book.reserve is not Reserve.REST and not book.deals
        self.empty = max(0, len(home) - sum(self.left.values())) if whole else 0
        """How many squares can still be left empty."""
        self.chosen: list[Rank | None] = []

    def copy(self) -> Placing:
        """The same, which goes on by itself."""
        other = object.__new__(Placing)
        other.__dict__ |= self.__dict__ | {"left": dict(self.left), "chosen": self.chosen[:]}
        return other

    def __getstate__(self) -> dict[str, Any]:
        """All but the rule book, which whoever loads it has."""
        return {name: value for name, value in self.__dict__.items() if name != "book"}

    @property
    def done(self) -> bool:
        """Whether every square is filled or left empty."""
        return len(self.chosen) == len(self.squares)

    def choices(self) -> list[Rank | None]:
        """What may go on the next square; None is to leave it empty. The Flag must be among what is placed."""
        last = len(self.squares) - len(self.chosen) == 1
        if last and not self.book.deals and self.left[Rank.FLAG]:
            return [Rank.FLAG]
        ranks: list[Rank | None] = [rank for rank, count in sorted(self.left.items()) if count]
        return [*ranks, None] if self.empty else ranks

    def place(self, rank: Rank | None) -> None:
        """Puts a piece on the next square, or leaves it empty."""
        if rank is None:
            self.empty -= 1
        else:
            self.left[rank] -= 1
        self.chosen.append(rank)

    def placement(self) -> str:
        """The set-up as the engine reads it: a character a home square, as the board lies."""
        symbols = ["."] * len(self.squares)
        for place, rank in zip(self._places, self.chosen, strict=False):
            symbols[place] = "." if rank is None else rank.symbol
        return "".join(symbols)


def at_random(book: Variant, seat: Seat, drawn: str, chance: Random) -> str:
    """A set-up at random, each equally likely.

    Args:
        book: the rule book.
        seat: whose home squares are filled.
        drawn: the cards to choose from, where the book deals; else empty.
        chance: the source of randomness.
    """
    squares = len(book.board.homes[seat])
    if book.deals:
        return "".join(chance.sample(drawn, squares))
    army = [rank.symbol for rank, count in sorted(book.army.items()) for _ in range(count) if rank is not Rank.FLAG]
    pieces = ["F", *chance.sample(army, min(len(army), squares - 1))]
    pieces += ["."] * (squares - len(pieces))
    chance.shuffle(pieces)
    return "".join(pieces)


def shuffled_deck(book: Variant, ranks: tuple[Rank, ...], chance: Random) -> str:
    """A seat's cards in random order, the top card first.

    Args:
        book: the rule book, which deals.
        ranks: those of the cards; the Spotter among them is a card more than the army has.
        chance: the source of randomness.
    """
    cards = [rank.symbol for rank in ranks for _ in range(book.army.get(rank, 1))]
    return "".join(chance.sample(cards, len(cards)))
