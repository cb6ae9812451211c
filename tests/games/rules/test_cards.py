"""Random card games against a second reading of the rules, the Spotter among the cards or not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest

from games.domain.random_play import random_chance, random_setup, random_submission
from games.rules import (
    VARIANTS,
    Options,
    Rank,
    Refusal,
    Seat,
    State,
    Turn,
    Viewer,
    apply,
    dump,
    legal_turns,
    load,
    parse_turn,
    refusal,
    start,
)

from .card_oracle import Oracle, Shown, every_text

BOOK = VARIANTS["cards"]
GAMES = 24
seeds = pytest.mark.parametrize("seed", range(GAMES))


def begin(seed: int) -> tuple[State, Oracle]:
    chance = random.Random(seed)
    options = Options(spotter=seed % 2 == 0, no_attack_limit=(None, 12, 60)[seed % 3])
    orders = random_chance(BOOK, options, chance)
    setups = {seat: random_setup(BOOK, seat, options, orders[seat], chance) for seat in BOOK.seats}
    oracle = Oracle(
        (setups[Seat.RED], setups[Seat.BLUE]), (orders[Seat.RED], orders[Seat.BLUE]), options.no_attack_limit
    )
    return start(BOOK, setups, options, orders), oracle


def submission(state: State, chance: random.Random) -> str:
    """A legal submission: first of what kind, so that rare ones come up, then which."""
    kinds = sorted({_kind(turn.text) for turn in legal_turns(state)})
    kind = chance.choice(kinds)
    while _kind(text := random_submission(state, chance).text) != kind:
        pass
    return text


def _kind(text: str) -> str:
    return "+" if text[0] == "+" else "?0" if text[2:] == "?0" else text[2]


def course(seed: int) -> Iterator[tuple[State, Oracle]]:
    state, oracle = begin(seed)
    chance = random.Random(seed)
    yield state, oracle
    while state.outcome is None and state.ply < 120:
        text = submission(state, chance)
        state, _facts = apply(state, parse_turn(BOOK, text))
        oracle.play(text)
        yield state, oracle


def told(state: State) -> Shown:
    """The engine's game in the oracle's words."""
    everything = state.view(Viewer.ALL)
    held = {
        (holding.seat, holding.kind): "".join(sorted(rank.symbol * count for rank, count in holding.ranks or ()))
        for holding in everything.holdings
    }
    hands, decks = (
        tuple("".join(sorted(held[seat, kind])) for seat in (Seat.RED, Seat.BLUE)) for kind in ("hand", "deck")
    )
    return Shown(
        lying(state, Viewer.ALL),
        {viewer.value: lying(state, viewer) for viewer in (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)},
        hands,
        decks,
        "".join(Rank(card.rank).symbol for card in everything.captured if card.rank is not None),
        int(state.to_move),
        state.pending is not None,
        None if state.outcome is None else (state.outcome.kind.value, state.outcome.winner),
        state.ply,
        everything.quiet,
    )


def lying(state: State, viewer: Viewer) -> dict[str, str]:
    return {
        BOOK.board.name(card.square): card.rank.symbol for card in state.view(viewer).pieces if card.rank is not None
    }


@seeds
def test_the_engine_and_the_oracle_play_the_same_game(seed):
    """Lines, hands, decks, who knows what, whose turn it is and how it ends, after every submission."""
    kinds = set()
    for state, oracle in course(seed):
        assert told(state) == oracle.tell()
        kinds |= {_kind(turn.text) for turn in legal_turns(state)}
    assert kinds >= {"-", "?", "+"}


@cache
def _all_turns() -> list[tuple[str, Turn]]:
    return [(text, parse_turn(BOOK, text)) for text in every_text()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_of_all_texts_those_are_legal_that_the_oracle_allows_and_the_list_has(seed):
    moments = [(state, {text for text, _turn in _all_turns() if oracle.allows(text)}) for state, oracle in course(seed)]
    for state, allowed in [*random.Random(seed).sample(moments, min(5, len(moments))), moments[-1]]:
        passed = {text for text, turn in _all_turns() if refusal(state, turn) in (None, Refusal("order-missing"))}
        listed = [turn.text for turn in legal_turns(state)]
        assert passed == allowed
        assert sorted(listed) == sorted(allowed)


@pytest.mark.parametrize("seed", range(6))
def test_a_dumped_game_is_the_same_at_every_submission(seed):
    for state, _oracle in course(seed):
        written = json.dumps(dump(state))
        loaded = load(BOOK, state.options, json.loads(written))
        assert json.dumps(dump(loaded)) == written
        assert [loaded.view(viewer) for viewer in Viewer] == [state.view(viewer) for viewer in Viewer]


@pytest.mark.parametrize("seed", range(6))
def test_a_card_has_a_new_number_whenever_it_is_laid(seed):
    """At the start by place; then in order of laying, so that nothing links a card to one known before."""
    before: dict[int, int] = {}
    newest = 1
    for state, _oracle in course(seed):
        now = {card.id: card.square for card in state.view(Viewer.SPECTATOR).pieces}
        laid = sorted(now.keys() - before.keys())
        assert laid == list(range(newest + 1, newest + 1 + len(laid)))
        assert all(now[card] == square for card, square in before.items() if card in now)
        assert before or [now[card] for card in laid] == list(range(10))
        newest, before = newest + len(laid), now
