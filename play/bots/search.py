"""How a bot looks ahead: it draws worlds that may be the real one, searches the game tree of each, and plays what is
best over all of them (determinised search; Cowling, Powley and Whitehouse 2012).

What such a search cannot see, the worth of knowing and of hiding, comes from the judgement of one turn (`evaluation`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from games.rules import Board, PieceView, Rank, Turn, Variant
from games.rules.acts import Act
from play.bots.evaluation import FieldJudge
from play.bots.field import Field
from play.bots.tree import Array, TreeRules, World, tree_values

_RANKS = 16
_COVER = 0.12  # what it is worth that a piece is hidden, as a share of its worth
_GUESSED = 0.9  # a chance from which on a side knows what a hidden piece is
_FEWEST, _WORLDS, _A_WORLD = 4, 24, 8_000  # how many worlds are drawn, and positions for each before there are more
_PLIES = 12
PRIOR = 0.25  # how much the judgement of one turn counts
THEIRS = 1.0  # how often the enemy guesses what a hidden piece of this side is
OURS = 1.0  # and this side what one of the enemy's is


def choose_by_search(field: Field, chance: random.Random, positions: int, whim: float) -> str:
    """The best of the legal turns.

    Args:
        field: the board as the bot sees it.
        chance: draws the worlds, and breaks ties.
        positions: how many to look at in all, about.
        whim: by how much turns that it takes for equal may differ.
    """
    values = turn_values(field, chance, positions)
    return max(field.legal, key=lambda text: values[text] + whim * chance.random())


def turn_values(field: Field, chance: random.Random, positions: int) -> dict[str, float]:
    """What each legal turn is worth.

    Args:
        field, chance, positions: as for `choose_by_search`.
    """
    judge = FieldJudge(field)
    turns = [field.book.turn(text) for text in field.legal]
    bases = [turn.base if isinstance(turn, Act) else turn for turn in turns]
    different = list({base.text if base else "": base for base in bases}.values())
    moves = np.array([_numbers(base, field) for base in different], np.int32)
    sums = np.zeros(len(different))
    rules = rules_of(field)
    count = max(_FEWEST, min(_WORLDS, positions // _A_WORLD))
    for world in worlds(field, chance, count):
        ahead, _plies = tree_values(rules, world, int(field.me), moves, _PLIES, positions // count)
        sums += ahead
    by_base = {base.text if base else "": value for base, value in zip(different, sums / count, strict=True)}
    return {
        turn.text: by_base[base.text if base else ""] + _aside(judge, turn, base) + PRIOR * judge.of(turn.text)
        for turn, base in zip(turns, bases, strict=True)
    }


def _numbers(base: Turn | None, field: Field) -> tuple[int, int, int]:
    # A captive Flag that escapes, or a piece that enters: the tree has no turn for it.
    if base is None or base.source not in field.at:
        return -1, -1, 0
    return base.source, base.target, base.gait


def _aside(judge: FieldJudge, turn: Turn, base: Turn | None) -> float:
    """What a turn is worth that the tree does not show."""
    value = 0.0
    if isinstance(turn, Act):
        value = judge.of(turn.text) - (0.0 if base is None else judge.of(base.text))
    if base is None:
        return value
    return value + judge.habits(base)


def rules_of(field: Field) -> TreeRules:
    """What all worlds of a position have in common."""
    book = field.book
    worth = np.zeros((2, _RANKS))
    last = np.zeros(2, np.bool_)
    for side in (0, 1):
        own = side == field.side
        for rank, value in (field.worth if own else field.their_worth).items():
            worth[side, rank] = value
        last[side] = field.last_flag(side)
    pull = np.zeros((len(book.seats), _RANKS, book.board.size))
    for rank in {piece.rank for piece in field.own if piece.rank is not None and book.gaits.get(piece.rank)}:
        pull[field.me, rank] = [field.pull(rank, square) for square in range(book.board.size)]
    near, moves, strikes, combat = _rules(book)
    return TreeRules(near, moves, strikes, combat, worth, pull, last, len(book.seats))


@cache
def _rules(book: Variant) -> tuple[Array, Array, Array, Array]:
    moves, strikes = np.zeros(_RANKS, np.int32), np.zeros(_RANKS, np.int32)
    for rank, gaits in book.gaits.items():
        moves[rank] = gaits
    for rank, gaits in (book.strikes or book.gaits).items():
        strikes[rank] = gaits
    return _near(book.board), moves, strikes, np.array(book.combat.table, np.int32)


@cache
def _near(board: Board) -> Array:
    near = np.full((board.size, 4), -1, np.int32)
    for square in range(board.size):
        for way, step in enumerate((board.columns, 1, -board.columns, -1)):
            other = square + step
            if 0 <= other < board.size and board.near[square] >> other & 1:
                near[square, way] = other
    return near


def worlds(field: Field, chance: random.Random, count: int) -> Iterator[World]:
    """Worlds that may be the real one, each as likely as it is believed to be.

    Args:
        field: what the bot sees and believes.
        chance: draws them.
        count: how many.
    """
    seats = field.book.seats
    pieces = [piece for seat in seats for piece in field.view.pieces if piece.seat is seat and not piece.captive]
    hidden = {seat: [piece for piece in pieces if piece.seat is seat and piece.rank is None] for seat in seats}
    total = len(pieces)
    at = np.full(field.board.size, -1, np.int32)
    for captive in field.captives:
        at[captive.square] = -2
    square = np.array([piece.square for piece in pieces], np.int32)
    at[square] = np.arange(total)
    seat = np.array([piece.seat for piece in pieces], np.int32)
    first = np.searchsorted(seat, np.arange(len(seats) + 1)).astype(np.int32)
    known = np.array([piece.revealed for piece in pieces], np.int32)
    sure = [max(field.chances[piece.id].values()) >= _GUESSED and piece.seat.side != field.side for piece in pieces]
    place = {piece.id: number for number, piece in enumerate(pieces)}
    rank = np.array([-1 if piece.rank is None else piece.rank for piece in pieces], np.int32)
    for _world in range(count):
        for them in seats:
            if hidden[them]:
                for id, drawn in _drawn(field, hidden[them], chance).items():
                    rank[place[id]] = drawn
        guessed = [
            certain or chance.random() < (THEIRS if piece.seat.side == field.side else OURS)
            for piece, certain in zip(pieces, sure, strict=True)
        ]
        cover = np.array(
            [
                _COVER * (field.worth if piece.seat.side == field.side else field.their_worth)[Rank(number)]
                if number != Rank.FLAG
                else 0.0
                for piece, number in zip(pieces, rank.tolist(), strict=True)
            ]
        )
        yield World(
            at.copy(), square.copy(), rank.copy(), seat, known.copy(), np.array(guessed, np.int32), cover, first
        )


def _drawn(field: Field, pieces: Sequence[PieceView], chance: random.Random) -> dict[int, Rank]:
    """A rank for each hidden piece of a seat, out of those that it has left: for those first of which most is known."""
    pool = field.pool(pieces[0].seat)
    left = sorted(pieces, key=lambda piece: (len(field.chances[piece.id]), chance.random()))
    result: dict[int, Rank] = {}
    for _flag in range(min(pool.pop(Rank.FLAG, 0), len(left))):  # one in play is in no reserve
        weights = [field.chances[piece.id].get(Rank.FLAG, 0.0) for piece in left]
        (piece,) = chance.choices(left, weights if any(weights) else None)
        result[piece.id] = Rank.FLAG
        left.remove(piece)
    for piece in left:
        chances = field.chances[piece.id]
        weights = [chances.get(rank, 0.0) * number for rank, number in pool.items()]
        (rank,) = chance.choices(list(pool), weights if any(weights) else list(pool.values()))
        result[piece.id] = rank
        pool[rank] -= 1
        if not pool[rank]:
            del pool[rank]
    return result
