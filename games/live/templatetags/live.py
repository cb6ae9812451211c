"""`{% live game %}`, `{% live game player %}` and `{% live_tournament key version %}`: the attributes by which
`live.js` keeps an element up to date."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.show.open_pages import live, live_player

register = template.Library()

register.simple_tag(live)
register.simple_tag(live_player)


@register.simple_tag
def live_tournament(key: str, version: int) -> SafeString:
    """The attributes of the element that shows a tournament.

    Args:
        key: its public address.
        version: the version that is shown.
    """
    check = reverse("tournaments:version", args=[key])
    return format_html('data-live="t-{}" data-version="{}" data-live-check="{}"', key, version, check)
