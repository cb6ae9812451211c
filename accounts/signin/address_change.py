"""A change of address. The address receives new passwords, so a stolen session must
not be enough to change it: it holds once it is proven, and the owner of the old one agrees or says nothing for `WAIT`.
Until then all mails go to the old address, which hears of it at once, and can stop it.

An account whose address was never proven, or that has none, has no owner of an old one to ask: there allauth's way
holds. Whatever changes something takes the row of the account first, so of two who come at once one is the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.authentication.session_revocation import distrusted, end_sessions
from accounts.mails import outbox as mail
from accounts.models import Account, AddressChange

WAIT = timedelta(days=3)
LAPSES = timedelta(days=14)
"""After which a change that nobody has proven is forgotten."""

MOST = 200
"""Changes of one sweep; the next takes the rest."""

_SALT = "accounts.signin.address_change"


@contextmanager
def _held(account: Any) -> Iterator[None]:
    """Keep everybody else from the addresses of an account meanwhile.

    Args:
        account: its id.
    """
    with transaction.atomic():
        list(Account.objects.select_for_update(no_key=True).filter(pk=account).values_list("pk"))
        yield


def is_protected(account: Account) -> bool:
    """Whether an account has a proven address, whose owner is asked before it gets another one."""
    return bool(EmailAddress.objects.filter(user=account, verified=True).exists())


def change_of(account: Account) -> AddressChange | None:
    return AddressChange.objects.filter(account=account).first()


def ask(account: Account, new: str, *, site: str) -> None:
    """Begin a change and notify the old address. An earlier request is cancelled, and what
    was agreed to or proven for it does not count.

    Args:
        account: whose; it has a proven address.
        new: the address; allauth keeps a row of it that is not proven, and has its link sent.
        site: the beginning of the links.
    """
    now = timezone.now()
    with _held(account.pk):
        AddressChange.objects.filter(account=account).delete()
        change = AddressChange.objects.create(account=account, new=new.lower(), asked=now, due=now + WAIT)
        old = EmailAddress.objects.get_verified(account)
        if old is not None:
            mail.post("change-asked", site=site, account=account, address=old.email, about=change.pk)


def prove(address: EmailAddress, *, site: str) -> bool:
    """The link to a new address was opened; returns whether it holds now. A change that was begun before this service
    asked the owners of old addresses begins now.

    Args:
        address: allauth's row of it, not proven.
        site: the beginning of links in mails.
    """
    account = address.user
    with _held(account.pk):
        if not EmailAddress.objects.filter(pk=address.pk, verified=False).exists():
            return False
        change = AddressChange.objects.filter(account=account, new=address.email).first()
        if change is None:
            ask(account, address.email, site=site)
            change = AddressChange.objects.get(account=account)
        if change.proven is None:
            change.proven = timezone.now()
            change.save(update_fields=["proven"])
        return _made(change, site)


def agree(change: AddressChange, *, site: str) -> bool:
    """The owner of the old address agrees; returns whether the new one holds now, else it waits to be proven."""
    with _held(change.account_id):
        result = AddressChange.objects.filter(pk=change.pk).first()
        if result is None:
            return False
        result.agreed = result.agreed or timezone.now()
        result.save(update_fields=["agreed"])
        return _made(result, site)


def stop(change: AddressChange) -> bool:
    """The owner of the old address wants no change. Somebody else may have the account: it is signed out everywhere.

    Returns:
        Whether there was anything to stop any more.
    """
    with _held(change.account_id):
        account = change.account
        if not AddressChange.objects.filter(pk=change.pk).exists():
            return False
        withdraw(account)
        addresses = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
        end_sessions(account, {account.email, *addresses})
        distrusted.send(Account, user=account)
    return True


def withdraw(account: Account) -> bool:
    """Keep the old address; returns whether another one was waited for."""
    with _held(account.pk):
        gone, _each = AddressChange.objects.filter(account=account).delete()
        if is_protected(account):
            rows, _each = EmailAddress.objects.filter(user=account, verified=False).delete()
            gone += rows
    return bool(gone)


def make_due() -> int:
    """Make the changes that are proven and have waited long enough, and forget those that nobody has proven for long;
    returns how many were made.
    """
    now = timezone.now()
    due = AddressChange.objects.filter(proven__isnull=False, due__lte=now).order_by("due")[:MOST]
    made = 0
    for account, change in list(due.values_list("account", "pk")):
        with _held(account):
            result = AddressChange.objects.filter(pk=change).first()
            made += result is not None and _made(result, settings.VEXILLUM_SITE)
    for old in list(AddressChange.objects.filter(asked__lt=now - LAPSES, proven=None).order_by("asked")[:MOST]):
        withdraw(old.account)
    return made


def token_of(change: AddressChange) -> str:
    """The secret for the owner of the old address, only in the mail."""
    return signing.dumps(change.pk.hex, salt=_SALT)


def change_of_token(token: str) -> AddressChange | None:
    try:
        result = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return AddressChange.objects.select_related("account").filter(pk=result).first()


def _made(change: AddressChange, site: str) -> bool:
    """Make the change if nothing is missing; the account is held. An address that another account has proven meanwhile
    is left to that, and the change is none any more."""
    now = timezone.now()
    if change.proven is None or (change.agreed is None and now < change.due):
        return False
    account = change.account
    new = EmailAddress.objects.filter(user=account, email=change.new).first()
    if new is None or not new.can_set_verified():
        withdraw(account)
        return False
    old = EmailAddress.objects.get_verified(account)
    EmailAddress.objects.filter(user=account).exclude(pk=new.pk).delete()
    EmailAddress.objects.filter(pk=new.pk).update(verified=True, primary=True)
    Account.objects.filter(pk=account.pk).update(email=new.email)
    change.delete()
    for address in filter(None, (old and old.email, new.email)):
        data = {"timestamp": now.isoformat(), "old": old.email if old else "", "new": new.email}
        mail.post("change-made", site=site, account=account, address=address, details=data)
    return True


@receiver(password_reset)
def _new_password(user: Account, **value: Any) -> None:
    """A new password sent to the old address proves its owner, so a change that nobody has agreed to is dropped."""
    change = change_of(user)
    if change is not None and change.agreed is None:
        withdraw(user)
