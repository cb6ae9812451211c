"""Set-ups as their makers see them: turned, mirrored, read from text, judged. Pure.

A *form* is one character a home square in the order in which the seat sees them: the row nearest the enemy first, each
row from the seat's left to its right; `.` is an empty square. The same form fits every seat, so drafts and
saved set-ups are forms. A *placement* is what the rules and the log take: row by row as the board lies.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp
from typing import NamedTuple

from games.rules import RANK_OF_SYMBOL, Board, Options, Rank, Reserve, Seat, Variant

EMPTY = "."
SYMBOLS = EMPTY + "".join(RANK_OF_SYMBOL)


# -- the way a seat sees its squares --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetupSquare:
    """One square of the part of the board that a seat sets up on, as the seat sees it.

    Args:
        row: 0 is the row farthest from the seat.
        column: 0 is at the seat's left.
        square: the index of the square on the board.
        place: which character of a form it is, or None where nothing can be put.
        kind: `home`, `lake`, `stockade` or `other`.
    """

    row: int
    column: int
    square: int
    place: int | None
    kind: str


def _seen(board: Board, seat: Seat, square: int) -> tuple[int, int]:
    """The row from the top and the column from the left of a square, as a seat sees the board."""
    row, column = divmod(square, board.columns)
    down, right = board.rows - 1 - row, column
    columns, rows = board.columns, board.rows
    # Seats follow one another clockwise, so each further one sees the board a turn back.
    for _quarter in range(-int(seat) * (4 // len(board.homes)) % 4):
        down, right = right, rows - 1 - down
        columns, rows = rows, columns
    return down, right


@cache
def view_order(variant: Variant, seat: Seat) -> tuple[int, ...]:
    """The home squares in the order of a form: from the front row to the back, each from left to right."""
    board = variant.board
    return tuple(sorted(board.homes[seat], key=lambda square: _seen(board, seat, square)))


@cache
def cells(variant: Variant, seat: Seat) -> tuple[tuple[SetupSquare, ...], ...]:
    """The home squares with what lies among them and the row in front of them, row by row as the seat sees them."""
    board = variant.board
    where = {_seen(board, seat, square): square for square in range(board.size)}
    homes = [_seen(board, seat, square) for square in board.homes[seat]]
    rows = [row for row, _column in homes]
    columns = [column for _row, column in homes]
    # One row more, so that one sees where the lakes are; a card table has none.
    first = min(rows) - (board.shared_turns != {})
    places = {square: place for place, square in enumerate(view_order(variant, seat))}

    def cell(row: int, column: int) -> SetupSquare:
        square = where[row, column]
        kinds = {square: "home"} if square in places else {}
        kinds |= dict.fromkeys(board.lakes, "lake") | dict.fromkeys(board.stockades, "stockade")
        return SetupSquare(row - first, column - min(columns), square, places.get(square), kinds.get(square, "other"))

    return tuple(
        tuple(cell(row, column) for column in range(min(columns), max(columns) + 1))
        for row in range(first, max(rows) + 1)
    )


def placed(form: str | Sequence[str], variant: Variant, seat: Seat) -> str:
    """The placement of a form at a seat: what `games.rules.check_setup` and `make_setup` take.

    Args:
        form: as the seat sees it, the front row first; whole or as rows, white space does not count.

    Raises:
        ValueError: it has not one character a home square.

    >>> from games.rules import variant
    >>> placed(["6C8", "2M975", "4SF32"], variant("alliance_lightning"), Seat.RED)
    '4SF322M9756C8'
    """
    form = "".join("".join(form).split())
    order = view_order(variant, seat)
    if len(form) != len(order):
        raise ValueError(f"a form of {variant.slug} has {len(order)} characters, not {len(form)}")
    at = dict(zip(order, form, strict=True))
    return "".join(at[square] for square in variant.board.homes[seat])


def form_of(placement: str, variant: Variant, seat: Seat) -> str:
    """The form that a placement at a seat has: `placed` backwards.

    Args:
        placement: row by row as the board lies.
        variant: the rule book; its board says which squares are home.
        seat: whose placement it is.
    """
    at = dict(zip(variant.board.homes[seat], placement, strict=True))
    return "".join(at[square] for square in view_order(variant, seat))


def mirrored(form: str, variant: Variant) -> str:
    """The form with left and right exchanged."""
    return "".join(row[::-1] for row in _rows(form, variant))


def empty(variant: Variant) -> str:
    """The form without any piece."""
    return EMPTY * len(variant.board.homes[0])


@cache
def _widths(variant: Variant) -> tuple[int, ...]:
    """How many home squares each row has, from the front."""
    board = variant.board
    return tuple(Counter(_seen(board, Seat.RED, square)[0] for square in view_order(variant, Seat.RED)).values())


def _rows(form: str, variant: Variant) -> list[str]:
    rows, begin = [], 0
    for width in _widths(variant):
        rows.append(form[begin : begin + width])
        begin += width
    return rows


# -- what may be placed ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces that a seat may place, and how many of them must be.

    Args:
        counts: how many of each rank.
        whole: all of them are placed; if not, all squares are filled and the others stay behind.
        flag: the Flag is among them.
        free: fewer may be placed, as long as the Flag is.
    """

    counts: Mapping[Rank, int] = field(repr=False)
    whole: bool = True
    flag: bool = True
    free: bool = False


