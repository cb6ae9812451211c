"""Draws a board from a view: an SVG picture, the same position as a table, and the tile of one piece.

Everything here is built from `View` values alone, so a drawing holds what its viewer may know and nothing else: a piece
whose rank is unknown is drawn by its seat only, and no class, identifier or length tells more. The parts that never
change (the field of a board, the markup of a tile) are made once; a position only joins them. The artwork of pieces
is one file for all of them (`SPRITE`), which a drawing refers to. Colours, fonts, the dark mode and the reader's own
set of pieces and kind of board are the stylesheet's (`static/css/board.css`), by class.

Seats are told apart without colour by the outline of their tiles: RED square, BLUE arched, RED2 chamfered, BLUE2 round;
the tiles of side blue have a double border. On a board of four seats each side has its seat's name too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from types import MappingProxyType
from typing import Final, TypeAlias

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from games.rules import RANK_OF_SYMBOL, Board, PieceView, Rank, Seat, View, variant

SQUARE: Final = 40  # user units a square; every drawing below is made for it
MARGIN: Final = 16  # user units of the strip that holds the coordinates
SIDE: Final = 18  # user units of the strip that holds the name of a seat

_Place: TypeAlias = Callable[[int], tuple[int, int]]

SPRITE: Final = "img/pieces.svg"
"""The static file with the artwork of pieces: the tiles of the seats, the back, and a face for each rank."""

KNOWN: Final = '<circle class="known" cx="33.5" cy="6.5" r="4"/>'
"""A badge on a piece that everybody knows."""

BADGE: Final = '<circle cx="7" cy="7" r="6"/><path d="M4.5 4.5l5 5m0-5l-5 5"/>'
"""The cross of an attack."""

# A badge on a piece that has made its one rescue.
_RESCUER: Final = '<path class="rescuer" d="M33.5 28l5 5h-3v5h-4v-5h-3z"/>'

# A badge on the back of a piece that has moved, in a game with memory marks.
_MOVED: Final = '<path class="has-moved" d="M25 33.5h8m-3.2-3.2l3.2 3.2-3.2 3.2"/>'

# What a captive Flag stands behind.
_BARS: Final = '<path class="bars" d="M8 1v38M16 1v38M24 1v38M32 1v38"/>'


@cache
def artwork(symbol: str, attributes: str = "") -> str:
    """Return a reference to a part of `SPRITE`.

    Args:
        symbol: the identifier there: the slug of a seat (for a card after `card-`), `back`, or the symbol of a rank.
        attributes: more of the element, each after a space.
    """
    return f'<use{attributes} href="{static(SPRITE)}#{symbol}"/>'


def face(rank: Rank | None, ranks: str = "high") -> str:
    """Return what stands on a tile: insignia and numeral, or the back for an unknown rank.

    Args:
        ranks: how the reader wants ranks written, as for `numeral`; `symbols` has larger insignia and no numeral.
    """
    if rank is None:
        return artwork("back")
    symbol = rank.symbol
    if symbol in "FSBC":
        return artwork(symbol)
    if ranks == "symbols":
        return artwork(symbol, ' class="large"')
    return f'{artwork(symbol)}<text x="20" y="24">{numeral(rank, ranks)}</text>'


def numeral(rank: Rank, ranks: str = "high") -> str:
    """Return how players write a rank.

    Args:
        ranks: `high` has the Marshal as 10 and the Spotter as 2; `low` counts from the Marshal, who is 1, down to the
            Scout and the Spotter, who are 9; `symbols` writes as `high`. The Spy, the Flag, the Bomb and the Cannon
            are letters in all of them.
    """
    symbol = rank.symbol
    if symbol in "FSBC":
        return symbol
    number = {"M": 10, "P": 2}.get(symbol) or int(symbol)
    return str(11 - number if ranks == "low" else number)


@cache
def _piece(
    seat: Seat,
    rank: Rank | None,
    revealed: bool,
    moved: bool = False,
    captive: bool = False,
    rescuer: bool = False,
    ranks: str = "high",
    has_moved: bool = False,
) -> tuple[str, str]:
    """Return the markup of a tile before and after its position; there are few, so each is made once."""
    state = (" back" if rank is None else "") + (" moved" if moved else "") + (" captive" if captive else "")
    badges = (KNOWN if revealed and rank is not None else "") + (_RESCUER if rescuer else "")
    badges += _MOVED if has_moved and rank is None else ""
    after = f"{artwork(seat.slug)}{face(rank, ranks)}{badges}{_BARS if captive else ''}</g>"
    return f'<g class="piece {seat.slug}{state}" transform="translate(', f')">{after}'


def turn_for(board: Board, below: int) -> int:
    """Return the quarter turns that bring a seat's side of the board to the bottom.

    Args:
        below: the seat's number; seats follow one another clockwise, so each further one asks for a turn back.
    """
    return -below * (4 // len(board.homes)) % 4


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
def places(board: Board, turn: int, margin: int) -> tuple[tuple[int, int], ...]:
    """Return for each square the upper left corner of its drawing, in user units.

    Args:
        board: whose squares.
        turn: quarter turns, so that another side is at the bottom.
        margin: user units at each side, for coordinates.
    """
    place = _place(board, turn, margin)
    return tuple(place(square) for square in range(board.columns * board.rows))


@cache
def _corners(board: Board, turn: int, margin: int) -> tuple[str, ...]:
    """Return `x y` for each square, as it goes into a transform."""
    return tuple(f"{x} {y}" for x, y in places(board, turn, margin))


@cache
def _field(board: Board, turn: int, coordinates: bool, homes: bool, rim: int = 0) -> str:
    """Return the empty board: field, grid, camps, lakes, stockades, the frame and, if wanted, coordinates."""
    margin = MARGIN if coordinates else 0
    across, down = (board.columns, board.rows) if turn % 2 == 0 else (board.rows, board.columns)
    width, height = across * SQUARE, down * SQUARE
    corners = places(board, turn, margin)
    parts = [f'<rect class="field" x="{margin}" y="0" width="{width}" height="{height}"/>']
    dark = "".join(_area(x, y) for x, y in corners if ((x - margin) // SQUARE + y // SQUARE) % 2)
    parts.append(f'<path class="dark" d="{dark}"/>')
    if homes:
        for seat, home in enumerate(board.homes):
            camp = "".join(_area(*corners[square]) for square in home)
            parts.append(f'<path class="camp {Seat(seat).slug}" d="{camp}"/>')
    lines = "".join(f"M{margin + i * SQUARE} 0v{height}" for i in range(1, across))
    lines += "".join(f"M{margin} {i * SQUARE}h{width}" for i in range(1, down))
    parts.append(f'<path class="grid" d="{lines}"/>')
    if board.lakes:
        parts.append(_lakes(board, corners))
    for seat, square in enumerate(board.stockades):
        x, y = corners[square]
        stakes = "".join(f"M{x + 5 + i * 7.5:g} {y + 2}v6M{x + 5 + i * 7.5:g} {y + 32}v6" for i in range(5))
        rails = f"M{x + 2} {y + 5}h36M{x + 2} {y + 35}h36M{x + 4} {y + 2}v36M{x + 36} {y + 2}v36"
        parts.append(
            f'<g class="stockade {Seat(seat).slug}"><path class="yard" d="{_area(x, y)}"/>'
            f'<path class="stakes" d="{stakes}{rails}"/></g>'
        )
    # The frame is what lies around the field: the box of the drawing with a hole in it.
    outer = f"M{-1 - rim} {-1 - rim}h{width + margin + 2 + 2 * rim}v{height + margin + 2 + 2 * rim}H{-1 - rim}z"
    parts.append(f'<path class="frame" d="{outer}M{margin} 0v{height}h{width}v-{height}z"/>')
    parts.append(f'<rect class="edge" x="{margin}" y="0" width="{width}" height="{height}"/>')
    if coordinates:
        parts.append(_coordinates(board, turn, height))
    return "".join(parts)


def _area(x: int, y: int) -> str:
    return f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"


# How far a shore lies inside its lake, in user units, by turns: no coast is straight.
_COAST: Final = (1.5, 4, 2, 5.5, 3)


def _lakes(board: Board, corners: tuple[tuple[int, int], ...]) -> str:
    """Return the lakes: water with a shore, its deep, and waves so that it does not hang on the colour."""
    left, water, waves = {corners[square] for square in board.lakes}, [], []
    while left:
        lake, edge = set[tuple[int, int]](), {min(left)}
        while edge:
            lake |= edge
            left -= edge
            edge = {(x, y) for x, y in left if any(abs(x - px) + abs(y - py) == SQUARE for px, py in edge)}
        xs, ys = zip(*sorted(lake), strict=True)
        water.append((min(xs), min(ys), max(xs) - min(xs) + SQUARE, max(ys) - min(ys) + SQUARE))
        waves += [f"M{x + 8} {y + dy}q4-4 8 0t8 0 8 0" for x, y in sorted(lake) for dy in (14, 26)]
    drawn = (("lake", 0.0), ("deep", 6.5))
    shapes = [f'<path class="{kind}" d="{"".join(_shore(*box, depth) for box in water)}"/>' for kind, depth in drawn]
    return f'{"".join(shapes)}<path class="waves" d="{"".join(waves)}"/>'


def _shore(x: int, y: int, width: int, height: int, depth: float) -> str:
    """Return a closed, round line within a box of squares, that much farther in."""
    half = SQUARE // 2
    around = (
        [(i, 0, 0, 1) for i in range(0, width, half)]
        + [(width, i, -1, 0) for i in range(0, height, half)]
        + [(i, height, 0, -1) for i in range(width, 0, -half)]
        + [(0, i, 1, 0) for i in range(height, 0, -half)]
    )
    points = []
    for place, (across, down, dx, dy) in enumerate(around):
        inside = depth + (0 if across in (0, width) and down in (0, height) else _COAST[place % len(_COAST)])
        if not inside - depth:  # a corner goes in both ways
            dx, dy = (1 if across == 0 else -1), (1 if down == 0 else -1)
        points.append((x + across + dx * inside, y + down + dy * inside))
    ends = [((px + qx) / 2, (py + qy) / 2) for (px, py), (qx, qy) in zip(points, [*points[1:], points[0]], strict=True)]
    curves = "".join(f"Q{px:g} {py:g} {qx:g} {qy:g}" for (px, py), (qx, qy) in zip(points, ends, strict=True))
    return f"M{ends[-1][0]:g} {ends[-1][1]:g}{curves}z"


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


@cache
def _sides(names: tuple[str, ...], turn: int, margin: int, width: int, height: int) -> str:
    middle, centre = margin + width // 2, height // 2
    ends = (
        f'x="{middle}" y="{height + margin + 12}"',
        f'transform="translate(-6 {centre}) rotate(-90)"',
        f'x="{middle}" y="-6"',
        f'transform="translate({margin + width + 6} {centre}) rotate(90)"',
    )
    step = 4 // len(names)
    texts = (
        f'<text class="{Seat(seat).slug}" {ends[(seat * step + turn) % 4]}>{escape(name)}</text>'
        for seat, name in enumerate(names)
    )
    return f'<g class="sides">{"".join(texts)}</g>'


def _last(view: View, corners: tuple[str, ...]) -> str:
    """Return the marks of the last turn: a dashed square it left, a full one it ended on, dots where more happened."""
    last = view.last
    if last is None or not last.path:
        return ""
    marks = [f'<path class="from" d="M{corners[square]}m2 2h36v36h-36z"/>' for square in last.path[:-1]]
    marks.append(f'<path class="to" d="M{corners[last.path[-1]]}m1.5 1.5h37v37h-37z"/>')
    marks += [
        f'<path class="part" d="M{corners[square]}m2 2h36v36h-36z"/>'
        for part in last.parts
        if part.kind != "returned"
        for square in part.squares
        if square not in last.path
    ]
    return "".join(marks)


def _fight(view: View, corners: tuple[str, ...]) -> str:
    """Return the badge of an attack, drawn over the piece that is left, if one is."""
    last = view.last
    if last is None or last.attack is None or not last.path:
        return ""
    at = corners[last.attack.defender.square]
    return f'<g class="fight" transform="translate({at})">{BADGE}</g>'


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a page of rules draws on a board, beside the pieces.

    Args:
        arrows: ways that pieces may go, each as its squares.
        barred: ways that are forbidden; they are crossed out.
        dots: squares that may be reached or chosen.
        crosses: squares that may not.
    """

    arrows: Sequence[Sequence[int]] = ()
    barred: Sequence[Sequence[int]] = ()
    dots: Sequence[int] = ()
    crosses: Sequence[int] = ()


