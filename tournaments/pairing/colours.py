"""Which colour the Swiss system gives a player, and how strongly (C.04.3)."""

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