def stock_of(variant: Variant, options: Options | None = None, drawn: Sequence[Rank] = ()) -> Stock:
    """What a seat may place (RULES section 2).

    Args:
        variant, options: those of the game; a free set-up places fewer pieces.
        drawn: the cards that the seat has drawn, where the rule book deals.
    """
    if variant.deals:
        return Stock(dict(sorted(Counter(drawn).items(), reverse=True)), whole=False, flag=False)
    free = options is not None and options.free_setup
    return Stock(variant.army, whole=variant.reserve is not Reserve.REST, free=free)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is missing or wrong in a form: a code with its parameters; the words are made at the edge."""

    code: str
    count: int = field(default=0, repr=False)
    rank: Rank | None = field(default=None, repr=False)


def troubles(form: str, stock: Stock) -> tuple[Trouble, ...]:
    """What keeps a form from being a set-up; nothing if it is one.

    Codes: `surplus` (more of a rank than there are), `missing` (so many of a rank not placed), `empty` (so many
    squares to fill), `flag` (the Flag is not placed).
    """
    counts = Counter(form)
    ranks = {RANK_OF_SYMBOL[symbol] for symbol in counts if symbol != EMPTY} | set(stock.counts)
    wrong, lacking = [], []
    for rank in sorted(ranks, reverse=True):
        surplus = counts[rank.symbol] - stock.counts.get(rank, 0)
        if surplus > 0:
            wrong.append(Trouble("surplus", surplus, rank))
        elif surplus < 0 and stock.whole and not stock.free:
            lacking.append(Trouble("missing", -surplus, rank))
    if stock.flag and not counts[Rank.FLAG.symbol] and (stock.free or not stock.whole):
        lacking.append(Trouble("flag"))
    if not stock.whole and counts[EMPTY]:
        lacking.append(Trouble("empty", counts[EMPTY]))
    return (*wrong, *lacking)


def _left(form: str, stock: Stock) -> list[str]:
    """The symbols of the pieces that are not placed, those of highest rank first."""
    counts = Counter(form)
    ranks = sorted(stock.counts, reverse=True)
    return [rank.symbol for rank in ranks for _one in range(stock.counts[rank] - counts[rank.symbol])]


_STANDS: dict[Rank, tuple[float, float]] = {
    Rank.MARSHAL: (0.1, 0.3),
    Rank.GENERAL: (0.6, 0.5),
    Rank.COLONEL: (0.3, 0.4),
    Rank.MAJOR: (0.3, 0.4),
    Rank.CAPTAIN: (0.35, 0.4),
    Rank.LIEUTENANT: (0.4, 0.5),
    Rank.SERGEANT: (0.55, 0.5),
    Rank.MINER: (0.85, 0.3),
    Rank.SCOUT: (0.6, 0.6),
    Rank.SPY: (0.6, 0.3),
    Rank.SPOTTER: (0.6, 0.3),
    Rank.BOMB: (0.85, 0.3),
    Rank.CANNON: (0.3, 0.5),
}
"""How deep each rank stands, from 0 in front to 1 in the back row, and how far it strays."""

_GUARDS = {Rank.BOMB: 20.0, Rank.MINER: 6.0, Rank.GENERAL: 6.0, Rank.MARSHAL: 0.0}
"""How many times more each rank likes a square next to the Flag; once, if it is not named."""


def _liking(rank: Rank, depth: float, next_to_flag: bool) -> float:
    """How much a rank likes a square, as a weight: by its depth, and by whether it is next to the own Flag."""
    if rank is Rank.FLAG:
        return float(depth == 1)
    if rank is Rank.BOMB and depth < 0.5:
        return 0.0
    middle, stray = _STANDS[rank]
    guards = next_to_flag * _GUARDS.get(rank, 1.0)
    return exp(-(((depth - middle) / stray) ** 2)) * (1 + guards)


def filled(form: str, variant: Variant, stock: Stock, chance: random.Random) -> str:
    """The form with the pieces that are not placed put on empty squares at random: each rank about where experience has
    it, and another piece right in front of the Flag, so that no Scout takes it from afar.

    Where some pieces stay behind the Flag is among those that are placed; of cards it is the last that is laid.

    Args:
        form: what is placed already; it stays.
        variant: the rule book; its home squares say how many rows there are.
        stock: what the seat may place. Where a rank likes no free square it goes as far back as it can.
        chance: the source of randomness; the same seed gives the same form.
    """
    flag = Rank.FLAG.symbol
    squares = list(form)
    left = [RANK_OF_SYMBOL[symbol] for symbol in _left(form, stock)]
    chance.shuffle(left)
    left.sort(key=lambda rank: (rank is Rank.FLAG, rank is not Rank.BOMB or variant.deals))
    around = _around(variant)

    def weight(rank: Rank, place: int) -> float:
        depth, neighbours = around[place]
        return _liking(rank, depth, any(near is not None and squares[near] == flag for near in neighbours))

    def put(rank: Rank, places: Sequence[int]) -> None:
        weights = [weight(rank, place) for place in places]
        deepest = max(around[place].depth for place in places)
        squares[
            chance.choices(places, weights if any(weights) else [around[p].depth == deepest for p in places])[0]
        ] = rank.symbol
        left.remove(rank)

    if stock.flag and Rank.FLAG in left and EMPTY in squares:
        put(Rank.FLAG, [place for place, now in enumerate(squares) if now == EMPTY])
    front = around[squares.index(flag)].neighbours[0] if stock.flag and flag in squares else None
    guards = [rank for rank in left if rank is not Rank.SCOUT] or left
    if guards and front is not None and squares[front] == EMPTY:
        weights = [weight(rank, front) for rank in guards]
        put(chance.choices(guards, weights if any(weights) else None)[0], [front])
    for rank in tuple(left):
        free = [place for place, now in enumerate(squares) if now == EMPTY]
        if free:
            put(rank, free)
    return "".join(squares)


class _Surroundings(NamedTuple):
    """What is around a place of a form.

    Attributes:
        depth: 0 in the row nearest the enemy, 1 in the back row.
        neighbours: the places in front, behind, to the left and to the right; None where there is none.
    """

    depth: float
    neighbours: tuple[int | None, ...]


@cache
def _around(variant: Variant) -> tuple[_Surroundings, ...]:
    seen = [_seen(variant.board, Seat.RED, square) for square in view_order(variant, Seat.RED)]
    at = {where: place for place, where in enumerate(seen)}
    first, last = seen[0][0], seen[-1][0]
    return tuple(
        _Surroundings(
            (row - first) / max(1, last - first),
            tuple(at.get((row + down, column + right)) for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))),
        )
        for row, column in seen
    )


def choice(preferred: str, drawn: Sequence[Rank], variant: Variant, order: Sequence[int]) -> str:
    """The form of a choice of cards by preference (RULES section 8, cards).

    Args:
        variant: the rule book that deals.
        preferred: symbols, the best first; a card named twice may be laid twice. Others come last.
        drawn: the cards to choose from.
        order: for each card laid in turn its place, from the left.
    """
    left = [rank.symbol for rank in sorted(drawn, reverse=True)]
    laid: list[str] = []
    for symbol in [*preferred, *left]:
        if symbol in left and len(laid) < len(order):
            left.remove(symbol)
            laid.append(symbol)
    squares = list(empty(variant))
    for place, symbol in zip(order, laid, strict=False):
        squares[place] = symbol
    return "".join(squares)


# -- as text --------------------------------------------------------------------------------------


class TextError(ValueError):
    """A text is no set-up. `code` is `symbol` or `length`, `params` are fit to print."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


_SAME_AS = {"10": "M", "1": "S", "-": ".", "_": ".", "·": ".", "*": "."}


def read_text(text: str, variant: Variant) -> str:
    """The form that a text writes: rows as the seat sees them, in any case, with or without white space between.

    With white space or commas between all pieces `10` is the Marshal and `1` the Spy.

    Raises:
        TextError: a character is no piece, or there are not as many as squares.
    """
    squares = len(variant.board.homes[0])
    tokens = re.split(r"[\s,;|]+", text.strip().upper())
    if len(tokens) != squares or any(len(token) > 2 for token in tokens):
        tokens = list("".join(tokens))
    read = [_SAME_AS.get(token, token) for token in tokens]
    for token in read:
        if len(token) != 1 or token not in SYMBOLS:
            raise TextError("symbol", symbol=token[:10])
    if len(read) != squares:
        raise TextError("length", squares=squares, found=len(read))
    return "".join(read)


def to_text(form: str, variant: Variant) -> str:
    """The form as text, a line a row."""
    rows = _rows(form, variant)
    widest = max(map(len, rows))
    return "\n".join(" ".join(row).center(2 * widest - 1).rstrip() for row in rows)
