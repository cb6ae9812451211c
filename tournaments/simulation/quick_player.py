"""A quick player: it attacks what it may beat and else walks towards the enemy, so that its games end soon.

It is made for events of hundreds of games. The bots of `play.bots` think; this one looks at a turn once. It knows what
its seat may know (RULES section 9) and nothing else: like them it is given a `Sight`.
"""

from __future__ import annotations

import random

from games.rules import Rank, Turn, Variant, View, parse_turn, variant
from games.rules.combat import Result
from play.bots.sight import Sight

_WIN, _UNKNOWN, _EVEN, _LOSS = 60.0, 30.0, 8.0, -40.0
_NEARER = 4.0
_WHIM = 3.0  # so that two games of the same set-ups differ


def quick_choice(sight: Sight, chance: random.Random) -> str:
    """One of `sight.legal`; the same sight and chance give the same one.

    Raises:
        ValueError: there is nothing to choose.
    """
    if not sight.legal:
        raise ValueError("the seat has no legal turn")
    book = variant(sight.view.variant, sight.view.edition)
    if book.deals or sight.view.pending:
        return chance.choice(sight.legal)
    eye = _Eye(sight.view, book)
    return max((eye.worth(parse_turn(book, text)) + chance.random() * _WHIM, text) for text in sight.legal)[1]


class _Eye:
    """What the seat to move sees, put in order once for all its turns."""

    def __init__(self, view: View, book: Variant) -> None:
        seat = view.viewer.seat
        assert seat is not None
        self.book, self.columns = book, book.board.columns
        self.mine = {piece.square: piece.rank for piece in view.pieces if piece.seat is seat}
        self.enemies = {piece.square: piece.rank for piece in view.pieces if piece.seat.side != seat.side}

    def worth(self, turn: Turn) -> float:
        """How good a turn looks; what is no plain move is worth nothing in particular."""
        rank = self.mine.get(getattr(turn, "source", -1))
        if type(turn) is not Turn or rank is None:
            return 0.0
        if turn.target in self.enemies:
            return self._attack(rank, self.enemies[turn.target])
        return _NEARER * (self._distance(turn.source) - self._distance(turn.target))

    def _attack(self, mine: Rank, other: Rank | None) -> float:
        if other is None:
            return _UNKNOWN
        result = self.book.combat.result(mine, other)
        return _WIN + other if result is Result.WIN else _EVEN if result is Result.BOTH else _LOSS

    def _distance(self, square: int) -> int:
        row, column = divmod(square, self.columns)
        return min(
            (abs(row - there // self.columns) + abs(column - there % self.columns) for there in self.enemies), default=0
        )
