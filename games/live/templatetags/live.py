"""`{% live game %}` and `{% live game player %}`: the attributes by which `live.js` keeps an element up to date."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template
from django.utils.safestring import SafeString

from games.models import Game
from games.show import open_pages

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], game: Game, player: UUID | None = None) -> SafeString:
    """The attributes of the element that shows a `game`, for `player`, who reads; the `context` knows the
    session."""
    session = None if player is None else context["request"].session.session_key
    return open_pages.live(game, player, session=session)


@register.simple_tag(takes_context=True)
def live_player(context: dict[str, Any], player: UUID) -> SafeString:
    """The attributes of an element that only wants to hear of the notices of `player`, who reads."""
    return open_pages.live_player(player, session=context["request"].session.session_key)
