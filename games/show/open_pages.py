"""The attributes by which `live.js` keeps an element of an open page up to date."""

from __future__ import annotations

from uuid import UUID

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Game
from web.addresses import address
from web.topics import player_token


def live(game: Game, player: UUID | None = None, *, session: str | None = None) -> SafeString:
    """The attributes of the element that shows a game.

    Args:
        game: which game; the element shows it at `game.public_version`, unless something inside says otherwise with a
            `data-version` of its own.
        player: the id of who reads, to hear of what is the player's own, such as talk. Nobody else's page may hold it.
        session: the key of the reader's session, with which that ends.
    """
    attributes = format_html(
        'data-live="{}" data-version="{}" data-live-check="{}"',
        game.key,
        game.public_version,
        address("live:version", game.key),
    )
    return attributes if player is None else format_html("{} {}", attributes, live_player(player, session=session))


def live_player(player: UUID, *, session: str | None) -> SafeString:
    """The attributes of an element that only wants to hear of a player's own notices, such as a list of games.

    Args:
        player: the id of who reads.
        session: the key of the reader's session.
    """
    return format_html('data-me="{}" data-ticket="{}"', player_token(player, session), address("live:ticket"))
