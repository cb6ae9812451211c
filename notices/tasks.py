"""Work in the background. Messages hold ids of notices only; every task may run twice."""

from __future__ import annotations

import logging
from uuid import UUID

from celery import shared_task

from notices.domain import sweeps
from notices.domain.reports import tell_reporters
from notices.mails import messages

log = logging.getLogger(__name__)


@shared_task
def sweep() -> None:
    """Sends due notices, reminders and mails. Beat runs it each minute."""
    for step in (sweeps.forget_old, sweeps.tell_turns, tell_reporters):
        try:
            step()
        except Exception as error:  # the others do without it
            log.error("%s failed with %s", step.__name__, type(error).__name__)
    for notice in sweeps.waiting_mails():
        send_mail.delay(str(notice))


@shared_task
def send_mail(notice: str) -> None:
    """Sends the mail of one notice; what it says is found out now."""
    messages.send(UUID(notice))
