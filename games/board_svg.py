"""Draws a board from a view: an SVG picture, the same position as a table, and the tile of one piece.

Everything here is built from `View` values alone, so a drawing holds what its viewer may know and nothing else: a piece
whose rank is unknown is drawn by its seat only, and no class, identifier or length tells more. The parts that never
change (the field of a board, the artwork of a tile) are made once; a position only joins them. Colours, fonts and the
dark mode are the stylesheet's, by class.

Seats are told apart without colour by the outline of their tiles: RED square, BLUE arched, RED2 chamfered, BLUE2 round;
the tiles of side blue have a double border.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.rules import Board, Rank, Seat, View, variant

__all__ = ["HALF_TURN", "board_svg", "board_table", "numeral", "tile_svg"]

HALF_TURN: Final = 2
"""The turn, in quarters, that brings blue's side of a two-seat board to the bottom."""

SQUARE: Final = 40  # user units a square; every drawing below is made for it
MARGIN: Final = 16  # user units of the strip that holds the coordinates

_Place: TypeAlias = Callable[[int], tuple[int, int]]

# Outlines of the tiles in a square of 40 units, outer and (side blue) inner.
_OUTLINES: Final[dict[Seat, str]] = {
    Seat.RED: '<path class="tile" d="M5 3h30a2 2 0 0 1 2 2v30a2 2 0 0 1-2 2h-30a2 2 0 0 1-2-2v-30a2 2 0 0 1 2-2z"/>',
    Seat.BLUE: (
        '<path class="tile" d="M3 17a14 14 0 0 1 14-14h6a14 14 0 0 1 14 14v17a3 3 0 0 1-3 3h-28a3 3 0 0 1-3-3z"/>'
        '<path class="inner" d="M5.6 17.6a12 12 0 0 1 12-12h4.8a12 12 0 0 1 12 12v15.3a1.5 1.5 0 0 1-1.5 1.5h-25.8'
        'a1.5 1.5 0 0 1-1.5-1.5z"/>'
    ),
    Seat.RED2: '<path class="tile" d="M12 3h16l9 9v16l-9 9h-16l-9-9v-16z"/>',
    Seat.BLUE2: '<circle class="tile" cx="20" cy="20" r="17.5"/><circle class="inner" cx="20" cy="20" r="15"/>',
}

# The back of a tile whose rank the viewer does not know.
_BACK: Final = '<path class="mark" d="M20 12l8 8-8 8-8-8zM20 16.5l3.5 3.5-3.5 3.5-3.5-3.5z"/>'

# A badge on a piece that everybody knows.
_KNOWN: Final = '<circle class="known" cx="33.5" cy="6.5" r="4"/>'

_STAR: Final = "l1.3 2.7 3 .4-2.2 2.1.6 3-2.7-1.5-2.7 1.5.6-3-2.2-2.1 3-.4z"

# Insignia under the numeral (strokes first, then filled), or the whole face of Bomb, Cannon, Flag and Spy.
_INSIGNIA: Final[dict[str, str]] = {
    "F": (
        '<path class="line" d="M14 8v25M10.5 33h7"/>'
        '<path class="solid" d="M15 9q4.5-2.5 8 0t7.5 0v11.5q-4 2.5-7.5 0t-8 0z"/>'
    ),
    "S": (
        '<path class="solid" d="M9 18.5q11-3.5 22 0l2 2.2q-13-3.6-26 0zM12.5 16l2-7.5q5.5 2.6 11 0l2 7.5'
        'q-7.5-2-15 0z"/><path class="line" d="M18 26q2-1.4 4 0"/>'
        '<circle class="line" cx="14" cy="26.5" r="4"/><circle class="line" cx="26" cy="26.5" r="4"/>'
    ),
    "B": (
        '<circle class="solid" cx="18.5" cy="24" r="9"/><path class="line" d="M24 16.5l2.5-3q2.5-3 5-1"/>'
        '<path class="line" d="M32.5 6.5v2.5M36 10l-2 1.5M29 8l1.2 1.8"/><path class="glint" d="M13 23a6 6 0 0 1 4-5"/>'
    ),
    "2": '<path class="line" d="M14 28.5l3.5 2.75-3.5 2.75M21 28.5l3.5 2.75-3.5 2.75"/>',
    "3": '<path class="line" d="M13.5 31q6.5-4.5 13 0M20 28.5v6.5"/>',
    "4": '<path class="line" d="M14 33.5l6-4 6 4"/>',
    "5": '<path class="line" d="M14 31h12"/>',
    "6": '<path class="line" d="M14 29.5h12M14 33h12"/>',
    "7": '<path class="solid" d="M20 27.7l3.5 3.5-3.5 3.5-3.5-3.5z"/>',
    "8": '<path class="solid" d="M15.5 27.7l3.5 3.5-3.5 3.5-3.5-3.5zM24.5 27.7l3.5 3.5-3.5 3.5-3.5-3.5z"/>',
    "9": f'<path class="solid" d="M20 26.7{_STAR}"/>',
    "C": (
        '<path class="solid" d="M9.5 16l18-6 2.5 7.5-17 5.5a3.5 3.5 0 0 1-3.5-7z"/>'
        '<circle class="line" cx="18" cy="27" r="6"/><path class="line" d="M18 21v12M12 27h12M31 11.5l3-1"/>'
    ),
    "P": '<path class="line" d="M13 33l11-4.5M23 26.5l2 5M25 27.5l4-1.5M27 24.5l2.5 4"/>',
    "M": f'<path class="solid" d="M15 26.7{_STAR}M25 26.7{_STAR}"/>',
}


