"""RULES section 9 at cards: what a viewer may not know is dealt anew at every submission, and nothing of the viewer's
changes.
"""

from __future__ import annotations

import json
import random

import pytest

from games.rules import (
    Look,
    Options,
    Rank,
    Seat,
    State,
    Viewer,
    apply,
    dump,
    legal_turns,
    load,
    start,
    to_shuffle,
    with_order,
)

from .test_cards import BOOK, course

WATCHERS = (Viewer.RED, Viewer.BLUE, Viewer.SPECTATOR)


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
            if owner == seat and square >= 0 and value["numbers"][number] not in seen
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
            assert [holding for holding in own.holdings if holding.seat is seat] == [
                holding for holding in everything.holdings if holding.seat is seat
            ]


@pytest.mark.parametrize("seed", range(12))
def test_who_looked_keeps_what_was_seen_as_long_as_it_says_something_and_nobody_else_has_it(seed):
    """A look at the line names what lay there, one at the hand the set of that moment. It is kept while a card that was
    seen lies on the table, or until the hand is shuffled; the same look again stands for both.
    """
    seen: list[tuple[Look, object]] = []
    before: State | None = None
    for state, _oracle in course(seed):
        last = state.last_turn(Viewer.ALL)
        if before is not None and last is not None and state.ply > before.ply:
            (kind, part) = next(((part.kind, part) for part in last.parts), ("", None))
            if kind in ("hand-look", "line-look") and part is not None:
                squares = part.squares if kind == "line-look" else ()
                ranks = _there(before, kind[:4], squares, last.seat)
                what = _hand_of(before, last.seat) if kind == "hand-look" else _cards_on(before, squares)
                look = Look(state.ply, last.seat, kind[:4], squares, ranks)
                seen = [item for item in seen if (item[0].seat, item[0].kind, item[1]) != (last.seat, kind[:4], what)]
                seen.append((look, what))
            if kind == "shuffle":
                seen = [item for item in seen if item[0].kind == "line" or item[0].seat is last.seat]
            lying = {card.id for card in state.view(Viewer.ALL).pieces}
            seen = [item for item in seen if item[0].kind == "hand" or lying & set(item[1])]  # type: ignore[call-overload]
        for viewer in WATCHERS:
            assert state.view(viewer).looks == tuple(look for look, _what in seen if look.seat is viewer.seat)
        before = state


def _cards_on(state: State, squares: tuple[int, ...]) -> tuple[int, ...]:
    lying = {card.square: card.id for card in state.view(Viewer.ALL).pieces}
    return tuple(lying[square] for square in squares)


def _hand_of(state: State, looker: Seat) -> object:
    """What tells a hand from all others that the enemy of who looks has had since its last shuffle."""
    holdings = [holding for holding in state.view(Viewer.ALL).holdings if holding.seat is not looker]
    return tuple((holding.kind, holding.ranks) for holding in holdings)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["looks", "shuffles"])
def test_a_long_game_keeps_no_more_than_a_short_one(what):
    """Without an attack, for two thousand plies: the Spies, Scouts and Flags act again and again."""
    red, blue = BOOK.seats
    line = "MS2F9"
    rest = "".join(rank.symbol * count for rank, count in BOOK.army.items())
    for symbol in line + "B33":
        rest = rest.replace(symbol, "", 1)
    order = line + "B33" + rest
    state = start(BOOK, {red: line, blue: line}, Options(), {red: order, blue: order})
    chance = random.Random(what)
    sizes = {}
    while state.ply < 2000:
        turns = [turn for turn in legal_turns(state) if "-" not in turn.text]
        quiet = [turn for turn in turns if ("!" in turn.text) is (what == "shuffles")] or turns
        turn = chance.choice(quiet)
        cards = to_shuffle(state, turn)
        if cards is not None:
            turn = with_order(state, turn, "".join(sorted(cards, key=line.find, reverse=True)))
        if state.pending:  # cards that act, and the Flag
            turn = max(turns, key=lambda turn: line.find(turn.text[1]))
        state, _facts = apply(state, turn)
        sizes[state.ply] = (len(json.dumps(dump(state))), len(state.view(Viewer.RED).looks))
    assert state.outcome is None
    assert max(sizes[ply][0] for ply in range(1900, 2000)) <= 1.2 * max(sizes[ply][0] for ply in range(100, 200))
    assert max(looks for _size, looks in sizes.values()) <= 12


def _there(state: State, kind: str, squares: tuple[int, ...], looker: Seat) -> tuple[Rank | None, ...]:
    view = state.view(Viewer.ALL)
    if kind == "line":
        lying = {card.square: card.rank for card in view.pieces}
        return tuple(lying[square] for square in squares)
    (hand,) = [holding for holding in view.holdings if holding.kind == "hand" and holding.seat is not looker]
    return tuple(rank for rank, count in hand.ranks or () for _card in range(count))
