"""The positions that section 5 compares, kept so that a ply costs the same however long the chase is.

A chase's window begins at its first threatening ply and grows with every ply. The engine walks back over the last few
of them; the older ones are here, `BLOCK` plies at a time. A position is written down in full, as the squares of the
pieces that have moved since the window began, so two are equal if and only if their texts are: nothing is left to a
hash. Repeated positions occur once, with the last ply after which they stood.

They lie sorted in a few layers, each at most a quarter as large as the one before: a new block is merged with those
that are not. So a ply adds, and a question searches, by the logarithm of what there is, and nothing in
here ever changes: states share it. It is its own written form too, so that neither a snapshot nor reading one walks
the window again.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

BLOCK = 16
"""Plies that are taken in at a time. So many at most are walked back at a ply."""

_CODES = tuple(map("".join, product(string.digits + string.ascii_letters + "+-", repeat=2)))
"""Numbers below 4,096 as two characters: a square is one of them, a ply two."""

_NUMBERS = {code: number for number, code in enumerate(_CODES)}
_CODE, _PLY = 2, 4
_BASE = len(_CODES)


class Layer(NamedTuple):
    """Positions in the order of their texts.

    Args:
        pieces: how many had moved until then: each position has the squares of the first so many pieces of its window.
        text: of each position those squares, then the last ply after which it stood, counted from the window's first.
    """

    pieces: int
    text: str

    def __repr__(self) -> str:
        return f"<Layer of {self.size}>"

    @property
    def size(self) -> int:
        return len(self.text) // (self.pieces * _CODE + _PLY)

    def last(self, squares: str) -> int | None:
        """The last ply, counted from the window's first, after which a position stood; None if it never did."""
        text, width = self.text, len(squares)
        step = width + _PLY
        low, high = 0, len(text) // step
        while low < high:
            middle = (low + high) // 2
            at = middle * step
            result = text[at : at + width]
            if result == squares:
                ply = at + width
                return _NUMBERS[text[ply : ply + _CODE]] * _BASE + _NUMBERS[text[ply + _CODE : at + step]]
            if result < squares:
                low = middle + 1
            else:
                high = middle
        return None

    def records(self, added: str = "") -> dict[str, str]:
        """The squares of each position, followed by `added`, with its ply."""
        text, width = self.text, self.pieces * _CODE
        step = width + _PLY
        return {text[at : at + width] + added: text[at + width : at + step] for at in range(0, len(text), step)}

    @classmethod
    def of(cls, pieces: int, records: dict[str, str]) -> Layer:
        return cls(pieces, "".join(sorted(map("".join, records.items()))))


