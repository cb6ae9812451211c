"""Forms and placements: turned for each seat, read from text, filled at random, judged."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.placement import (
    SYMBOLS,
    TextError,
    Trouble,
    cells,
    choice,
    empty,
    filled,
    form_of,
    mirrored,
    placed,
    read_text,
    stock_of,
    to_text,
    troubles,
    view_order,
)
from games.rules import RANK_OF_SYMBOL, VARIANTS, Illegal, Options, Rank, Seat, Variant, check_setup, variant
from tests.games.domain.exposure import flag_is_exposed

BOOKS = st.sampled_from(list(VARIANTS.values()))


@st.composite
def forms(draw: st.DrawFn) -> tuple[Variant, Seat, str]:
    book = draw(BOOKS)
    squares = len(book.board.homes[0])
    return book, draw(st.sampled_from(book.seats)), draw(st.text(SYMBOLS, min_size=squares, max_size=squares))


def test_a_seat_sees_its_own_front_row_first_from_its_left() -> None:
    book = variant("alliance")
    names = {seat: " ".join(book.board.name(square) for square in view_order(book, seat)) for seat in book.seats}
    assert names == {
        Seat.RED: "e3 f3 g3 d2 e2 f2 g2 h2 d1 e1 f1 g1 h1",
        Seat.BLUE: "c7 c6 c5 b8 b7 b6 b5 b4 a8 a7 a6 a5 a4",
        Seat.RED2: "g9 f9 e9 h10 g10 f10 e10 d10 h11 g11 f11 e11 d11",
        Seat.BLUE2: "i5 i6 i7 j4 j5 j6 j7 j8 k4 k5 k6 k7 k8",
    }


def test_placed_lays_rows_as_the_board_lies() -> None:
    book = variant("alliance_lightning")
    rows = ["6C8", "2M975", "4SF32"]
    assert {seat: placed(rows, book, seat) for seat in book.seats} == {
        Seat.RED: "4SF322M9756C8",
        Seat.BLUE: "25 378 F9C SM6 42".replace(" ", ""),
        Seat.RED2: "8C6579M223FS4",
        Seat.BLUE2: "24 6MS C9F 873 52".replace(" ", ""),
    }
    assert placed("6C8 2M975\n4SF32", book, Seat.RED) == "4SF322M9756C8"
    with pytest.raises(ValueError, match="13 characters, not 12"):
        placed("6C82M9754SF3", book, Seat.RED)


@given(forms())
def test_placing_and_seeing_are_inverse(one: tuple[Variant, Seat, str]) -> None:
    book, seat, form = one
    placement = placed(form, book, seat)
    assert form_of(placement, book, seat) == form
    assert sorted(placement) == sorted(form)
    assert mirrored(mirrored(form, book), book) == form


@given(forms())
def test_text_is_read_as_it_is_written(one: tuple[Variant, Seat, str]) -> None:
    book, _seat, form = one
    text = to_text(form, book)
    assert read_text(text, book) == form
    assert read_text(text.lower().replace(" ", ""), book) == form


def test_text_may_be_written_with_numerals_and_other_marks() -> None:
    book = variant("cards")
    assert read_text(" 10 1, b F -", book) == "MSBF."
    assert read_text("m9_*·", book) == "M9..."
    for text, code, params in [
        ("M9B", "length", {"squares": 5, "found": 3}),
        ("", "length", {"squares": 5, "found": 0}),
        ("M9BX2", "symbol", {"symbol": "X"}),
        ("10 9 8 99 2", "symbol", {"symbol": "99"}),
        ("M" * 5000, "length", {"squares": 5, "found": 5000}),
    ]:
        with pytest.raises(TextError) as raised:
            read_text(text, book)
        assert (raised.value.code, raised.value.params) == (code, params)


def test_the_cells_show_the_lakes_in_front_and_count_every_home_square_once() -> None:
    for book in VARIANTS.values():
        for seat in book.seats:
            shown = [cell for row in cells(book, seat) for cell in row]
            homes = [cell for cell in shown if cell.kind == "home"]
            assert [cell.place for cell in homes] == list(range(len(homes)))
            assert [cell.square for cell in homes] == list(view_order(book, seat))
            assert (sum(cell.kind == "lake" for cell in shown) > 0) is not book.deals
    kinds = ["".join(cell.kind[0] for cell in row) for row in cells(variant("alliance"), Seat.BLUE)]
    assert kinds == ["llool", "ohhho", "hhhhh", "hhhhh"]


@pytest.mark.parametrize("slug", [slug for slug, book in VARIANTS.items() if not book.deals])
def test_random_ones_are_legal_varied_and_keep_flag_and_bombs_back(slug: str) -> None:
    book = variant(slug)
    stock, chance = stock_of(book), random.Random(1)
    made = [filled(empty(book), book, stock, chance) for _time in range(60)]
    back = len(made[0]) - len(cells(book, Seat.RED)[-1])
    assert len(set(made)) == len(made)
    assert len({form.index("F") for form in made}) > (len(made[0]) - back) // 2
    for form in made:
        assert troubles(form, stock) == ()
        assert form.index("F") >= back
        assert form.find("B") == -1 or form.index("B") >= len(form) // 2
        for seat in book.seats:
            check_setup(book, seat, placed(form, book, seat))
            assert not flag_is_exposed(book, seat, placed(form, book, seat))


def test_a_flag_in_an_open_line_is_exposed() -> None:
    for slug, at in (("barrage", "b1"), ("alliance", "e3")):
        book = variant(slug)
        homes = book.board.homes[Seat.RED]
        form = ["."] * len(homes)
        form[homes.index(book.board.square(at))] = "F"
        assert flag_is_exposed(book, Seat.RED, "".join(form)) == (slug == "barrage")  # e3 is behind a lake
        form[homes.index(book.board.square("d1"))] = "2"
        assert flag_is_exposed(book, Seat.RED, "".join(form)) == (slug == "barrage")


def test_random_ones_keep_what_stands_and_lay_the_flag_last_of_cards() -> None:
    book = variant("barrage")
    begun = "." * 39 + "M"
    assert filled(begun, book, stock_of(book), random.Random(1))[-1] == "M"
    book = variant("cards")
    drawn = [RANK_OF_SYMBOL[symbol] for symbol in "FBBS29M4"]
    made = [filled(empty(book), book, stock_of(book, drawn=drawn), random.Random(seed)) for seed in range(20)]
    assert [form.count("F") for form in made] == [0] * 20
    assert len({"".join(sorted(form)) for form in made}) > 5


@given(forms(), st.booleans())
def test_no_trouble_means_that_the_rules_take_it(one: tuple[Variant, Seat, str], free: bool) -> None:
    book, seat, form = one
    if book.deals:
        return
    options = Options(free_setup=free)
    _agree(book, seat, form, options)
    # Random forms are nearly always wrong: change a right one a little too.
    right = filled(empty(book), book, stock_of(book), random.Random(form))
    _agree(book, seat, right, options)
    _agree(book, seat, form[:1] + right[1:], options)
    _agree(book, seat, right[:-1] + ".", options)


def _agree(book: Variant, seat: Seat, form: str, options: Options) -> None:
    stock = stock_of(book, options)
    if book.name == "Alliance" and options.free_setup:
        return  # no rule book with a reserve is played so
    try:
        check_setup(book, seat, placed(form, book, seat), free=options.free_setup)
    except Illegal:
        assert troubles(form, stock) != ()
    else:
        assert troubles(form, stock) == ()


def test_what_is_missing_or_wrong() -> None:
    barrage = variant("barrage")
    stock = stock_of(barrage)
    assert troubles("MM" + "." * 38, stock) == (
        Trouble("surplus", 1, Rank.MARSHAL),
        Trouble("missing", 1, Rank.BOMB),
        Trouble("missing", 1, Rank.GENERAL),
        Trouble("missing", 1, Rank.MINER),
        Trouble("missing", 2, Rank.SCOUT),
        Trouble("missing", 1, Rank.SPY),
        Trouble("missing", 1, Rank.FLAG),
    )
    assert troubles("M" + "." * 39, stock_of(barrage, Options(free_setup=True))) == (Trouble("flag"),)
    alliance = stock_of(variant("alliance"))
    assert troubles("M............", alliance) == (Trouble("flag"), Trouble("empty", 12))
    assert troubles("M98766554433S", alliance) == (Trouble("flag"),)
    drawn = [Rank.MARSHAL, Rank.SCOUT, Rank.SCOUT, Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.MINER, Rank.MINER]
    cards = stock_of(variant("cards"), None, drawn)
    assert troubles("M22B.", cards) == (Trouble("empty", 1),)
    assert troubles("M222B", cards) == (Trouble("surplus", 1, Rank.SCOUT),)
    assert troubles("M223B", cards) == ()


def test_a_choice_by_preference_takes_what_there_is() -> None:
    book = variant("cards")
    drawn = [Rank.SCOUT, Rank.SCOUT, Rank.FLAG, Rank.BOMB, Rank.SPY, Rank.MINER, Rank.MINER, Rank.SERGEANT]
    assert choice("MB2S", drawn, book, (0, 1, 2, 3, 4)) == "B2S43"
    assert choice("22", drawn, book, (4, 3, 2, 1, 0)) == "34B22"
    assert choice("", [], book, (0, 1, 2, 3, 4)) == "....."
