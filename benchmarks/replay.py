"""`replay`: whole classic games judged ply by ply from their texts, by the function that judges a live move, against
chess games by `push_uci` of python-chess."""

from __future__ import annotations

import random

import chess

from benchmarks import plausible
from benchmarks.result import Bar, Result, in_turns
from games.formats import Record
from games.rules import replay

GAMES = 30
ROUNDS = 15
BARS = (Bar("ratio", at_least=8),)


def run() -> Result:
    """Measure plies a second."""
    records = [plausible.play("classic", seed) for seed in range(GAMES)]
    chess_games = [random_chess_game(seed) for seed in range(GAMES)]
    ours, peer = in_turns(lambda: replay_all(records), lambda: replay_all_chess(chess_games), rounds=ROUNDS, warm=2)
    plies, chess_plies = sum(len(one.turns) for one in records), sum(map(len, chess_games))
    figures = plies / ours, chess_plies / peer
    parts = {"games": GAMES, "plies": plies, "chess plies": chess_plies, "microseconds a ply": 1e6 * ours / plies}
    return Result("replay", *figures, figures[0] / figures[1], "plies a second", parts, BARS)


def random_chess_game(seed: int) -> list[str]:
    """The moves, in UCI notation, of a chess game played at random to its end."""
    chance = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return [move.uci() for move in board.move_stack]


def replay_all(records: list[Record]) -> None:
    """Judge and play each record."""
    for record in records:
        state = replay(record.rules, record.setups, record.turns, record.options)
        assert state.outcome == record.result


def replay_all_chess(games: list[list[str]]) -> None:
    """The same with chess."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
