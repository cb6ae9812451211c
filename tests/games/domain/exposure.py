"""Whether a Scout can take a Flag from afar before anybody has moved."""

from __future__ import annotations

from games.rules import Seat, Variant


def flag_is_exposed(book: Variant, seat: Seat, placement: str) -> bool:
    """Whether a straight open line leads from a home square of an enemy to this Flag, so that a Scout there takes it on
    its first turn.

    Args:
        book: a rule book with a board.
        seat: whose placement it is.
        placement: a set-up.
    """
    board, homes = book.board, book.board.homes[seat]
    mine = dict(zip(homes, placement, strict=True))
    enemies = {square for other in book.seats if other.side != seat.side for square in board.homes[other]}
    walls = {*board.lakes, *board.stockades, *(square for square, symbol in mine.items() if symbol != ".")}
    row, column = divmod(homes[placement.index("F")], board.columns)
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        at, across = row + down, column + right
        while (
            0 <= at < board.rows
            and 0 <= across < board.columns
            and (square := at * board.columns + across) not in walls
        ):
            if square in enemies:
                return True
            at, across = at + down, across + right
    return False
