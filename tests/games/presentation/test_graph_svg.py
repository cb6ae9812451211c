"""Graphs: what is drawn of numbers and marks."""

from __future__ import annotations

from xml.etree import ElementTree

from games.presentation.graph_svg import MOST_POINTS, GraphLine, GraphMark, graph_svg


def test_lines_and_marks_are_well_formed() -> None:
    marks = [
        GraphMark(1, "battle", "", "Move 1: a battle", "?ply=1"),
        GraphMark(2, "loss red", "M", 'Move 2: <Red> loses "it"', "?ply=2&view=red"),
    ]
    drawn = graph_svg([GraphLine("red", [4.0, 2.0, 0.0])], marks, label="Bits & plies", plies=2)
    root = ElementTree.fromstring(drawn)
    assert (root.get("role"), root.get("aria-label")) == ("group", "Bits & plies")
    links = {link.get("data-to-ply"): link for link in root.iter("a")}
    assert links["2"].get("aria-label") == 'Move 2: <Red> loses "it"'
    assert links["2"].get("href") == "?ply=2&view=red"
    assert (links["1"].get("tabindex"), links["1"].get("aria-hidden")) == ("-1", "true")
    (line,) = [path.get("d") for path in root.iter("path") if path.get("class") == "line red"]
    assert line == "M40 26L375 91L710 156"


def test_long_games_have_no_more_points_than_can_be_seen() -> None:
    values = [float(ply % 7) for ply in range(5001)]
    drawn = graph_svg([GraphLine("red", values)], (), label="", plies=5000)
    assert drawn.count("L") <= MOST_POINTS
    assert "L710 " in drawn


def test_nothing_hidden_is_a_graph_too() -> None:
    assert 'class="line' not in graph_svg([], (), label="", plies=0)


def test_signs_that_would_overlap_stand_one_above_the_other() -> None:
    marks = [GraphMark(ply, "loss red", "M", f"Ply {ply}", "") for ply in (1, 2, 300)]
    drawn = graph_svg([GraphLine("red", [1.0] * 301)], marks, label="", plies=300)
    circles = [(item.get("cx"), item.get("cy")) for item in ElementTree.fromstring(drawn).iter("circle")]
    assert [y for _x, y in circles] == ["10", "30", "10"]
