"""`replay`: whole classic games judged ply by ply from their texts, by the function that judges a live move, against
chess games by `push_uci` of python-chess.

RULES section 5 compares a move with every position of a chase. So its parts have what a ply costs that comes after
12,000 plies of one chase, as often as one that comes after 1,500: judged as part of a record (`replay`), asked for and
played on its own (`legal_turns` and `apply`), and written down and read again (`dump` and `load`); and how many bytes
a snapshot then has."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial

import chess

from benchmarks import plausible
from benchmarks.result import Bar, Result, in_turns
from games.notation import Record
from games.rules import (
    Cursor,
    Options,
    Repetition,
    Seat,
    State,
    Turn,
    advance,
    apply,
    dump,
    legal_turns,
    load,
    replay,
    variant,
)

GAMES = 30
ROUNDS = 15

LONG, SHORT = 12_000, 1_500
"""Plies of the two chases."""

PLIES = 200
"""How many more plies of each are played a round."""

JUDGED, PLAYED, WRITTEN = (f"chase of {LONG} to {SHORT}, {what}" for what in ("replay", "apply", "dump"))
MOST = 1.3
BARS = (
    Bar("ratio", at_least=8),
    Bar(JUDGED, at_most=MOST),
    Bar(PLAYED, at_most=MOST),
    Bar(WRITTEN, at_most=MOST),
)
NOTED = Options(repetition=Repetition.NOTED, free_setup=True)


def run() -> Result:
    """Measure plies a second."""
    records = [plausible.play("classic", seed) for seed in range(GAMES)]
    chess_games = [random_chess_game(seed) for seed in range(GAMES)]
    ours, peer = in_turns(lambda: replay_all(records), lambda: replay_all_chess(chess_games), rounds=ROUNDS, warm=2)
    plies, chess_plies = sum(len(record.turns) for record in records), sum(map(len, chess_games))
    figures = plies / ours, chess_plies / peer
    parts = {"games": GAMES, "plies": plies, "chess plies": chess_plies, "microseconds a ply": 1e6 * ours / plies}
    parts |= chases()
    return Result("replay", *figures, figures[0] / figures[1], "plies a second", parts, BARS)


def chases() -> dict[str, float]:
    """Measure how much more a ply of the long chase costs than one of the short chase, and how large the states are."""
    turns = list(wandering(LONG + PLIES))
    begun = opening()
    short, long = (advance(begun, turns[:plies]) for plies in (SHORT, LONG))
    rest = {short.ply: turns[SHORT : SHORT + PLIES], long.ply: turns[LONG:]}
    works: list[Callable[[], object]] = []
    for work in (advance, play_on, write_down):
        works += [partial(work, state, rest[state.ply]) for state in (long, short)]
    seconds = in_turns(*works, rounds=ROUNDS, warm=2)
    costs = {name: seconds[2 * place] / seconds[2 * place + 1] for place, name in enumerate((JUDGED, PLAYED, WRITTEN))}
    return costs | {f"bytes after {state.ply}": len(json.dumps(dump(state))) for state in (short, long)}


def opening() -> State:
    """A Lieutenant that stands behind a Captain, each side with its Flag at the back; red has just come near."""
    red = {0: "F", 34: "5"}
    blue = {39: "F", 14: "6"}
    setups = {
        seat: "".join(pieces.get(place, ".") for place in range(40))
        for seat, pieces in ((Seat.RED, red), (Seat.BLUE, blue))
    }
    return replay(variant("classic"), setups, ["e4-e5", "e8-e7", "e5-e6", "e7-e8"], NOTED)


def wandering(plies: int) -> Iterator[Turn]:
    """The turns of one chase: the Captain flees over the whole board and the Lieutenant follows."""
    chance = random.Random(5)
    cursor = Cursor(opening())
    square = cursor.state.variant.board.square
    hunter, left, hunted, flag = map(square, ("e6", "e7", "e8", "a1"))
    for ply in range(plies):
        turns = cursor.legal_turns()
        if ply % 2 == 0:
            turn = next(turn for turn in turns if (turn.source, turn.target) == (hunter, left))
            hunter = turn.target
        else:
            steps = [turn for turn in turns if turn.source == hunted and turn.target not in (hunter, flag)]
            turn = chance.choice(steps)
            left, hunted = hunted, turn.target
        cursor.play(turn)
        yield turn


def play_on(state: State, turns: list[Turn]) -> None:
    """List the legal turns at every ply and play one, as live games do."""
    for turn in turns:
        assert turn in legal_turns(state)
        state, _facts = apply(state, turn)


def write_down(state: State, turns: list[Turn]) -> None:
    """Write and read a snapshot as often as there are turns."""
    for _turn in turns:
        load(state.variant, state.options, dump(state))


def random_chess_game(seed: int) -> list[str]:
    """The moves, in UCI notation, of a chess game played at random to its end."""
    chance = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return [move.uci() for move in board.move_stack]


def replay_all(records: list[Record]) -> None:
    for record in records:
        state = replay(record.rules, record.setups, record.turns, record.options)
        assert state.outcome == record.result


def replay_all_chess(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
