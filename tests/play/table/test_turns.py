"""The turns that the page carries: nothing is lost by packing them, and each has words."""

from __future__ import annotations

import random

from games.domain.random_play import states
from games.rules import VARIANTS, Options, Viewer, legal_turns
from play.table.turns import groups, packed, unpacked
from tests.books import each_book


@each_book
def test_packed_turns_come_out_as_they_went_in(slug: str) -> None:
    book = VARIANTS[slug]
    options = Options(no_attack_limit=60, spotter=book.deals)
    for seed in range(3):
        for state in states(book, options, random.Random(f"packed {slug} {seed}")):
            turns = [str(turn) for turn in legal_turns(state)]
            assert sorted(unpacked(packed(turns))) == sorted(turns)


@each_book
def test_the_list_in_words_has_every_turn_once(slug: str) -> None:
    book = VARIANTS[slug]
    options = Options(no_attack_limit=60, spotter=book.deals)
    for state in list(states(book, options, random.Random(f"listed {slug}")))[:80:8]:
        turns = [str(turn) for turn in legal_turns(state)]
        listed = groups(turns, state.view(Viewer.of(state.to_move)), book)
        assert sorted(text for group in listed for text, _words in group.turns) == sorted(turns)
        assert all(group.title and words for group in listed for _text, words in group.turns)


def test_a_rescue_is_small() -> None:
    """Two moves that reach the row, with twelve pieces and forty squares each."""
    squares = [f"{column}{row}" for column in "abcdefghij" for row in range(1, 5)]
    turns = [f"{move}*{piece}@{where}" for move in ("d9-d10", "e9-e10") for piece in range(2, 14) for where in squares]
    assert len(turns) == 960
    assert len(packed(turns)) < 400
    assert unpacked(packed(turns)) == turns
