"""The boards that several rule books share, and their armies (RULES sections 1 and 2)."""

from __future__ import annotations

from games.rules.board import Board
from games.rules.pieces import Rank
from games.rules.squares import column_and_row, name_of
from games.rules.words import gettext_noop


def _rows(first: int, last: int) -> list[str]:
    return [f"{column}{row}" for row in range(first, last + 1) for column in "abcdefghij"]


TEN_BY_TEN = Board(
    columns=10,
    rows=10,
    lakes=["c5", "d5", "c6", "d6", "g5", "h5", "g6", "h6"],
    homes=[_rows(1, 4), _rows(7, 10)],
)
"""The board of all two-player games: home rows are the four nearest a seat."""

FULL_ARMY = {
    Rank.MARSHAL: 1,
    Rank.GENERAL: 1,
    Rank.COLONEL: 2,
    Rank.MAJOR: 3,
    Rank.CAPTAIN: 4,
    Rank.LIEUTENANT: 4,
    Rank.SERGEANT: 4,
    Rank.MINER: 5,
    Rank.SCOUT: 8,
    Rank.SPY: 1,
    Rank.BOMB: 6,
    Rank.FLAG: 1,
}
"""Forty pieces, of classic and battle."""

LIGHTNING_ARMY = {
    Rank.MARSHAL: 1,
    Rank.GENERAL: 1,
    Rank.COLONEL: 1,
    Rank.MAJOR: 1,
    Rank.CAPTAIN: 2,
    Rank.LIEUTENANT: 2,
    Rank.SERGEANT: 2,
    Rank.MINER: 2,
    Rank.SCOUT: 4,
    Rank.SPY: 1,
    Rank.BOMB: 2,
    Rank.FLAG: 1,
}
"""Twenty pieces, of the lightning family."""

LIGHTNING_NAMES = {Rank.MINER: gettext_noop("Corporal")}
"""There the Miner removes no Bombs and is called by its military rank."""


_SIDE = 11


def _turned(squares: list[str]) -> list[str]:
    """The same squares of the four-seat board after a quarter turn clockwise."""
    return [name_of(row, _SIDE - 1 - column) for column, row in map(column_and_row, squares)]


def _four_times(squares: list[str]) -> list[list[str]]:
    """The squares for south, west, north and east: seats in the order of play."""
    turns = [squares]
    while len(turns) < 4:
        turns.append(_turned(turns[-1]))
    return turns


_CAMP = [f"{column}{row}" for row in (1, 2) for column in "defgh"] + ["e3", "f3", "g3"]

FOUR_SEATS = Board(
    columns=_SIDE,
    rows=_SIDE,
    lakes=[square for lake in _four_times(["d4", "e4"]) for square in lake],
    homes=_four_times(_CAMP),
    stockades=[stockade for (stockade,) in _four_times(["i2"])],
)
"""The board of four players. Its shape is ours, because the documents show it only as a picture (RULES section 10,
reading 3).
"""

ALLIANCE_ARMY = {
    Rank.MARSHAL: 1,
    Rank.GENERAL: 1,
    Rank.COLONEL: 1,
    Rank.MAJOR: 1,
    Rank.CAPTAIN: 2,
    Rank.LIEUTENANT: 2,
    Rank.SERGEANT: 2,
    Rank.MINER: 2,
    Rank.SCOUT: 4,
    Rank.SPY: 1,
    Rank.CANNON: 2,
    Rank.FLAG: 1,
}
"""Twenty pieces, of which thirteen are set up."""
