"""Signing up, in and out, where it differs from allauth: guests may sign up, signing out is asked first, and what
cannot be accepted is no success.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
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

from players.people.accounts import is_guest
from players.signing import devices


class Refusing:
    """What cannot be accepted is answered with 400, as everywhere else here."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page again, with what is wrong."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 400
        return response


class ForMembers:
    """A guest has no address and no password to change: signing up asks for both, and for a name."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead guests to the page where they sign up."""
        if is_guest(request.user):
            messages.info(request, _("Sign up first: then you have an address and a password."))
            return redirect("account_signup")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class SignIn(Refusing, LoginView):
    """Name or address, and password. Who is banned is led to the page that says so, wherever they wanted to go."""

    extra_context = {"room": "login"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Lead who is signed in and banned to that page."""
        if getattr(request.user, "ban", None) is not None:
            return redirect("players:standing")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class SignUp(Refusing, SignupView):
    """A new account; or for a guest, who is signed in already, a name and a password for the one that there is."""

    extra_context = {"room": "signup"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Let guests in, whom allauth would send away because they are signed in."""
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
        """Make the account; of two who want a name in the same moment, the second is told that it is taken."""
        try:
            with transaction.atomic():
                response: HttpResponse = super().form_valid(form)
                return response
        except IntegrityError:
            form.add_error("username", get_adapter().error_messages["username_taken"])
            return self.form_invalid(form)


class ChangePassword(Refusing, ForMembers, PasswordChangeView):
    """A new password for who knows the old one."""


class SetPassword(Refusing, ForMembers, PasswordSetView):
    """A first password, for an account that an operator made without one."""


class ForgetPassword(Refusing, PasswordResetView):
    """A link to choose a new password."""


class ChoosePassword(Refusing, PasswordResetFromKeyView):
    """What the link leads to."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Keep the password. Who has opened the link may sign in here, whatever others tried."""
        response: HttpResponse = super().form_valid(form)
        devices.remember(self.request, response, self.reset_user)
        return response


class ChooseAddress(Refusing, ForMembers, EmailView):
    """Another address."""


class Confirm(Refusing, ForMembers, ReauthenticateView):
    """The password once more."""


class SignOut(LogoutView):
    """GET asks, POST signs out."""

    http_method_names = ["get", "head", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        """Ask whoever is signed in; send everyone else to sign in."""
        if not request.user.is_authenticated:
            return redirect("login")
        return render(request, "account/logout.html", {"room": "logout", "guest": is_guest(request.user)})
