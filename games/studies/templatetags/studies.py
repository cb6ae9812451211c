"""The tag that sets studies beside the replay of a game."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.studies.domain.reading import COUNTED, listed_of_game
from games.studies.page import count_words

register = template.Library()


@register.simple_tag
def study_links(game: Game, ply: int) -> SafeString:
    """The way to a study of a game from the ply that is shown, and to those that there are; nothing while the game is
    not open.
    """
    if not game.revealed:
        return mark_safe("")
    count = listed_of_game(game.id)
    context = {
        "begin": f"{reverse('studies:begin', args=[game.key])}?ply={ply}",
        "all": f"{reverse('studies:list')}?{urlencode({'game': game.key})}",
        "words": count_words(count, COUNTED) if count else "",
    }
    return render_to_string("studies/_links.html", context)
