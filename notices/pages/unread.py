"""How many notices a player has not read, for the head of every page."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from notices.domain.commands import unread
from web.header import counter


@counter("unread")
def notices_unread(request: HttpRequest, player: UUID) -> int:
    """Notices that are not read; those about the game that the page shows are read by that."""
    match = request.resolver_match
    key = match.kwargs.get("key") if match is not None and match.view_name == "games:replay" else None
    return unread(player, looking_at=key)
