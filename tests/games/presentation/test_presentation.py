"""Views in words: what a turn did, what is off the board, what a turn waits for, and what only some may know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.domain.random_play import states
from games.presentation.facts import fact_text
from games.presentation.move_list import move_rows
from games.presentation.presentation import facts_of, position_markup, said
from games.rules import (
    Options,
    Rank,
    Seat,
    State,
    Viewer,
    apply,
    parse_turn,
    start,
    to_shuffle,
    variant,
    with_order,
)
from library.rulebooks.pages import figures_of
from library.rulebooks.scenes import Scene
from tests.books import each_book

LIGHTNING = "MF98766554433222" + "2SBB" + "." * 20


def played(state: State, *turns: str) -> State:
    for text in turns:
        turn = parse_turn(state.variant, text)
        order = to_shuffle(state, turn)
        state, _facts = apply(state, turn if order is None else with_order(state, turn, order))
    return state


def cards(*turns: str, red: str = "M2S63B57", blue: str = "7F92334B", spotter: bool = False) -> State:
    book = variant("cards")
    army = Counter({rank.symbol: count for rank, count in book.army.items()}) + Counter("P" if spotter else "")
    lines = {Seat.RED: red, Seat.BLUE: blue}
    orders = {seat: line + "".join((army - Counter(line)).elements()) for seat, line in lines.items()}
    state = start(book, {seat: line[:5] for seat, line in lines.items()}, Options(spotter=spotter), orders)
    return played(state, *turns)


def campaign(*turns: str) -> State:
    return played(start(variant("campaign"), {Seat.RED: LIGHTNING, Seat.BLUE: LIGHTNING}, Options()), *turns)


def figure(slug: str, name: str) -> State:
    scene = figures_of(variant(slug))[name].scene
    assert isinstance(scene, Scene)
    return scene.state


def text(markup: str) -> str:
    """What a reader hears: no markup, and nothing that is hidden from the ear."""
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


# -- turns in words -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "viewer", "words"),
    [
        (campaign("+F@a4"), Viewer.SPECTATOR, "Move 1: Flag enters from Red’s reserve on a4."),
        (campaign("+F@a4", "+F@a10", "+7@b4"), Viewer.RED, "Move 3: Major enters from Red’s reserve on b4."),
        (campaign("+F@a4", "+F@a10", "+7@b4"), Viewer.BLUE, "Move 3: A piece enters from Red’s reserve on b4."),
        (
            figure("alliance", "captive"),
            Viewer.SPECTATOR,
            "Move 1: Red attacks from f6 on g6: Major beats Flag. Blue’s Flag is put in the stockade on i2.",
        ),
        (
            figure("alliance", "freed"),
            Viewer.SPECTATOR,
            "Move 4: Blue 2 moves from j4 to j2. Blue’s Flag is freed and goes to b5.",
        ),
        (
            played(figure("alliance", "unite"), "f5-f6?f7"),
            Viewer.RED,
            "Move 1: Red moves from f5 to f6. Red claims the piece on f7 to be the partner’s Flag. It is not.",
        ),
        (
            played(figure("alliance", "unite"), "f5-f6?f7"),
            Viewer.RED2,
            "Move 1: Red moves from f5 to f6. Red claims the piece on f7 to be the partner’s Flag. It is not.",
        ),
        (played(figure("alliance", "unite"), "f5-f6?f7"), Viewer.BLUE, "Move 1: Red moves from f5 to f6."),
        (
            cards("a1-a2"),
            Viewer.SPECTATOR,
            "Move 1: Red attacks from a1 on a2: Marshal beats Major.",
        ),
        (
            cards("b1?c2,d2"),
            Viewer.RED,
            "Move 1: Red shows the Scout on b1. Red looks at c2, d2. Seen: c2 is General, d2 is Scout.",
        ),
        (cards("b1?c2,d2"), Viewer.BLUE, "Move 1: Red shows the Scout on b1. Red looks at c2, d2."),
        (
            cards("c1?0"),
            Viewer.RED,
            "Move 1: Red shows the Spy on c1. Red looks at the enemy’s hand. It holds Bomb, Sergeant, Miner.",
        ),
        (cards("c1?0"), Viewer.SPECTATOR, "Move 1: Red shows the Spy on c1. Red looks at the enemy’s hand."),
        (
            cards("b1=a2:6", red="MPS63B57", spotter=True),
            Viewer.SPECTATOR,
            "Move 1: Red shows the Spotter on b1. It names the card on a2 Captain, which is wrong.",
        ),
        (
            cards("b1=a2:7", red="MPS63B57", spotter=True),
            Viewer.SPECTATOR,
            "Move 1: Red’s Spotter on b1 names the card on a2 Major: it is out.",
        ),
        (
            cards("d1-a2", "+5@d1"),
            Viewer.RED,
            "Move 1: Red attacks from d1 on a2: Captain loses to Major. Red lays Lieutenant on d1.",
        ),
        (
            cards("d1-a2", "+5@d1"),
            Viewer.BLUE,
            "Move 1: Red attacks from d1 on a2: Captain loses to Major. Red lays a card on d1.",
        ),
        (
            cards("a1!", "+F@b1", red="F2S63B57"),
            Viewer.BLUE,
            "Move 1: Red shows the Flag on a1. Red takes up front line, hand and deck, and shuffles them. "
            "Red lays a card on b1.",
        ),
    ],
)  # fmt: skip
def test_a_turn_is_told_as_its_viewer_may_know_it(state: State, viewer: Viewer, words: str) -> None:
    assert said(state.view(viewer)) == words


def test_cards_laid_one_after_another_are_told_together() -> None:
    state = cards("b1?c2,d2", "c2-d1", "b1-a2", "+B@b1", "+5@d1")
    result = "Move 3: Red attacks from b1 on a2: Scout loses to Major."

    assert said(state.view(Viewer.RED)) == f"{result} Red lays Bomb on b1, Lieutenant on d1."
    assert said(state.view(Viewer.BLUE)) == f"{result} Red lays cards on b1, d1."


def test_a_rescue_is_told() -> None:
    scene = figures_of(variant("lightning"))["rescue"].scene
    assert isinstance(scene, Scene)
    last = scene.state.view(Viewer.BLUE).last
    assert last is not None
    facts = facts_of(last, scene.played_on)

    assert [fact_text(fact) for fact in facts] == ["Red moves from c5 to c6.", "Red rescues its Sergeant to b2."]


def test_lists_of_moves_are_told_as_their_viewer_may_know_them() -> None:
    state = played(figure("alliance", "unite"), "f5-f6?f7")

    def row(viewer: Viewer) -> tuple[str, str]:
        last = state.view(viewer).last
        assert last is not None
        ((move,),) = (row.moves for row in move_rows([(1, last)], state.variant))
        return move.text, move.clash

    assert {viewer: row(viewer) for viewer in Viewer} == {
        Viewer.RED: ("f5-f6?f7", ""),
        Viewer.RED2: ("f5-f6?f7", ""),
        Viewer.ALL: ("f5-f6?f7", ""),
        Viewer.BLUE: ("f5-f6", ""),
        Viewer.BLUE2: ("f5-f6", ""),
        Viewer.SPECTATOR: ("f5-f6", ""),
    }


# -- what is off the board ------------------------------------------------------------------------


def test_reserves_are_counts_for_others_and_contents_for_their_owner() -> None:
    state = campaign("+F@a4", "+F@a10")
    heard = {viewer: text(position_markup(state.view(viewer))) for viewer in (Viewer.RED, Viewer.BLUE)}

    for seat, viewer in (("Red", Viewer.RED), ("Blue", Viewer.BLUE)):
        own = f"{seat} has lost nothing. Reserve: 19 (1 × Marshal, 1 × General, 1 × Colonel, 1 × Major, 2 × Captain, "
        own += "2 × Lieutenant, 2 × Sergeant, 2 × Corporal, 4 × Scout, 1 × Spy, 2 × Bomb). 2 rescues left."
        other = f"{seat} has lost nothing. Reserve: 19. 2 rescues left."
        assert (own in heard[viewer], other in heard[viewer]) == (True, False)
        foe = Viewer.BLUE if viewer is Viewer.RED else Viewer.RED
        assert (own in heard[foe], other in heard[foe]) == (False, True)


def test_hands_and_decks_are_counts_for_others_and_contents_for_their_owner() -> None:
    state = cards("a1-a2")
    red, anybody = (text(position_markup(state.view(viewer))) for viewer in (Viewer.RED, Viewer.SPECTATOR))

    assert "Red has lost nothing. Hand: 3 (1 × Major, 1 × Lieutenant, 1 × Bomb). Deck: 15 (1 × General," in red
    assert "Blue has lost: 1 × Major. Hand: 3. Deck: 15." in red
    assert "Red has lost nothing. Hand: 3. Deck: 15." in anybody


def test_captives_and_rescuers_have_words_in_the_table() -> None:
    captive = text(position_markup(figure("alliance", "captive").view(Viewer.SPECTATOR)))
    rescuer = text(position_markup(figure("lightning", "rescue").view(Viewer.BLUE)))

    assert "Blue Flag, captive" in captive
    assert captive.count("stockade") == 3 + 1  # three are empty, and one is in the last turn's words
    assert "Red unknown, has rescued" in rescuer
    assert "Red Sergeant, known to all" in rescuer


def test_memory_marks_are_drawn_and_have_words() -> None:
    setups = {Seat.RED: "M2.F" + "." * 36, Seat.BLUE: "." * 30 + "M3.F" + "." * 6}
    turns = ("b1-b9", "a10-a9", "b9xb10")
    marked, plain = (
        played(start(variant("barrage"), setups, Options(free_setup=True, memory=memory)), *turns)
        for memory in (True, False)
    )
    drawn = position_markup(marked.view(Viewer.RED))
    left = "7 (1 × Marshal, 1 × General, 1 × Miner, 1 × Scout, 1 × Spy, 1 × Bomb, 1 × Flag)."

    assert drawn.count('class="has-moved"') == 1  # Blue's Marshal: Red sees what its own pieces are
    assert "Blue unknown, has moved" in text(drawn)
    assert f"Red has lost: 1 × Scout. Not seen yet: {left}" in text(drawn)
    assert f"Blue has lost nothing. Not seen yet: {left.replace('1 × Miner, 1 × Scout', '2 × Scout')}" in text(drawn)
    other = position_markup(plain.view(Viewer.RED))
    assert ("has-moved" in other, "has moved" in text(other), "Not seen yet" in text(other)) == (False, False, False)


# -- choices, claims and looks --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (1, "Red chooses the stockade for the Flag."),
        (2, "Red may enter a piece from the reserve now, or decline."),
        (3, "Blue to move."),
    ],
)
def test_what_a_turn_waits_for_is_told(turns: int, words: str) -> None:
    scene = figures_of(variant("alliance"))["captive"].scene
    assert isinstance(scene, Scene)
    state = replace(scene, turns=scene.turns[:turns]).state

    assert f"{words} 0 moves without an attack." in text(position_markup(state.view(Viewer.SPECTATOR)))


def test_failed_claims_are_listed_for_the_partners_alone() -> None:
    state = played(figure("alliance", "unite"), "f5-f6?f7")
    result = (
        "Move 1: Red claimed a piece of Red 2 to be its Flag, and it is not. "
        "Red’s Flag stands on f6. The piece named stands on f7."
    )

    assert {viewer: result in text(position_markup(state.view(viewer))) for viewer in Viewer} == {
        viewer: viewer in (Viewer.RED, Viewer.RED2, Viewer.ALL) for viewer in Viewer
    }


def test_looks_are_listed_for_who_looked_alone() -> None:
    state = cards("b1?c2,d2", "a2-b1")
    result = "Move 1: Red saw General on c2, Scout on d2."

    assert {viewer: result in text(position_markup(state.view(viewer))) for viewer in Viewer} == {
        viewer: viewer in (Viewer.RED, Viewer.ALL) for viewer in Viewer
    }


# -- everything, at random ------------------------------------------------------------------------


def moments(slug: str) -> Iterator[State]:
    chance = random.Random(slug)
    book = variant(slug)
    for state in states(book, Options(no_attack_limit=200, spotter=book.deals), chance):
        if state.ply > 400:
            return
        if chance.random() < 0.1:
            yield state


@pytest.mark.slow
@each_book
def test_every_position_of_a_random_game_can_be_shown_to_everybody(slug: str) -> None:
    seats = variant(slug).seats
    for number, state in enumerate(moments(slug)):
        for viewer in (*(Viewer.of(seat) for seat in seats), Viewer.SPECTATOR, Viewer.ALL):
            view = state.view(viewer)
            markup = position_markup(view, below=number % len(seats))
            assert "%(" not in markup
            assert markup.count("<h3") == len(seats)
            if view.last is not None:
                ((move,),) = (row.moves for row in move_rows([(view.ply, view.last)], state.variant))
                assert move.text == view.last.text.replace("x", "×")


def test_a_piece_is_called_as_its_rule_book_calls_it() -> None:
    state = campaign("+F@a4", "+F@a10", "+3@b4")

    assert Rank.MINER in state.variant.rank_names
    assert said(state.view(Viewer.RED)) == "Move 3: Corporal enters from Red’s reserve on b4."