class Window(NamedTuple):
    """The older positions of one chase.

    Args:
        first: the ply after which the oldest of them stood: the chase's first threatening one.
        end: the ply after which the first one stood that is not in here yet.
        pieces: those that moved since `first`, in the order of their first moves.
        homes: where each of them stood before, as text.
        squares: where each of them stood after `end`.
        visited: for each a mask that has every square on which it stood.
        layers: the positions, those of later plies last.
    """

    first: int
    end: int
    pieces: tuple[int, ...] = ()
    homes: str = ""
    squares: tuple[int, ...] = ()
    visited: tuple[int, ...] = ()
    layers: tuple[Layer, ...] = ()

    def __repr__(self) -> str:
        return f"<Window {self.first} to {self.end}>"

    def grown(self, moves: Sequence[tuple[int, int, int]]) -> Window:
        """The window with one more block.

        Args:
            moves: the `BLOCK` plies after `end`, in order: piece, from and to.
        """
        squares = dict(zip(self.pieces, self.squares, strict=True))
        visited = dict(zip(self.pieces, self.visited, strict=True))
        homes = self.homes
        for piece, source, target in moves:
            if piece not in squares:
                squares[piece] = source
                visited[piece] = 0
                homes += _CODES[source]
            visited[piece] |= 1 << source | 1 << target
        codes = {piece: _CODES[square] for piece, square in squares.items()}
        records = {}
        for ply, (piece, _source, target) in enumerate(moves, self.end - self.first):
            records["".join(codes.values())] = _CODES[ply // _BASE] + _CODES[ply % _BASE]
            codes[piece] = _CODES[target]
            squares[piece] = target
        layers = [*self.layers, Layer.of(len(squares), records)]
        while len(layers) > 1 and layers[-2].size < 4 * layers[-1].size:
            newer, older = layers.pop(), layers.pop()
            added = homes[older.pieces * _CODE : newer.pieces * _CODE]
            layers.append(Layer.of(newer.pieces, older.records(added) | newer.records()))
        end = self.end + len(moves)
        return Window(
            self.first, end, tuple(squares), homes, tuple(squares.values()), tuple(visited.values()), tuple(layers)
        )

    def last(self, squares: Sequence[int]) -> int | None:
        """The last ply after which a position of this window stood, or None.

        Args:
            squares: the place of each of `pieces` in it; all others are where they were when the window began.
        """
        text = "".join([_CODES[square] for square in squares])
        for layer in reversed(self.layers):
            width = layer.pieces * _CODE
            # Pieces that had not moved were at home.
            if text[width:] == self.homes[width:]:
                result = layer.last(text[:width])
                if result is not None:
                    return self.first + result
        return None

    def dump(self) -> list[Any]:
        """The window as a JSON value."""
        visited = [format(mask, "x") for mask in self.visited]
        layers = [list(layer) for layer in self.layers]
        return [self.first, self.end, list(self.pieces), self.homes, list(self.squares), visited, layers]

    @classmethod
    def load(cls, value: Sequence[Any]) -> Window:
        """The window that `dump` wrote."""
        first, end, pieces, homes, squares, visited, layers = value
        masks = tuple(int(mask, 16) for mask in visited)
        return cls(first, end, tuple(pieces), homes, tuple(squares), masks, tuple(Layer(*layer) for layer in layers))


class Returns:
    """The moves that would bring a position of a chase back (RULES section 5), as (piece, square).

    P0 with one piece put elsewhere equals Pk if and only if that piece is the only one that stood elsewhere then.

    Args:
        recent: those that bring back one of the last positions, each with the last ply after which it stood.
        window: the older positions, if there are any.
        where: by piece, the squares of P0.
        away: the pieces that first moved after the window's end and are not back, with the squares where they stood.
    """

    __slots__ = ("_away", "_places", "_recent", "_squares", "_window")

    def __init__(
        self, recent: dict[tuple[int, int], int], window: Window | None, where: Sequence[int], away: dict[int, int]
    ) -> None:
        self._recent = recent
        self._window = window
        self._away = away
        if window is not None:  # most chases are short
            self._places = {piece: place for place, piece in enumerate(window.pieces)}
            self._squares = [where[piece] for piece in window.pieces]

    def __repr__(self) -> str:
        return f"<Returns {self._window}>"

    def ply(self, piece: int, square: int) -> int | None:
        """The last ply after which the position stood that has `piece` on `square`; None if it is not compared."""
        result = self._recent.get((piece, square))
        window = self._window
        if result is not None or window is None:
            return result
        if self._away:
            return window.last(self._squares) if self._away == {piece: square} else None
        place = self._places.get(piece)
        if place is None or not window.visited[place] >> square & 1:
            return None
        squares = self._squares[:]
        squares[place] = square
        return window.last(squares)

    def candidates(self) -> set[tuple[int, int]]:
        """All (piece, square) of which `ply` may say something, and some others."""
        result = {*self._recent, *self._away.items()}
        if self._window is not None and not self._away:
            for piece, mask in zip(self._window.pieces, self._window.visited, strict=True):
                result |= {(piece, square) for square in range(mask.bit_length()) if mask >> square & 1}
        return result
