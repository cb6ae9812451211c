"""How a bot sets up: at random, each rank about where experience puts it, so that nobody learns its Flag by heart."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.domain.placement import empty, filled, placed, stock_of
from games.rules import Rank, Seat, Variant

_LINE = (Rank.SCOUT, Rank.SERGEANT, Rank.LIEUTENANT, Rank.CAPTAIN, Rank.MAJOR, Rank.COLONEL, Rank.GENERAL)
"""Cards that a bot likes to have in front, in no order; then Marshal, Miner, Spy, Bomb and at last the Flag."""


def placement(book: Variant, seat: Seat, chance: random.Random, drawn: Sequence[Rank] = ()) -> str:
    """A set-up for `seat`, as `games.domain.commands.make_setup` takes it.

    Args:
        chance: secret randomness: who knew it would know the set-up.
        drawn: the cards to choose from, where the rule book deals.
    """
    if book.deals:
        return _line(book, chance, drawn)
    return placed(filled(empty(book), book, stock_of(book), chance), book, seat)


def _line(book: Variant, chance: random.Random, drawn: Sequence[Rank]) -> str:
    """The front line at cards: what can attack, Flag and Bombs last, on random places (RULES section 8, cards)."""
    cards = sorted(drawn, key=lambda rank: (_order(rank), chance.random()))[: len(book.board.homes[0])]
    chance.shuffle(cards)
    return "".join(rank.symbol for rank in cards)


def _order(rank: Rank) -> int:
    order = (Rank.MARSHAL, Rank.MINER, Rank.SPOTTER, Rank.SPY, Rank.BOMB, Rank.FLAG)
    return 0 if rank in _LINE else 1 + order.index(rank)
