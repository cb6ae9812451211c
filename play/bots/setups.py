"""How a bot sets up: at random, so that nobody learns its Flag by heart; each rank about where experience puts it, but
for the weakest. Those that look ahead lay ready-made set-ups or those that have won more than
others, each a little different every time."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from accounts.people.bots import USUAL_LEVEL
from games.domain.placement import empty, filled, form_of, mirrored, placed, stock_of
from games.domain.ready_setups import ready
from games.rules import Rank, Seat, Variant

_PROVEN: Mapping[str, Sequence[str]] = json.loads((Path(__file__).parent / "proven_setups.json").read_text())
"""By rule book, those that won most in play against others at random: `manage.py bots_setups` makes them."""

_ORDERLY = 3
"""The level from which on a bot puts its pieces where they belong."""

_WITH_READY = 6
"""The level that lays the ready-made set-ups."""

_LINE = (Rank.SCOUT, Rank.SERGEANT, Rank.LIEUTENANT, Rank.CAPTAIN, Rank.MAJOR, Rank.COLONEL, Rank.GENERAL)
"""Cards that a bot likes to have in front, in no order; then Marshal, Miner, Spy, Bomb and at last the Flag."""


def placement(
    book: Variant, seat: Seat, chance: random.Random, drawn: Sequence[Rank] = (), level: int = USUAL_LEVEL
) -> str:
    """A set-up for `seat`, as `games.domain.commands.make_setup` takes it.

    Args:
        chance: secret randomness: who knew it would know the set-up.
        drawn: the cards to choose from, where the rule book deals.
        level: how well the bot plays.
    """
    if book.deals:
        return _line(book, chance, drawn)
    if level > USUAL_LEVEL:
        forms = _PROVEN.get(book.slug) if level > _WITH_READY else None
        return placed(_varied(forms or _ready(book), book, chance), book, seat)
    form = list(filled(empty(book), book, stock_of(book), chance))
    if level < _ORDERLY:
        chance.shuffle(form)
    return placed(form, book, seat)


def _varied(forms: Sequence[str], book: Variant, chance: random.Random) -> str:
    """One of some set-ups, with two pieces exchanged, and as often as not left and right."""
    form = list(chance.choice(forms))
    places = [place for place, symbol in enumerate(form) if symbol not in "FB"]
    first, second = chance.sample(places, 2)
    form[first], form[second] = form[second], form[first]
    return mirrored("".join(form), book) if chance.random() < 0.5 else "".join(form)


def _ready(book: Variant) -> list[str]:
    return [form_of(made.placements[Seat.RED], book, Seat.RED) for made in ready(book)]


def _line(book: Variant, chance: random.Random, drawn: Sequence[Rank]) -> str:
    """The front line at cards: what can attack, Flag and Bombs last, on random places (RULES section 8, cards)."""
    cards = sorted(drawn, key=lambda rank: (_order(rank), chance.random()))[: len(book.board.homes[0])]
    chance.shuffle(cards)
    return "".join(rank.symbol for rank in cards)


def _order(rank: Rank) -> int:
    order = (Rank.MARSHAL, Rank.MINER, Rank.SPOTTER, Rank.SPY, Rank.BOMB, Rank.FLAG)
    return 0 if rank in _LINE else 1 + order.index(rank)
