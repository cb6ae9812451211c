"""What moderators decided about a player, for that player: every penalty, past and present, each with its rule, reason
and length, what was shown and who decided.
"""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.conduct.restrictions import in_force
from accounts.conduct.rules import Rule
from accounts.models import Penalty
from accounts.people.accounts import SignedInRequest, player_of
from moderation.cases import penalties
from moderation.cases.appeal_words import appeal_part
from moderation.cases.own_penalties import _BARRING, MOST, key_of_penalty, parts_of, penalties_of
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import text_of
from moderation.evidence.panels import shown_of
from web.answers import revalidated


@require_safe
@login_required
@never_cache
def standing(request: SignedInRequest) -> HttpResponse:
    """The reader's present penalties, and a page of past ones, the newest first: `?before=` the id of one."""
    me, now = player_of(request.user), timezone.now()
    holds = in_force(now).filter(player=me.pk, kind__in=_BARRING).order_by("-begins", "pk")
    page = penalties_of(me, MOST, key_of_penalty(me, request.GET.get("before", "")))
    others = [part for part in parts_of(page.rows, now) if not part.now]
    context = {
        "room": "account",
        "banned": request.user.ban is not None,
        "present": parts_of(holds, now),
        "lists": [
            ("standing", _("Results and ratings that were changed"), [other for other in others if other.stands]),
            ("past", _("Past"), [other for other in others if not other.stands]),
        ],
        "older": page.rows[-1].pk if page.older else None,
        "inside": page.newer,
    }
    return render(request, "moderation/pages/standing.html", context)


@revalidated
def conduct(request: HttpRequest) -> HttpResponse:
    """The rules of conduct, for everybody."""
    return render(request, "moderation/pages/conduct.html", {"rules": list(Rule)})


@require_safe
@login_required
@never_cache
def penalty(request: SignedInRequest, id: UUID) -> HttpResponse:
    row = own_penalty(request, id)
    (part,) = parts_of([row], timezone.now())
    part = replace(part, reason=text_of(row.reason) or "")
    panels = shown_of(row, player_of(request.user))
    context = {"room": "account", "part": part, "banned": request.user.ban is not None, "panels": panels}
    context["appeal"] = appeal_part(row, timezone.now())
    return render(request, "moderation/pages/penalty.html", context)


@require_POST
@login_required
def acknowledge(request: SignedInRequest, id: UUID) -> HttpResponse:
    """POST: a warning is read. Redirects to where the player was."""
    try:
        penalties.acknowledge(penalty=id, player=player_of(request.user).pk)
    except CaseRefused:
        raise Http404 from None
    messages.success(request, _("Thank you. You can begin games again."))
    return redirect("players:standing")


def own_penalty(request: SignedInRequest, id: UUID) -> Penalty:
    """A penalty of who asks.

    Raises:
        Http404: there is none, or it is somebody else's.
    """
    result = Penalty.objects.filter(pk=id, player=player_of(request.user).pk).first()
    if result is None:
        raise Http404
    return result
