"""A bot's set-ups are legal, sane and not to be learned by heart."""

from __future__ import annotations

import random

import pytest

from games.bots.setups import placement
from games.rules import RANK_OF_SYMBOL, VARIANTS, Rank, Seat, check_setup, variant

BOARDS = [slug for slug, book in VARIANTS.items() if not book.deals]


@pytest.mark.parametrize("slug", BOARDS)
def test_legal_and_varied(slug: str) -> None:
    book, chance = variant(slug), random.Random(1)
    for seat in book.seats:
        made = [placement(book, seat, chance) for _time in range(12)]
        for one in made:
            check_setup(book, seat, one)
        assert len(set(made)) > 8


def test_the_flag_stays_where_the_plan_has_it() -> None:
    book, chance = variant("classic"), random.Random(2)
    rows = {placement(book, Seat.RED, chance).index("F") // 10 for _time in range(30)}
    assert rows == {0}


def test_cards_are_chosen_from_those_drawn() -> None:
    book, chance = variant("cards"), random.Random(3)
    drawn = [RANK_OF_SYMBOL[symbol] for symbol in "FBBS29M4"]
    lines = {placement(book, Seat.RED, chance, drawn) for _time in range(10)}
    assert {"".join(sorted(line)) for line in lines} == {"".join(sorted("249MS"))}
    assert len(lines) > 1
    assert placement(book, Seat.RED, chance, [Rank.FLAG, *[Rank.BOMB] * 4]).count("F") == 1
