"""For other sites: a game in a frame, its picture, and what an address is about (oembed.com).

All of it is made for who is nobody: the audience is everybody, whoever is signed in in this browser. No cookie is read
or set (`web/cookieless.py`), so every cache may keep it. Frames alone may stand on the pages of others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from csp.constants import HEADER
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from games.models import Game
from games.presentation.public_view import NoView, PublicGame, public_game
from games.presentation.reveal import reveal_text
from library.sharing import oembed as asking
from library.sharing.page import THEMES, EmbedPage, place_query, title_of
from library.sharing.pictures import HEIGHT, WIDTH, NoPictures, drawn, site_card
from web.answers import ViewFunction, number_in, plain
from web.compression import gzip_page
from web.limits import costly
from web.replica import from_replica
from web.routes import cookieless

BRIEFLY = 60
"""Seconds for which caches may keep what is over without asking: names may be erased."""

A_DAY = 24 * 3600


def _for_others(view: ViewFunction) -> ViewFunction:
    """Answer a `GET`, with an ETag, and from the replica if there is one."""
    decorated: Any = require_safe(conditional_page(from_replica(view)))
    return cast(ViewFunction, cookieless(decorated))


def _framed(view: ViewFunction) -> ViewFunction:
    """Let any page show the answer in a frame. All other pages of this site refuse that."""

    @wraps(view)
    def inner(request: HttpRequest, key: str) -> HttpResponse:
        response = view(request, key)
        response[HEADER] = build_policy(replace={"frame-ancestors": ["*"]})
        return response

    decorated: Any = xframe_options_exempt(gzip_page(inner))
    return cast(ViewFunction, decorated)


def _keep(response: HttpResponse, game: Game, *, seconds: int = BRIEFLY) -> HttpResponse:
    """Say how long everybody may keep an answer: until it is asked for again, while the game goes on."""
    if game.status == Game.Status.OVER:
        patch_cache_control(response, public=True, max_age=seconds)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return response


def _no_game() -> str:
    return _("There is no game at this address. Capitals matter in it; it may also never have existed.")


def _why_not(missing: NoView) -> tuple[int, str]:
    if missing.known:
        return 403, _("This view of the game opens when the game is revealed.")
    return 404, _("There is no such view of a game.")


# -- frames ---------------------------------------------------------------------------------------


@_framed
@_for_others
def embed(request: HttpRequest, key: str) -> HttpResponse:
    """A game at a ply in a frame: `?ply=`, `view=`, `flip=` as on its page, `theme=light` or `dark`."""
    visited = public_game(key)
    theme = request.GET.get("theme", "") if request.GET.get("theme") in THEMES else ""
    if visited is None:
        return _refused(request, 404, _no_game(), theme)
    if not visited.begun:
        reveal = reveal_text(visited.line.reveal_plan)
        context = {"visited": visited, "title": title_of(visited.game), "reveal": reveal, "theme": theme}
        return _keep(render(request, "sharing/closed.html", context), visited.game)
    asked = request.GET.get("view", "")
    try:
        audience = visited.audience(asked)
    except NoView as missing:
        return _refused(request, *_why_not(missing), theme)
    wanted = number_in(request.GET.get("ply"))
    page = EmbedPage(
        visited, audience, asked, visited.ply(wanted), visited.below(number_in(request.GET.get("flip"))), theme
    )
    if "ply" in request.GET and request.GET["ply"] != str(page.ply):
        response: HttpResponse = HttpResponseRedirect(page.address(page.ply))
        patch_cache_control(response, public=True, no_cache=True)
        return response
    return _keep(render(request, "sharing/embed.html", {"embed": page, "theme": theme}), visited.game)


def _refused(request: HttpRequest, status: int, reason: str, theme: str) -> HttpResponse:
    response = render(request, "sharing/refused.html", {"reason": reason, "theme": theme}, status=status)
    patch_cache_control(response, public=True, no_cache=True)
    return response


# -- pictures -------------------------------------------------------------------------------------

PNG = "image/png"


@costly(per_minute=30, strangers=True)
@_for_others
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """The position at a ply as a PNG: `?ply=`, `view=`, `flip=` as on the page. While there is none to be seen, the
    picture of the site. A ply that has not been played is the last one, for as long as it is that.
    """
    visited = public_game(key)
    if visited is None:
        return plain(404, _no_game())
    wanted = number_in(request.GET.get("ply"))
    try:
        if not visited.begun:
            return _keep(HttpResponse(site_card(), content_type=PNG), visited.game)
        audience = visited.audience(request.GET.get("view", ""))
        ply, below = visited.ply(wanted), visited.below(number_in(request.GET.get("flip")))
        body = drawn(visited, audience, ply=ply, below=below)
    except NoView as missing:
        return plain(*_why_not(missing))
    except NoPictures:
        return plain(404, _("This site draws no pictures."))
    response = HttpResponse(body, content_type=PNG)
    # What an address without a view shows changes with the reveal.
    return _keep(response, visited.game, seconds=A_DAY if visited.game.revealed and "ply" in request.GET else BRIEFLY)


@costly(per_minute=60, strangers=True)
@_for_others
def site_picture(request: HttpRequest) -> HttpResponse:
    try:
        response = HttpResponse(site_card(), content_type=PNG)
    except NoPictures:
        return plain(404, _("This site draws no pictures."))
    patch_cache_control(response, public=True, max_age=A_DAY)
    return response


# -- oEmbed ---------------------------------------------------------------------------------------


@costly(per_minute=120, strangers=True)
@_for_others
def oembed(request: HttpRequest) -> HttpResponse:
    """What an address of a game shows (oembed.com): `?url=`, `format=json` or `xml`, `maxwidth=`, `maxheight=`."""
    words: dict[int, Callable[[], str]] = {
        400: lambda: _("Name the address of a game with “url”; “maxwidth” and “maxheight” are numbers of pixels."),
        404: lambda: _("There is no game at this address. Capitals matter in it; it may also never have existed."),
        501: lambda: _("There is “format=json” and “format=xml”."),
    }
    try:
        asked = asking.wanted(request.GET, {request.get_host().lower()})
        visited = public_game(asked.key)
        if visited is None:
            raise asking.Unsuitable(404)
        if visited.begun:
            visited.audience(asked.place.get("view", ""))
    except NoView as missing:
        return plain(404, _why_not(missing)[1])
    except asking.Unsuitable as error:
        return plain(error.status, words[error.status]())
    site = request.build_absolute_uri(reverse("games:home"))
    value = asking.answer(
        asked,
        title=title_of(visited.game),
        frame=request.build_absolute_uri(_placed("sharing:embed", asked)),
        site=site,
        picture=_thumbnail(request, asked, visited),
    )
    response = HttpResponse(asking.written(value, asked.form), content_type=asking.FORMATS[asked.form])
    return _keep(response, visited.game, seconds=asking.CACHE_AGE)


def _placed(name: str, asked: asking.Wanted) -> str:
    ply, view = asked.place.get("ply", ""), asked.place.get("view", "")
    below = number_in(asked.place.get("flip")) or 0
    return f"{reverse(name, args=[asked.key])}{place_query(ply=number_in(ply), view=view, below=below)}"


def _thumbnail(request: HttpRequest, asked: asking.Wanted, visited: PublicGame) -> tuple[str, int, int] | None:
    """The picture, scaled by its site, if it is not larger than requested."""
    too_wide = "maxwidth" in request.GET and asked.width < WIDTH
    too_high = "maxheight" in request.GET and asked.height < HEIGHT
    if not visited.begun or too_wide or too_high:
        return None
    return request.build_absolute_uri(_placed("sharing:picture", asked)), WIDTH, HEIGHT
