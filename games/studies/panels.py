"""What a profile shows of a player's studies."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.studies.domain.reading import listed_of_player
from players.models import Player
from players.people.panels import PanelPlace, panel


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
