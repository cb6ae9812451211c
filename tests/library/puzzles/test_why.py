"""Why a piece cannot have a rank: the first thing that it did which says so, or the count."""

from __future__ import annotations

import pytest

from games.rules import LastTurn, Part, PieceView, Rank, Seat, Viewer, variant
from library.puzzles.why import Excluded, Exclusion, excluded_by
from tests.games.knowledge.test_knowledge import on_board, views_of

LIGHTNING = {"a1": "F", "a4": "6", "b4": "4"}, {"j10": "F", "b7": "5", "j7": "B", "i7": "2"}
TEXTS = ["b4-b5", "b7-b6", "b5xb6", "i7-i6", "a4-a6", "i6-i5", "a6-a8", "i5-i4", "a8-a10*4@c1"]


@pytest.mark.parametrize(
    ("square", "rank", "why"),
    [
        ("a10", Rank.FLAG, Exclusion(Excluded.MOVED, 5)),
        ("a10", Rank.BOMB, Exclusion(Excluded.MOVED, 5)),
        ("a10", Rank.MARSHAL, Exclusion(Excluded.WENT, 5)),
        ("a10", Rank.SCOUT, Exclusion(Excluded.RESCUED, 9)),
        ("a1", Rank.MARSHAL, Exclusion(Excluded.COUNTED)),
    ],
)
def test_the_first_thing_that_says_so_is_told(square: str, rank: Rank, why: Exclusion) -> None:
    red, blue = LIGHTNING
    views = views_of(on_board("lightning", red, blue), Viewer.BLUE, TEXTS)
    turns = [(view.ply, view.last) for view in views if view.last is not None]
    book = on_board("lightning", red, blue).variant
    piece = next(piece.id for piece in views[-1].pieces if book.board.name(piece.square) == square)
    assert excluded_by(turns, piece, rank, book) == why


def test_what_entered_is_no_flag_in_alliance() -> None:
    """The Flag is among the pieces that are set up. It goes one square, so its moves say nothing against it."""
    book = variant("alliance")
    e2, e3 = (book.board.square(name) for name in ("e2", "e3"))
    came = PieceView(9, Seat.RED2, e2, None, False)
    entry = LastTurn(Seat.RED2, 9, (e2,), None, None, None, (Part("entry", came, (e2,)),))
    step = LastTurn(Seat.RED2, 9, (e2, e3), None, None, None)
    assert excluded_by([(7, entry), (11, step)], 9, Rank.FLAG, book) == Exclusion(Excluded.ENTERED, 7)
    assert excluded_by([(11, step)], 9, Rank.FLAG, book) == Exclusion(Excluded.COUNTED)
