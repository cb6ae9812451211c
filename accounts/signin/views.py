"""Signing up, in and out, where it differs from allauth: guests may sign up, signing out is asked first, and what
cannot be accepted is no success.
"""

from __future__ import annotations

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.views import (
    EmailView,
    LoginView,
    PasswordChangeView,
    PasswordResetFromKeyView,
    PasswordResetView,
    PasswordSetView,
    ReauthenticateView,
    SignupView,
)
from allauth.core.ratelimit import consume_or_429
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.views import LogoutView
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.models import Account
from accounts.people.accounts import is_guest
from accounts.signin import address_change as signin_address_change
from accounts.signin import devices


class Refusing:
    """What cannot be accepted is answered with 400, as everywhere else here."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 400
        return response


class ForMembers:
    """A guest has no address and no password to change: signing up sets both, and a name."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead guests to the page where they sign up."""
        if is_guest(request.user):
            messages.info(request, _("Sign up first: then you have an address and a password."))
            return redirect("account_signup")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class SignIn(Refusing, LoginView):
    """Name or address, and password. Banned players are sent to the page that says so."""

    extra_context = {"room": "login"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send a banned user to that page."""
        if getattr(request.user, "ban", None) is not None:
            return redirect("players:standing")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class SignUp(Refusing, SignupView):
    """A new account; or for a signed-in guest, a name and a password for the existing one."""

    extra_context = {"room": "signup"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Admit guests, whom allauth would refuse because they are signed in."""
        self.guest = is_guest(request.user)
        if self.guest:
            return self._dispatch_guest(request, *args, **kwargs)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    @method_decorator(rate_limit(action="signup"))
    @method_decorator(sensitive_post_parameters("password1"))
    @method_decorator(never_cache)
    def _dispatch_guest(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase = super(RedirectAuthenticatedUserMixin, self).dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whether a guest signs up."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"guest": self.guest}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Make the account; of two simultaneous requests for a name the second gets an error."""
        try:
            with transaction.atomic():
                response: HttpResponse = super().form_valid(form)
                return response
        except IntegrityError:
            form.add_error("username", get_adapter().error_messages["username_taken"])
            return self.form_invalid(form)


class ChangePassword(Refusing, ForMembers, PasswordChangeView):
    """A new password with the old one."""


class SetPassword(Refusing, ForMembers, PasswordSetView):
    """A first password, for an account that an operator made without one."""


class ForgetPassword(Refusing, PasswordResetView):
    """A link to choose a new password."""


class ChoosePassword(Refusing, PasswordResetFromKeyView):
    """What the link leads to."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Keep the password. The browser that opened the link may sign in, whatever others tried."""
        response: HttpResponse = super().form_valid(form)
        devices.remember(self.request, response, self.reset_user)
        return response


class ChooseAddress(Refusing, ForMembers, EmailView):
    """A change of address, which the owner of the present one can stop (`address_change.py`)."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the change that is waited for."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"change": signin_address_change.change_of(self.request.user), "room": "account"}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Begin the change, a few times a day at most: each is a mail to two people."""
        account = self.request.user
        raise_if_reauthentication_required(self.request, app="allauth.account")
        refused: HttpResponse | None = consume_or_429(self.request, action="change_address", user=account)
        if refused:
            return refused
        with transaction.atomic():
            response: HttpResponse = super().form_valid(form)
            if signin_address_change.is_protected(account):
                signin_address_change.ask(account, form.cleaned_data["email"], site=get_adapter().site(self.request))
        return response

    def _action_remove(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Keep the old address. That takes no password: it gives nobody anything."""
        if signin_address_change.withdraw(cast(Account, request.user)):
            messages.info(request, _("Your address stays as it is."))
        return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address_change(request: HttpRequest, token: str) -> HttpResponse:
    """What the link in the mail to the old address leads to: POST agrees to the new one, or with `stop` stops it. Who
    opens it need not be signed in, and nothing happens before a button is pressed: mail programs open links.

    Args:
        token: as `changing.token_of` makes it.
    """
    change, done = signin_address_change.change_of_token(token), ""
    if change is not None and request.method == "POST":
        if "stop" in request.POST:
            done = "stopped" if signin_address_change.stop(change) else ""
        elif "agree" in request.POST:
            done = "made" if signin_address_change.agree(change, site=get_adapter().site(request)) else "agreed"
        change = signin_address_change.change_of_token(token)
        if done == "agreed" and change is None:
            done = ""
    gone = change is None and not done
    return render(
        request,
        "account/email_agree.html",
        {"change": change, "done": done, "token": token},
        status=404 if gone else 200,
    )


class Confirm(Refusing, ForMembers, ReauthenticateView):
    """The password once more."""


class SignOut(LogoutView):
    """GET asks, POST signs out."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask signed-in users; send everybody else to sign in."""
        if not request.user.is_authenticated:
            return redirect("login")
        return render(request, "account/logout.html", {"room": "logout", "guest": is_guest(request.user)})
