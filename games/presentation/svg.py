"""Arrows and marks that people draw on a position, for the picture of a board or of a table of cards.

A colour is a line of its own kind too: green is solid, red dashed, blue dotted, yellow double. The stylesheet is
`static/css/studies.css`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from django.utils.safestring import SafeString, mark_safe

from games.presentation.board_svg import MARGIN, SQUARE, places, turn_for
from games.presentation.card_svg import HIGH, WIDE, card_places
from games.rules import View, variant

_RING = 17
_FROM_MIDDLE = 9
_HEAD = 11

Point = tuple[int, int]


def middles(view: View, below: int) -> tuple[Point, ...]:
    """For each square of a position the middle of its drawing with coordinates beside the board, in user units.

    Args:
        view: of the position.
        below: number of the seat whose side is at the bottom.
    """
    board = variant(view.variant, view.edition).board
    if variant(view.variant, view.edition).deals:
        return tuple((x + WIDE // 2, y + HIGH // 2) for x, y in card_places(board, bool(below)))
    half = SQUARE // 2
    return tuple((x + half, y + half) for x, y in places(board, turn_for(board, below), MARGIN))


def shapes_svg(shapes: Sequence[tuple[str, Sequence[int]]], points: Sequence[Point]) -> SafeString:
    """Draw arrows and marks, to be laid over a picture.

    Args:
        shapes: for each its colour, which is a class of the stylesheet, and one square or two.
        points: the middles of the squares.
    """
    parts = []
    for colour, squares in shapes:
        ends = [points[square] for square in squares]
        drawn = _ring(*ends[0]) if len(ends) == 1 else _shaft(*ends)
        head = "" if len(ends) == 1 else f'<path class="head" d="{_head(*ends)}"/>'
        inner = f'<path class="inner-line" d="{drawn}"/>' if colour == "yellow" else ""
        lines = f'<path class="under" d="{drawn}"/><path class="stroke" d="{drawn}"/>'
        parts.append(f'<g class="drawn {colour}">{lines}{inner}{head}</g>')
    return mark_safe("".join(parts))  # noqa: S308 - of numbers and of colours that are checked


def _ring(x: int, y: int) -> str:
    return f"M{x - _RING} {y}a{_RING} {_RING} 0 1 0 {2 * _RING} 0a{_RING} {_RING} 0 1 0 -{2 * _RING} 0z"


def _along(point: Point, other: Point) -> tuple[float, float]:
    """The direction from one point to another, as a step of one unit."""
    across, down = other[0] - point[0], other[1] - point[1]
    length = hypot(across, down) or 1.0
    return across / length, down / length


def _shaft(point: Point, other: Point) -> str:
    dx, dy = _along(point, other)
    begin = point[0] + _FROM_MIDDLE * dx, point[1] + _FROM_MIDDLE * dy
    end = other[0] - _HEAD * dx, other[1] - _HEAD * dy
    return f"M{begin[0]:.1f} {begin[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


def _head(point: Point, other: Point) -> str:
    dx, dy = _along(point, other)
    x, y = other[0] - _HEAD * dx, other[1] - _HEAD * dy
    return (
        f"M{other[0] + 2 * dx:.1f} {other[1] + 2 * dy:.1f}L{x - 7 * dy:.1f} {y + 7 * dx:.1f}"
        f"L{x + 7 * dy:.1f} {y - 7 * dx:.1f}z"
    )
