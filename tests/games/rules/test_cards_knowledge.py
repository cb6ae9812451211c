"""RULES section 9 at cards: what a viewer may not know is dealt anew at every submission, and nothing of the viewer's
changes.
"""

from __future__ import annotations

import json
import random

import pytest

from games.rules import Rank, Seat, State, Viewer, dump, legal_turns, load

from .test_cards import BOOK, course

WATCHERS = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)
FIRST = 2
"""The number of the first card laid."""


def dealt_anew(state: State, viewer: Viewer, chance: random.Random) -> State:
    """The same game to `viewer`: of each seat, the cards that the viewer has not seen have changed places; of the
    viewer's own, those of the deck.
    """
    value = json.loads(json.dumps(dump(state)))
    seen = {card.id for card in state.view(viewer).pieces if card.rank is not None}
    for seat in BOOK.seats:
        hidden = [
            number
            for number, (square, owner) in enumerate(zip(value["where"], value["seat"], strict=True))
            if owner == seat and square >= 0 and number + FIRST not in seen
        ]
        deck, hand = value["decks"][seat], value["hands"][seat]
        held = [] if viewer.seat is seat else hand
        cards = [value["rank"][number] for number in hidden] + held + deck
        chance.shuffle(cards)
        for number in hidden:
            value["rank"][number] = cards.pop()
        value["decks"][seat] = [cards.pop() for _card in deck]
        if held:
            value["hands"][seat] = sorted(cards.pop() for _card in hand)
        assert cards == []
    return load(BOOK, state.options, value)


@pytest.mark.parametrize("viewer", WATCHERS)
@pytest.mark.parametrize("seed", range(6))
def test_what_a_viewer_may_not_know_changes_nothing_that_the_viewer_sees(seed, viewer):
    chance = random.Random(f"{seed} {viewer}")
    different = 0
    for state, _oracle in course(seed):
        other = dealt_anew(state, viewer, chance)
        assert other.view(viewer) == state.view(viewer)
        assert other.last_turn(viewer) == state.last_turn(viewer)
        if state.outcome is None and viewer.seat is state.to_move:
            assert legal_turns(other) == legal_turns(state)
        different += dump(other) != dump(state)
    assert different > 10


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_knows_its_own_line_and_hand_and_the_contents_of_its_deck(seed):
    for state, _oracle in course(seed):
        everything = state.view(Viewer.ALL)
        for seat in (Seat.RED, Seat.BLUE):
            own = state.view(Viewer.of(seat))
            assert [card for card in own.pieces if card.seat is seat] == [
                card for card in everything.pieces if card.seat is seat
            ]
            assert [one for one in own.holdings if one.seat is seat] == [
                one for one in everything.holdings if one.seat is seat
            ]


@pytest.mark.parametrize("seed", range(6))
def test_who_looked_keeps_what_was_seen_and_nobody_else_has_it(seed):
    """A look at the line names what lay there, one at the hand the set of that moment."""
    counts = {Viewer.RED: 0, Viewer.BLUE: 0}
    before: State | None = None
    for state, _oracle in course(seed):
        assert state.view(Viewer.SPECTATOR).looks == ()
        for viewer, count in counts.items():
            looks = state.view(viewer).looks
            assert {look.seat for look in looks} <= {viewer.seat}
            if len(looks) > count:
                assert before is not None
                assert looks[-1].ranks == _there(before, looks[-1].kind, looks[-1].squares, before.to_move)
            counts[viewer] = len(looks)
        before = state


def _there(state: State, kind: str, squares: tuple[int, ...], looker: Seat) -> tuple[Rank | None, ...]:
    view = state.view(Viewer.ALL)
    if kind == "line":
        lying = {card.square: card.rank for card in view.pieces}
        return tuple(lying[square] for square in squares)
    (hand,) = [one for one in view.holdings if one.kind == "hand" and one.seat is not looker]
    return tuple(rank for rank, count in hand.ranks or () for _card in range(count))
