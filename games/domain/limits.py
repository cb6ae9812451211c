"""Limits that games have: when they can be opened and watched, up to where one can be aborted, and the limit without
attack if nobody chose another. Pure."""

from __future__ import annotations

from games.rules import Variant

REVEALS = ("end", "round", "event", "delay", "never")
SPECTATORS = ("live", "delayed", "ended")
ABSENCE = 120  # seconds away from a live board, in one's own turn, after which an opponent may claim
SHORTEST_DELAY, LONGEST_DELAY = 60, 86_400  # seconds that spectators may be behind
MOST_PLIES_BEHIND = 200

ABORT_BEFORE = 2
"""A game may be aborted while it has fewer plies."""

FEW_PIECES = 12  # a seat; with fewer on the board a game is short


def usual_limit(rules: Variant) -> int:
    """The plies without an attack after which a game is drawn, if nobody chose another number (RULES section 7).

    200 is common in tournaments with 40 pieces. Small armies meet at once, so half of it is enough for them; at a
    table of four each seat has as many turns as at a table of two.
    """
    on_board = min(sum(rules.army.values()), len(rules.board.homes[rules.seats[0]]))
    return (50 if on_board <= FEW_PIECES else 100) * len(rules.seats)
