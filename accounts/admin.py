"""The door of the admin, and the texts that members agree to. `moderation/staff/people_admin.py` has accounts."""

from __future__ import annotations

from typing import Any

import allauth.account.admin
import allauth.mfa.admin  # noqa: F401
import django.contrib.auth.admin  # noqa: F401
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from accounts.agreements import texts
from accounts.agreements.models import LegalText
from accounts.audit.audited_admin import Audited
from accounts.authentication import second_factor
from web.admin import Bounded


def _login(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Sends visitors without access to the admin to sign in, or to show a second factor, and back."""
    stands_before = request.user.is_authenticated and request.user.is_active and request.user.is_staff
    onward = get_next_redirect_url(request) or reverse("admin:index")
    response = second_factor.stopped(request, onward=onward) if stands_before else None
    return _admin_login(request, extra_context) if response is None else response


def _has_permission(request: HttpRequest) -> bool:
    """Whether somebody of the staff has come through the door of powers."""
    return _may_use(request) and second_factor.may_pass(request)


# The admin's own form of signing in knows no limits of attempts, and that of a new password neither.
_admin_login, _may_use = secure_admin_login(admin.site.login), admin.site.has_permission
admin.site.login = _login  # type: ignore[method-assign]
admin.site.has_permission = _has_permission  # type: ignore[method-assign]


def _own_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """The page of the account, which notifies the owner by mail."""
    return redirect("account_change_password")


admin.site.password_change = _own_password  # type: ignore[method-assign, assignment]

# Changing or confirming an address would allow sending a new password there. The rights of a group are set by
# `migrate`, and its members by `appoint`.
for theirs in (EmailAddress, Authenticator, Group):
    admin.site.unregister(theirs)


@admin.register(LegalText)
class LegalTextAdmin(Bounded, Audited[LegalText]):
    """The terms and what is said of privacy. A version is published by adding it; it stays as it was."""

    list_display = ("number", "kind", "published", "asks", "needed_from", "change")
    list_filter = ("kind",)
    fields = ("kind", "text", "change", "asks", "needed_from", "age")

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never: people have agreed to it as it is. Another version takes its place."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Never, as with changes."""
        return False

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A new version begins with the words of the one that holds: `?kind=privacy` for those of privacy."""
        kind = request.GET.get("kind", LegalText.Kind.TERMS.value)
        if kind not in LegalText.Kind.values:
            kind = LegalText.Kind.TERMS.value
        return {"kind": kind, "text": texts.current(kind).text, "age": texts.least_age(), "asks": True}

    def save_model(self, request: HttpRequest, obj: LegalText, form: Any, change: bool) -> None:
        texts.publish(obj)
