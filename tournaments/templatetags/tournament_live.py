"""`{% live_tournament key version %}`: the attributes by which `live.js` keeps what is shown of a tournament up to
date."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def live_tournament(key: str, version: int) -> SafeString:
    """The attributes of the element that shows a tournament.

    Args:
        key: its public address.
        version: the version that is shown.
    """
    check = reverse("tournaments:version", args=[key])
    return format_html('data-live="t-{}" data-version="{}" data-live-check="{}"', key, version, check)
