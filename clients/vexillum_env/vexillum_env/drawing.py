"""A view as text, for `render`: a rank's symbol where it may be known, `?` where not."""

from __future__ import annotations

from games.rules import Variant, View

_COLOURS = {0: "r", 1: "b", 2: "R", 3: "B"}


def drawn(book: Variant, view: View) -> str:
    """The board with row 1 at the bottom: two characters a piece, its colour (`r b`, partners `R B`) and its rank.

    Args:
        book: the rule book of the view.
        view: what is drawn, and nothing else.
    """
    board = book.board
    cells = ["##" if board.wall_mask >> square & 1 else " ." for square in range(board.size)]
    for piece in view.pieces:
        cells[piece.square] = _COLOURS[piece.seat] + ("?" if piece.rank is None else piece.rank.symbol)
    lines = []
    for row in reversed(range(board.rows)):
        squares = cells[row * board.columns : (row + 1) * board.columns]
        lines.append(f"{row + 1:>2} " + " ".join(squares))
    lines.append("   " + " ".join(f" {board.name(column)[0]}" for column in range(board.columns)))
    held = [f"{holding.seat.slug}'s {holding.kind}: {holding.count}" for holding in view.holdings]
    if view.outcome is not None:
        winner = {None: "nobody", 0: "red", 1: "blue"}[view.outcome.winner]
        state = f"over: {view.outcome.kind.value}, won by {winner}"
    elif view.pending is not None:
        state = f"{view.pending.seat.slug} chooses: {view.pending.kind}"
    else:
        state = f"{view.to_move.slug} to move"
    last = "" if view.last is None else f", last {view.last.text}"
    return "\n".join([*lines, *held, f"{book.slug}, ply {view.ply}, {state}{last}"])
