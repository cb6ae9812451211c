"""`{% live game %}` and `{% live game player %}`: the attributes by which `live.js` keeps an element up to date."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Game
from realtime.open_pages import live_player
from web.addresses import address

register = Library()


@register.simple_tag(takes_context=True)
def live(context: dict[str, Any], game: Game, player: UUID | None = None) -> SafeString:
    """The attributes of the element that shows a game.

    Args:
        context: of the template; it knows the session, with which the player's own part ends.
        game: which game; the element shows it at `game.public_version`, unless something inside says otherwise with a
            `data-version` of its own.
        player: the id of who reads, to hear of what is the player's own, such as talk. Nobody else's page may hold it.
    """
    attributes = format_html(
        'data-live="{}" data-version="{}" data-live-check="{}"',
        game.key,
        game.public_version,
        address("live:version", game.key),
    )
    if player is None:
        return attributes
    return format_html("{} {}", attributes, live_player(player, session=context["request"].session.session_key))
