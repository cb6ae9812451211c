"""Draws the course of a rating as SVG: a line through the ratings after each game. Colours come from the stylesheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 600, 170  # user units
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 10, 12
MOST_POINTS: Final = 300
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)  # points between two lines of the grid


def rating_plot(values: Sequence[float], *, title: str) -> SafeString:
    """The plot of a rating after each game, the first at the left.

    Args:
        values: at least one. Of a long history so many points are drawn as can be told apart.
        title: its description for readers who do not see it.
    """
    if len(values) > MOST_POINTS:
        last = len(values) - 1
        values = [values[round(number * last / (MOST_POINTS - 1))] for number in range(MOST_POINTS)]
    low, high, step = _bounds(values)

    def y(value: float) -> str:
        return f"{TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low):.1f}"

    apart = (WIDTH - LEFT - RIGHT) / max(len(values) - 1, 1)
    points = [(f"{LEFT + place * apart:.1f}", y(value)) for place, value in enumerate(values)]
    lines = format_html_join(
        "",
        '<path class="grid" d="M{} {}H{}"/><text x="{}" y="{}">{}</text>',
        ((LEFT, y(line), WIDTH - RIGHT, LEFT - 6, y(line), line) for line in range(low, high + 1, step)),
    )
    return format_html(
        '<svg class="rating-plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}'
        '<polyline points="{}"/><circle cx="{}" cy="{}" r="4"/></svg>',
        *(WIDTH, HEIGHT, title, lines, " ".join(",".join(point) for point in points), *points[-1]),
    )


def _bounds(values: Sequence[float]) -> tuple[int, int, int]:
    """The lowest and highest line of the grid, and the points between two lines: round numbers, at most six lines."""
    lowest, highest = min(values), max(values)
    step = next((step for step in STEPS if (highest - lowest) / step <= 4), STEPS[-1])
    low = int(lowest // step) * step
    high = -int(-highest // step) * step
    return (low - step, high + step, step) if low == high else (low, high, step)
