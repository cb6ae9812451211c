"""The ready-made set-ups: legal at every seat, each another one, and what they promise."""

from __future__ import annotations

import random

import pytest

from games.domain.placement import cells, form_of, mirrored, view_order
from games.domain.random_play import random_chance
from games.domain.ready_setups import ready, ready_form
from games.rules import RANK_OF_SYMBOL, VARIANTS, Options, Seat, check_setup, start, variant
from tests.books import books
from tests.games.domain.exposure import flag_is_exposed

BOARDS = [slug for slug, book in VARIANTS.items() if not book.deals]


@books(BOARDS)
def test_three_for_each_rule_book_that_the_rules_take_at_every_seat(slug: str) -> None:
    book = variant(slug)
    made = ready(book)
    assert len({item.slug for item in made}) == len(made) == 3
    for seat in book.seats:
        assert len({item.placements[seat] for item in made}) == 3
        for item in made:
            check_setup(book, seat, item.placements[seat])
            assert not flag_is_exposed(book, seat, item.placements[seat])
            # Nor does it stand in the front row.
            assert "F" not in form_of(item.placements[seat], book, seat)[: len(cells(book, seat)[1])]
    for item in made:
        assert start(book, dict(item.placements), Options(), None).ply == 0


@pytest.mark.parametrize("slug", [slug for slug in BOARDS if "alliance" not in slug])
def test_the_flag_stands_in_the_back_row_with_no_open_square_beside_it(slug: str) -> None:
    book = variant(slug)
    board = book.board
    for item in ready(book):
        placement = item.placements[Seat.BLUE]
        home = board.homes[Seat.BLUE]
        flag = home[placement.index("F")]
        assert board.name(flag).endswith("10")
        around = [square for square in board.squares_of(board.near[flag]) if square in home]
        open_squares = [board.name(square) for square in around if placement[home.index(square)] == "."]
        # In lightning a scouting piece is stopped by what stands in front as well.
        assert len(open_squares) <= ("lightning" in slug or slug == "campaign"), (item.slug, open_squares)


@pytest.mark.parametrize("spotter", [False, True])
def test_cards_are_chosen_from_those_drawn(spotter: bool) -> None:
    book, options = variant("cards"), Options(spotter=spotter)
    for seed in range(50):
        orders = random_chance(book, options, random.Random(seed))
        setups = {}
        for number in range(3):
            for seat in book.seats:
                drawn = [RANK_OF_SYMBOL[symbol] for symbol in orders[seat][: book.drawn]]
                setups[seat] = ready(book, drawn)[number].placements[seat]
                # Six cards are no Flag, so five of them are found before it.
                assert "F" not in setups[seat]
            assert start(book, setups, options, orders).ply == 0


def test_at_cards_the_strong_one_takes_the_highest() -> None:
    drawn = [RANK_OF_SYMBOL[symbol] for symbol in "F2BM54SB"]
    placement = ready(variant("cards"), drawn)[1].placements[Seat.RED]
    assert sorted(placement) == sorted("M542B")


def test_the_same_form_lies_turned_at_the_other_seats() -> None:
    book = variant("classic")
    item = ready(book)[0]
    assert item.placements[Seat.BLUE] == item.placements[Seat.RED][::-1]
    form = ready_form(book, "decoy")
    assert form is not None
    assert form[:10] == "6252872526"
    assert mirrored(form, book)[-10:] == "B4B3624BFB"
    assert ready_form(book, "nothing") is None
    assert view_order(book, Seat.RED)[0] == book.board.square("a4")
