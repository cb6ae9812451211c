"""What the head of every page asks for: who is signed in, and how much waits for that player.

Nothing is read before a template asks, so that fragments pay nothing for it.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import cached_property

from players.models import Player

__all__ = ["Header", "header"]


class Header:
    """The head of a page for one visitor."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def player(self) -> Player | None:
        """The player who is signed in; None for everybody else, and for an account without one."""
        user = getattr(self._request, "user", None)  # an error may come before anybody is known
        return getattr(user, "player", None) if user is not None and user.is_authenticated else None

    @cached_property
    def waiting(self) -> int:
        """Games in which it is the player's turn."""
        from games.lobby.domain import waiting_count

        return 0 if self.player is None else waiting_count(self.player.id)

    @cached_property
    def unread(self) -> int:
        """Notices that the player has not read; those about the game that this page shows are read now."""
        from notices.domain import unread

        match = getattr(self._request, "resolver_match", None)
        key = match.kwargs.get("key") if match is not None and match.view_name == "games:replay" else None
        return 0 if self.player is None else unread(self.player.id, looking_at=key)


def header(request: HttpRequest) -> dict[str, Any]:
    """The context processor."""
    return {"header": Header(request)}
