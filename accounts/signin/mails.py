"""The mails about accounts. Text and secret link are made when a mail is sent (`accounts/mails/outbox.py`)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.core.mail import EmailMessage
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from accounts.authentication.browsers import device_words
from accounts.mails.outbox import mail
from accounts.models import Account, AddressChange, OutgoingMail
from accounts.signin.address_change import token_of
from accounts.signin.factor_confirmation import CODE_FOR, code_of

KEPT = timedelta(days=1)
"""Older requests have been repeated, or are not wanted any more."""

TOLD = (
    *(f"account/email/{name}" for name in ("password_changed", "password_set", "password_reset")),
    *(f"account/email/{name}" for name in ("email_changed", "email_deleted")),
    *(f"mfa/email/{name}" for name in ("webauthn_added", "webauthn_removed", "totp_activated", "totp_deactivated")),
    "mfa/email/recovery_codes_generated",
)
"""Mails to the owner of an account, by allauth's names."""


def _message(row: OutgoingMail, template: str, address: str, **context: Any) -> EmailMessage:
    known = {"email": address, "site": row.site}
    whole = template if "/" in template else f"account/email/{template}"
    made: EmailMessage = get_adapter().render_mail(whole, address, known | context)
    return made


def _link(row: OutgoingMail, name: str, **parts: str) -> str:
    return row.site + reverse(name, kwargs=parts)


@mail("confirm", kept=KEPT)
def _confirm(row: OutgoingMail) -> EmailMessage | None:
    return _proof(row, "email_confirmation")


@mail("confirm-signup", kept=KEPT)
def _confirm_signup(row: OutgoingMail) -> EmailMessage | None:
    return _proof(row, "email_confirmation_signup")


def _proof(row: OutgoingMail, template: str) -> EmailMessage | None:
    """The link that proves an address; what is proven by another account is told to its owner; None if it is not asked
    for any more, or is proven.
    """
    address = EmailAddress.objects.filter(user=row.account, email=row.address).select_related("user").first()
    if address is None or address.verified:
        return None
    if EmailAddress.objects.filter(email=row.address, verified=True).exists():
        return _message(
            row,
            "account_already_exists",
            row.address,
            signup_url=_link(row, "account_signup"),
            password_reset_url=_link(row, "account_reset_password"),
        )
    link = _link(row, "account_confirm_email", key=EmailConfirmationHMAC(address).key)
    return _message(row, template, row.address, user=address.user, activate_url=link)


@mail("reset", kept=KEPT)
def _reset(row: OutgoingMail) -> EmailMessage | None:
    """The link to a new password, for the account that has proven the address, else for the newest that gave it."""
    address = EmailAddress.objects.filter(email=row.address, user__is_active=True).select_related("user")
    if row.account is not None:
        address = address.filter(user=row.account, verified=True)
    # An address that an account is being changed to opens nothing: the proven one does.
    proven = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    address = address.filter(Q(verified=True) | ~Exists(proven))
    whose = address.order_by("-verified", "-user__date_joined").first()
    if whose is None:
        if row.account is not None:
            return None
        return _message(row, "unknown_account", row.address, signup_url=_link(row, "account_signup"))
    return _new_password(row, whose.user)


def _new_password(row: OutgoingMail, account: Account) -> EmailMessage:
    key = app_settings.PASSWORD_RESET_TOKEN_GENERATOR().make_token(account)
    link = _link(row, "account_reset_password_from_key", uidb36=user_pk_to_url_str(account), key=key)
    return _message(row, "password_reset_key", row.address, username=account.username, password_reset_url=link)


@mail("factor-code", kept=timedelta(seconds=CODE_FOR))
def _factor_code(row: OutgoingMail) -> EmailMessage | None:
    """The code for setting up the first second factor, only in the mail."""
    if row.account is None:
        return None
    texts = {"username": row.account.username, "code": code_of(row.account, row.details["nonce"])}
    return _message(row, "factor_code", row.address, **texts, password_url=_link(row, "account_reset_password"))


@mail("factors-reset", kept=timedelta(days=7))
def _factors_reset(row: OutgoingMail) -> EmailMessage | None:
    return _message(row, "factors_reset", row.address, factors_url=_link(row, "mfa_index"))


@mail("new-device", kept=timedelta(days=7))
def _new_device(row: OutgoingMail) -> EmailMessage | None:
    when = datetime.fromisoformat(row.details["timestamp"])
    result = row.details | {"timestamp": when, "device": device_words(*row.details["device"])}
    links = {"devices_url": _link(row, "players:devices"), "password_url": _link(row, "account_reset_password")}
    return _message(row, "new_device", row.address, username=row.account and row.account.username, **result | links)


@mail("change-asked", kept=timedelta(days=3))
def _change_asked(row: OutgoingMail) -> EmailMessage | None:
    change = AddressChange.objects.select_related("account").filter(account=row.account, pk=row.about or row.pk).first()
    if change is None:
        return None
    links = {
        "change_url": _link(row, "account_email_change", token=token_of(change)),
        "password_url": _link(row, "account_reset_password"),
    }
    values = {"username": change.account.username, "new": change.new, "due": change.due}
    return _message(row, "change_asked", row.address, **values | links)


@mail("change-made", kept=timedelta(days=7))
def _change_made(row: OutgoingMail) -> EmailMessage | None:
    result = row.details | {"timestamp": datetime.fromisoformat(row.details["timestamp"])}
    return _message(row, "change_made", row.address, username=row.account and row.account.username, **result)


def _told(template: str) -> None:
    @mail(template.rsplit("/", 1)[-1].replace("_", "-"), kept=timedelta(days=7))
    def make(row: OutgoingMail) -> EmailMessage | None:
        when = datetime.fromisoformat(row.details["timestamp"])
        return _message(row, template, row.address, **row.details | {"timestamp": when})


for _template in TOLD:
    _told(_template)
