"""A board of another size goes through everything that names its squares (docs/notation.md)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from games.domain.field_types import TurnText
from games.presentation.board_svg import board_svg, board_table
from games.rules import (
    Board,
    Illegal,
    Options,
    Rank,
    Refusal,
    Seat,
    Viewer,
    apply,
    parse_turn,
    replay,
    start,
    variant,
    variants,
)
from games.rules.acts import acts_of
from games.rules.card_table import read_card_turn
from games.rules.parts import PositionWithParts
from games.rules.squares import COLUMNS, MOST_ROWS, SQUARE_NAME, column_and_row, name_of
from library.rulebooks.scenes import Scene
from play.table.page import TablePage

WIDE, HIGH = 14, 12


def rows(first: int, last: int) -> list[str]:
    return [name_of(column, row) for row in range(first, last) for column in range(WIDE)]


BIG = Board(columns=WIDE, rows=HIGH, lakes=["g6", "h6", "g7", "h7"], homes=[rows(0, 4), rows(8, 12)])
FREE = Options(free_setup=True)


def setups(red: str, blue: str) -> dict[Seat, str]:
    """Set-ups on the big board: `Fa1 2n1`."""
    outcome = {}
    for seat, result in ((Seat.RED, red), (Seat.BLUE, blue)):
        pieces = {text[1:]: text[0] for text in result.split()}
        outcome[seat] = "".join(pieces.get(BIG.name(square), ".") for square in BIG.homes[seat])
    return outcome


def is_in_the_log(text: str) -> bool:
    (token,) = TurnText.__metadata__  # type: ignore[attr-defined]
    return len(text) <= token.longest and token.matches(text) is not None


def test_every_square_and_turn_is_read_as_it_is_written():
    assert (BIG.name(0), BIG.name(13), BIG.name(167), BIG.square("l12")) == ("a1", "n1", "n12", 165)
    for square, name in enumerate(BIG.names):
        column, row = column_and_row(name)
        assert (BIG.square(name), name_of(column, row), row * WIDE + column) == (square, name, square)
        assert re.fullmatch(SQUARE_NAME, name)
    for text, turn in BIG.shared_turns.items():
        assert BIG.turn(text) is turn
        assert is_in_the_log(turn.text)


@pytest.mark.parametrize(("text", "code"), [("o1-o2", "off-board"), ("a12-a13", "off-board"), ("x1-x2", "notation")])
def test_what_is_no_square_of_it_is_refused(text, code):
    with pytest.raises(Illegal) as error:
        BIG.turn(text)
    assert error.value.refusal.code == code


def test_the_texts_of_all_parts_are_read_and_stand_in_the_log():
    lightning, acts = variant("lightning"), acts_of(BIG)
    book = replace(lightning, board=BIG)
    square = BIG.square("n12")
    base = BIG.turn("n10-n11")
    for act in (
        acts.rescue(17, square),
        acts.rescue(17, square, base),
        acts.entries[Rank.MARSHAL][square],
        acts.stockades[square],
        acts.freed(square),
        acts.freed(square, base, BIG.square("l12")),
        acts.claim(square, base),
    ):
        assert (parse_turn(book, act.text).text, is_in_the_log(act.text)) == (act.text, True)
    for text in ("n12-m11", "n12?0", "n12?l11,m11", "l11=n12:7", "+M@n12"):
        assert (read_card_turn(BIG, text).text, is_in_the_log(text)) == (text, True)


def test_a_game_is_played_drawn_and_told_on_it(monkeypatch):
    book = replace(variant("classic"), board=BIG)
    turns = ["n4-n9", "l9-l8", "n9xn10", "l8-l7"]
    state = replay(book, setups("Fa1 2n4", "Fa12 3l9 Mn10"), turns, FREE)
    assert state.view(Viewer.RED).last.text == "l8-l7"
    view = replay(book, setups("Fa1 2n4", "Fa12 3l9 Mn10"), turns[:3], FREE).view(Viewer.SPECTATOR)
    assert view.last.text == "n9xn10"
    monkeypatch.setitem(variants._EDITIONS, ("classic", view.edition), book)
    drawing = board_svg(view, label="x")
    table = board_table(view, caption="x", words=lambda piece: piece.seat.slug, lake="lake", stockade="-")
    assert [f">{name}<" in drawing for name in ("a", "n", "12")] == [True] * 3
    assert table.count("<tr") == HIGH + 1
    assert '<th scope="col">n</th>' in table


def test_a_rescue_is_played_on_it():
    book = replace(variant("lightning"), board=BIG)
    assert book.position is PositionWithParts
    state = start(book, setups("Fa1 9n4 2b4", "Fa12 Mb9 8l9 2c9"), FREE)
    red = ["b4-b9", *(f"n{row}-n{row + 1}" for row in range(4, 11))]
    blue = ["l9-l8", "l8-l7", "l7-l6", "l6-k6", "k6-k7", "k7-k8", "k8-k9", "k9-j9"]
    for text in (text for pair in zip(red, blue, strict=True) for text in pair):
        state, _facts = apply(state, parse_turn(book, text))
    (lost,) = state.view(Viewer.RED).captured
    state, facts = apply(state, parse_turn(book, f"n11-n12*{lost.id}@n6"))
    assert state.view(Viewer.SPECTATOR).last.text == f"n11-n12*{lost.id}@n6"
    assert facts[-1].params["squares"] == ("n6",)


def test_a_scene_may_be_as_large():
    art = "\n".join(
        ["b9 " + ".. " * (WIDE - 2) + "b8"] + [".. " * WIDE] * (HIGH - 2) + ["r5 " + ".. " * (WIDE - 2) + "r2"]
    )
    scene = Scene(variant("classic"), art, turns=("n1-n9", ".", "a1-a2", "."), allowed=("n9-n11", "n9-n12"))
    assert scene.judged() == {"n9-n11": "", "n9-n12": ""}
    assert (scene.board.columns, scene.board.rows, scene.played_on.board.columns) == (WIDE, HIGH, WIDE)
    assert {scene.board.name(piece.square) for piece in scene.view.pieces} == {"a2", "n9", "a12", "n12"}


def test_the_script_of_the_table_has_the_name_of_a_square_from_the_server():
    assert TablePage.square.fget(None) == SQUARE_NAME  # type: ignore[attr-defined]
    script = (Path(__file__).parents[3] / "static/js/turns.js").read_text()
    assert "root.dataset.square" in script
    assert not re.search(r"\[a-[a-z]\]", script)


@pytest.mark.parametrize(("columns", "wide"), [(len(COLUMNS) + 1, 1), (0, 1), (1, MOST_ROWS + 1)])
def test_a_board_has_no_more_squares_than_have_names(columns, wide):
    with pytest.raises(ValueError, match="a board has 1 to 23 columns and 1 to 99 rows"):
        Board(columns=columns, rows=wide, lakes=[], homes=[])


def test_the_square_of_a_refusal_has_its_name():
    book = replace(variant("classic"), board=BIG)
    state = start(book, setups("Fa1 2n4", "Fa12 Mn9"), FREE)
    with pytest.raises(Illegal) as error:
        apply(state, parse_turn(book, "n4-n12"))
    assert error.value.refusal == Refusal("blocked", {"source": "n4", "target": "n12", "square": "n9"})
