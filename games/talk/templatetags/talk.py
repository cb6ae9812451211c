"""The tag that sets talk and notes beside a board."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.models import Game
from games.talk import pages

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
