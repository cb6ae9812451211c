"""Which colour the Swiss system gives a player (C.04.3) or a team (C.04.6), and how strongly."""

from __future__ import annotations

from enum import IntEnum

from tournaments.scoring.crosstable import Colour


class ColourPreference(IntEnum):
    """How much a player is due a colour (C.04.3.A.6); the larger the stronger."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


def colour_preference(colours: list[Colour]) -> tuple[Colour | None, ColourPreference, int]:
    """Which colour is due after these games, how strongly, and the colour difference (C.04.3.A.6)."""
    if not colours:
        return None, ColourPreference.NONE, 0
    difference = 2 * colours.count(Colour.RED) - len(colours)
    if difference == 0:
        due = colours[-1].other
    else:
        due = Colour.BLUE if difference > 0 else Colour.RED
    twice = len(colours) > 1 and colours[-1] is colours[-2]
    if abs(difference) > 1:
        return due, ColourPreference.ABSOLUTE, difference
    if twice:
        return colours[-1].other, ColourPreference.ABSOLUTE, difference
    return due, ColourPreference.STRONG if difference else ColourPreference.MILD, difference


TEAM_COLOURS = ("a", "b", "none")
"""The types of colour preferences of teams (C.04.6, 1.7), the usual one first."""


def team_preference(colours: list[Colour], kind: str, *, last: bool) -> tuple[Colour | None, ColourPreference, int]:
    """Which colour a team is due at its first board, how strongly, and the colour difference (C.04.6, 1.7).

    Args:
        colours: of its matches that were played.
        kind: of `TEAM_COLOURS`. The simple preference of type A is one as strong as the strong one of type B.
        last: the round to be paired is the last one.
    """
    difference = 2 * colours.count(Colour.RED) - len(colours)
    ahead = Colour.RED if difference > 0 else Colour.BLUE if difference < 0 else None
    twice = colours[-1] if len(colours) > 1 and colours[-1] is colours[-2] else None
    if kind == "none":
        return None, ColourPreference.NONE, difference
    if ahead is not None and abs(difference) > 1:
        return ahead.other, ColourPreference.STRONG, difference
    if twice is not None and ahead in (None, twice):
        return twice.other, ColourPreference.STRONG, difference
    if kind == "b" and ahead is not None:
        return ahead.other, ColourPreference.MILD, difference
    if kind == "b" and colours and not last:
        return colours[-1].other, ColourPreference.MILD, difference
    return None, ColourPreference.NONE, difference
