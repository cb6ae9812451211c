"""How a bot sets up: one of the ready set-ups, changed enough that nobody learns it by heart."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.domain.placement import form_of, mirrored, placed
from games.domain.ready_setups import ready
from games.rules import Rank, Seat, Variant

_ALIKE = (Rank.SCOUT, Rank.MINER, Rank.SERGEANT, Rank.LIEUTENANT, Rank.CAPTAIN)
"""Ranks that may change places with one another without harm to a plan."""

_ROUNDS = 8
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
    form = form_of(chance.choice(ready(book)).placements[seat], book, seat)
    if chance.random() < 0.5:
        form = mirrored(form, book)
    return placed(_varied(book, form, chance), book, seat)


def _varied(book: Variant, form: str, chance: random.Random) -> str:
    """The form with some of its lower pieces in each other's places, and a few on squares that were empty."""
    squares = list(form)
    low = [place for place, symbol in enumerate(squares) if symbol in {rank.symbol for rank in _ALIKE}]
    for _swap in range(_ROUNDS):
        if len(low) > 1:
            one, other = chance.sample(low, 2)
            squares[one], squares[other] = squares[other], squares[one]
    gaps = [place for place, symbol in enumerate(squares) if symbol == "."]
    for place in chance.sample(low, min(len(low), len(gaps), 3)):
        gap = chance.choice([gap for gap in gaps if squares[gap] == "."] or [place])
        squares[place], squares[gap] = squares[gap], squares[place]
    return "".join(squares)


def _line(book: Variant, chance: random.Random, drawn: Sequence[Rank]) -> str:
    """The front line at cards: what can attack, Flag and Bombs last, on random places (RULES section 8, cards)."""
    cards = sorted(drawn, key=lambda rank: (_liking(rank), chance.random()))[: len(book.board.homes[0])]
    chance.shuffle(cards)
    return "".join(rank.symbol for rank in cards)


def _liking(rank: Rank) -> int:
    order = (Rank.MARSHAL, Rank.MINER, Rank.SPOTTER, Rank.SPY, Rank.BOMB, Rank.FLAG)
    return 0 if rank in _LINE else 1 + order.index(rank)
