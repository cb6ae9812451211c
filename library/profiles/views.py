"""The page of a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.conduct import blocks
from accounts.people.accounts import member_of, player_of
from accounts.people.panels import PanelPlace, panels
from library.profiles.page import Profile
from library.profiles.vacations import vacation_of
from web.compression import gzip_page


@require_safe
@gzip_page
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may see of a player."""
    try:
        player = member_of(name)
    except Http404:
        reason = _("There is no player of this name. The account may have been deleted.")
        return render(request, "404.html", {"reason": reason}, status=404)
    if player.name != name:
        return redirect("players:profile", player.name)
    me = player_of(request.user) if request.user.is_authenticated else None
    own = me == player
    has_blocked, is_blocked = (False, False) if me is None or own else blocks.between(me.pk, player.pk)
    context = {
        "profile": Profile(player),
        "facts": panels(PanelPlace.PROFILE_FACTS, player),
        "panels": panels(PanelPlace.PROFILE, player),
        "vacation": None if player.bot else vacation_of(player),
        "own": own,
        "may_meet": not (own or has_blocked or is_blocked),
        "has_blocked": has_blocked,
        "me": me,
    }
    return render(request, "profiles/profile.html", context)
