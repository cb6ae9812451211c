"""Matches of a bot against a player who draws every turn by lot: how its strength is measured (docs/bots.md)."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from games.domain.random_play import random_chance, random_setup, random_submission
from games.rules import (
    RANK_OF_SYMBOL,
    LastTurn,
    Options,
    Outcome,
    Seat,
    State,
    Variant,
    Viewer,
    apply,
    parse_turn,
    start,
    to_shuffle,
    with_order,
)
from play.bots.setups import placement
from play.bots.sight import sight_of
from play.bots.turns import choose

LIMIT = 200
"""Plies without an attack after which a measured game is drawn: a bot that only shuffles about does not win."""


class MatchGame(NamedTuple):
    """One game of a match.

    Args:
        side: the bot's, 0 red or 1 blue; at a table of four it plays both seats of it.
        seconds: how long each of its choices took.
    """

    side: int
    outcome: Outcome
    plies: int
    seconds: tuple[float, ...]

    @property
    def points(self) -> float:
        """1 for a win of the bot, 0.5 for a draw."""
        return 0.5 if self.outcome.winner is None else float(self.outcome.winner == self.side)


def matches(book: Variant, *, games: int, seed: int, spotter: bool = False) -> Iterator[MatchGame]:
    """Games from one seed, the bot on red and on blue in turns.

    Args:
        book: the rule book.
        games: how many.
        seed: of all chance in it; the same seed gives the same game.
        spotter: with a Spotter, where the rule book has one as a choice.
    """
    for number in range(games):
        yield play(book, side=number % 2, seed=f"{book.slug} {seed} {number}", spotter=spotter)


def play(book: Variant, *, side: int, seed: str, spotter: bool = False) -> MatchGame:
    """One game of the bot against chance.

    Args:
        book: the rule book.
        side: the bot's: 0 red, 1 blue.
        seed: of all chance in it; the same seed gives the same game.
        spotter: as for `matches`.
    """
    chance = random.Random(seed)  # noqa: S311 - a match can be played again from its seed
    state = _begin(book, side, Options(no_attack_limit=LIMIT, spotter=spotter), chance)
    result: dict[Seat, list[LastTurn]] = {seat: [] for seat in book.seats if seat.side == side}
    taken: list[float] = []
    while state.outcome is None:
        seat, before = state.to_move, state.ply
        if seat.side == side:
            began = time.perf_counter()
            turn = parse_turn(book, choose(sight_of(state, result[seat]), chance))
            taken.append(time.perf_counter() - began)
            cards = to_shuffle(state, turn)
            if cards is not None:
                turn = with_order(state, turn, "".join(chance.sample(cards, len(cards))))
        else:
            turn = random_submission(state, chance)
        state, _facts = apply(state, turn)
        for mine, turns in result.items():
            _tell(turns, state, mine, new=state.ply > before)
    return MatchGame(side, state.outcome, state.ply, tuple(taken))


def _tell(turns: list[LastTurn], state: State, seat: Seat, *, new: bool) -> None:
    """Keeps what `seat` saw of the last submission: a new ply, or a choice that belongs to the last one."""
    last = state.last_turn(Viewer.of(seat))
    assert last is not None
    if new:
        turns.append(last)
    else:
        turns[-1] = last


def _begin(book: Variant, side: int, options: Options, chance: random.Random) -> State:
    orders = random_chance(book, options, chance)
    setups = {}
    for seat in book.seats:
        order = orders.get(seat, "")
        if seat.side == side:
            drawn = [RANK_OF_SYMBOL[symbol] for symbol in order[: book.drawn]]
            setups[seat] = placement(book, seat, chance, drawn)
        else:
            setups[seat] = random_setup(book, seat, options, order, chance)
    return start(book, setups, options, orders or None)
