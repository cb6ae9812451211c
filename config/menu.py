"""The links in the head and at the foot of every page. `templates/base.html` places them, with `{% menu %}`,
and the parts of it that are the same for all pages."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template import Library
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences
from web.addresses import address
from web.drawn_parts import drawn

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
    room = context.get("room")
    if part == "bar":
        links = [*(_link(link, room) for link in HEAD), *(_link(link, room, "wide") for link in WIDE)]
    elif part == "folded":
        links = [format_html('<li class="narrow">{}</li>', _link(link)) for link in WIDE]
    elif part == "foot":
        links = [_link(link) for link in FOOT]
    else:
        links = [format_html("<li>{}</li>", _link(link, room)) for link in (OWN if part == "own" else MORE)]
    return mark_safe("\n".join(links))  # noqa: S308 - each is escaped


@register.simple_tag(takes_context=True)
def site_html(context: dict[str, Any]) -> SafeString:
    """The first tag of every page, as its reader wants pieces, board and colours."""
    wanted = context.get("preferences") or Preferences()
    return drawn("_html.html", pieces=wanted.pieces, board=wanted.board, theme=wanted.theme)


@register.simple_tag(takes_context=True)
def site_links(context: dict[str, Any]) -> SafeString:
    """The stylesheets and scripts of every page."""
    return drawn("_links.html", player=_player(context) is not None)


@register.simple_tag(takes_context=True)
def site_header(context: dict[str, Any]) -> SafeString:
    """The head of every page, with all that it shows of who is signed in."""
    user, player, room = getattr(context.get("request"), "user", None), _player(context), context.get("room") or ""
    if user is None or not user.is_authenticated:
        return drawn("_header.html", room=room)
    shown = {"room": room, "member": True, "staff": user.is_staff, "name": user.username}
    if player is not None:
        head = context["header"]
        shown |= {"player": True, "name": player.name, "guest": player.guest, "unproven": player.unproven}
        shown |= {"waiting": head.waiting, "unread": head.unread}
    return drawn("_header.html", **shown)


def _player(context: dict[str, Any]) -> Any:
    return getattr(context.get("header"), "player", None)


def _link(link: MenuLink, room: str | None = None, kind: str = "") -> SafeString:
    shown = format_html(' class="{}"', kind) if kind else ""
    current = mark_safe(' aria-current="page"') if room and link.room == room else ""
    return format_html('<a{} href="{}"{}>{}</a>', shown, address(link.view), current, link.words)
