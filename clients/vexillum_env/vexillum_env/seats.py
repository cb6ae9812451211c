"""How each seat sees the board: its own home at the bottom, the other seats in the order of play."""

from __future__ import annotations

from functools import cache

from games.rules import Board, Seat, Variant

RELATIVE = {2: ("own", "opponent"), 4: ("own", "next", "partner", "previous")}
"""What the seats are called by the one that looks, in the order of play from it on, by how many there are."""


@cache
def turned(book: Variant, seat: Seat) -> tuple[int, ...]:
    """For each square of the board the square where `seat` sees it, as if it sat where red sits.

    Two seats face each other; four sit around the board, each a quarter turn from the one before.
    """
    board = book.board
    squares = tuple(range(board.size))
    if seat == Seat.RED:
        return squares
    if len(book.seats) == 2:
        return tuple(board.size - 1 - square for square in squares)
    for _quarter in range(seat):
        squares = tuple(_quarter_turn(board, square) for square in squares)
    return squares


@cache
def unturned(book: Variant, seat: Seat) -> tuple[int, ...]:
    """The inverse of `turned`: for each square as `seat` sees the board, the square of the board."""
    seen = turned(book, seat)
    return tuple(seen.index(square) for square in range(book.board.size))


def _quarter_turn(board: Board, square: int) -> int:
    """Where a square goes when the camp of the second seat is turned to where the first one's is."""
    row, column = divmod(square, board.columns)
    return column * board.columns + board.columns - 1 - row
