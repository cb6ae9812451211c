"""Matches of the computer against another level, or a player who draws every turn by lot: how its strength is measured
(docs/bots.md)."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from accounts.people.bots import USUAL_LEVEL
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
from play.bots.levels import choose
from play.bots.setups import placement
from play.bots.sight import sight_of

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


def matches(
    book: Variant,
    *,
    games: int,
    seed: int,
    spotter: bool = False,
    level: int = USUAL_LEVEL,
    against: int | None = None,
) -> Iterator[MatchGame]:
    """Games from one seed, the bot on red and on blue in turns.

    Args:
        book: the rule book.
        games: how many.
        seed: of all chance in it; the same seed gives the same game.
        spotter: with a Spotter, where the rule book has one as a choice.
        level, against: the bot's, and its opponent's; None for one who draws every turn by lot.
    """
    for number in range(games):
        seeds = f"{book.slug} {seed} {number}"
        yield play(book, side=number % 2, seed=seeds, spotter=spotter, level=level, against=against)


def play(
    book: Variant,
    *,
    side: int,
    seed: str,
    spotter: bool = False,
    level: int = USUAL_LEVEL,
    against: int | None = None,
    own: Mapping[Seat, str] | None = None,
) -> MatchGame:
    """One game of the bot.

    Args:
        book: the rule book.
        side: the bot's: 0 red, 1 blue.
        seed: of all chance in it; the same seed gives the same game.
        spotter, level, against: as for `matches`.
        own: the set-ups of its seats, where they are given.
    """
    chance = random.Random(seed)  # noqa: S311 - a match can be played again from its seed
    levels = {seat: level if seat.side == side else against for seat in book.seats}
    state = _begin(book, levels, Options(no_attack_limit=LIMIT, spotter=spotter), chance, own or {})
    result: dict[Seat, list[LastTurn]] = {seat: [] for seat, known in levels.items() if known is not None}
    taken: list[float] = []
    while state.outcome is None:
        seat, before = state.to_move, state.ply
        number = levels[seat]
        if number is not None:
            began = time.perf_counter()
            turn = parse_turn(book, choose(sight_of(state, result[seat]), chance, number))
            if seat.side == side:
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


def _begin(
    book: Variant, levels: Mapping[Seat, int | None], options: Options, chance: random.Random, own: Mapping[Seat, str]
) -> State:
    orders = random_chance(book, options, chance)
    setups: dict[Seat, str] = {}
    for seat, level in levels.items():
        order = orders.get(seat, "")
        if level is not None:
            drawn = [RANK_OF_SYMBOL[symbol] for symbol in order[: book.drawn]]
            setups[seat] = placement(book, seat, chance, drawn, level)
        else:
            setups[seat] = random_setup(book, seat, options, order, chance)
    return start(book, setups | dict(own), options, orders or None)
