"""What rooms set beside a game that another room shows, without knowing who shows it.

    @set_beside(BesidePlace.HEAD)
    def banner(request: HttpRequest, shown: ShownGame) -> str: ...

A room registers its panels in modules that its app loads with Django. The template of a page says where they stand:
`{% beside "head" shown %}`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.template import Library
from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.presentation.audiences import Audience
from games.presentation.rooms import social_head
from games.rules import Seat

register = Library()


class BesidePlace(Enum):
    META = "meta"
    """In the head of the page, for other sites: of a replay."""

    HEAD = "head"
    """Below who plays: where the game belongs."""

    TALK = "talk"
    """Beside a board, for who plays at it."""

    ONWARD = "onward"
    """Below a replay that is open to all: what can be begun from its ply."""

    SHARE = "share"
    """Among the options of a replay."""

    GUESSES = "guesses"
    """Below a replay."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as a page shows it.

    Args:
        game: which game.
        player: the id of who plays at it and reads, where the page is for that; None on pages for all.
        notes: who plays may take notes.
        ply, view, below: of a replay: the ply, the audience as the address names it, the number of the seat whose side
            is at the bottom.
        audience: of a replay: whose view it shows.
        own: of a replay: the seat of who reads.
        title, description: of the page.
        waiting: for what the game waits, if there is no position yet.
    """

    game: Game
    player: UUID | None = None
    notes: bool = True
    ply: int = 0
    view: str = ""
    below: int = 0
    audience: Audience | None = None
    own: Seat | None = None
    title: str = ""
    description: str = ""
    waiting: tuple[str, ...] = ()

    @property
    def whose(self) -> Audience:
        """Whose view a replay shows. Raises `LookupError` on other pages."""
        if self.audience is None:
            raise LookupError("only a replay has an audience")
        return self.audience


BesideFunction = Callable[[HttpRequest, ShownGame], str]
"""Returns safe markup; "" if there is nothing to show beside this game."""

_PANELS: dict[str, list[BesideFunction]] = {place.value: [] for place in BesidePlace}


def set_beside(place: BesidePlace) -> Callable[[BesideFunction], BesideFunction]:
    """Registers a panel at a place; a decorator. Panels stand in the order in which their apps are installed."""

    def register(function: BesideFunction) -> BesideFunction:
        if function not in _PANELS[place.value]:
            _PANELS[place.value].append(function)
        return function

    return register


@register.simple_tag(takes_context=True)
def beside(context: dict[str, Any], place: str, shown: ShownGame) -> SafeString:
    """What rooms set beside a game.

    Args:
        context: of the template; it has the request.
        place: the value of a `BesidePlace`.
        shown: the game, as the page shows it.
    """
    request = context["request"]
    return mark_safe("".join([panel(request, shown) for panel in _PANELS[place]]))  # noqa: S308 - each is safe


@register.simple_tag(takes_context=True)
def social(context: dict[str, Any], title: str, description: str) -> SafeString:
    """What other sites show beside a link to this page.

    Args:
        context: of the template; it has the request.
        title, description: of the page.
    """
    return social_head.ask(context["request"], title, description)
