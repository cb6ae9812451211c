"""`{% live_player id %}`: the attributes by which `live.js` hears of what is a player's own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString

from realtime.topics import player_token
from web.addresses import address

register = Library()

_tickets: list[str] = []


def tickets_at(view: str) -> None:
    """Registers where a page gets another token of its player's topic, once its own is too old.

    Args:
        view: whose address it is, such as `live:ticket`.
    """
    _tickets[:] = [view]


def live_player(player: UUID, *, session: str | None) -> SafeString:
    """The attributes of an element that only wants to hear of a player's own notices, such as a list of games.

    Args:
        player: the id of the reader.
        session: the key of the reader's session, with which that ends.
    """
    return format_html('data-me="{}" data-ticket="{}"', player_token(player, session), address(_tickets[0]))


@register.simple_tag(takes_context=True, name="live_player")
def live_player_tag(context: dict[str, Any], player: UUID) -> SafeString:
    """The same in a template: the `context` knows the session of `player`, who reads."""
    return live_player(player, session=context["request"].session.session_key)
