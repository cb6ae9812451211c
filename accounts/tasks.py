"""What is done for accounts in the background."""

from __future__ import annotations

from celery import shared_task

from accounts.authentication import session_revocation
from accounts.mails import outbox as mail
from accounts.signin import address_change


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
