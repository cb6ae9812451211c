"""How a bot sets up: at random, each rank about where experience puts it, so that nobody learns its Flag by heart."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from games.domain.placement import empty, filled, placed, stock_of
from games.rules import Rank, Seat, Variant

_STANDS: dict[Rank, tuple[float, float]] = {
    Rank.MARSHAL: (0.1, 0.3),
    Rank.GENERAL: (0.6, 0.5),
    Rank.COLONEL: (0.3, 0.4),
    Rank.MAJOR: (0.3, 0.4),
    Rank.CAPTAIN: (0.35, 0.4),
    Rank.LIEUTENANT: (0.4, 0.5),
    Rank.SERGEANT: (0.55, 0.5),
    Rank.MINER: (0.85, 0.3),
    Rank.SCOUT: (0.6, 0.6),
    Rank.SPY: (0.6, 0.3),
    Rank.BOMB: (0.85, 0.3),
    Rank.CANNON: (0.3, 0.5),
}
"""How deep each rank stands, from 0 in front to 1 in the back row, and how far it strays."""

_GUARDS = {Rank.BOMB: 20.0, Rank.MINER: 6.0, Rank.GENERAL: 6.0, Rank.MARSHAL: 0.0}
"""How many times more each rank likes a square next to the Flag; once, if it is not named."""

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
    return placed(filled(empty(book), book, stock_of(book), chance, _liking), book, seat)


def _liking(rank: Rank, depth: float, next_to_flag: bool) -> float:
    if rank is Rank.FLAG:
        return float(depth == 1)
    middle, stray = _STANDS[rank]
    guards = next_to_flag * _GUARDS.get(rank, 1.0)
    return exp(-(((depth - middle) / stray) ** 2)) * (1 + guards)


def _line(book: Variant, chance: random.Random, drawn: Sequence[Rank]) -> str:
    """The front line at cards: what can attack, Flag and Bombs last, on random places (RULES section 8, cards)."""
    cards = sorted(drawn, key=lambda rank: (_order(rank), chance.random()))[: len(book.board.homes[0])]
    chance.shuffle(cards)
    return "".join(rank.symbol for rank in cards)


def _order(rank: Rank) -> int:
    order = (Rank.MARSHAL, Rank.MINER, Rank.SPOTTER, Rank.SPY, Rank.BOMB, Rank.FLAG)
    return 0 if rank in _LINE else 1 + order.index(rank)
