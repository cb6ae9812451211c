"""The links in the head and at the foot of every page. `templates/base.html` places them, with `{% menu %}`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.template import Library
from django.urls import get_script_prefix, get_urlconf
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from web.addresses import address

register = Library()


class MenuLink(NamedTuple):
    """A link that every page has.

    Attributes:
        view: whose address it leads to.
        room: what pages there say of themselves as their `room`, if they do; then they are marked as the current one.
    """

    words: Promise
    view: str
    room: str | None = None


HEAD = (MenuLink(_("Play"), "lobby:lobby", "lobby"),)
"""In the head of a page."""

WIDE = (
    MenuLink(_("Watch"), "lobby:watch", "watch"),
    MenuLink(_("Tournaments"), "tournaments:list", "tournaments"),
    MenuLink(_("Games"), "games:archive", "archive"),
    MenuLink(_("Rules"), "games:rules", "rules"),
)
"""There if it is wide, else in its menu."""

MORE = (MenuLink(_("Puzzles"), "puzzles:index", "puzzles"), MenuLink(_("Studies"), "studies:list", "studies"))
"""In the menu."""

OWN = (MenuLink(_("My set-ups"), "setups:index"), MenuLink(_("My studies"), "studies:mine", "my studies"))
"""For signed-in users."""

FOOT = (
    MenuLink(_("Play the computer"), "bots:computer"),
    MenuLink(_("All games"), "games:archive"),
    MenuLink(_("Puzzles"), "puzzles:index"),
    MenuLink(_("Studies"), "studies:list"),
    MenuLink(_("Ratings"), "ratings:ratings"),
    MenuLink(_("Open data"), "releases:open-data"),
    MenuLink(_("Rules"), "games:rules"),
    MenuLink(_("Conduct"), "players:conduct"),
    MenuLink(_("Checkpoints of the log"), "games:checkpoints"),
    MenuLink(_("Terms of use"), "players:terms"),
    MenuLink(_("Privacy"), "players:privacy"),
    MenuLink(_("Moderation in figures"), "moderation:figures"),
)


@register.simple_tag(takes_context=True)
def menu(context: dict[str, Any], part: str) -> SafeString:
    """The links of a part of the page: `bar`, `folded` (those of the bar that a narrow page has no room for), `more`,
    `own` or `foot`."""
    urls = get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF
    return _drawn(part, context.get("room"), get_language(), urls)


@lru_cache(maxsize=512)
def _drawn(part: str, room: str | None, _language: str | None, _urls: tuple[str, str]) -> SafeString:
    if part == "bar":
        links = [*(_link(link, room) for link in HEAD), *(_link(link, room, "wide") for link in WIDE)]
    elif part == "folded":
        links = [format_html('<li class="narrow">{}</li>', _link(link)) for link in WIDE]
    elif part == "foot":
        links = [_link(link) for link in FOOT]
    else:
        links = [format_html("<li>{}</li>", _link(link, room)) for link in (OWN if part == "own" else MORE)]
    return mark_safe("\n".join(links))  # noqa: S308 - each is escaped


def _link(link: MenuLink, room: str | None = None, kind: str = "") -> SafeString:
    shown = format_html(' class="{}"', kind) if kind else ""
    current = mark_safe(' aria-current="page"') if room and link.room == room else ""
    return format_html('<a{} href="{}"{}>{}</a>', shown, address(link.view), current, link.words)
