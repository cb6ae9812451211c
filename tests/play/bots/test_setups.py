"""A bot's set-ups are legal, sane and not to be learned by heart."""

from __future__ import annotations

import random

from games.domain.placement import cells, form_of
from games.domain.ready_setups import ready
from games.rules import RANK_OF_SYMBOL, VARIANTS, Rank, Seat, check_setup, variant
from play.bots.setups import placement
from tests.books import books
from tests.games.domain.exposure import flag_is_exposed

BOARDS = [slug for slug, book in VARIANTS.items() if not book.deals]


@books(BOARDS)
def test_legal_and_varied(slug: str) -> None:
    book, chance = variant(slug), random.Random(1)
    for seat in book.seats:
        made = [placement(book, seat, chance) for _time in range(12)]
        for item in made:
            check_setup(book, seat, item)
        assert len(set(made)) == len(made)  # no two games in a row begin alike
        assert not set(made) & {item.placements[seat] for item in ready(book)}


@books(BOARDS)
def test_the_flag_is_in_the_back_row_anywhere_and_out_of_reach_of_scouts(slug: str) -> None:
    book, chance = variant(slug), random.Random(2)
    for seat in book.seats:
        placements = [placement(book, seat, chance) for _time in range(60)]
        assert not any(flag_is_exposed(book, seat, item) for item in placements)
        forms = [form_of(item, book, seat) for item in placements]
        back = len(cells(book, seat)[-1])
        places = {form.index("F") for form in forms}
        assert min(places) >= len(forms[0]) - back
        assert len(places) > back // 2  # who aims at some squares finds it no more often than elsewhere


def test_cards_are_chosen_from_those_drawn() -> None:
    book, chance = variant("cards"), random.Random(3)
    drawn = [RANK_OF_SYMBOL[symbol] for symbol in "FBBS29M4"]
    lines = {placement(book, Seat.RED, chance, drawn) for _time in range(10)}
    assert {"".join(sorted(line)) for line in lines} == {"".join(sorted("249MS"))}
    assert len(lines) > 1
    assert placement(book, Seat.RED, chance, [Rank.FLAG, *[Rank.BOMB] * 4]).count("F") == 1
