"""Parts of pages that each process draws once for what they show.

    {% drawn "_row.html" row=row %}

The template knows the values that it is given and nothing else, no request and no reader: so the values, with the
language and the addresses of the site, say all that it can show, and are what it is kept under.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django.conf import settings
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.template import Library
from django.template.loader import render_to_string
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()

Shown = Hashable
_Key = tuple[tuple[str, type, Shown], ...]


@register.simple_tag
def drawn(template: str, **shown: Shown) -> SafeString:
    """The markup of a template for some values.

    Args:
        template: its name.
        shown: its whole context: texts, numbers, and frozen dataclasses of them. That a text is markup already is a
            part of it, as the type says.
    """
    place = get_language(), get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF
    return _drawn(template, place, tuple((name, type(value), value) for name, value in shown.items()))


@lru_cache(maxsize=2048)
def _drawn(template: str, _place: tuple[str | None, str, str], shown: _Key) -> SafeString:
    return render_to_string(template, {name: value for name, _type, value in shown})


@receiver(setting_changed)
def _forget(**_change: object) -> None:
    _drawn.cache_clear()
