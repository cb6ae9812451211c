"""The pages of an account's tokens."""

from __future__ import annotations

from functools import wraps
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.authentication.second_factor import has_factor, has_shown, shown_lately, stopped
from accounts.authentication.sessions import hold_session
from accounts.mails.outbox import site_of
from accounts.models import Account
from accounts.people.accounts import SignedInRequest, player_of
from api.models import Scope
from api.tokens import grants
from api.tokens import tokens as token_tokens
from api.tokens.forms import TokenForm
from tournaments.models import TournamentStaff
from web.answers import ViewFunction, refused


def for_members(view: ViewFunction) -> ViewFunction:
    """For members: a guest has no password that would guard a token."""

    @wraps(view)
    @login_required
    def inner(request: SignedInRequest, *args: UUID, **kwargs: UUID) -> HttpResponse:
        if player_of(request.user).guest:
            return refused(request, 403, _("Guests have no tokens. Sign up first."))
        return view(request, *args, **kwargs)

    return inner


@never_cache
@for_members
def tokens(request: SignedInRequest) -> HttpResponse:
    """All tokens of an account; POST makes one, and shows its secret this once."""
    form = TokenForm(request.POST or None, staff=_has_powers(request.user))
    made = None
    if request.method == "POST" and form.is_valid():
        shown_lately(request)
        if answer := _without_factor(request, form):
            return answer
        if form.is_valid():
            made = _made(request, form)
    shown = TokenForm(staff=_has_powers(request.user)) if made is not None else form
    context = {
        "room": "account",
        "form": shown,
        "made": made,
        "tokens": token_tokens.tokens_of(request.user),
        "programs": grants.programs_of(request.user),
        "now": timezone.now(),
        "most": token_tokens.MOST,
    }
    return render(request, "api/tokens.html", context, status=400 if shown.errors else 200)


def _has_powers(account: Account) -> bool:
    """Whether there is something that a token for the staff would open: the site's, or that of an event."""
    return account.is_staff or TournamentStaff.objects.filter(player=player_of(account).id).exists()


def _without_factor(request: SignedInRequest, form: TokenForm) -> HttpResponse | None:
    """What is answered who wants a token for the staff and has not shown a second factor; None if all is well, or the
    form says what is missing. Time that the staff of old has to set one up does not count here.
    """
    if Scope.STAFF not in form.cleaned_data["scopes"] or not settings.VEXILLUM_STAFF_FACTORS or has_shown(request):
        return None
    if has_factor(request.user) and (answer := stopped(request)) is not None:
        return answer
    form.add_error("scopes", _("Set up a second step first: a token for the staff needs one."))
    return None


def _made(request: SignedInRequest, form: TokenForm) -> token_tokens.MadeToken | None:
    data = form.cleaned_data
    try:
        with transaction.atomic():
            hold_session(request)
            return token_tokens.make_token(
                account=request.user,
                name=data["name"],
                scopes=data["scopes"],
                days=data["days"],
                site=site_of(request),
            )
    except token_tokens.TooManyTokens as error:
        words = _("You have as many tokens as there can be. Revoke one that you do not need.")
        if error.made:
            words = _("You have made very many tokens today. Make the next one tomorrow.")
        form.add_error(None, words)
        return None


@never_cache
@for_members
def token(request: SignedInRequest, id: UUID) -> HttpResponse:
    """Asks whether to revoke a token; POST does."""
    row = token_tokens.token_of(request.user, id)
    if row is None:
        return refused(request, 404, _("You have no such token."))
    if request.method == "POST":
        token_tokens.revoke(row)
        messages.success(request, _("Revoked. No program gets in by it any more."))
        return redirect("api:tokens")
    return render(request, "api/token.html", {"room": "account", "token": row, "works": row.works(timezone.now())})


@never_cache
@for_members
def let_in(request: SignedInRequest, id: str) -> HttpResponse:
    """Asks whether to end what a program was let do; POST does."""
    result = next((program for program in grants.programs_of(request.user) if program.program.pk == id), None)
    if result is None:
        return refused(request, 404, _("You let no such program in."))
    if request.method == "POST":
        grants.end_program(request.user, result.program)
        messages.success(request, _("Ended. The program gets in no more."))
        return redirect("api:tokens")
    return render(request, "api/let_in.html", {"room": "account", "found": result})
