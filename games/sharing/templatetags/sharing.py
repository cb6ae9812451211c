"""`{% social … %}` and `{% social_game … %}` in the head of a page, and `{% share_game … %}` beside a board."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game
from games.rules import Viewer
from games.sharing.page import SharedPlace
from games.sharing.pictures import HEIGHT, WIDTH
from games.show.audiences import Audience

register = template.Library()

SIZE = {"width": WIDTH, "height": HEIGHT}


def _place(
    context: dict[str, Any], game: Game, ply: int, view: str, below: int, title: str, audience: Audience
) -> SharedPlace:
    """The place as everybody may see it: a seat's own view before the reveal is shared as that of spectators."""
    own = audience.private
    viewer = Viewer.SPECTATOR if own else audience.viewer
    return SharedPlace(context["request"], game, ply, "" if own else view, below, title, viewer)


@register.inclusion_tag("sharing/_social.html", takes_context=True)
def social(context: dict[str, Any], title: str, description: str) -> dict[str, Any]:
    """What other sites show beside a link to this page, with the picture of the site.

    Args:
        context: of the template.
        title, description: of the page.
    """
    request = context["request"]
    return {
        "title": title,
        "description": description,
        "url": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(reverse("sharing:site-picture")),
        "picture_alt": _("Vexillum: Stratego, where secrets are kept"),
        **SIZE,
    }


@register.inclusion_tag("sharing/_social_game.html", takes_context=True)
def social_game(
    context: dict[str, Any],
    game: Game,
    ply: int,
    view: str,
    below: int,
    title: str,
    description: str,
    audience: Audience,
    waiting: tuple[str, ...],
) -> dict[str, Any]:
    """The same of a game, with the picture of the position; and where they ask what to show.

    Args:
        context: of the template.
        game, ply, view, below, audience: what the page shows.
        title, description: of the page.
        waiting: for what it waits, if there is no position yet.
    """
    place = _place(context, game, ply, view, below, title, audience)
    found = social(context, title, description) | {"place": place, "url": place.here}
    if not waiting and (game.delayed or not game.closed):
        found |= {"picture": place.picture.text, "picture_alt": place.picture_alt}
    return found


@register.inclusion_tag("sharing/_share.html", takes_context=True)
def share_game(
    context: dict[str, Any], game: Game, ply: int, view: str, below: int, title: str, audience: Audience
) -> dict[str, Any]:
    """A link to a ply, a frame and a picture of it, to be copied.

    Args:
        context: of the template.
        game, ply, view, below, audience: what the page shows.
        title: of the page.
    """
    return {"place": _place(context, game, ply, view, below, title, audience)}
