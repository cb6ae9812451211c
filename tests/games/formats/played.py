"""Records for the tests of the formats, played by the engine from a seed."""

import random

from games.formats import Record
from games.rules import Options, Outcome, Seat, apply, legal_turns, start, variant


def played(slug: str, seed: int, plies: int, *, free: bool = False, result: Outcome | None = None) -> Record:
    """A record of `plies` random plies, or fewer if the game ends before."""
    chance = random.Random(seed)
    book = variant(slug)
    options = Options(free_setup=free)
    setups = {}
    for seat in book.seats:
        army = [rank.symbol for rank, count in book.army.items() for _ in range(count)]
        if free:
            army = ["F", *army[: len(army) // 3]]
            army = army[:1] + [symbol for symbol in army[1:] if symbol != "F"]
        squares = army + ["."] * (len(book.board.homes[seat]) - len(army))
        chance.shuffle(squares)
        setups[Seat(seat)] = "".join(squares)
    state = start(book, setups, options)
    turns = []
    while len(turns) < plies and state.outcome is None:
        turn = chance.choice(legal_turns(state))
        state, _facts = apply(state, turn)
        turns.append(str(turn))
    return Record(variant=slug, setups=setups, turns=tuple(turns), result=state.outcome or result, options=options)
