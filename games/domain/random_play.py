"""Games played at random, by the rules alone: for simulations, measurements and tests. Pure, apart from the source of
randomness that the caller brings.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.domain.shuffles import deck
from games.rules import Cursor, Options, Seat, State, Turn, Variant, apply, legal_turns, start, to_shuffle, with_order

_DEALT = 8


def random_chance(book: Variant, options: Options, chance: random.Random) -> dict[Seat, str]:
    """A shuffled deck for each seat, if the rule book deals; else nothing.

    Args:
        book: the rule book.
        options: those of the game: they may change which cards there are.
        chance: the source of randomness; the same seed gives the same result.
    """
    cards = deck(book, options)
    return {seat: _shuffled(cards, chance) for seat in book.seats} if book.deals else {}


def random_setup(book: Variant, seat: Seat, options: Options, order: str, chance: random.Random) -> str:
    """A set-up at random: of the cards on top of `order`, of the whole army, or, if there are fewer home squares than
    pieces, of some of them with the Flag.

    Args:
        book: the rule book.
        seat: whose home squares are filled.
        options: those of the game; with `free_setup` a third of the army is placed.
        chance: the source of randomness; the same seed gives the same result.
        order: the seat's deck, where the rule book deals; else empty.
    """
    squares = len(book.board.homes[seat])
    if book.deals:
        return "".join(chance.sample(order[:_DEALT], squares))
    army = [rank.symbol for rank, count in book.army.items() for _ in range(count) if rank.symbol != "F"]
    if options.free_setup:
        army = chance.sample(army, len(army) // 3)
    pieces = ["F", *chance.sample(army, min(len(army), squares - 1))]
    pieces += ["."] * (squares - len(pieces))
    chance.shuffle(pieces)
    return "".join(pieces)


def random_start(book: Variant, options: Options, chance: random.Random) -> State:
    """A game before its first ply, with random set-ups and decks.

    Args:
        book: the rule book.
        options: those of the game.
        chance: the source of randomness; the same seed gives the same result.
    """
    orders = random_chance(book, options, chance)
    setups = {seat: random_setup(book, seat, options, orders.get(seat, ""), chance) for seat in book.seats}
    return start(book, setups, options, orders or None)


def random_submission(state: State, chance: random.Random) -> Turn:
    """A legal turn or choice, each equally likely; one that shuffles with a random order."""
    turn = _one_of(legal_turns(state), chance)
    cards = to_shuffle(state, turn)
    return turn if cards is None else with_order(state, turn, _shuffled(cards, chance))


def states(book: Variant, options: Options, chance: random.Random) -> Iterator[State]:
    """The states of one random game, from its start to its end.

    Without a `no_attack_limit` in `options` it may be long: nothing but the rules ends it.

    Args:
        book: the rule book.
        options: those of the game.
        chance: the source of randomness; the same seed gives the same result.
    """
    state = random_start(book, options, chance)
    yield state
    while state.outcome is None:
        state, _facts = apply(state, random_submission(state, chance))
        yield state


def play_out(state: State, chance: random.Random) -> Cursor:
    """The end of a game that is played on at random from `state`, with `legal_turns` asked before each submission."""
    cursor = Cursor(state)
    book = state.variant
    while cursor.outcome is None:
        turn = _one_of(cursor.legal_turns(), chance)
        if book.deals:
            cards = cursor.to_shuffle(turn)
            if cards is not None:
                turn = with_order(state, turn, _shuffled(cards, chance))
        cursor.play(turn)
    return cursor


def _one_of(turns: list[Turn], chance: random.Random) -> Turn:
    return turns[int(chance.random() * len(turns))]


def _shuffled(cards: str, chance: random.Random) -> str:
    return "".join(chance.sample(cards, len(cards)))
