"""What open pages ask for once they know that something has changed."""

from __future__ import annotations

import gzip

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import Player
from games.domain import queries
from games.models import Game
from games.presentation.audiences import Audience
from games.replay import timeline
from games.rules import Viewer, variant
from play.live.present import kept, kept_or_made, rendered
from realtime.topics import player_token
from web.answers import plain, small_number, unkept
from web.header import count

FOR_EVER = 365 * 24 * 3600
PUBLIC = Audience(Viewer.SPECTATOR, "sealed", private=False)


@require_safe
@conditional_page
def version(request: HttpRequest, key: str) -> HttpResponse:
    """The public version of a game. Anyone may know it; of a game that is closed to spectators only who sits there,
    because it counts the moves. Who is behind is told the version that they have come to.
    """
    game = Game.objects.only("public_version", "spectators", "status").filter(key=key).first()
    if game is None:
        return plain(404, _("There is no game at this address."))
    if game.delayed:
        player = queries.seat_of(game, request.user) is not None
        response = JsonResponse({"version": game.public_version if player else timeline(game).version})
        patch_cache_control(response, private=True, no_cache=True)
        return response
    if game.closed and queries.seat_of(game, request.user) is None:
        return plain(403, _("Nobody but its players sees this game before it is over."))
    response = JsonResponse({"version": game.public_version})
    patch_cache_control(response, **{"private" if game.closed else "public": True}, no_cache=True)
    return response


@require_safe
def ticket(request: HttpRequest) -> HttpResponse:
    """A fresh token for the reader's own notices, and how much waits for the reader; `null` for who has no player."""
    player = None
    if request.user.is_authenticated:
        player = Player.objects.filter(account_id=request.user.pk).values_list("id", flat=True).first()
    texts: dict[str, str | int | None] = {"me": None}
    if player is not None:
        waits = {name: count(name, request, player) for name in ("waiting", "unread")}
        texts = {"me": player_token(player, request.session.session_key), **waits}
    return unkept(JsonResponse(texts))


@require_safe
def now(request: HttpRequest, key: str, audience: str, build: str, number: int) -> HttpResponse:
    """The present position as spectators see it, at an address for each version: kept by everyone for ever.

    Only the present is drawn here: who asks for a version that has passed is sent to the present one, and there is none
    from the future. It depends on nothing that a cookie says.

    Args:
        key, audience, build, number: what the address names: the game, who looks, the build of the service, the
            version.
    """
    if audience != PUBLIC.viewer.value:
        return plain(404, _("Only what spectators see is here."))
    below = request.GET.get("flip", "0")[:1]
    name = f"{key}:{audience}:{build}:{number}:{below}"
    body = kept(name) if build == PUBLIC.build else None
    if body is None:
        game = queries.game_by_key(key)
        if game is not None and game.closed:  # first of all: how far it has come is a part of it
            return plain(403, _("Nobody but its players sees this game before it is over."))
        if game is None or number > game.public_version or not _is_side(below, game):
            return plain(404, _("The game has not come that far."))
        if build == PUBLIC.build and number == game.public_version:
            body = kept_or_made(name, lambda: rendered(game, PUBLIC, number, int(below)))
        if body is None:
            game.refresh_from_db(fields=["public_version", "status"])
            if game.status == Game.Status.WAITING:
                return plain(404, _("Play has not begun."))
            return _to_present(request, game)
    return _answer(request, body)


def _is_side(below: str, game: Game) -> bool:
    side = small_number(below, digits=1)
    return side is not None and side < len(variant(game.variant).seats)


def _address(key: str, number: int) -> str:
    return reverse("live:now", args=[key, PUBLIC.viewer.value, PUBLIC.build, number])


def _to_present(request: HttpRequest, game: Game) -> HttpResponse:
    query = request.GET.urlencode()
    address = _address(game.key, game.public_version)
    response = HttpResponseRedirect(f"{address}?{query}" if query else address)
    patch_cache_control(response, public=True, no_store=True)
    return response


def _answer(request: HttpRequest, compressed: bytes) -> HttpResponse:
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(compressed if zipped else gzip.decompress(compressed))
    if zipped:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    patch_cache_control(response, public=True, max_age=FOR_EVER, immutable=True)
    return response
