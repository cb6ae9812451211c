"""Draws a card table from a view: front lines face to face, hands and decks behind them (RULES section 8, cards).

Like `board_svg`, from `View` values alone: a card that the viewer may not know is a back, a hand or a deck that the
viewer may not know is as many backs. A card shown in a hand stands by rank, never in the order in which it was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.presentation.board_svg import BADGE, KNOWN, artwork, face, guess
from games.rules import Board, Holding, PieceView, Rank, Seat, View, variant

WIDE, HIGH = 46, 62  # user units of a card
PITCH: Final = 56  # from one place of a line to the next
LEFT: Final = 8
PILE: Final = 54  # room for the decks, at the right of the lines
HAND: Final = 0.7  # a card in a hand is smaller
NAME: Final = 19  # height of a row of names of places

# From the top: a hand, its line with the names of the places below, and the same for the other seat, mirrored.
_HAND_HIGH: Final = round(HIGH * HAND)
_LINE: Final = _HAND_HIGH + 12
_NAMES: Final = _LINE + HIGH
_MIDDLE: Final = _NAMES + NAME + 3
_HEIGHT: Final = 2 * _MIDDLE


@cache
def _card(seat: Seat, rank: Rank | None, revealed: bool, classes: str = "", ranks: str = "high") -> str:
    """Return a card at the origin, without its group."""
    badge = f'<g transform="translate({WIDE - 41} 1)">{KNOWN}</g>' if revealed and rank is not None else ""
    state = " back" if rank is None else ""
    tile = artwork(f"card-{seat.slug}")
    return (
        f'<g class="piece card {seat.slug}{state}{classes}">{tile}'
        f'<g transform="translate({(WIDE - 40) / 2:g} {(HIGH - 40) / 2:g})">{face(rank, ranks)}</g>{badge}</g>'
    )


def card_svg(card: PieceView, corner: tuple[int, int] = (0, 0), ranks: str = "high") -> str:
    """Return a card as it lies on the table, with its upper left corner there.

    Args:
        card: as a view has it.
        corner: in user units.
        ranks: how ranks are written.
    """
    drawn = _card(card.seat, card.rank, card.revealed, ranks=ranks)
    return f'<g transform="translate({corner[0]} {corner[1]})">{drawn}</g>'


@cache
def card_places(board: Board, flip: bool) -> tuple[tuple[int, int], ...]:
    """Return for each place the upper left corner of its card. The lower seat's line is the lower one."""
    corners = []
    for square in range(board.size):
        row, column = divmod(square, board.columns)
        below = (row == 0) is not flip
        x = LEFT + (board.columns - 1 - column if flip else column) * PITCH
        corners.append((x, _HEIGHT - _LINE - HIGH if below else _LINE))
    return tuple(corners)


@cache
def _table(board: Board, flip: bool) -> str:
    """Return the empty table: cloth, gaps, and the names of the places."""
    width = _width(board)
    corners = card_places(board, flip)
    gaps = "".join(
        f'<rect class="gap" x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" height="{HIGH - 2}" rx="5"/>' for x, y in corners
    )
    heights = {_LINE: _NAMES + 14, _HEIGHT - _LINE - HIGH: _HEIGHT - _NAMES - 6}
    names = "".join(
        f'<text x="{x + WIDE // 2}" y="{heights[y]}">{board.name(square)}</text>'
        for square, (x, y) in enumerate(corners)
    )
    return (
        f'<rect class="cloth" x="0" y="0" width="{width}" height="{_HEIGHT}" rx="10"/>'
        f'<path class="grid" d="M{LEFT} {_HEIGHT // 2}h{width - 2 * LEFT}"/>{gaps}<g class="coordinates">{names}</g>'
    )


def _width(board: Board) -> int:
    return LEFT + board.columns * PITCH + PILE


def table_box(board: Board) -> tuple[int, int]:
    """Return how wide and high a table is, in user units."""
    return _width(board), _HEIGHT


