"""A bot's turn: from what it sees to a text."""

from __future__ import annotations

import random

from games.rules import variant
from play.bots.cards import choose_at_cards
from play.bots.evaluation import choose_on_board
from play.bots.sight import Sight


def choose(sight: Sight, chance: random.Random) -> str:
    """The turn that the bot plays: one of `sight.legal`.

    Args:
        chance: the bot's whims. The same sight and chance give the same turn.

    Raises:
        ValueError: there is nothing to choose.
    """
    if not sight.legal:
        raise ValueError("the seat has no legal turn")
    if len(sight.legal) == 1:
        return sight.legal[0]
    if variant(sight.view.variant, sight.view.edition).deals:
        return choose_at_cards(sight, chance)
    return choose_on_board(sight, chance)
