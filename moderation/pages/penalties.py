"""What moderators decided about a player, for that player: every penalty, past and present, each with its rule, reason
and length, what was shown and who decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.conduct.restrictions import BARS, in_force
from accounts.conduct.rules import Rule
from accounts.conduct.words import barred_text, length_text, rule_text, state_text, url_of
from accounts.models import Penalty, Player
from accounts.people.accounts import SignedInRequest, player_of
from moderation.cases import penalties
from moderation.cases.refusals import CaseRefused
from moderation.cases.texts import text_of
from moderation.evidence.panels import shown_of
from moderation.pages.appealed import appeal_part
from web.answers import revalidated
from web.keyset import Key, Page, PageCursor, page_of

MOST = 100
"""Penalties on a page, the newest first."""

_BARRING = sorted(frozenset().union(*BARS.values()))
_CHANGING = (Penalty.Kind.RATING, Penalty.Kind.ANNULLED, Penalty.Kind.FORFEITED)


@dataclass(frozen=True, slots=True)
class PenaltyPart:
    """A penalty as its player sees it.

    Attributes:
        now: whether it keeps the player from something.
        stands: whether it is in force and keeps the player from nothing: a result or a rating that was changed.
        says: what it keeps the player from; "" for nothing, or if it is over.
        by: the name of who decided; "" if that account is gone.
        reason: in words; "" if they are erased, or on a list.
    """

    penalty: Penalty
    now: bool
    stands: bool
    url: str
    kind: str
    rule: str
    length: str
    state: str
    says: str
    by: str
    reason: str = ""

    @property
    def asks(self) -> bool:
        """Whether the player has to say to have read it."""
        return self.now and self.penalty.kind == Penalty.Kind.WARNING and self.penalty.acknowledged_at is None


def parts_of(penalties: Iterable[Penalty], at: datetime) -> list[PenaltyPart]:
    """Penalties in words, with the names of who decided in one query."""
    rows = list(penalties)
    names = dict(Player.objects.filter(pk__in={one.by for one in rows if one.by}).values_list("pk", "name"))
    return [
        PenaltyPart(
            penalty=one,
            now=one.in_force(at) and one.kind in _BARRING,
            stands=one.in_force(at) and one.kind in _CHANGING,
            url=url_of(one),
            kind=one.get_kind_display(),
            rule=rule_text(one.rule),
            length=length_text(one),
            state=state_text(one, at),
            says=barred_text(one) if one.in_force(at) else "",
            by=names.get(one.by, "") if one.by else "",
        )
        for one in rows
    ]


@require_safe
@login_required
@never_cache
def standing(request: SignedInRequest) -> HttpResponse:
    """What holds now about who asks, and a page of what is past, the newest first: `?before=` the id of one."""
    me, now = player_of(request.user), timezone.now()
    holds = in_force(now).filter(player=me.pk, kind__in=_BARRING).order_by("-begins", "pk")
    page = penalties_of(me, MOST, key_of_penalty(me, request.GET.get("before", "")))
    others = [one for one in parts_of(page.rows, now) if not one.now]
    context = {
        "room": "account",
        "banned": request.user.ban is not None,
        "present": parts_of(holds, now),
        "lists": [
            ("standing", _("Results and ratings that were changed"), [one for one in others if one.stands]),
            ("past", _("Past"), [one for one in others if not one.stands]),
        ],
        "older": page.rows[-1].pk if page.older else None,
        "inside": page.newer,
    }
    return render(request, "accounts/standing.html", context)


def penalties_of(player: Player, size: int, beside: Key | None) -> Page[Penalty]:
    """A page of what was decided about somebody, the newest first.

    Args:
        player: about whom.
        size: of the page.
        beside: `key_of_penalty` of the one above the page; None for the newest.
    """
    return page_of(Penalty.objects.filter(player=player.pk), size, PageCursor(beside), ("begins", "id"))


def key_of_penalty(player: Player, named: str) -> Key | None:
    """Where a penalty of somebody's own stands in the list; None if there is none of this id."""
    try:
        id = UUID(named)
    except ValueError:
        return None
    return Penalty.objects.filter(pk=id, player=player.pk).values_list("begins", "id").first()


@revalidated
def conduct(request: HttpRequest) -> HttpResponse:
    """The rules of conduct, for everybody."""
    return render(request, "accounts/conduct.html", {"rules": list(Rule)})


@require_safe
@login_required
@never_cache
def penalty(request: SignedInRequest, id: UUID) -> HttpResponse:
    """One of them."""
    row = own_penalty(request, id)
    (found,) = parts_of([row], timezone.now())
    found = replace(found, reason=text_of(row.reason) or "")
    panels = shown_of(row, player_of(request.user))
    context = {"room": "account", "part": found, "banned": request.user.ban is not None, "panels": panels}
    context["appeal"] = appeal_part(row, timezone.now())
    return render(request, "accounts/penalty.html", context)


@require_POST
@login_required
def acknowledge(request: SignedInRequest, id: UUID) -> HttpResponse:
    """POST: a warning is read. The player goes on from there."""
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
    found = Penalty.objects.filter(pk=id, player=player_of(request.user).pk).first()
    if found is None:
        raise Http404
    return found
