"""Baku acceleration against the examples of C.04.7."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournaments.played import entered, play
from tournaments.pairing.baku import baku
from tournaments.pairing.swiss import pair_round
from tournaments.scoring.crosstable import Row


@pytest.mark.parametrize(("players", "upper"), [(161, 82), (160, 80), (162, 82), (4, 2), (5, 4), (3, 2)])
def test_the_upper_group_is_half_of_the_players_rounded_up_to_an_even_number(players: int, upper: int):
    table = baku(entered(players, 9))
    assert [row.number for row in table.rows if row.acceleration == (10,)] == list(range(1, upper + 1))
    assert {row.acceleration for row in table.rows[upper:]} <= {(0,)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rounds", "scoring", "virtual"),
    [
        (9, "1-half-0", (10, 10, 10, 5, 5, 0, 0, 0, 0)),
        (7, "1-half-0", (10, 10, 5, 5, 0, 0, 0)),
        (5, "6-3-1", (60, 60, 30, 0, 0)),
    ],
)
def test_virtual_points_go_down_in_half_of_the_rounds(rounds: int, scoring: str, virtual: tuple[int, ...]):
    table = entered(8, rounds, scoring)
    seen = [baku(table).row(1).acceleration]
    for number in range(1, rounds):
        table = play(entered(30, rounds, scoring), number, 1, missing=0)
        seen.append(baku(table).row(1).acceleration)
    assert seen == [virtual[:number] for number in range(1, rounds + 1)]


def test_the_upper_half_meets_itself():
    table = baku(entered(8, 7))
    assert {(board.red, board.blue) for board in pair_round(table).boards} == {(1, 3), (4, 2), (5, 7), (8, 6)}


def test_who_comes_late_does_not_change_the_upper_group():
    early = baku(play(entered(8, 7), 1, 1, missing=0))
    late = (*early.rows, Row(number=9, results=(early.rows[0].results[0],)), Row(number=10), Row(number=11))
    grown = baku(replace(early, rows=late))
    assert [row.number for row in grown.rows if any(row.acceleration)] == [1, 2, 3, 4]