def _face(rank: Rank | None) -> str:
    """Return what stands on a tile: insignia and numeral, or the back for an unknown rank."""
    if rank is None:
        return _BACK
    symbol = rank.symbol
    if symbol in "FSBC":
        return _INSIGNIA[symbol]
    return f'<text x="20" y="24">{numeral(rank)}</text>{_INSIGNIA[symbol]}'


def numeral(rank: Rank) -> str:
    """Return how players write a rank: `10` for the Marshal, `2` for the Spotter, else its symbol."""
    return {"M": "10", "P": "2"}.get(rank.symbol, rank.symbol)


@cache
def _piece(seat: Seat, rank: Rank | None, revealed: bool, moved: bool = False) -> tuple[str, str]:
    """Return the markup of a tile before and after its position; there are few, so each is made once."""
    state = (" back" if rank is None else "") + (" moved" if moved else "")
    badge = _KNOWN if revealed and rank is not None else ""
    return f'<g class="piece {seat.slug}{state}" transform="translate(', f')">{_OUTLINES[seat]}{_face(rank)}{badge}</g>'


def _place(board: Board, turn: int, margin: int) -> _Place:
    """Return the function from a square to the upper left corner of its drawing, in user units.

    A turn of 0 has row 1 at the bottom and column a at the left; each further quarter turns the board clockwise.
    """
    columns, rows = board.columns, board.rows

    def place(square: int) -> tuple[int, int]:
        row, column = divmod(square, columns)
        x, y = column, rows - 1 - row
        if turn == 1:
            x, y = rows - 1 - y, x
        elif turn == 2:
            x, y = columns - 1 - x, rows - 1 - y
        elif turn == 3:
            x, y = y, columns - 1 - x
        return margin + x * SQUARE, y * SQUARE

    return place


@cache
def _places(board: Board, turn: int, margin: int) -> tuple[tuple[int, int], ...]:
    place = _place(board, turn, margin)
    return tuple(place(square) for square in range(board.columns * board.rows))


@cache
def _corners(board: Board, turn: int, margin: int) -> tuple[str, ...]:
    """Return `x y` for each square, as it goes into a transform."""
    return tuple(f"{x} {y}" for x, y in _places(board, turn, margin))


@cache
def _field(board: Board, turn: int, coordinates: bool) -> str:
    """Return the empty board: field, grid, lakes and, if wanted, coordinates."""
    margin = MARGIN if coordinates else 0
    across, down = (board.columns, board.rows) if turn % 2 == 0 else (board.rows, board.columns)
    width, height = across * SQUARE, down * SQUARE
    places = _places(board, turn, margin)
    parts = [f'<rect class="field" x="{margin}" y="0" width="{width}" height="{height}"/>']
    dark = "".join(
        f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z" for x, y in places if ((x - margin) // SQUARE + y // SQUARE) % 2
    )
    parts.append(f'<path class="dark" d="{dark}"/>')
    lines = "".join(f"M{margin + i * SQUARE} 0v{height}" for i in range(1, across))
    lines += "".join(f"M{margin} {i * SQUARE}h{width}" for i in range(1, down))
    parts.append(f'<path class="grid" d="{lines}"/>')
    parts.append(_lakes(board, places))
    parts.append(f'<rect class="edge" x="{margin}" y="0" width="{width}" height="{height}"/>')
    if coordinates:
        parts.append(_coordinates(board, turn, height))
    return "".join(parts)


