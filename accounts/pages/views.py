"""The pages of people: blocks, and an account's settings and requests."""

from __future__ import annotations

from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.conduct import blocks
from accounts.conduct.words import too_many_blocks_text
from accounts.mails import outbox as mail
from accounts.pages.forms import PreferencesForm
from accounts.people.accounts import SignedInRequest, member_of, player_of
from accounts.people.panels import PanelPlace, panels
from accounts.people.preferences import preferences_of
from accounts.signin.address_change import WAIT, change_of
from web.answers import ViewFunction
from web.words import isolated

BLOCKED = 100
"""Names of blocked players on a page of the account."""


def for_members(view: ViewFunction) -> ViewFunction:
    """For members. A guest, made by a click, may neither block nor report anybody."""

    @wraps(view)
    @login_required
    def inner(request: SignedInRequest, *args: str, **kwargs: str) -> HttpResponse:
        if player_of(request.user).guest:
            reason = _("Guests cannot block or report anybody. Sign up first.")
            return render(request, "403.html", {"reason": reason}, status=403)
        return view(request, *args, **kwargs)

    return inner


# -- blocks ----------------------------------------------------------------------------


@require_POST
@for_members
def block(request: SignedInRequest, name: str) -> HttpResponse:
    """Block a player, or take it back if the form says `undo`."""
    me, other = player_of(request.user), member_of(name)
    if me == other:
        return render(request, "400.html", status=400)
    if request.POST.get("undo"):
        blocks.unblock(blocker=me, target=other)
        messages.info(request, _("%(name)s is no longer blocked.") % {"name": isolated(other.name)})
    else:
        try:
            blocks.block(blocker=me, target=other)
        except blocks.TooManyBlocks:
            messages.error(request, too_many_blocks_text())
            return redirect("players:profile", other.name)
        said = _("%(name)s is blocked: no challenges and no words between you.") % {"name": isolated(other.name)}
        way = f"{reverse('players:report')}?{urlencode({'player': other.name})}"
        messages.info(request, format_html('{} <a href="{}">{}</a>', said, way, _("Report to the moderators, too")))
    back = "players:account" if request.POST.get("back") == "account" else None
    return redirect(back) if back else redirect("players:profile", other.name)


# -- the account ----------------------------------------------------------------------------------


@require_safe
@login_required
@never_cache
def account(request: SignedInRequest) -> HttpResponse:
    """The overview of the account."""
    me = player_of(request.user)
    blocked, more = blocks.blocked_by(me, BLOCKED, after=request.GET.get("after", ""))
    context = {"room": "account", "me": me, "panels": panels(PanelPlace.ACCOUNT, me)}
    context |= {"blocked": blocked, "more": blocked[-1] if more else ""}
    return render(request, "accounts/account.html", context | {"change": change_of(request.user)})


@require_safe
def safety(request: HttpRequest) -> HttpResponse:
    """How to keep an account safe, and what to do after a loss; for everybody, as the reader may be locked out."""
    return render(request, "accounts/safety.html", {"room": "account", "days": WAIT.days})


@login_required
@never_cache
def preferences(request: SignedInRequest) -> HttpResponse:
    """How the pages look and where times are."""
    form = PreferencesForm(request.POST or None, instance=preferences_of(request.user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your preferences are kept."))
        return redirect("players:preferences")
    context = {"room": "account", "form": form}
    return render(request, "accounts/preferences.html", context, status=400 if form.errors else 200)


# -- the demo -------------------------------------------------------------------------------------


@require_safe
@never_cache
def outbox(request: HttpRequest) -> HttpResponse:
    """The mails that a demo would have sent. Anywhere else there is no such page."""
    if not settings.VEXILLUM_DEMO:
        raise Http404
    return render(request, "accounts/outbox.html", {"mails": mail.outbox()})
