"""Data for other sites in the head of a page, and the text to copy at a replay."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.presentation.panels import BesidePlace, ShownGame, set_beside
from games.presentation.rooms import social_head
from games.rules import Viewer
from library.sharing.page import SharedPlace
from library.sharing.pictures import HEIGHT, WIDTH

SIZE = {"width": WIDTH, "height": HEIGHT}


def _place(request: HttpRequest, shown: ShownGame) -> SharedPlace:
    """The place as everybody may see it: a seat's own view before the reveal is shared as that of spectators."""
    own = shown.whose.private
    viewer = Viewer.SPECTATOR if own else shown.whose.viewer
    return SharedPlace(request, shown.game, shown.ply, "" if own else shown.view, shown.below, shown.title, viewer)


def _told(request: HttpRequest, title: str, description: str) -> dict[str, Any]:
    return {
        "title": title,
        "description": description,
        "url": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(reverse("sharing:site-picture")),
        "picture_alt": _("Vexillum: find the enemy Flag; you see the pieces, not their ranks"),
        **SIZE,
    }


@social_head.provide
def social(request: HttpRequest, title: str, description: str) -> SafeString:
    """The preview of other sites for a link to this page, with the picture of the site.

    Args:
        request: for the page.
        title, description: of the page.
    """
    return render_to_string("sharing/_social.html", _told(request, title, description))


@set_beside(BesidePlace.META)
def social_game(request: HttpRequest, shown: ShownGame) -> str:
    """The same of a game, with the picture of the position; and where they ask what to show."""
    place = _place(request, shown)
    result = _told(request, shown.title, shown.description) | {"place": place, "url": place.here}
    if not shown.waiting and (shown.game.delayed or not shown.game.closed):
        result |= {"picture": place.picture.text, "picture_alt": place.picture_alt}
    return render_to_string("sharing/_social_game.html", result)


@set_beside(BesidePlace.SHARE)
def share_game(request: HttpRequest, shown: ShownGame) -> str:
    """A link to a ply, a frame and a picture of it, to be copied."""
    return render_to_string("sharing/_share.html", {"place": _place(request, shown)})
