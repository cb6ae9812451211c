"""Draws figures as SVG: bars, columns, a matrix, curves, walks.

It knows numbers and words, no game. Colours and the dark mode are the stylesheet's, by class. Nothing hangs on a
colour: numbers are written on what is drawn, lines differ by their dashes, and a table beneath has them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

WIDTH = 400
"""User units: about as many pixels as a phone has, so that letters are as large there as they are meant."""

ROW, BAR = 40, 16
LEFT, RIGHT, TOP, FOOT = 36, 8, 8, 24
HEIGHT = 180
CELL, HEAD = 28, 26


class PlotBar(NamedTuple):
    """A bar or a column.

    Args:
        name: what it is of.
        share: how long it is, from 0 to 1.
        text: the number that is written beside it.
        words: all of it in words, for the tooltip.
        mark: another share to compare it with, drawn as a stroke; None for none.
    """

    name: str
    share: float
    text: str
    words: str
    mark: float | None = None


class BarPart(NamedTuple):
    """A part of a bar that is divided.

    Args:
        kind: a class for the stylesheet.
        share: of the bar, from 0 to 1.
        text: what is written on it, if there is room.
        words: for the tooltip.
    """

    kind: str
    share: float
    text: str
    words: str


class MatrixCell(NamedTuple):
    """A cell of a matrix: what is written on it, its words for the tooltip, and its shade from 0 to 6."""

    text: str
    words: str
    shade: int


def bars_svg(bars: Sequence[PlotBar], *, label: str) -> SafeString:
    """Bars below one another, each with its name above it; their length is their share of the longest.

    Args:
        bars: from above.
        label: the accessible name.
    """
    most = max([*(bar.share for bar in bars), *(bar.mark or 0 for bar in bars)], default=0) or 1
    room = WIDTH - 64
    parts = []
    for number, bar in enumerate(bars):
        y = number * ROW
        long, mark = bar.share / most * room, (bar.mark or 0) / most * room
        parts.append(
            f'<g><title>{escape(bar.words)}</title><text x="0" y="{y + 13}">{escape(bar.name)}</text>'
            f'<rect class="bar" x="0" y="{y + 19}" width="{long:.5g}" height="{BAR}"/>'
            f'<text class="value" x="{max(long, mark) + 6:.5g}" y="{y + 32}">{escape(bar.text)}</text>'
        )
        if bar.mark is not None:
            parts.append(f'<path class="mark" d="M{mark:.5g} {y + 16}v{BAR + 6}"/>')
        parts.append("</g>")
    return _svg("bars", WIDTH, ROW * len(bars), label, parts)


def divided_svg(bars: Sequence[tuple[str, Sequence[BarPart]]], *, label: str) -> SafeString:
    """Bars of the whole width below one another, each divided into parts.

    Args:
        bars: from above, each with its name.
        label: the accessible name.
    """
    parts = []
    for number, (name, pieces) in enumerate(bars):
        y, x = number * (ROW + 6), 0.0
        parts.append(f'<text x="0" y="{y + 13}">{escape(name)}</text>')
        for piece in pieces:
            long = piece.share * WIDTH
            if long <= 0:
                continue
            written = f'<text x="{x + long / 2:.5g}" y="{y + 34}">{escape(piece.text)}</text>' if long > 44 else ""
            parts.append(
                f'<g class="{escape(piece.kind)}"><title>{escape(piece.words)}</title>'
                f'<rect x="{x:.5g}" y="{y + 19}" width="{long:.5g}" height="22"/>{written}</g>'
            )
            x += long
    return _svg("divided", WIDTH, (ROW + 6) * len(bars), label, parts)


def columns_svg(columns: Sequence[PlotBar], *, label: str) -> SafeString:
    """Columns beside one another, their names below: as many of these as there is room for.

    Args:
        columns: from the left; the highest reaches the head.
        label: the accessible name.
    """
    most = max([*(column.share for column in columns), *(column.mark or 0 for column in columns)], default=0) or 1
    step = (WIDTH - LEFT - RIGHT) / max(len(columns), 1)
    room = HEIGHT - TOP - FOOT
    every = -(-len(columns) // 6)
    parts = [*_levels(most, room, WIDTH - RIGHT)]
    for number, column in enumerate(columns):
        x, high = LEFT + number * step, column.share / most * room
        parts.append(
            f'<g><title>{escape(column.words)}</title><rect class="hit" x="{x:.5g}" y="{TOP}" width="{step:.5g}"'
            f' height="{room}"/><rect class="bar" x="{x + step * 0.1:.5g}" y="{TOP + room - high:.5g}"'
            f' width="{step * 0.8:.5g}" height="{high:.5g}"/>'
        )
        if column.mark is not None:
            parts.append(f'<path class="mark" d="M{x:.5g} {TOP + room * (1 - column.mark / most):.5g}h{step:.5g}"/>')
        parts.append("</g>")
        if number % every == 0:
            parts.append(f'<text class="tick" x="{x + step / 2:.5g}" y="{HEIGHT - 7}">{escape(column.name)}</text>')
    return _svg("columns", WIDTH, HEIGHT, label, parts)


def matrix_svg(
    rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], MatrixCell], *, label: str
) -> SafeString:
    """A number for each row and column, darker the more it is.

    Args:
        rows, columns: what stands before and above them: a character or two each.
        cells: by row and column; none where nothing is.
        label: the accessible name.
    """
    parts = []
    for across, name in enumerate(columns):
        parts.append(f'<text class="at" x="{HEAD + across * CELL + CELL / 2:.5g}" y="17">{escape(name)}</text>')
    for down, name in enumerate(rows):
        y = HEAD + down * CELL
        parts.append(f'<text class="at" x="{HEAD / 2:.5g}" y="{y + 19}">{escape(name)}</text>')
        for across in range(len(columns)):
            x, cell = HEAD + across * CELL, cells.get((down, across))
            if cell is None:
                parts.append(f'<rect class="shade-0" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
                continue
            parts.append(
                f'<g><title>{escape(cell.words)}</title><rect class="shade-{cell.shade}" x="{x}" y="{y}"'
                f' width="{CELL}" height="{CELL}"/><text x="{x + CELL / 2:.5g}" y="{y + 18}">'
                f"{escape(cell.text)}</text></g>"
            )
    width = max(HEAD + CELL * len(columns) + 1, WIDTH - HEAD)  # a small one is drawn no larger
    return _svg("heat matrix", width, HEAD + CELL * len(rows) + 1, label, parts)


def curve_svg(
    values: Sequence[float],
    *,
    label: str,
    step: int,
    usual: Sequence[float] = (),
    height: int = HEIGHT,
    width: int = WIDTH,
) -> SafeString:
    """A share that falls with time, and another one to compare it with, dashed.

    Args:
        values: shares from 0 to 1: at the beginning, and after each step.
        label: the accessible name.
        step: how much a step is, for the scale below.
        usual: as `values`, or nothing.
        height, width: user units.
    """
    steps = max(len(values), len(usual), 2) - 1
    apart = (width - LEFT - RIGHT) / steps
    room = height - TOP - FOOT
    parts = [*_levels(1.0, room, width - RIGHT)]
    every = _every(steps * step, 3 if width < WIDTH else 6)
    for tick in range(0, steps * step + 1, every):
        x = LEFT + tick / step * apart
        parts.append(f'<text class="tick" x="{x:.5g}" y="{height - 7}">{tick}</text>')
    for kind, line in (("usual", usual), ("own", values)):
        if line:
            points = "L".join(
                f"{LEFT + place * apart:.5g} {TOP + room * (1 - value):.5g}" for place, value in enumerate(line)
            )
            parts.append(f'<path class="line {kind}" d="M{points}"/>')
    return _svg("curve", width, height, label, parts)


def walk_svg(values: Sequence[float], ceiling: float, *, label: str) -> SafeString:
    """A sum that wanders, step by step from 0, beneath a line that it seldom reaches.

    Args:
        values: the sum after each step.
        ceiling: where that line is, above 0.
        label: the accessible name.
    """
    high, low = max([*values, ceiling]), min([*values, -1.0])
    room, apart = HEIGHT - TOP - FOOT, (WIDTH - LEFT - RIGHT) / max(len(values), 1)

    def height(value: float) -> str:
        return f"{TOP + room * (high - value) / (high - low):.5g}"

    level = height(0.0)
    parts = [
        f'<path class="grid" d="M{LEFT} {level}H{WIDTH - RIGHT}"/>'
        f'<text class="level" x="{LEFT - 5}" y="{level}" dy="4">0</text>'
    ]
    every = max(1, -(-len(values) // 6))
    for step in range(every, len(values) + 1, every):
        parts.append(f'<text class="tick" x="{LEFT + step * apart:.5g}" y="{HEIGHT - 7}">{step}</text>')
    parts.append(f'<path class="line usual" d="M{LEFT} {height(ceiling)}H{WIDTH - RIGHT}"/>')
    way = "L".join(f"{LEFT + place * apart:.5g} {height(value)}" for place, value in enumerate((0.0, *values)))
    parts.append(f'<path class="line own" d="M{way}"/>')
    return _svg("walk", WIDTH, HEIGHT, label, parts)


def _svg(kind: str, width: float, height: float, label: str, parts: Sequence[str]) -> SafeString:
    opening = f'<svg class="plot {kind}" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
    return mark_safe(f"{opening}{''.join(parts)}</svg>")  # noqa: S308 - built here; every text is escaped


def _levels(most: float, room: float, right: float) -> list[str]:
    """Lines across at round shares, three to five of them, each with its number in per cent."""
    step = next((number for number in (0.01, 0.02, 0.05, 0.1, 0.2, 0.25) if most / number <= 4), 0.5)
    result, level = [], 0.0
    while level <= most + 1e-9:
        y = f"{TOP + room * (1 - level / most):.5g}"
        result.append(
            f'<path class="grid" d="M{LEFT} {y}H{right}"/>'
            f'<text class="level" x="{LEFT - 5}" y="{y}" dy="4">{round(100 * level)}</text>'
        )
        level += step
    return result


def _every(most: int, count: int) -> int:
    """A round step, so that there are so many at most up to a number."""
    sizes = (20, 40, 50, 100, 200, 250, 500, 1000, 2000)
    return next((siz for siz in sizes if most / siz <= count), sizes[-1])
