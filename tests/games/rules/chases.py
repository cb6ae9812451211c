"""Games with few pieces that threaten, flee and come back, so that the repetition rules are often in question."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from games.rules import Seat, variant

from . import oracle

BOOKS = {
    "classic": {"n": 3, "chasing": "more"},
    "barrage": {"n": 3, "chasing": "more"},
    "battle": {"n": 2, "chasing": "limit", "movers_draw": True},
    "duel": {"n": 2, "chasing": "limit", "movers_draw": True},
}


def few_pieces(chance: random.Random, slug: str) -> dict[Seat, str]:
    """Two small armies, their movable pieces near the front."""
    book = variant(slug)
    setups = {}
    for seat in (Seat.RED, Seat.BLUE):
        ranks = [rank.symbol for rank, count in book.army.items() for _ in range(count) if rank.symbol != "F"]
        army = ["F", *chance.sample(ranks, chance.choice((1, 1, 2, 2, 3)))]
        squares = ["."] * 40
        for rank in army:
            row = chance.choice((0, 1)) if rank in "FB" else chance.choice((1, 2, 3, 3))
            if seat is Seat.BLUE:
                row = 3 - row
            squares[chance.choice([10 * row + column for column in range(10) if squares[10 * row + column] == "."])] = (
                rank
            )
        setups[seat] = "".join(squares)
    return setups


def second_reading(slug: str, setups: dict[Seat, str], *, enforced: bool = True) -> oracle.Game:
    """The game of these set-ups before its first ply, as the oracle has it."""
    board = {}
    for seat, first_row in ((0, 0), (1, 6)):
        for place, rank in enumerate(setups[Seat(seat)]):
            if rank != ".":
                board[place % 10, first_row + place // 10] = oracle.Piece(len(board), seat, rank)
    return oracle.Game(board=board, enforced=enforced, **BOOKS[slug])  # type: ignore[arg-type]


def chasing_choice(chance: random.Random, game: oracle.Game, legal: list[str]) -> str:
    """A turn that likes to threaten, to follow, to flee around a corner and to go back, and seldom attacks."""
    enemies = [at for at, piece in game.board.items() if piece.seat != game.seat]
    own = [ply for ply in game.plies if ply.seat == game.seat]
    last = game.plies[-1] if game.plies else None

    def weight(text: str) -> float:
        start, end = (oracle.square(part) for part in text.split("-"))
        if end in game.board:
            return 0.03
        weight = 0.1
        if any(oracle.adjacent(end, at) for at in enemies):
            weight += 10
        if last and end == last.path[0]:
            weight += 60
        if last and oracle.adjacent(start, last.path[-1]):
            weight += 20
            turned = last.path[-1][0] != end[0] and last.path[-1][1] != end[1]
            weight *= 6 if turned else 1
        if any(ply.path[0] == end and ply.piece == game.board[start] for ply in own[-6:-1]):
            weight *= 8
        nearest = min(abs(end[0] - at[0]) + abs(end[1] - at[1]) for at in enemies)
        return weight + 6 / nearest**2

    return chance.choices(legal, [weight(text) for text in legal])[0]


@dataclass(frozen=True)
class Chase:
    """A game that the oracle played: where it began, its turns, and how it ended."""

    slug: str
    setups: dict[Seat, str]
    turns: tuple[str, ...]
    over: tuple[str, int | None] | None


@cache
def chase(slug: str, seed: int, *, plies: int = 90, enforced: bool = True) -> Chase:
    chance = random.Random(seed)
    setups = few_pieces(chance, slug)
    game = second_reading(slug, setups, enforced=enforced)
    while not game.over and len(game.plies) < plies:
        legal = sorted(game.legal())
        if not legal:
            break
        game.play(chasing_choice(chance, game, legal))
    turns = tuple(f"{oracle.name(ply.path[0])}-{oracle.name(ply.path[-1])}" for ply in game.plies)
    return Chase(slug, setups, turns, game.over)
