"""The pages of the terms and of privacy, their earlier versions, and where a member agrees to them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.agreements import requirement, texts
from accounts.agreements.models import LONGEST, LegalText
from accounts.people.accounts import SignedInRequest
from web.answers import number_in, revalidated
from web.prose import rendered


@require_safe
@revalidated
def legal(request: HttpRequest, kind: str, number: int | None = None) -> HttpResponse:
    """A text: the version that holds, or an earlier one.

    Args:
        kind: a value of `LegalText.Kind`.
        number: of the version; that which holds, without one.
    """
    now = texts.current(kind)
    shown = now if number is None else texts.version(kind, number)
    if shown is None:
        raise Http404
    context = {
        "room": kind,
        "title": LegalText.Kind(kind).label,
        "legal": shown,
        "holds": shown.number == now.number,
        "markup": rendered(shown.text, longest=LONGEST, deeper=1),
        "versions": texts.versions(kind),
    }
    return render(request, "accounts/legal/text.html", context)


@login_required
@never_cache
def agree(request: SignedInRequest) -> HttpResponse:
    """What is new, and a button that agrees to it. A version that was published meanwhile is shown first."""
    back = request.GET.get("next") or request.POST.get("next") or ""
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = ""
    if request.method == "POST" and requirement.is_asked(request.user):
        seen = number_in(request.POST.get("seen"))
        if request.POST.get("agree") and seen is not None and texts.agree(request.user, seen=seen):
            messages.success(request, _("Thank you. That is noted."))
            return redirect(back or "players:account")
        missing = not request.POST.get("agree")
        return _ask(request, back, status=400 if missing else 409, missing=missing)
    return _ask(request, back)


def _ask(request: SignedInRequest, back: str, *, status: int = 200, missing: bool = False) -> HttpResponse:
    """The page that asks. `missing`: the box was not ticked."""
    currents = [texts.current(kind) for kind in LegalText.Kind.values]
    context = {
        "room": "agree",
        "fresh": [current for current in currents if current.number > request.user.agreed],
        "seen": max(current.number for current in currents),
        "asked": requirement.is_asked(request.user),
        "back": back,
        "age": texts.least_age(),
        "missing": missing,
        "newer": status == 409,
    }
    return render(request, "accounts/legal/agree.html", context, status=status)
