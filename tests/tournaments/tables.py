"""Crosstables from a few lines of text, and random ones, for tests of standings and pairings."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from tournaments.scoring.crosstable import Colour, Crosstable, RoundResult, Row
from tournaments.scoring.points import SCORINGS, Mark, Scoring

COLOURS = {"w": Colour.RED, "b": Colour.BLUE, "": None}


def result(text: str) -> RoundResult:
    """A round such as `12w1` (opponent, colour, mark), `U` or `3b.` (the game goes on)."""
    match_ = re.fullmatch(r"(\d*)([wb]?)(.)", text)
    assert match_, text
    opponent, colour, letter = match_.groups()
    return RoundResult(None if letter == "." else Mark(letter), int(opponent) if opponent else None, COLOURS[colour])


def table(lines: str, *, scoring: Scoring = SCORINGS["1-half-0"], rounds: int | None = None) -> Crosstable:
    rows = []
    for number, line in enumerate(lines.strip().splitlines(), start=1):
        rating, *parts = line.split()
        rows.append(Row(number=number, rating=int(rating), results=tuple(map(result, parts))))
    return Crosstable(rows=tuple(rows), rounds=rounds or len(rows[0].results), scoring=scoring)


UNPLAYED = ["H", "Z", "F"]
GAMES = ["1", "=", "0", "W", "D", "L"]
OTHER = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+"}


@st.composite
def events(draw: st.DrawFn, *, unplayed: bool = True, even: bool = False) -> Crosstable:
    """A random event: who meets whom is drawn anew each round, so that two may meet again."""
    players = draw(st.integers(1, 6)) * 2 if even else draw(st.integers(2, 12))
    rounds = draw(st.integers(1, 6))
    rows: list[list[RoundResult]] = [[] for _number in range(players)]
    for _round in range(rounds):
        waiting = draw(st.permutations(range(1, players + 1)))
        if unplayed:
            out = [number for number in waiting if draw(st.integers(0, 7)) == 0]
            for number in out:
                rows[number - 1].append(RoundResult(Mark(draw(st.sampled_from(UNPLAYED)))))
            waiting = [number for number in waiting if number not in out]
        for red, blue in zip(waiting[::2], waiting[1::2], strict=False):
            mark = draw(st.sampled_from([*GAMES, "+", "-", "x"] if unplayed else GAMES))
            other = OTHER.get(mark, "-")
            rows[red - 1].append(RoundResult(Mark("-" if mark == "x" else mark), blue, Colour.RED))
            rows[blue - 1].append(RoundResult(Mark(other), red, Colour.BLUE))
        if len(waiting) % 2:
            rows[waiting[-1] - 1].append(RoundResult(Mark.PAIRING_BYE))
    return Crosstable(
        rows=tuple(
            Row(number=number, rating=draw(st.sampled_from([0, 1500, 1500, 1733, 2001])), results=tuple(results))
            for number, results in enumerate(rows, start=1)
        ),
        rounds=rounds,
        scoring=SCORINGS[draw(st.sampled_from(sorted(SCORINGS)))],
    )