def _lakes(board: Board, places: tuple[tuple[int, int], ...]) -> str:
    """Return the lakes: water, and waves so that it does not hang on the colour."""
    water, waves = [], []
    for square in sorted(board.lakes):
        x, y = places[square]
        water.append(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        waves += [f"M{x + 8} {y + dy}q4-4 8 0t8 0 8 0" for dy in (14, 26)]
    return f'<path class="lake" d="{"".join(water)}"/><path class="waves" d="{"".join(waves)}"/>'


def _coordinates(board: Board, turn: int, height: int) -> str:
    """Return the names of columns and rows, at the left and below, as the board is turned."""
    columns = [board.name(column).rstrip("0123456789") for column in range(board.columns)]
    rows = [str(row + 1) for row in range(board.rows)]
    below, left = (columns, rows[::-1]) if turn % 2 == 0 else (rows, columns)
    if turn in (2, 3):
        below = below[::-1]
    if turn in (2, 3):
        left = left[::-1]
    texts = [
        f'<text x="{MARGIN + i * SQUARE + SQUARE // 2}" y="{height + 12}">{name}</text>' for i, name in enumerate(below)
    ]
    texts += [f'<text x="7" y="{i * SQUARE + SQUARE // 2 + 4}">{name}</text>' for i, name in enumerate(left)]
    return f'<g class="coordinates">{"".join(texts)}</g>'


def _last(view: View, corners: tuple[str, ...]) -> str:
    """Return the marks of the last turn: a dashed square it left, a full one it ended on, a cross for an attack."""
    last = view.last
    if last is None or not last.path:
        return ""
    marks = [f'<path class="from" d="M{corners[square]}m2 2h36v36h-36z"/>' for square in last.path[:-1]]
    marks.append(f'<path class="to" d="M{corners[last.path[-1]]}m1.5 1.5h37v37h-37z"/>')
    return "".join(marks)


def _fight(view: View, corners: tuple[str, ...]) -> str:
    """Return the badge of an attack, drawn over the piece that is left, if one is."""
    last = view.last
    if last is None or last.attack is None or not last.path:
        return ""
    at = corners[last.attack.defender.square]
    badge = '<circle cx="7" cy="7" r="6"/><path d="M4.5 4.5l5 5m0-5l-5 5"/>'
    return f'<g class="fight" transform="translate({at})">{badge}</g>'


def board_svg(view: View, *, label: str, turn: int = 0, coordinates: bool = True) -> SafeString:
    """Draw a position as one SVG element.

    Args:
        view: what the viewer may know (RULES section 9); nothing else is looked at.
        label: the accessible name of the picture, in words; escaped here.
        turn: quarter turns clockwise; 0 has row 1 at the bottom, `HALF_TURN` is blue's side of the board.
        coordinates: with the names of rows and columns beside the board.

    Returns:
        The markup, the same for equal views. It needs the stylesheet for its colours and has no identifiers, so that
        a page may hold many boards.
    """
    board = variant(view.variant).board
    turn %= 4
    margin = MARGIN if coordinates else 0
    across, down = (board.columns, board.rows) if turn % 2 == 0 else (board.rows, board.columns)
    corners = _corners(board, turn, margin)
    path = view.last.path if view.last else ()
    way = f' data-way="{corners[path[0]]} {corners[path[-1]]}"' if path else ""
    parts = [
        f'<svg class="board" viewBox="-1 -1 {across * SQUARE + margin + 2} {down * SQUARE + margin + 2}" '
        f'role="img" aria-label="{escape(label)}"{way}>',
        _field(board, turn, coordinates),
        _last(view, corners),
    ]
    mover = view.last.piece if view.last else None
    for piece in view.pieces:
        before, after = _piece(piece.seat, piece.rank, piece.revealed, piece.id == mover)
        parts.append(f"{before}{corners[piece.square]}{after}")
    parts.append(_fight(view, corners))
    parts.append("</svg>")
    return mark_safe("".join(parts))  # noqa: S308 - built here; the label is escaped


@cache
def tile_svg(seat: Seat, rank: Rank | None) -> SafeString:
    """Draw one piece alone, for trays, lists and the rules. It is decoration: the words stand beside it."""
    before, after = _piece(seat, rank, revealed=False)
    return mark_safe(  # noqa: S308 - built from constants
        f'<svg class="tile-alone" viewBox="1 1 38 38" aria-hidden="true" focusable="false">{before}0 0{after}</svg>'
    )


def board_table(view: View, *, caption: str, words: Callable[[Seat, Rank | None], str], lake: str) -> SafeString:
    """Write a position as a table, for those who read a board square by square.

    Args:
        view: as for `board_svg`.
        caption: of the table, in words.
        words: what a piece is called, from its seat and its rank or `None`; may be long, it is asked once a kind.
        lake: the word for a lake.

    Returns:
        A `table` with a header for each row and column, the highest row first.
    """
    board = variant(view.variant).board
    cells = [""] * (board.columns * board.rows)
    for square in board.lakes:
        cells[square] = escape(lake)
    named: dict[tuple[Seat, Rank | None], str] = {}
    for piece in view.pieces:
        kind = (piece.seat, piece.rank)
        if kind not in named:
            named[kind] = escape(words(*kind))
        cells[piece.square] = named[kind]
    columns = [board.name(column).rstrip("0123456789") for column in range(board.columns)]
    parts = [f'<table class="board-table"><caption>{escape(caption)}</caption><thead><tr><td></td>']
    parts += [f'<th scope="col">{column}</th>' for column in columns]
    parts.append("</tr></thead><tbody>")
    for row in range(board.rows - 1, -1, -1):
        line = cells[row * board.columns : (row + 1) * board.columns]
        parts.append(f'<tr><th scope="row">{row + 1}</th><td>{"</td><td>".join(line)}</td></tr>')
    parts.append("</tbody></table>")
    return mark_safe("".join(parts))  # noqa: S308 - every text is escaped above
