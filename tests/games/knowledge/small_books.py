"""The rule books on small boards with small armies: as data, so that every world can be tried one by one."""

from __future__ import annotations

from dataclasses import replace

from games.rules import RANK_OF_SYMBOL, VARIANTS, Board, Rank, Variant
from games.rules.squares import column_and_row, name_of

_SIDE = 7


def _army(symbols: str) -> dict[Rank, int]:
    return {RANK_OF_SYMBOL[symbol]: symbols.count(symbol) for symbol in dict.fromkeys(symbols)}


def _board(columns: int, rows: int, deep: int, lakes: tuple[str, ...] = ()) -> Board:
    letters = "abcdefg"[:columns]
    homes = [
        [f"{letter}{row}" for row in home for letter in letters]
        for home in (range(1, deep + 1), range(rows - deep + 1, rows + 1))
    ]
    return Board(columns=columns, rows=rows, lakes=lakes, homes=homes)


def _four_times(squares: list[str]) -> list[list[str]]:
    turns = [squares]
    while len(turns) < 4:
        places = map(column_and_row, turns[-1])
        turns.append([name_of(row, _SIDE - 1 - column) for column, row in places])
    return turns


_FOUR_SEATS = Board(
    columns=_SIDE,
    rows=_SIDE,
    lakes=["d4"],
    homes=_four_times(["c1", "d1", "e1", "d2"]),
    stockades=[square for (square,) in _four_times(["f2"])],
)
_CARDS = Board(columns=2, rows=2, lakes=[], homes=[["a1", "b1"], ["a2", "b2"]], moves=False)


def _small(slug: str, army: str, board: Board, **values: int) -> Variant:
    return replace(VARIANTS[slug], army=_army(army), board=board, earlier=(), **values)  # type: ignore[arg-type]


SMALL: dict[str, Variant] = {
    book.slug: book
    for book in (
        _small("classic", "FB2S", _board(4, 4, 1)),
        _small("barrage", "FBB2", _board(4, 5, 1, ("b3",))),
        _small("battle", "FBB3", _board(4, 4, 1)),
        _small("duel", "FB23", _board(4, 4, 1)),
        _small("lightning", "FB26", _board(4, 5, 1)),
        _small("ultimate_lightning", "FB26", _board(4, 5, 1)),
        _small("campaign", "F26", _board(4, 5, 1)),
        _small("alliance", "FC26C", _FOUR_SEATS),
        _small("alliance_lightning", "FC26", _FOUR_SEATS),
        _small("cards", "FS223", _CARDS, drawn=3),
    )
}
"""By slug. The Flag, what never moves, and what shows itself by how it goes."""
