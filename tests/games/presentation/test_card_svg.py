"""The drawing of a card table holds what its view holds, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from games.presentation.card_svg import table_svg
from games.rules import Options, Seat, State, Viewer, apply, parse_turn, start, variant

BOOK = variant("cards")
LINES = {Seat.RED: "M2S63B57", Seat.BLUE: "7F92334B"}


def begun(lines: dict[Seat, str] = LINES) -> State:
    army = Counter({rank.symbol: count for rank, count in BOOK.army.items()})
    orders = {seat: line + "".join((army - Counter(line)).elements()) for seat, line in lines.items()}
    return start(BOOK, {seat: line[:5] for seat, line in lines.items()}, Options(), orders)


def after(state: State, *turns: str) -> State:
    for turn in turns:
        state, _facts = apply(state, parse_turn(BOOK, turn))
    return state


def numerals(markup: str, group: str) -> list[str]:
    """What is written in the groups `hand` or `deck`, in order; Spies, Flags and Bombs have no numeral."""
    inside = [part for part in ElementTree.fromstring(markup).iter("g") if part.get("class") == group]
    return [text.text or "" for part in inside for text in part.iter("text")]


def test_own_line_and_hand_are_open_and_all_else_backs() -> None:
    markup = table_svg(begun().view(Viewer.RED), label="x")

    assert markup.count("piece card red back") == 0
    # Five in the line and three in hand; a pile shows three backs.
    assert markup.count("piece card blue back") == 8
    assert numerals(markup, "hand") == ["7", "5"]
    assert numerals(markup, "deck") == ["15", "15"]


def test_spectators_see_backs_alone() -> None:
    markup = table_svg(begun().view(Viewer.SPECTATOR), label="x")

    assert (markup.count("piece card red back"), markup.count("piece card blue back")) == (8, 8)
    assert numerals(markup, "hand") == []


def test_two_worlds_look_the_same_to_who_may_not_know() -> None:
    """Blue's line in another order, and another hand."""
    other = begun(LINES | {Seat.BLUE: "F79334B2"})
    worlds = [after(state, "b1?c2,d2") for state in (begun(), other)]
    same = {}
    for viewer in (Viewer.SPECTATOR, Viewer.RED, Viewer.BLUE):
        here, there = (table_svg(world.view(viewer), label="x") for world in worlds)
        same[viewer] = here == there

    # Red has looked at the two cards.
    assert same == {Viewer.SPECTATOR: True, Viewer.RED: False, Viewer.BLUE: False}


def test_a_fight_leaves_a_gap_and_a_card_that_all_know() -> None:
    markup = table_svg(after(begun(), "a1-a2").view(Viewer.SPECTATOR), label="x")

    assert (markup.count('class="known"'), markup.count('class="fight"')) == (1, 1)
    assert markup.count("piece card blue back") == 7
    assert markup.count('class="to"') == 1


def test_flipped_the_other_seat_sits_below() -> None:
    view = begun().view(Viewer.SPECTATOR)
    places = [
        re.findall(r'translate\((\S+) (\S+)\)"><g class="piece card (\w+) back', table_svg(view, label="x", flip=flip))
        for flip in (False, True)
    ]

    assert {seat for _x, y, seat in places[0] if float(y) > 150} == {"red"}
    assert {seat for _x, y, seat in places[1] if float(y) > 150} == {"blue"}


@pytest.mark.parametrize("flip", [False, True])
def test_every_place_has_its_name(flip: bool) -> None:
    root = ElementTree.fromstring(table_svg(begun().view(Viewer.ALL), label='<"x">', flip=flip))
    (names,) = (part for part in root.iter("g") if part.get("class") == "coordinates")

    assert sorted(text.text or "" for text in names) == sorted(BOOK.board.names)
    assert root.get("aria-label") == '<"x">'


def test_a_drawing_has_no_identifiers_or_styles() -> None:
    assert not re.search(r"\b(id|style)=", table_svg(after(begun(), "a1-a2").view(Viewer.ALL), label="x"))
