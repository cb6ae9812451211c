"""The links in the head and at the foot of every page. Each room offers its own (`offer`, where its app is ready), and
`templates/base.html` says where they stand, by `{% menu %}`.
"""

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

from web.addresses import address

register = Library()

HEAD, WIDE, MORE, OWN, FOOT = "head", "wide", "more", "own", "foot"
"""Where links stand: in the head of a page; there if it is wide, else in its menu; in the menu; there for who is signed
in; at the foot."""


class MenuLink(NamedTuple):
    """A link that every page has."""

    words: Promise
    view: str
    room: str | None = None


_offered: dict[str, dict[int, MenuLink]] = {place: {} for place in (HEAD, WIDE, MORE, OWN, FOOT)}


def offer(place: str, at: int, words: Promise, view: str, *, room: str | None = None) -> None:
    """Registers a link.

    Args:
        place: where it stands: one of those above.
        at: the order among the links of the place, counted in tens.
        words: what it is called.
        view: whose address it leads to, such as `tournaments:list`.
        room: what pages there say of themselves as their `room`, if they do; then they are marked as the current one.

    Raises:
        LookupError: another link stands there.
    """
    before = _offered[place].setdefault(at, MenuLink(words, view, room))
    if before.view != view:
        raise LookupError(f"two links at {at} ({place}): {before.view} and {view}")


def _links(*places: str) -> list[tuple[MenuLink, str]]:
    found = [(at, place, link) for place in places for at, link in _offered[place].items()]
    return [(link, place) for _at, place, link in sorted(found, key=lambda one: one[0])]


@register.simple_tag(takes_context=True)
def menu(context: dict[str, Any], part: str) -> SafeString:
    """The links of a part of the page: `bar`, `folded` (those of the bar that a narrow page has no room for), `more`,
    `own` or `foot`."""
    urls = get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF
    return _drawn(part, context.get("room"), get_language(), urls)


@lru_cache(maxsize=512)
def _drawn(part: str, room: str | None, _language: str | None, _urls: tuple[str, str]) -> SafeString:
    if part == "bar":
        links = [_link(one, room, WIDE if place == WIDE else "") for one, place in _links(HEAD, WIDE)]
    elif part == "folded":
        links = [format_html('<li class="narrow">{}</li>', _link(one)) for one, _place in _links(WIDE)]
    elif part == FOOT:
        links = [_link(one) for one, _place in _links(FOOT)]
    else:
        links = [format_html("<li>{}</li>", _link(one, room)) for one, _place in _links(part)]
    return mark_safe("\n".join(links))  # noqa: S308 - each is escaped


def _link(one: MenuLink, room: str | None = None, kind: str = "") -> SafeString:
    shown = format_html(' class="{}"', kind) if kind else ""
    current = mark_safe(' aria-current="page"') if room and one.room == room else ""
    return format_html('<a{} href="{}"{}>{}</a>', shown, address(one.view), current, one.words)
