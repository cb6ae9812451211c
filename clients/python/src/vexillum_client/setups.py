"""Set-ups that need no thought."""

from __future__ import annotations

import random

from . import types


def random_rows(book: types.Book, asked: types.Setup, chance: random.Random | None = None) -> str:
    """A set-up at random that the rule book allows, as `make_setup` takes it.

    Args:
        book: the rule book of the game, of `get_rule_book`.
        asked: what it may be chosen from, of `get_setup`.
        chance: the source of randomness; the same seed gives the same set-up.
    """
    chance = chance or random.Random()  # noqa: S311 - no secret that anybody relies on
    squares = len(book["board"]["homes"][asked["seat"]])
    if asked["drawn"]:
        return "".join(chance.sample(asked["drawn"], squares))
    army = [rank for rank, count in book["army"].items() for _one in range(count) if rank != "F"]
    pieces = ["F", *chance.sample(army, min(len(army), squares - 1))]
    pieces += ["."] * (squares - len(pieces))
    chance.shuffle(pieces)
    return "".join(pieces)
