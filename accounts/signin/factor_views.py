"""Pages of second factors. Allauth's views, with our templates: guests sign up first, what cannot be accepted is no
success, and who came from a door of powers (`accounts/authentication/second_factor.py`) finds the way back.
"""

from __future__ import annotations

import json
from datetime import timedelta
from math import ceil
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import Login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base.views import AuthenticateView, IndexView, ReauthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import (
    DownloadRecoveryCodesView,
    GenerateRecoveryCodesView,
    ViewRecoveryCodesView,
)
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.internal import flows
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    EditWebAuthnView,
    LoginWebAuthnView,
    ReauthenticateWebAuthnView,
    RemoveWebAuthnView,
)
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.authentication.second_factor import LATER, ONWARD, grace_ends, has_shown, needs_factor
from accounts.people.accounts import SignedInRequest
from accounts.signin import factor_confirmation
from accounts.signin.factor_forms import OwnerCodeForm
from accounts.signin.views import ForMembers, Refusing


class Onward:
    """Knows where somebody was going, and what a browser needs for a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the templates expect besides."""
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        request: HttpRequest = self.request  # type: ignore[attr-defined]
        context["room"] = "account" if request.user.is_authenticated else "login"
        if request.user.is_authenticated:
            context["onward"] = request.session.get(ONWARD) if has_shown(request) else None
        for options in context.pop("js_data", {}).values():
            context["options"] = json.dumps(options, cls=DjangoJSONEncoder)
        return context


class Factors(ForMembers, Onward, IndexView):
    """What an account has, and what can be set up."""

    template_name = "account/factors/index.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With whether this account needs one, and until when it need not have it."""
        context = super().get_context_data(**kwargs)
        account: Any = self.request.user
        shown = context["onward"] is not None or bool(context["authenticators"])
        waiting = None if shown else self.request.session.get(ONWARD)
        context |= {
            "passkeys": context["authenticators"].get(Authenticator.Type.WEBAUTHN, ()),
            "app": context["authenticators"].get(Authenticator.Type.TOTP),
            "codes": context["authenticators"].get(Authenticator.Type.RECOVERY_CODES),
            "needed": needs_factor(account) or waiting is not None,
            "waiting": waiting,
            "until": grace_ends(account),
        }
        return context


@require_POST
@login_required
def put_off(request: SignedInRequest) -> HttpResponse:
    """Go on without a second factor for this session, as long as there is a grace."""
    request.session[LATER] = True
    return redirect(request.session.pop(ONWARD, None) or "players:account")


class SecondStep(Refusing, Onward, AuthenticateView):
    template_name = "account/factors/step.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """No passkey is requested if there is none."""
        context = super().get_context_data(**kwargs)
        if not json.loads(context["options"])["publicKey"].get("allowCredentials"):
            context["webauthn_form"] = None
        return context

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong: not that of allauth, which forgets it."""
        response: HttpResponse = self.render_to_response(self.get_context_data(), status=400)
        return response


class CodeAgain(Refusing, ForMembers, Onward, ReauthenticateView):
    """A code before a dangerous act."""

    template_name = "account/factors/again.html"


