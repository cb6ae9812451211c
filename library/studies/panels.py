"""What a profile shows of a player's studies, and the way to studies from the replay of a game."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from games.presentation.panels import BesidePlace, ShownGame, set_beside
from library.studies.domain.queries import COUNTED, listed_of_game, listed_of_player
from library.studies.page import count_words


@panel(PanelPlace.PROFILE, order=5)
def studies_panel(player: Player) -> str:
    """A link to the public studies that a player writes; nothing without any."""
    count = listed_of_player(player.pk)
    if not count:
        return ""
    words = ngettext("%(count)d public study", "%(count)d public studies", count) % {"count": count}
    address = f"{reverse('studies:list')}?{urlencode({'player': player.name})}"
    markup = '<section class="panel studies-of"><h2>{}</h2><p><a href="{}">{}</a></p></section>'
    return format_html(markup, _("Studies"), address, words)


@set_beside(BesidePlace.ONWARD)
def study_links(_request: HttpRequest, shown: ShownGame) -> str:
    """The way to a study of a game from the ply that is shown, and to those that there are; nothing while the game is
    not open.
    """
    if not shown.game.revealed:
        return ""
    count = listed_of_game(shown.game.id)
    context = {
        "begin": f"{reverse('studies:begin', args=[shown.game.key])}?ply={shown.ply}",
        "all": f"{reverse('studies:list')}?{urlencode({'game': shown.game.key})}",
        "words": count_words(count, COUNTED) if count else "",
    }
    return render_to_string("studies/_links.html", context)
