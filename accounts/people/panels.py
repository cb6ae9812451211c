"""Parts that other rooms give to pages about a player: the profile, the account, and the list of the own games.

    @panel(Place.PROFILE)
    def ratings_panel(player: Player) -> str: ...

A room registers its panels in modules that its app loads with Django.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from enum import Enum

from accounts.models import Player

PanelFunction = Callable[[Player], str]
"""Returns safe markup; "" if there is nothing to show of this player."""


class PanelPlace(Enum):
    PROFILE_FACTS = "beside the results on a profile"
    PROFILE = "below them, as wide as the page"
    ACCOUNT = "a line of the menu of an account, for who has signed up"
    GAMES = "in the list of a player's own games, below those that wait for the player"


_PANELS: dict[PanelPlace, list[tuple[int, PanelFunction]]] = defaultdict(list)


def panel(place: PanelPlace, *, order: int = 0) -> Callable[[PanelFunction], PanelFunction]:
    """Register a panel.

    Args:
        place: its place on the page.
        order: the lower, the further up; equal ones follow the order of installed apps.
    """

    def register(function: PanelFunction) -> PanelFunction:
        result = _PANELS[place]
        if function not in (call for _order, call in result):
            result.append((order, function))
            result.sort(key=lambda item: item[0])
        return function

    return register


def panels(place: PanelPlace, player: Player) -> list[str]:
    """What rooms have to show of a player at a place, from the top."""
    return [markup for _order, call in _PANELS[place] if (markup := call(player))]
