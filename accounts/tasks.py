"""What is done for accounts in the background."""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.authentication import session_revocation
from accounts.authentication.networks import forget_addresses
from accounts.conduct.allowances import forget_days
from accounts.erasing.deletion import delete_account
from accounts.mails import outbox as mail
from accounts.models import Account, Session
from accounts.signin import address_change

log = logging.getLogger(__name__)

UNPROVEN = timedelta(days=7)
"""How long a name is kept for somebody who does not prove the address."""

MOST = 500  # accounts at a time; the next day takes the rest


@shared_task
def deliver(mail_id: str) -> None:
    """Send a mail that was posted just now; the message holds its id alone."""
    mail.deliver(UUID(mail_id))


@mail.on_post
def deliver_soon(row: UUID) -> None:
    """Tell a worker of a mail. If the broker is away the sweep will find the row."""
    try:
        deliver.apply_async((str(row),), retry=False)
    except (OperationalError, OSError) as error:
        log.warning("a mail waits for the sweep: %s", type(error).__name__)


@shared_task
def deliver_waiting() -> int:
    """Send the mails that are due: what could not be sent before, and what the broker has lost. Beat runs it each
    minute.
    """
    return mail.deliver_waiting()


@shared_task
def end_streams_again() -> int:
    """End the event streams of sessions that are over, should who ended them have died before that. Beat runs it each
    minute."""
    return session_revocation.end_streams_again()


@shared_task
def change_addresses() -> int:
    """Give accounts the addresses that have waited long enough. Beat runs it every ten minutes."""
    return address_change.make_due()


@shared_task
def tidy() -> int:
    """Delete expired sessions, counts of days that are over, addresses seen long ago, and accounts that signed up long
    ago and never proved their address; return how many of these. A guest who signed up and did not is left to the rules
    of guests.
    """
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    forget_days()
    forget_addresses()
    old = Account.objects.filter(last_login=None, date_joined__lt=timezone.now() - UNPROVEN, player__guest=False)
    unproven = old.filter(emailaddress__verified=False).exclude(emailaddress__verified=True).distinct()
    found = list(unproven.order_by("date_joined")[:MOST])
    for account in found:
        delete_account(account)
    return len(found)
