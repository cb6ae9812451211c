"""Ratings: a projection of the games that were rated.

    rating_of(player_id, "barrage")   # RatingValue(value=1612, deviation=74, games=31, provisional=False)
    changes_of(game_id)               # {Seat.RED: (1605, 1612), Seat.BLUE: (1580, 1574)}

What other rooms use is named here, and loaded when it is first used, because Django imports this before its models.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ratings.domain.figures import left_by
    from ratings.domain.queries import (
        RatingValue,
        changes_of,
        has_rated_games,
        history,
        ladders_of,
        rating_of,
        ratings_among,
        surely_at_least,
    )
    from ratings.pages.panel import ratings_panel
    from ratings.pages.words import rating_lines, rating_note

__all__ = [
    "RatingValue",
    "changes_of",
    "has_rated_games",
    "history",
    "ladders_of",
    "left_by",
    "rating_lines",
    "rating_note",
    "rating_of",
    "ratings_among",
    "ratings_panel",
    "surely_at_least",
]

_MODULES = {
    "left_by": "domain.figures",
    "ratings_panel": "pages.panel",
    "rating_lines": "pages.words",
    "rating_note": "pages.words",
}


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'domain.queries')}"), name)
    raise AttributeError(name)
