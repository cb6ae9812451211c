"""Draws the home squares of a rule book with a number on each, darker the more it is: a heat map.

It knows squares and numbers, no game. Colours and the dark mode are the stylesheet's, by class; each number is written
on its square, so that nothing hangs on the colour, and stands in a table beside the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from games.domain.placement import cells
from games.rules import Seat, Variant

SQUARE, MARGIN = 40, 16
STEPS = 6
"""Shades of a scale, from 1 on; 0 is no shade at all."""


class HeatSquare(NamedTuple):
    """What is drawn on a home square.

    Args:
        text: what is written on it: a short number.
        words: the same in words, for the tooltip; none if empty.
        shade: from 0 to `STEPS`.
    """

    text: str
    words: str
    shade: int


def shade_of(value: float, most: float) -> int:
    """The shade of a value on a scale that ends at `most`."""
    return 0 if most <= 0 or value <= 0 else min(STEPS, 1 + int(value / most * STEPS))


def heat_svg(
    rules: Variant, squares: Sequence[HeatSquare | None], *, label: str, scale: str, names: bool = True
) -> SafeString:
    """Draw the squares as red sees them, the back row below.

    Args:
        rules: whose home squares they are.
        squares: one for each character of a form (`games.domain.placement`); None for one without a number.
        label: the accessible name.
        scale: a class for the stylesheet: which colours the shades have.
        names: write the names of rows and columns beside them.
    """
    rows = cells(rules, Seat.RED)
    home = [row for row in rows if any(cell.place is not None for cell in row)]
    width, height, margin = len(home[0]) * SQUARE, len(home) * SQUARE, MARGIN if names else 0
    parts = [
        f'<svg class="heat {escape(scale)}" viewBox="-1 -1 {width + margin + 2} {height + margin + 2}" role="img"'
        f' aria-label="{escape(label)}">'
    ]
    for down, row in enumerate(home):
        y = down * SQUARE
        for across, cell in enumerate(row):
            if cell.place is None:
                continue
            x = margin + across * SQUARE
            shown = squares[cell.place]
            if shown is None:
                parts.append(f'<rect class="untold" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>')
                continue
            title = f"<title>{escape(shown.words)}</title>" if shown.words else ""
            text = f'<text x="{x + SQUARE // 2}" y="{y + 25}">{escape(shown.text)}</text>' if shown.text else ""
            rect = f'<rect class="shade-{shown.shade}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>'
            parts.append(f"<g>{title}{rect}{text}</g>")
        if not names:
            continue
        name = rules.board.name(row[0].square).lstrip("abcdefghijklmnopqrstuvwxyz")
        parts.append(f'<text class="at" x="6" y="{y + 24}">{escape(name)}</text>')
    for across, cell in enumerate(home[-1] if names else ()):
        name = rules.board.name(cell.square).rstrip("0123456789")
        x = MARGIN + across * SQUARE + SQUARE // 2
        parts.append(f'<text class="at" x="{x}" y="{height + 12}">{escape(name)}</text>')
    parts.append("</svg>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped
