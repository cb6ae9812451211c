"""The tags that set talk and notes beside a board, and guesses beside a replay."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.models import Game
from games.rules import Seat, Viewer
from games.talk import guess_pages, pages

register = template.Library()


@register.simple_tag(takes_context=True)
def talk_panel(context: Any, game: Game, notes: bool = True) -> SafeString:
    """Talk and notes of a game for who is signed in, who must have a seat in it.

    Args:
        context: of the template; it has the request.
        game: which game.
        notes: whether it allows notes.
    """
    request = context["request"]
    return pages.panels_markup(request, game, request.user.player.id, notes=notes)


@register.simple_tag(takes_context=True)
def guess_panel(context: Any, game: Game, own: Seat | None, viewer: Viewer, below: int) -> SafeString:
    """The guesses of a game, as far as the reader may see them; nothing, if there are none.

    Args:
        context: of the template; it has the request.
        game: which game.
        own: the seat of the reader, if it is a player of the game.
        viewer: whose view of the board is shown.
        below: number of the seat whose side is at the bottom.
    """
    player = next((one.player_id for one in game.seats.all() if one.seat == own), None)
    return guess_pages.panel_markup(context["request"], game, player, viewer, below)
