"""The pages of an account's own programs."""

from __future__ import annotations

from allauth.idp.oidc.models import Client
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.authentication.second_factor import shown_lately
from accounts.mails.outbox import site_of
from accounts.people.accounts import SignedInRequest
from api.models import Program
from api.oauth import registration
from api.oauth.forms import AddressesForm, ProgramForm
from api.oauth.revocation import delete_program
from api.tokens.pages import for_members
from web.answers import refused


@never_cache
@require_http_methods(["GET", "POST"])
@for_members
def programs(request: SignedInRequest) -> HttpResponse:
    """All programs of an account; POST makes one, and shows its secret this once."""
    form = ProgramForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        shown_lately(request)
        data = form.cleaned_data
        try:
            made, secret = registration.make_program(
                owner=request.user,
                name=data["name"],
                public=data["type"] == Client.Type.PUBLIC,
                addresses=data["addresses"],
            )
        except registration.TooManyPrograms:
            form.add_error(None, _("You have as many programs as there can be. Delete one that nobody needs."))
        else:
            return _page(request, made, secret=secret, new=True)
    context = {
        "room": "account",
        "form": form,
        "programs": registration.programs_made_by(request.user),
        "most": registration.MOST,
    }
    return render(request, "api/oauth/programs.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@for_members
def program(request: SignedInRequest, id: str) -> HttpResponse:
    """One program; POST keeps its addresses, gives it another secret, or deletes it."""
    result = registration.program_made_by(request.user, id)
    if result is None:
        return refused(request, 404, _("You have no such program."))
    do = request.POST.get("do")
    if do == "delete":
        shown_lately(request)
        delete_program(result)
        messages.success(request, _("Deleted. It gets in nowhere any more."))
        return redirect("api:programs")
    if do == "secret" and not result.is_public:
        shown_lately(request)
        return _page(request, result, secret=registration.renew_secret(result, site=site_of(request)))
    if do == "addresses":
        form = AddressesForm(request.POST)
        if not form.is_valid():
            return _page(request, result, form=form)
        shown_lately(request)
        registration.send_to(result, form.cleaned_data["addresses"], site=site_of(request))
        messages.success(request, _("Kept."))
        return redirect("api:program", result.pk)
    return _page(request, result)


def _page(
    request: SignedInRequest,
    program: Program,
    *,
    form: AddressesForm | None = None,
    secret: str = "",
    new: bool = False,
) -> HttpResponse:
    shown = AddressesForm(initial={"addresses": program.redirect_uris}) if form is None else form
    users, more = registration.users_of(program)
    context = {
        "room": "account",
        "program": program,
        "form": shown,
        "secret": secret,
        "new": new,
        "users": users,
        "more": more,
    }
    return render(request, "api/oauth/program.html", context, status=400 if shown.errors else 200)
