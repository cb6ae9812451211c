"""`simulate`: complete random games of every rule book, with `legal_turns` at every ply, against python-chess playing
random chess games with `legal_moves` at every ply."""

from __future__ import annotations

import random

import chess

from benchmarks.result import Bar, Result, in_turns
from games.domain.random_play import play_out, random_start
from games.rules import VARIANTS, Cursor, Options, Reserve, State, Variant

ROUNDS = 7
CHESS_GAMES = 20
PLIES = 6000
"""How many plies of each rule book are played a round, about."""

OPTIONS = Options(no_attack_limit=200)
FULL = 40
"""How many plies a game with reserves is played on from its start, while they are nearly full."""

BARS = (
    Bar("ratio", at_least=2),
    Bar("alliance", at_least=0.5),
    Bar("campaign, full reserves", at_least=0.5),
    Bar("cards", at_least=1),
)


def run() -> Result:
    """Measure plies a second. `ratio` is that of the slowest rule book on the 10×10 board; each has its own in
    `parts`, and those with reserves another for the plies while these are full.
    """
    works = [play_chess]
    names, plies = ["chess"], [play_chess()]
    for book in VARIANTS.values():
        starts = games_of(book)
        names.append(book.slug)
        plies.append(play(starts))
        works.append(lambda starts=starts: play(starts))
        if book.reserve is not Reserve.NONE:
            names.append(f"{book.slug}, full reserves")
            begun = [random_start(book, OPTIONS, random.Random(seed)) for seed in range(PLIES // FULL)]
            plies.append(play_beginnings(begun))
            works.append(lambda begun=begun: play_beginnings(begun))
    seconds = in_turns(*works, rounds=ROUNDS)
    rates = {name: count / taken for name, count, taken in zip(names, plies, seconds, strict=True)}
    peer = rates.pop("chess")
    square = [book.slug for book in VARIANTS.values() if (book.board.columns, book.board.rows) == (10, 10)]
    slowest = min(square, key=lambda slug: rates[slug])
    parts = {"slowest 10×10": slowest} | {name: rate / peer for name, rate in rates.items()}
    return Result("simulate", rates[slowest], peer, rates[slowest] / peer, "plies a second", parts, BARS)


def games_of(book: Variant) -> list[State]:
    """Starts of games that have about `PLIES` plies together when they are played from their seeds."""
    starts: list[State] = []
    plies = 0
    while plies < PLIES:
        starts.append(random_start(book, OPTIONS, random.Random(len(starts))))
        plies += play_out(starts[-1], random.Random(len(starts) - 1)).ply
    return starts


def play(starts: list[State]) -> int:
    """Play each game to its end; return the plies."""
    return sum(play_out(state, random.Random(seed)).ply for seed, state in enumerate(starts))


def play_beginnings(starts: list[State]) -> int:
    """Play the first plies of each game, in which nothing enters: reserves stay full and are listed at every ply."""
    plies = 0
    for seed, state in enumerate(starts):
        chance = random.Random(seed)
        cursor = Cursor(state)
        while cursor.outcome is None and cursor.ply < FULL:
            turns = cursor.legal_turns()
            staying = [turn for turn in turns if not turn.text.startswith("+")] or turns
            cursor.play(staying[int(chance.random() * len(staying))])
        plies += cursor.ply
    return plies


def play_chess() -> int:
    """Play random chess games; return the plies. The ends that need no list of moves are asked of the board itself,
    cheapest first; mate and stalemate show in the list, which so is made once a ply.
    """
    plies = 0
    for seed in range(CHESS_GAMES):
        chance = random.Random(seed)
        board = chess.Board()
        while board.halfmove_clock < 100 and not board.is_insufficient_material():
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(chance.random() * len(moves))])
        plies += len(board.move_stack)
    return plies
