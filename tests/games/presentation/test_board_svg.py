"""The drawing of a board holds what its view holds, and nothing else."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.templatetags.static import static

from games.presentation.board_svg import MARGIN, SPRITE, SQUARE, board_svg, board_table, tile_svg, turn_for
from games.presentation.card_svg import table_svg
from games.rules import Options, PieceView, Rank, Seat, State, View, Viewer, apply, parse_turn, start, variant
from tests.games.presentation.test_card_svg import begun

# Barrage on the classic board: eight pieces a side, placed anyhow in the home rows.
RED = ".........." * 2 + "F2239SBM.." + ".........."
BLUE = ".........." + "M9SB322F.." + ".........." * 2


@pytest.fixture
def opening() -> State:
    """A barrage game before its first ply: red on a3 to h3, blue on a8 to h8."""
    return start(variant("barrage"), {Seat.RED: RED, Seat.BLUE: BLUE}, Options())


def after(state: State, *turns: str) -> State:
    for turn in turns:
        state, _facts = apply(state, variant("barrage").board.turn(turn))
    return state


def tiles(markup: str) -> list[tuple[int, int, str, str]]:
    """The pieces of a drawing: place in squares from the upper left, classes, and the numeral or ``."""
    root = ElementTree.fromstring(markup)
    results = []
    for group in root.iter("g"):
        classes = group.get("class", "")
        if not classes.startswith("piece"):
            continue
        x, y = map(int, re.findall(r"\d+", group.get("transform", "")))
        numeral = "".join(text.text or "" for text in group.iter("text"))
        results.append(((x - MARGIN) // SQUARE, y // SQUARE, classes, numeral))
    return results


def test_own_pieces_have_ranks_and_the_others_backs(opening: State) -> None:
    assert tiles(board_svg(opening.view(Viewer.RED), label="x")) == [
        (0, 7, "piece red", ""),
        (1, 7, "piece red", "2"),
        (2, 7, "piece red", "2"),
        (3, 7, "piece red", "3"),
        (4, 7, "piece red", "9"),
        (5, 7, "piece red", ""),
        (6, 7, "piece red", ""),
        (7, 7, "piece red", "10"),
        *[(column, 2, "piece blue back", "") for column in range(8)],
    ]


def test_two_worlds_look_the_same_to_who_may_not_know(opening: State) -> None:
    other = start(variant("barrage"), {Seat.RED: RED, Seat.BLUE: BLUE.replace("M9", "9M")}, Options())
    turns = ["b3-b4", "e8-e7", "b4-b5"]
    mine, theirs = after(opening, *turns), after(other, *turns)

    assert board_svg(mine.view(Viewer.ALL), label="x") != board_svg(theirs.view(Viewer.ALL), label="x")
    for viewer in (Viewer.RED, Viewer.SPECTATOR):
        assert board_svg(mine.view(viewer), label="x") == board_svg(theirs.view(viewer), label="x")
        assert table(mine.view(viewer)) == table(theirs.view(viewer))


def test_half_a_turn_puts_blue_at_the_bottom(opening: State) -> None:
    view = opening.view(Viewer.SPECTATOR)
    upright = {(x, y): classes for x, y, classes, _ in tiles(board_svg(view, label="x"))}
    turned = {
        (x, y): classes
        for x, y, classes, _ in tiles(board_svg(view, label="x", turn=turn_for(variant("barrage").board, 1)))
    }

    assert turned == {(9 - x, 9 - y): classes for (x, y), classes in upright.items()}


def test_quarter_turns_come_round(opening: State) -> None:
    view = opening.view(Viewer.ALL)
    places = [[(x, y) for x, y, _, _ in tiles(board_svg(view, label="x", turn=turn))] for turn in range(5)]

    assert places[4] == places[0]
    assert places[1] == [(9 - y, x) for x, y in places[0]]
    assert places[3] == [(y, 9 - x) for x, y in places[0]]


@pytest.mark.parametrize(
    ("turn", "left", "below"),
    [
        (0, "10 9 8 7 6 5 4 3 2 1", "a b c d e f g h i j"),
        (1, "a b c d e f g h i j", "1 2 3 4 5 6 7 8 9 10"),
        (2, "1 2 3 4 5 6 7 8 9 10", "j i h g f e d c b a"),
        (3, "j i h g f e d c b a", "10 9 8 7 6 5 4 3 2 1"),
    ],
)
def test_coordinates_follow_the_turn(opening: State, turn: int, left: str, below: str) -> None:
    root = ElementTree.fromstring(board_svg(opening.view(Viewer.SPECTATOR), label="x", turn=turn))
    group = next(group for group in root.iter("g") if group.get("class") == "coordinates")
    names = [text.text for text in group]

    assert (" ".join(names[10:]), " ".join(names[:10])) == (left, below)


def test_coordinates_can_be_left_out(opening: State) -> None:
    assert "coordinates" not in board_svg(opening.view(Viewer.SPECTATOR), label="x", coordinates=False)


def test_last_turn_is_marked_and_its_piece_named_as_moved(opening: State) -> None:
    view = after(opening, "d3-d4").view(Viewer.SPECTATOR)
    markup = board_svg(view, label="x")

    assert [tile for tile in tiles(markup) if "moved" in tile[2]] == [(3, 6, "piece red back moved", "")]
    assert f'data-way="{MARGIN + 120} 280 {MARGIN + 120} 240"' in markup
    assert (markup.count('class="from"'), markup.count('class="to"'), markup.count('class="fight"')) == (1, 1, 0)


def test_attack_is_marked_and_what_all_know_has_a_badge(opening: State) -> None:
    view = after(opening, "b3-b8").view(Viewer.SPECTATOR)
    markup = board_svg(view, label="x")

    assert markup.count('class="fight"') == 1
    assert (1, 2, "piece blue", "9") in tiles(markup)
    assert markup.count('class="known"') == 1


def test_no_last_turn_no_marks(opening: State) -> None:
    markup = board_svg(opening.view(Viewer.ALL), label="x")

    assert not re.search("from|moved|fight|data-way", markup)


def test_label_is_escaped(opening: State) -> None:
    assert 'aria-label="&lt;a&gt; &quot;b&quot;"' in board_svg(opening.view(Viewer.ALL), label='<a> "b"')


def test_a_drawing_has_no_identifiers_or_styles(opening: State) -> None:
    markup = board_svg(after(opening, "b3-b8").view(Viewer.ALL), label="x")

    assert not re.search(r"\b(id|style)=", markup)


def table(view: View) -> str:
    def words(piece: PieceView) -> str:
        return f"{piece.seat.slug} {'?' if piece.rank is None else piece.rank.symbol}"

    return board_table(view, caption="Board", words=words, lake="lake")


def test_table_says_what_the_picture_shows(opening: State) -> None:
    root = ElementTree.fromstring(table(opening.view(Viewer.BLUE)))
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in root.iter("tr") if row[0].tag == "th"}

    assert rows == {
        **{str(row): [None] * 10 for row in (1, 2, 4, 7, 9, 10)},
        **{row: [None, None, "lake", "lake", None, None, "lake", "lake", None, None] for row in ("5", "6")},
        "3": ["red ?"] * 8 + [None, None],
        "8": [*[f"blue {symbol}" for symbol in "M9SB322F"], None, None],
    }


def test_every_rank_and_seat_has_a_tile_of_its_own() -> None:
    faces = [tile_svg(seat, rank) for seat in Seat for rank in (*Rank, None)]

    assert len(set(faces)) == len(faces)
    for face in faces:
        ElementTree.fromstring(face)


STATIC = Path(settings.BASE_DIR, "static")


def drawn_parts() -> dict[str, list[str]]:
    """For each part of the artwork the sets in which something is drawn."""
    svg = "{http://www.w3.org/2000/svg}"
    return {
        part.attrib["id"]: [shown.attrib["display"] for shown in part if len(shown)]
        for part in ElementTree.parse(STATIC / SPRITE).getroot().iter(f"{svg}g")
        if "id" in part.attrib
    }


def test_every_rank_and_seat_is_drawn_in_every_set() -> None:
    signs = ["var(--figures)", "var(--signs)"]  # the plain set and that of high contrast share their signs
    tiles = ["var(--figures)", "var(--plain)", "var(--contrast)"]
    assert drawn_parts() == {
        **{seat.slug: tiles for seat in Seat},
        **{f"card-{seat.slug}": tiles for seat in (Seat.RED, Seat.BLUE)},
        "back": tiles,
        **{rank.symbol: signs for rank in Rank},
    }


def test_the_artwork_is_light_and_refers_to_nothing() -> None:
    text = (STATIC / SPRITE).read_text(encoding="utf-8")
    assert len(text) < 30_000
    assert re.findall(r"href|url\(|<style|style=|<script", text) == []


def test_a_drawing_refers_to_artwork_that_there_is(opening: State, four: View) -> None:
    drawings = [board_svg(opening.view(viewer), label="x") for viewer in (Viewer.ALL, Viewer.SPECTATOR)]
    drawings += [board_svg(four, label="x"), table_svg(begun().view(Viewer.SPECTATOR), label="x")]
    drawings += [
        tile_svg(seat, rank, ranks) for seat in Seat for rank in (*Rank, None) for ranks in ("high", "symbols")
    ]
    used = {reference for drawing in drawings for reference in re.findall(r'<use[^>]* href="([^"]*)"', drawing)}
    assert used == {f"{static(SPRITE)}#{name}" for name in drawn_parts()}


def test_a_board_of_eighty_pieces_is_drawn_in_a_millisecond() -> None:
    army = "".join(rank.symbol * count for rank, count in variant("classic").army.items())
    view = start(variant("classic"), {Seat.RED: army, Seat.BLUE: army}, Options()).view(Viewer.ALL)
    view = replace(view, pieces=tuple(piece._replace(revealed=True) for piece in view.pieces))
    assert all(isinstance(piece, PieceView) for piece in view.pieces)
    board_svg(view, label="x")

    spent = min(_seconds(view) for _ in range(20))
    assert spent < 0.001


def _seconds(view: View) -> float:
    begin = time.perf_counter()
    board_svg(view, label="x")
    return time.perf_counter() - begin


# -- four seats -----------------------------------------------------------------------------------

NAMES = ("South", "West", "North", "East")


@pytest.fixture
def four() -> View:
    """A hand-made view of the four-seat board: a captive Flag, a piece that has rescued, and one of each seat."""
    board = variant("alliance").board

    def piece(number: int, seat: Seat, square: str, rank: Rank | None, **marks: bool) -> PieceView:
        return PieceView(number, seat, board.square(square), rank, marks.pop("revealed", False), **marks)

    pieces = (
        piece(2, Seat.RED, "f1", Rank.FLAG),
        piece(3, Seat.BLUE, "i2", Rank.FLAG, revealed=True, captive=True),
        piece(4, Seat.BLUE, "b5", None),
        piece(5, Seat.RED2, "f11", None),
        piece(6, Seat.BLUE2, "k6", None),
        piece(7, Seat.RED, "g7", Rank.MAJOR, revealed=True, rescuer=True),
    )
    begun = start(variant("alliance"), four_setups(), Options()).view(Viewer.RED)
    return replace(begun, pieces=tuple(sorted(pieces, key=lambda piece: piece.square)))


def four_setups() -> dict[Seat, str]:
    return dict.fromkeys(Seat, "F" + "M987655443322"[:12])


def test_four_seats_have_camps_stockades_and_names(four: View) -> None:
    markup = board_svg(four, label="x", names=NAMES)

    assert re.findall(r'class="camp (\w+)"', markup) == ["red", "blue", "red2", "blue2"]
    assert re.findall(r'class="stockade (\w+)"', markup) == ["red", "blue", "red2", "blue2"]
    assert re.findall(r'<text class="(\w+)" [^>]*>(\w+)</text>', markup) == [
        ("red", "South"),
        ("blue", "West"),
        ("red2", "North"),
        ("blue2", "East"),
    ]
    assert [classes for _x, _y, classes, _numeral in tiles(markup)] == [
        "piece red",
        "piece blue captive",
        "piece blue back",
        "piece blue2 back",
        "piece red",
        "piece red2 back",
    ]
    assert (markup.count('class="bars"'), markup.count('class="rescuer"')) == (1, 1)


@pytest.mark.parametrize("below", Seat)
def test_each_seat_can_sit_below(four: View, below: Seat) -> None:
    board = variant("alliance").board
    markup = board_svg(four, label="x", names=NAMES, turn=turn_for(board, below))
    home = {board.square(name) for name in ("f1", "b5", "f11", "k6")}
    own = [(x, y) for (x, y, classes, _), piece in zip(tiles(markup), four.pieces, strict=True)
           if piece.square in home and piece.seat is below]  # fmt: skip
    sides = {name: place for place, name in re.findall(r'<text class="\w+" ([^>]*)>(\w+)</text>', markup)}

    assert all(y >= 9 for _x, y in own)
    assert "rotate" not in sides[NAMES[below]]
    assert 'y="-6"' in sides[NAMES[(below + 2) % 4]]
    assert "rotate(-90)" in sides[NAMES[(below + 1) % 4]]


def test_two_seats_are_shaded_only_if_asked(opening: State) -> None:
    view = opening.view(Viewer.SPECTATOR)

    assert "camp" not in board_svg(view, label="x")
    assert re.findall(r'class="camp (\w+)"', board_svg(view, label="x", homes=True)) == ["red", "blue"]


def test_parts_of_a_turn_are_marked() -> None:
    state = start(variant("campaign"), {Seat.RED: LIGHTNING, Seat.BLUE: LIGHTNING}, Options())
    state, _facts = apply(state, parse_turn(variant("campaign"), "+F@a4"))
    markup = board_svg(state.view(Viewer.SPECTATOR), label="x")

    assert (markup.count('class="to"'), markup.count('class="from"'), "data-way" in markup) == (1, 0, False)


LIGHTNING = "MF98766554433222" + "2SBB" + "." * 20


def test_a_table_names_captives_and_stockades(four: View) -> None:
    def words(piece: PieceView) -> str:
        return f"{piece.seat.slug}{' captive' if piece.captive else ''}"

    root = ElementTree.fromstring(board_table(four, caption="x", words=words, lake="lake", stockade="stockade"))
    row = next(row for row in root.iter("tr") if row[0].text == "2")

    assert [cell.text for cell in row[1:]] == [None] * 8 + ["blue captive", None, None]
    assert sum(cell.text == "stockade" for cell in root.iter("td")) == 3


@pytest.mark.parametrize(
    ("ranks", "shown"), [("high", "10 9 2 2 3"), ("low", "1 2 9 9 8"), ("symbols", "")], ids=["high", "low", "symbols"]
)
def test_ranks_are_written_as_the_reader_wants_them(opening: State, ranks: str, shown: str) -> None:
    markup = board_svg(opening.view(Viewer.RED), label="", coordinates=False, ranks=ranks)
    assert sorted(re.findall(r"<text[^>]*>(\w+)</text>", markup)) == sorted(shown.split())
    marshal, scout = (tile_svg(Seat.RED, rank, ranks) for rank in (Rank.MARSHAL, Rank.SCOUT))
    assert marshal != scout


def test_a_guess_is_drawn_on_a_piece_that_is_unknown_and_nowhere_else(opening: State) -> None:
    view = opening.view(Viewer.RED)
    hidden = next(piece.id for piece in view.pieces if piece.rank is None)
    own = next(piece.id for piece in view.pieces if piece.rank is not None)
    plain = board_svg(view, label="")
    marked = board_svg(view, label="", guesses={hidden: "M", own: "B", 999: "F"})
    (mark,) = re.findall(r'<g class="guess".*?</g>', marked)
    assert "<text" in mark
    assert ">10<" in mark
    assert marked.replace(mark, "") == plain
