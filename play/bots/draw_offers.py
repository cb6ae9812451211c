"""Whether a bot agrees to a draw."""

from __future__ import annotations

from games.rules import variant
from play.bots.belief import pool_of
from play.bots.piece_values import worth_of
from play.bots.sight import Sight

_DEAD = 60
"""Plies without an attack after which a bot takes a game for dead, unless it leads."""

_LEADS = 1.15


def accepts_draw(sight: Sight) -> bool:
    """Whether the seat agrees to a draw: only when nothing has happened for long and it has no lead to play for."""
    view, book = sight.view, variant(sight.view.variant, sight.view.edition)
    seat = view.viewer.seat
    if seat is None or view.quiet < _DEAD:
        return False
    worth = worth_of({}, {}, book.combat, last_flag=False)
    mine = sum(worth[p.rank] for p in view.pieces if p.seat is seat and p.rank is not None)
    theirs = sum(worth[p.rank] for p in view.pieces if p.seat.side != seat.side and p.rank is not None)
    for other in book.seats:
        if other.side != seat.side:
            theirs += sum(worth[rank] * count for rank, count in pool_of(sight, other).items())
    # At a table of four its partner has about as much as it has itself.
    return mine * len(book.seats) / 2 <= _LEADS * theirs
