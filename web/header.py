"""What the head of every page asks for: who is signed in, and how much waits for that player.

Nothing is read before a template asks, so that fragments pay nothing for it. What is counted belongs to rooms: each
registers its own count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.functional import cached_property

Counter = Callable[[HttpRequest, UUID], int]

_counters: dict[str, Counter] = {}


def counter(name: str) -> Callable[[Counter], Counter]:
    """Registers what counts something that waits for a player.

    Args:
        name: `waiting` (games in which it is the player's turn) or `unread` (notices).
    """

    def register(function: Counter) -> Counter:
        _counters[name] = function
        return function

    return register


def count(name: str, request: HttpRequest, player: UUID) -> int:
    """How much waits for a player, as the room that registered the name counts it; 0 if none has."""
    function = _counters.get(name)
    return 0 if function is None else function(request, player)


class Header:
    """The head of a page for one visitor."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def player(self) -> Any:
        """The player who is signed in; None for everybody else, and for an account without one."""
        user = getattr(self._request, "user", None)  # an error may come before anybody is known
        return getattr(user, "player", None) if user is not None and user.is_authenticated else None

    @cached_property
    def waiting(self) -> int:
        """Games in which it is the player's turn."""
        return self._count("waiting")

    @cached_property
    def unread(self) -> int:
        """Notices that the player has not read; those about the game that this page shows are read now."""
        return self._count("unread")

    def _count(self, name: str) -> int:
        return 0 if self.player is None else count(name, self._request, self.player.id)


def header(request: HttpRequest) -> dict[str, Any]:
    """The context processor. `room` is what a page says of itself; where one says nothing, each look for it would go
    through all that the template was given.
    """
    return {"header": Header(request), "room": ""}
