"""Arrows and marks over a picture."""

from __future__ import annotations

import random

import pytest

from games.domain.random_play import random_setup
from games.presentation.presentation import picture
from games.presentation.svg import middles, shapes_svg
from games.rules import Options, Seat, Viewer, start, variant
from tests.scenes import placements

POINTS = ((36, 380), (76, 380), (76, 300))


def test_an_arrow_points_from_one_middle_to_another() -> None:
    drawn = shapes_svg([("green", (0, 1))], POINTS)
    assert drawn == (
        '<g class="drawn green"><path class="under" d="M45.0 380.0L65.0 380.0"/>'
        '<path class="stroke" d="M45.0 380.0L65.0 380.0"/>'
        '<path class="head" d="M78.0 380.0L65.0 387.0L65.0 373.0z"/></g>'
    )


def test_a_mark_is_a_ring_and_yellow_is_double() -> None:
    ring = "M19 380a17 17 0 1 0 34 0a17 17 0 1 0 -34 0z"
    assert shapes_svg([("yellow", (0,))], POINTS) == (
        f'<g class="drawn yellow"><path class="under" d="{ring}"/><path class="stroke" d="{ring}"/>'
        f'<path class="inner-line" d="{ring}"/></g>'
    )


@pytest.mark.parametrize("below", [0, 1, 2, 3])
def test_middles_follow_the_board_as_it_is_turned(below: int) -> None:
    book = variant("alliance")
    chance = random.Random(1)
    state = start(book, {seat: random_setup(book, seat, Options(), "", chance) for seat in book.seats}, Options())
    view, drawn = state.view(Viewer.ALL), picture(state.view(Viewer.ALL), below=below)
    points = middles(view, below)
    assert all(
        f"translate({points[piece.square][0] - 20} {points[piece.square][1] - 20})" in drawn for piece in view.pieces
    )
    assert "over it all</svg>" in picture(view, below=below, over="over it all")


def test_seats_follow_their_side() -> None:
    state = start(variant("duel"), placements("duel", random.Random(1)), Options())
    view = state.view(Viewer.of(Seat.RED))
    here, there = middles(view, 0), middles(view, 1)
    assert here[0] == there[-1]
