"""`{% tournament_hints player_id %}`: what comes next for a player in tournaments."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template

from tournaments.desk.boards.hints import hints_of

register = template.Library()


@register.inclusion_tag("tournaments/_hints.html")
def tournament_hints(player: UUID) -> dict[str, Any]:
    """A list of the tournaments that a player takes part in and that go on; nothing without any."""
    return {"hints": hints_of(player)}
