"""Addresses of accounts and players. Those of accounts have the names that allauth asks for; `login` and `logout` are
what everything else calls the first two. `pages` has those of the namespace `players`, which other rooms add to.
"""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import path, re_path

from players.pages import views
from players.signing.views import (
    ChangePassword,
    ChooseAddress,
    ChoosePassword,
    Confirm,
    ForgetPassword,
    SetPassword,
    SignIn,
    SignOut,
    SignUp,
)

pages = [
    path("players/<str:name>/block/", views.block, name="block"),
    path("report/", views.report, name="report"),
    path("account/", views.account, name="account"),
    path("account/preferences/", views.preferences, name="preferences"),
    path("account/delete/", views.delete, name="delete"),
    path("outbox/", views.outbox, name="outbox"),
]

urlpatterns = [
    path("login/", SignIn.as_view(), name="login"),
    path("login/", SignIn.as_view(), name="account_login"),
    path("logout/", SignOut.as_view(), name="logout"),
    path("logout/", SignOut.as_view(), name="account_logout"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("account/inactive/", allauth.account_inactive, name="account_inactive"),
    path("account/reauthenticate/", Confirm.as_view(), name="account_reauthenticate"),
    path("account/email/", ChooseAddress.as_view(), name="account_email"),
    path("account/confirm-email/", allauth.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^account/confirm-email/(?P<key>[-:\w]+)/$", allauth.confirm_email, name="account_confirm_email"),
    path("account/password/", ChangePassword.as_view(), name="account_change_password"),
    path("account/password/set/", SetPassword.as_view(), name="account_set_password"),
    path("account/password/reset/", ForgetPassword.as_view(), name="account_reset_password"),
    path("account/password/reset/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        ChoosePassword.as_view(),
        name="account_reset_password_from_key",
    ),
]