class AskingOwner:
    """Asks for a code of a mail before the first factor is set up (`accounts/signin/factor_confirmation.py`).

    Attributes:
        page: what stands for the page in `CONFIRMED`.
    """

    page = ""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect users who must enter a code to its page."""
        if request.user.is_authenticated and factor_confirmation.is_needed(request, request.user):
            return redirect(f"{reverse('mfa_confirm')}?page={self.page}")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


CONFIRMED = {"app": "mfa_activate_totp", "passkeys": "mfa_add_webauthn"}
"""The pages for codes by mail, with their addresses."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_owner(request: SignedInRequest) -> HttpResponse:
    """Send the code for the first factor (`send`), or look at one (`code`); then go on to `?page=`."""
    account, page = request.user, request.GET.get("page", "")
    page = page if page in CONFIRMED else "passkeys"
    if not factor_confirmation.is_needed(request, account):
        return redirect(CONFIRMED[page])
    form, status = OwnerCodeForm(), 200
    if "send" in request.POST:
        seconds = factor_confirmation.send_code(request, account, site=get_adapter().site(request))
        if not seconds:
            messages.success(request, _("A mail with a code is on its way."))
            return redirect(f"{reverse('mfa_confirm')}?page={page}")
        messages.error(request, _("The last mail was sent not long ago. It may still be on its way."))
        status = 429
    elif request.method == "POST":
        form, status = OwnerCodeForm(request.POST), 400
        if form.is_valid():
            wait = factor_confirmation.enter_code(request, account, form.cleaned_data["code"])
            if wait is None:
                return redirect(CONFIRMED[page])
            form.add_error("code", _too_often(wait) if wait else _WRONG_CODE)
    context = {"room": "account", "form": form, "page": page, "address": factor_confirmation.address_of(account)}
    wait = factor_confirmation.mail_wait(account)
    context |= {"asked": factor_confirmation.is_asked(request, account), "wait": wait}
    context["again"] = timezone.now() + timedelta(seconds=wait)
    response = render(request, "account/factors/confirm.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(wait)
    return response


_WRONG_CODE = gettext_lazy("That is no code of a mail of the last half hour that was asked for on this device.")


def _too_often(seconds: int) -> str:
    minutes = ceil(seconds / 60)
    text = ngettext(
        "That was too often. Wait a minute and try again.",
        "That was too often. Wait %(count)d minutes and try again.",
        minutes,
    )
    return text % {"count": minutes}


class AddApp(Refusing, ForMembers, AskingOwner, Onward, ActivateTOTPView):
    """An app that shows codes."""

    template_name = "account/factors/add_app.html"
    page = "app"


class RemoveApp(Refusing, ForMembers, Onward, DeactivateTOTPView):
    template_name = "account/factors/remove_app.html"


class RecoveryCodes(ForMembers, Onward, ViewRecoveryCodesView):
    """Codes on paper, for users who have lost everything else."""

    template_name = "account/factors/codes.html"


class NewRecoveryCodes(Refusing, ForMembers, Onward, GenerateRecoveryCodesView):
    """Other codes; the old ones are good no more."""

    template_name = "account/factors/new_codes.html"


class DownloadRecoveryCodes(ForMembers, DownloadRecoveryCodesView):
    template_name = "account/factors/codes.txt"


class AddPasskey(Refusing, ForMembers, AskingOwner, Onward, AddWebAuthnView):
    template_name = "account/factors/add_passkey.html"
    page = "passkeys"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Adds the errors: allauth makes a new form."""
        return super().get_context_data(**kwargs) | kwargs


class RenamePasskey(Refusing, ForMembers, Onward, EditWebAuthnView):
    """Another name of a passkey."""

    template_name = "account/factors/rename_passkey.html"
    success_url = reverse_lazy("mfa_index")


class RemovePasskey(ForMembers, Onward, RemoveWebAuthnView):
    template_name = "account/factors/remove_passkey.html"
    success_url = reverse_lazy("mfa_index")


class PasskeyAgain(ForMembers, Onward, ReauthenticateWebAuthnView):
    """A passkey before a dangerous act."""

    template_name = "account/factors/again_passkey.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Adds the errors: allauth makes a new form."""
        return super().get_context_data(**kwargs) | kwargs

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        response: HttpResponse = self.render_to_response(self.get_context_data(form=form), status=400)
        return response


class PasskeyAlone(LoginWebAuthnView):
    """Signing in with a passkey, without a name and a password. GET gives the browser's script its request."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Sign in, and go where somebody was going."""
        authenticator: Authenticator = form.cleaned_data["credential"]
        login = Login(user=authenticator.user, redirect_url=get_next_redirect_url(self.request))
        response: HttpResponse = flows.perform_passwordless_login(self.request, authenticator, login)
        return response
