"""Addresses of accounts and players. Those of accounts have allauth's names; `login` and `logout` are
what everything else calls the first two. `pages` has those of the namespace `players`, which other rooms add to.
"""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import path, re_path

from accounts.authentication.banned import open_to_banned
from accounts.pages import legal, views
from accounts.signin import factor_views as factors
from accounts.signin import session_views
from accounts.signin.views import (
    ChangePassword,
    ChooseAddress,
    ChoosePassword,
    Confirm,
    ForgetPassword,
    SetPassword,
    SignIn,
    SignOut,
    SignUp,
    address_change,
)

pages = [
    path("players/<str:name>/block/", views.block, name="block"),
    path("account/", views.account, name="account"),
    path("account/devices/", session_views.devices, name="devices"),
    path("account/safety/", open_to_banned(views.safety), name="safety"),
    path("account/preferences/", views.preferences, name="preferences"),
    path("terms/", legal.legal, {"kind": "terms"}, name="terms"),
    path("terms/agree/", open_to_banned(legal.agree), name="agree"),
    path("terms/<int:number>/", legal.legal, {"kind": "terms"}, name="terms-version"),
    path("privacy/", legal.legal, {"kind": "privacy"}, name="privacy"),
    path("privacy/<int:number>/", legal.legal, {"kind": "privacy"}, name="privacy-version"),
    path("outbox/", views.outbox, name="outbox"),
]

urlpatterns = [
    path("login/", open_to_banned(SignIn.as_view()), name="login"),
    path("login/", open_to_banned(SignIn.as_view()), name="account_login"),
    path("logout/", open_to_banned(SignOut.as_view()), name="logout"),
    path("logout/", open_to_banned(SignOut.as_view()), name="account_logout"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("account/inactive/", allauth.account_inactive, name="account_inactive"),
    path("account/reauthenticate/", Confirm.as_view(), name="account_reauthenticate"),
    path("account/factors/", factors.Factors.as_view(), name="mfa_index"),
    path("account/factors/mail/", factors.confirm_owner, name="mfa_confirm"),
    path("account/factors/later/", factors.put_off, name="mfa_later"),
    path("login/step/", open_to_banned(factors.SecondStep.as_view()), name="mfa_authenticate"),
    path("login/passkey/", open_to_banned(factors.PasskeyAlone.as_view()), name="mfa_login_webauthn"),
    path("account/reauthenticate/code/", factors.CodeAgain.as_view(), name="mfa_reauthenticate"),
    path("account/reauthenticate/passkey/", factors.PasskeyAgain.as_view(), name="mfa_reauthenticate_webauthn"),
    path("account/factors/app/", factors.AddApp.as_view(), name="mfa_activate_totp"),
    path("account/factors/app/remove/", factors.RemoveApp.as_view(), name="mfa_deactivate_totp"),
    path("account/factors/codes/", factors.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path("account/factors/codes/new/", factors.NewRecoveryCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("account/factors/codes/file/", factors.DownloadRecoveryCodes.as_view(), name="mfa_download_recovery_codes"),
    path("account/factors/passkeys/", factors.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("account/factors/passkeys/<int:pk>/", factors.RenamePasskey.as_view(), name="mfa_edit_webauthn"),
    path("account/factors/passkeys/<int:pk>/remove/", factors.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("account/email/", ChooseAddress.as_view(), name="account_email"),
    path("account/email/change/<str:token>/", open_to_banned(address_change), name="account_email_change"),
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
