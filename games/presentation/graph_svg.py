"""Draws what changes from ply to ply as lines of an SVG, with marks that lead to their plies.

It knows numbers and words, no game. Colours and the dark mode are the stylesheet's, by class; lines are told apart
without colour by their dashes, and every number stands in a table beside the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WIDTH, HEIGHT = 720, 150
LEFT, RIGHT, BOTTOM = 40, 10, 20
SIGN = 20
"""Units that a sign takes in width and height; those that would overlap stand one above the other."""
LEVELS = 4
MOST_POINTS = 600
"""So many points of a line at most: more than there are units of width."""


@dataclass(frozen=True, slots=True)
class GraphLine:
    """A line: its class for the stylesheet, and a value for each ply."""

    kind: str
    values: Sequence[float] = field(repr=False)


@dataclass(frozen=True, slots=True)
class GraphMark:
    """A mark above a ply.

    Args:
        ply: where it stands.
        kind: its class: `battle` is a short stroke at the foot, all others a sign at the head.
        sign: one character.
        words: what it marks, for the tooltip and the ear.
        url: where it leads.
    """

    ply: int
    kind: str
    sign: str
    words: str
    url: str


def graph_svg(
    lines: Sequence[GraphLine], marks: Sequence[GraphMark], *, label: str, plies: int, height: int = HEIGHT
) -> SafeString:
    """Draw lines over the plies of a game.

    Args:
        lines: one value a ply each, from ply 0 on.
        marks: in order of plies.
        label: the accessible name.
        plies: the last ply.
        height: user units, but for the signs.
    """
    signs = _levels([mark for mark in marks if mark.kind != "battle"], (WIDTH - LEFT - RIGHT) / max(plies, 1))
    top = 6 + SIGN * (1 + max((level for _mark, level in signs), default=-1))
    height += top
    most = max([1.0, *(value for line in lines for value in line.values)])
    step = (WIDTH - LEFT - RIGHT) / max(plies, 1)
    room = height - top - BOTTOM

    def across(ply: int) -> str:
        return f"{LEFT + ply * step:.5g}"

    def down(value: float) -> str:
        return f"{top + room * (1 - value / most):.5g}"

    parts = [
        f'<svg class="graph" viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{escape(label)}"'
        f' data-left="{LEFT}" data-step="{step:.6g}">'
    ]
    for value in _ticks(most):
        y = down(value)
        parts.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 5}" y="{y}" dy="4" text-anchor="end">{value}</text>')
    for ply in _ticks(plies):
        parts.append(f'<text class="tick" x="{across(ply)}" y="{height - 5}" text-anchor="middle">{ply}</text>')
    strokes = [mark for mark in marks if mark.kind == "battle"]
    parts += [_battle(mark, across(mark.ply), height - BOTTOM) for mark in strokes]
    every = ceil((plies + 1) / MOST_POINTS)
    for line in lines:
        points = [
            f"{across(ply)} {down(value)}"
            for ply, value in enumerate(line.values)
            if ply % every == 0 or ply == len(line.values) - 1
        ]
        parts.append(f'<path class="line {escape(line.kind)}" d="M{"L".join(points)}"/>')
    parts.append(f'<path class="cursor" data-cursor="" d="M0 {top - 4}V{height - BOTTOM}"/>')
    parts += [_sign(mark, across(mark.ply), 10 + SIGN * level, height - BOTTOM) for mark, level in signs]
    parts.append("</svg>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; every text is escaped


def _battle(mark: GraphMark, x: str, foot: int) -> str:
    """A stroke at the foot. It is no stop of the tabulator: there may be hundreds, and the table has them all."""
    return (
        f'<a href="{escape(mark.url)}" data-to-ply="{mark.ply}" tabindex="-1" aria-hidden="true"><path class="hit"'
        f' d="M{x} {foot}v-14"/><path class="battle" d="M{x} {foot}v-9"><title>{escape(mark.words)}</title></path></a>'
    )


def _sign(mark: GraphMark, x: str, y: int, foot: int) -> str:
    return (
        f'<a href="{escape(mark.url)}" data-to-ply="{mark.ply}" class="{escape(mark.kind)}"'
        f' aria-label="{escape(mark.words)}"><title>{escape(mark.words)}</title>'
        f'<path class="stem" d="M{x} {y}V{foot}"/><circle cx="{x}" cy="{y}" r="9"/>'
        f'<text x="{x}" y="{y}" dy="4" text-anchor="middle">{escape(mark.sign)}</text></a>'
    )


def _levels(marks: Sequence[GraphMark], step: float) -> list[tuple[GraphMark, int]]:
    """Each mark with the level that its sign stands on, 0 being the highest: one where it covers no other."""
    ends = [float("-inf")] * LEVELS
    results = []
    for mark in marks:
        x = mark.ply * step
        level = next((level for level, end in enumerate(ends) if x - end >= SIGN), ends.index(min(ends)))
        ends[level] = x
        results.append((mark, level))
    return results


def _ticks(most: float) -> list[int]:
    """Round numbers from 0 up, three to six of them."""
    step = 1
    for wide in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000):
        step = wide
        if most / wide <= 5:
            break
    return list(range(0, int(most) + 1, step))
