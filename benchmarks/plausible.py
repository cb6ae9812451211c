"""Complete games that look like games: the Flag behind bombs, pieces that advance and attack what they beat.

    python -m benchmarks.plausible games/demo

writes the recorded games of the demo; the same seed gives the same game.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from games.formats import Record, to_json
from games.rules import Options, Seat, State, Turn, Variant, View, Viewer, apply, legal_turns, start, variant
from games.rules.combat import Result

NAMES = ("Aksel", "Bruna", "Chidi", "Dilek", "Emre", "Freja", "Goran", "Hanna", "Imani", "Jonas", "Kaisa", "Luca")
DEMO = (("classic", 11, 6), ("barrage", 23, 4), ("battle", 35, 4), ("duel", 47, 4))
BETWEEN = (("classic", 60), ("duel", 62))  # between the demo accounts; never shown whole
EPOCH = 1_788_000_000_000_000  # microseconds, in the late summer of 2026


def setup(chance: random.Random, book: Variant, seat: Seat) -> str:
    """A set-up with the Flag in the back row, bombs beside it and strong pieces in front."""
    board = book.board
    home = list(board.homes[seat])
    back = [square for square in home if square // board.columns == (0 if seat is Seat.RED else board.rows - 1)]
    army = [rank.symbol for rank, count in book.army.items() for _ in range(count)]
    placed = {chance.choice(back): "F"}
    army.remove("F")
    (flag,) = placed
    guards = [square for square in board.squares_of(board.near[flag]) if square in home]
    for square in guards[: army.count("B")]:
        placed[square] = "B"
        army.remove("B")
    free = [square for square in home if square not in placed]
    chance.shuffle(free)
    chance.shuffle(army)
    placed |= dict(zip(free, army, strict=False))
    return "".join(placed.get(square, ".") for square in home)


def choose(chance: random.Random, state: State) -> Turn:
    """A turn that a hasty player might choose, knowing only what that seat may know."""
    turns = legal_turns(state)
    view = state.view(Viewer.of(state.to_move))
    return chance.choices(turns, [_weight(state, view, turn) for turn in turns])[0]


def _weight(state: State, view: View, turn: Turn) -> float:
    at = {piece.square: piece for piece in view.pieces}
    board = state.variant.board
    mine, theirs = at[turn.source], at.get(turn.target)
    if theirs is not None:
        if theirs.rank is None or mine.rank is None:
            return 6.0
        wins = state.variant.combat.result(mine.rank, theirs.rank)
        return {Result.WIN: 60.0, Result.BOTH: 3.0, Result.LOSS: 0.01}[wins]
    ahead = turn.target // board.columns - turn.source // board.columns
    forward = ahead if state.to_move.side == 0 else -ahead
    back_and_forth = view.last is not None and view.ply > 1 and piece_moved_back(state, turn)
    return (3.0 if forward > 0 else 0.8 if forward == 0 else 0.4) * (0.1 if back_and_forth else 1.0)


def piece_moved_back(state: State, turn: Turn) -> bool:
    """Whether a turn would take back the seat's last one, as far as the cautions tell."""
    square = state.variant.board.name(turn.source)
    return any(caution.params.get("square") == square for caution in state.view(Viewer.SPECTATOR).cautions)


def play(slug: str, seed: int, *, options: Options | None = None) -> Record:
    """A complete game from a seed, with names and times."""
    chance = random.Random(seed)
    book = variant(slug)
    options = options or Options(no_attack_limit=200)
    setups = {seat: setup(chance, book, seat) for seat in book.seats}
    state = start(book, setups, options)
    turns: list[str] = []
    times: list[int] = []
    clock = EPOCH + seed * 86_400_000_000
    while state.outcome is None:
        turn = choose(chance, state)
        state, _facts = apply(state, turn)
        clock += int(min(60.0, chance.lognormvariate(1.2, 0.8)) * 1_000_000)
        turns.append(str(turn))
        times.append(clock)
    red, blue = chance.sample(NAMES, 2)
    return Record(
        variant=slug,
        setups=setups,
        turns=tuple(turns),
        result=state.outcome,
        players={Seat.RED: red, Seat.BLUE: blue},
        options=options,
        times=tuple(times),
    )


def main() -> None:
    """Write the games of the demo into a folder."""
    folder = Path(sys.argv[1])
    for slug, seed, count in DEMO:
        for number in range(count):
            (folder / f"{slug}-{number + 1}.json").write_bytes(to_json(play(slug, seed + number)))
    for slug, seed in BETWEEN:
        (folder / f"between-{slug}.json").write_bytes(to_json(play(slug, seed)))


if __name__ == "__main__":
    main()
