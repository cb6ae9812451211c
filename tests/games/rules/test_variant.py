"""A rule book that no class plays is refused when it is put together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import VARIANTS, Board, Rank, Reserve, Seat
from games.rules.turn import GAIT_BENT, GAIT_FAR, GAIT_STEP, GAIT_TWO


@pytest.mark.parametrize("number", [-1, 0, 1, 4, 5])
@pytest.mark.parametrize("slug", ["classic", "battle", "lightning", "alliance"])
def test_section_4_has_the_numbers_that_the_engine_plays(slug, number):
    with pytest.raises(ValueError, match=rf"{slug}: two_squares is 2 or 3 on this board"):
        replace(VARIANTS[slug], two_squares=number)


@pytest.mark.parametrize("number", [2, 3])
def test_section_4_with_either_number(number):
    assert replace(VARIANTS["classic"], two_squares=number).two_squares == number


HOMES = [["a1"], ["a2"], ["b1"]]


@pytest.mark.parametrize(
    ("slug", "values", "told"),
    [
        ("cards", {"two_squares": 3}, "two_squares is 0"),
        ("classic", {"chase_limit": True}, "exclude each other"),
        ("alliance", {"chase_limit": True}, "between two seats"),
        ("alliance", {"more_squares": True}, "between two seats"),
        ("classic", {"seats": (Seat.BLUE, Seat.RED)}, "in their order"),
        ("classic", {"board": Board(columns=2, rows=2, lakes=[], homes=HOMES)}, "its home squares"),
        ("classic", {"gaits": {Rank.SCOUT: GAIT_TWO}}, "a piece goes"),
        ("classic", {"gaits": {Rank.CAPTAIN: GAIT_STEP | GAIT_BENT}}, "a piece goes"),
        ("alliance", {"strikes": {Rank.SCOUT: GAIT_FAR}}, "it attacks"),
        ("classic", {"army": {Rank.FLAG: 1, Rank.SCOUT: -1}}, "not negative"),
        ("lightning", {"rescues": -1}, "not negative"),
        ("classic", {"rescues": 2}, "a position that plays them"),
        ("classic", {"reserve": Reserve.REST}, "a position that plays them"),
        ("classic", {"strikes": {Rank.SCOUT: GAIT_STEP}}, "a position that plays them"),
        ("lightning", {"bonus_entry": True}, "from a reserve"),
        ("lightning", {"flag_first": True}, "from a reserve"),
        ("alliance_lightning", {"cannon_returns": True}, "from a reserve"),
        ("classic", {"drawn": 5}, "where they are dealt"),
        ("cards", {"drawn": 0}, "where they are dealt"),
    ],
)
def test_values_that_do_not_go_together_are_refused(slug, values, told):
    with pytest.raises(ValueError, match=told):
        replace(VARIANTS[slug], **values)
