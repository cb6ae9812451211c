"""The quick player of simulated events."""

from __future__ import annotations

import random

from games.domain.random_play import random_start
from games.rules import VARIANTS, Options, apply, parse_turn, to_shuffle, with_order
from play.bots.sight import sight_of
from tests.books import each_book
from tournaments.simulation.quick_player import quick_choice


@each_book
def test_a_game_of_quick_players_ends_and_is_the_same_again(slug: str) -> None:
    assert _played(slug) == _played(slug)


def _played(slug: str) -> list[str]:
    book, chance = VARIANTS[slug], random.Random(slug)
    state = random_start(book, Options(no_attack_limit=60), chance)
    turns = []
    while state.outcome is None:
        turn = parse_turn(book, quick_choice(sight_of(state, ()), chance))
        cards = to_shuffle(state, turn)
        if cards is not None:
            turn = with_order(state, turn, "".join(chance.sample(cards, len(cards))))
        state, _facts = apply(state, turn)
        turns.append(turn.text)
        assert len(turns) < 1500
    return turns
