"""The pages of notices: what there is, what one wants to be told, and the link that ends mails of a kind."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.people.accounts import player_of
from notices.domain import commands as domain
from notices.domain.wishes import Want, stop_mail, want, wants, wish
from notices.kinds.registry import under_headings
from notices.kinds.words import words_of
from notices.mails.unsubscribe import read_token
from notices.models import Kind, Notice


@login_required
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """My notices, the newest first, without outdated ones."""
    result = domain.notices_of(_player(request).id)
    rows = list(zip(result, words_of(result), strict=True))
    unread = any(notice.read is None for notice in result)
    return render(request, "notices/notices.html", {"room": "notices", "rows": rows, "unread": unread})


@login_required
@never_cache
@require_safe
def open_notice(request: HttpRequest, number: UUID) -> HttpResponse:
    """Go where a notice leads; it is read then."""
    notice = Notice.objects.filter(id=number, player=_player(request)).first()
    if notice is None:
        raise Http404
    domain.mark_read(notice.player_id, notice=notice.id)
    return redirect(words_of([notice])[0].url)


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    domain.mark_read(_player(request).id)
    return redirect("notices:notices")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Choose what to be told, on the page and by e-mail."""
    player = _player(request)
    if request.method == "POST":
        ticked = request.POST
        wish(player.id, {kind: Want(f"{kind}-page" in ticked, f"{kind}-mail" in ticked) for kind in Kind})
        messages.success(request, _("Your choice is kept."))
        return redirect("notices:settings")
    return render(
        request, "notices/settings.html", {"room": "notices", "groups": _groups(player), "guest": player.guest}
    )


@csrf_exempt  # a mail program posts it, without cookies; the token is signed, and all it can do is end mails
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to end mails of a kind (GET), or end them (POST), without signing in (RFC 8058)."""
    try:
        player_id, kind = read_token(token)
    except ValueError:
        return render(request, "notices/stop.html", {"state": "broken"}, status=404)
    context: dict[str, Any] = {"kind": kind.label, "state": "asked"}
    if not Player.objects.filter(id=player_id).exists():
        context["state"] = "gone"
    elif request.method == "POST":
        stop_mail(player_id, kind)
        context["state"] = "done"
    elif not want(player_id, kind).mail:
        context["state"] = "done"
    return render(request, "notices/stop.html", context)


def _groups(player: Player) -> list[tuple[str, list[tuple[Kind, Want]]]]:
    chosen = wants(player.id)
    return [(heading, [(kind, chosen[kind]) for kind in kinds]) for heading, kinds in under_headings().items()]


def _player(request: HttpRequest) -> Player:
    return player_of(request.user)  # type: ignore[arg-type]  # login_required let nobody else in
