"""The page of an account's devices: where it is signed in, and how to end that."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.people.accounts import SignedInRequest
from accounts.signin.signed_in import end_others, end_session, sessions_of


@login_required
@never_cache
def devices(request: SignedInRequest) -> HttpResponse:
    """Where the account is signed in. POST ends the session that `end` names, or with `others` all but this one."""
    key = request.session.session_key
    if request.method == "POST":
        if "others" in request.POST:
            end_others(request.user, key)
            messages.success(request, _("You are signed in nowhere else any more."))
        elif end_session(request.user, request.POST.get("end", "")):
            messages.success(request, _("Signed out there."))
        else:
            messages.info(request, _("That device was signed out already."))
        return redirect("players:devices")
    context = {"room": "account", "sessions": sessions_of(request.user, key)}
    return render(request, "accounts/devices.html", context)