def _hand(holding: Holding, board: Board, top: bool, style: str) -> str:
    """Return the cards of a hand in a row: faces for who may know them, highest first, else backs."""
    ranks: list[Rank | None] = [None] * holding.count
    if holding.ranks is not None:
        ranks = [rank for rank, count in holding.ranks for _one in range(count)]
    wide = WIDE * HAND
    room = board.columns * PITCH - (PITCH - WIDE) - wide
    pitch = min(wide + 5, room / max(len(ranks) - 1, 1))
    left = LEFT + (room + wide - pitch * (len(ranks) - 1) - wide) / 2
    y = 5 if top else _HEIGHT - 5 - _HAND_HIGH
    cards = (
        f'<g transform="translate({left + place * pitch:.5g} {y}) scale({HAND})">'
        f"{_card(holding.seat, rank, False, ranks=style)}</g>"
        for place, rank in enumerate(ranks)
    )
    return f'<g class="hand">{"".join(cards)}</g>'


def _deck(holding: Holding, board: Board, top: bool, _style: str) -> str:
    """Return a deck as a pile of backs with its count, or an empty place."""
    x, y = LEFT + board.columns * PITCH, _LINE if top else _HEIGHT - _LINE - HIGH
    if not holding.count:
        return f'<rect class="gap" x="{x + 1}" y="{y + 1}" width="{WIDE - 2}" height="{HIGH - 2}" rx="5"/>'
    tile = artwork(f"card-{holding.seat.slug}")
    piled = "".join(
        f'<g class="piece card back {holding.seat.slug}" transform="translate({x - step} {y - step})">{tile}</g>'
        for step in range(0, min(holding.count, 3) * 2, 2)
    )
    count = f'<text x="{x + WIDE // 2 - 3}" y="{y + HIGH // 2 + 5}">{holding.count}</text>'
    return f'<g class="deck">{piled}<g class="piece {holding.seat.slug}">{count}</g></g>'


def _marks(view: View, corners: tuple[tuple[int, int], ...]) -> str:
    """Return what marks the last turn: the card that acted, and the places that were looked at, filled or named."""
    last = view.last
    if last is None:
        return ""
    squares = {square: "part" for part in last.parts if part.kind != "shuffle" for square in part.squares}
    squares |= dict.fromkeys(last.path[1:], "from") | {last.path[0]: "to"}
    return "".join(
        f'<rect class="{kind}" x="{corners[square][0] - 3}" y="{corners[square][1] - 3}" width="{WIDE + 6}" '
        f'height="{HIGH + 6}" rx="7"/>'
        for square, kind in sorted(squares.items())
    )


def table_svg(
    view: View,
    *,
    label: str,
    flip: bool = False,
    ranks: str = "high",
    guesses: Mapping[int, str] = MappingProxyType({}),
    over: str = "",
) -> SafeString:
    """Draw a card table as one SVG element.

    Args:
        view: what the viewer may know (RULES section 9); nothing else is looked at.
        label: the accessible name of the picture, in words; escaped here.
        flip: with blue's side at the bottom.
        ranks, guesses, over: as for `board_svg`.

    Returns:
        The markup, the same for equal views; it needs the stylesheet and has no identifiers.
    """
    board = variant(view.variant, view.edition).board
    corners = card_places(board, flip)
    last = view.last
    parts = [
        f'<svg class="board table" viewBox="0 0 {_width(board)} {_HEIGHT}" role="img" aria-label="{escape(label)}">',
        _table(board, flip),
        _marks(view, corners),
    ]
    for holding in view.holdings:
        top = (holding.seat is Seat.RED) is flip
        parts.append((_hand if holding.kind == "hand" else _deck)(holding, board, top, ranks))
    for card in view.pieces:
        x, y = corners[card.square]
        moved = " moved" if last is not None and card.id == last.piece else ""
        parts.append(
            f'<g transform="translate({x} {y})">{_card(card.seat, card.rank, card.revealed, moved, ranks)}</g>'
        )
        if card.rank is None and card.id in guesses:
            at = f"{x + (WIDE - 40) / 2:g} {y + (HIGH - 40) / 2:g}"
            parts.append(f'<g class="guess" transform="translate({at})">{guess(guesses[card.id], ranks)}</g>')
    if last is not None and last.attack is not None:
        x, y = corners[last.attack.defender.square]
        parts.append(f'<g class="fight" transform="translate({x - 3} {y - 3})">{BADGE}</g>')
    parts += [over, "</svg>"]
    return mark_safe("".join(parts))  # noqa: S308 - built here; the label is escaped