def _sketched(sketch: Sketch, corners: tuple[tuple[int, int], ...]) -> str:
    parts = [_arrow(way, corners, "way") for way in sketch.arrows]
    parts += [_arrow(way, corners, "way barred") for way in sketch.barred]
    for squares, kind, shape in (
        (sketch.dots, "dot", "m13 20a7 7 0 1 0 14 0a7 7 0 1 0-14 0z"),
        (sketch.crosses, "cross", "m12 12l16 16m0-16l-16 16"),
    ):
        if squares:
            drawn = "".join(f"M{x} {y}{shape}" for x, y in (corners[square] for square in squares))
            parts.append(f'<path class="{kind}" d="{drawn}"/>')
    return "".join(parts)


def _arrow(way: Sequence[int], corners: tuple[tuple[int, int], ...], kind: str) -> str:
    """Return a line through the middles of squares, with a head at its end or, if barred, a cross on its last step."""
    points = [(x + SQUARE // 2, y + SQUARE // 2) for x, y in (corners[square] for square in way)]
    # It begins at the edge of its piece and ends within the last square, so that neither is hidden.
    (ax, ay), (dx, dy) = points[0], _direction(*points[:2])
    points[0] = (ax + 13 * dx, ay + 13 * dy)
    (bx, by), (dx, dy) = points[-1], _direction(*points[-2:])
    points[-1] = x, y = (bx - 4 * dx, by - 4 * dy)
    line = "M" + "L".join(f"{x} {y}" for x, y in points)
    if "barred" in kind:
        line += f"M{bx - 20 * dx - 6} {by - 20 * dy - 6}l12 12m0-12l-12 12"
    else:
        back = (x - 8 * dx, y - 8 * dy)
        line += f"M{back[0] - 6 * dy} {back[1] - 6 * dx}L{x} {y}L{back[0] + 6 * dy} {back[1] + 6 * dx}"
    return f'<path class="halo" d="{line}"/><path class="{kind}" d="{line}"/>'


def _direction(numbers: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Return the step from one point towards another in the same row or column, as -1, 0 or 1 each."""
    across, down = other[0] - numbers[0], other[1] - numbers[1]
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


def board_svg(
    view: View,
    *,
    label: str,
    turn: int = 0,
    coordinates: bool = True,
    names: Sequence[str] = (),
    board: Board | None = None,
    homes: bool | None = None,
    sketch: Sketch | None = None,
    ranks: str = "high",
    guesses: Mapping[int, str] = MappingProxyType({}),
    over: str = "",
) -> SafeString:
    """Draw a position as one SVG element.

    Args:
        view: what the viewer may know (RULES section 9); nothing else is looked at.
        label: the accessible name of the picture, in words; escaped here.
        turn: quarter turns clockwise; 0 has row 1 at the bottom, `turn_for` brings a seat there.
        coordinates: with the names of rows and columns beside the board.
        names: of the seats in order, to be written along their sides; none for a board that needs no such names.
        board: for a view of a part of a board, as the pages of rules show it; that of the view's variant if None.
        homes: shade the set-up squares of each seat; if None, where there are more than two.
        sketch: what is drawn on top.
        ranks: how the reader wants ranks written, as for `face`.
        guesses: what the reader takes pieces for, by their ids: symbols of ranks, drawn on those that are unknown.
        over: markup that is laid over all of it (`drawn_svg`).

    Returns:
        The markup, the same for equal views. It needs the stylesheet for its colours and has no identifiers, so that
        a page may hold many boards.
    """
    board = board or variant(view.variant, view.edition).board
    turn %= 4
    margin = MARGIN if coordinates else 0
    rim = SIDE if names else 0
    across, down = (board.columns, board.rows) if turn % 2 == 0 else (board.rows, board.columns)
    width, height = across * SQUARE, down * SQUARE
    corners = _corners(board, turn, margin)
    box = f"{-1 - rim} {-1 - rim} {width + margin + 2 + 2 * rim} {height + margin + 2 + 2 * rim}"
    parts = [
        f'<svg class="board" viewBox="{box}" role="img" aria-label="{escape(label)}"{_way(view, corners)}>',
        _field(board, turn, coordinates, len(board.homes) > 2 if homes is None else homes, rim),
        _sides(tuple(names), turn, margin, width, height) if names else "",
        _last(view, corners),
    ]
    parts += _pieces(view, view.pieces, corners, ranks, guesses)
    parts.append(_fight(view, corners))
    if sketch is not None:
        parts.append(_sketched(sketch, places(board, turn, margin)))
    parts += [over, "</svg>"]
    return mark_safe("".join(parts))  # noqa: S308 - built here; the label is escaped


def _pieces(
    view: View, pieces: Iterable[PieceView], corners: tuple[str, ...], ranks: str, guesses: Mapping[int, str]
) -> list[str]:
    """Return some of a view's pieces as they stand, each with the reader's guess."""
    mover = view.last.piece if view.last else None
    parts = []
    for piece in pieces:
        before, after = _piece(
            piece.seat, piece.rank, piece.revealed, piece.id == mover, piece.captive, piece.rescuer, ranks, piece.moved
        )
        parts.append(f"{before}{corners[piece.square]}{after}")
        if piece.rank is None and piece.id in guesses:
            parts.append(
                f'<g class="guess" transform="translate({corners[piece.square]})">{guess(guesses[piece.id], ranks)}</g>'
            )
    return parts


def board_change(
    view: View,
    squares: Collection[int],
    *,
    label: str,
    turn: int = 0,
    coordinates: bool = True,
    ranks: str = "high",
    guesses: Mapping[int, str] = MappingProxyType({}),
) -> SafeString:
    """Draw what differs from the position before: the marks of the last turn, and the pieces on some squares.

    Args:
        squares: those on which something has changed; the pieces that were drawn there go.
        view, label, turn, coordinates, ranks, guesses: as for `board_svg`.

    Returns:
        An `svg` element, which the script `change.js` takes apart. `data-squares` has the corners of the squares.
    """
    board = variant(view.variant, view.edition).board
    corners = _corners(board, turn % 4, MARGIN if coordinates else 0)
    parts = [
        f'<svg data-squares="{";".join(corners[square] for square in squares)}" aria-label="{escape(label)}"'
        f"{_way(view, corners)}>",
        _last(view, corners),
        *_pieces(view, [piece for piece in view.pieces if piece.square in squares], corners, ranks, guesses),
        _fight(view, corners),
        "</svg>",
    ]
    return mark_safe("".join(parts))  # noqa: S308 - built here; the label is escaped


def _way(view: View, corners: tuple[str, ...]) -> str:
    path = view.last.path if view.last else ()
    return f' data-way="{corners[path[0]]} {corners[path[-1]]}"' if len(path) > 1 else ""


def piece_svg(piece: PieceView, corner: tuple[int, int] = (0, 0), ranks: str = "high") -> str:
    """Return a piece as it stands in the drawing of a board, with the upper left corner of its square there.

    Args:
        ranks: how ranks are written: the notation of the reader.
        piece: as a view has it.
        corner: in user units.
    """
    before, after = _piece(
        piece.seat,
        piece.rank,
        piece.revealed,
        captive=piece.captive,
        rescuer=piece.rescuer,
        ranks=ranks,
        has_moved=piece.moved,
    )
    return f"{before}{corner[0]} {corner[1]}{after}"


@cache
def guess(symbol: str, ranks: str = "high") -> str:
    """Return the mark of a reader's own guess, at the origin of a piece's square.

    Args:
        symbol: of the rank that the piece is taken for.
        ranks: as for `numeral`.
    """
    return f'<circle cx="20" cy="20" r="10.5"/><text x="20" y="25">{numeral(RANK_OF_SYMBOL[symbol], ranks)}</text>'


@cache
def tile_svg(seat: Seat, rank: Rank | None, ranks: str = "high") -> SafeString:
    """Draw one piece alone, for trays, lists and the rules. It is decoration: the words stand beside it.

    Args:
        seat: whose piece.
        rank: None for an unknown one.
        ranks: how ranks are written.
    """
    before, after = _piece(seat, rank, revealed=False, ranks=ranks)
    return mark_safe(  # noqa: S308 - built from constants
        f'<svg class="tile-alone" viewBox="1 1 38 38" aria-hidden="true" focusable="false">{before}0 0{after}</svg>'
    )


def board_table(
    view: View, *, caption: str, words: Callable[[PieceView], str], lake: str, stockade: str = ""
) -> SafeString:
    """Write a position as a table, for those who read a board square by square.

    Args:
        view: as for `board_svg`.
        caption: of the table, in words.
        words: what a piece is called; may be slow, it is asked once for all that look the same.
        lake, stockade: the words for a lake and for an empty stockade.

    Returns:
        A `table` with a header for each row and column, the highest row first.
    """
    board = variant(view.variant, view.edition).board
    cells = [""] * (board.columns * board.rows)
    for square in board.lakes:
        cells[square] = escape(lake)
    for square in board.stockades:
        cells[square] = escape(stockade)
    named: dict[tuple[object, ...], str] = {}
    for piece in view.pieces:
        kind = piece[1:2] + piece[3:]  # all but its number and its square
        if kind not in named:
            named[kind] = escape(words(piece))
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
