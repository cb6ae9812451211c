"""Boards in a fold: how the games of a match stand. Pure."""

from __future__ import annotations

from tournaments.domain.state import Board
from tournaments.scoring.points import Mark

_HALVES = {Mark.WIN: 2, Mark.WIN_UNRATED: 2, Mark.FORFEIT_WIN: 2, Mark.DRAW: 1, Mark.DRAW_UNRATED: 1}


def halves(board: Board) -> dict[int, int]:
    """What each entry of a board has won of its games so far, in half points: a win 2, a draw 1."""
    found = dict.fromkeys(board.entries, 0)
    for leg in board.legs:
        if leg.marks is not None:
            found[leg.red] += _HALVES.get(leg.marks[0], 0)
            found[leg.blue] += _HALVES.get(leg.marks[1], 0)
    return found
