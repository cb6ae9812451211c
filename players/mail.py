"""Mail in a demo, where nobody sends any: it is kept for the page `/outbox/`.

The mails lie in the cache for a day, so the web and the worker processes share them, and no database holds an address
for longer than its account.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

__all__ = ["Mail", "OutboxBackend", "outbox"]

KEPT = 30  # mails on the page
SECONDS = 24 * 3600
_LAST = "outbox-last"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that would have been sent. `headers` are those that it has beyond the usual ones."""

    sent: datetime
    to: str
    subject: str
    text: str
    headers: tuple[tuple[str, str], ...] = ()


class OutboxBackend(BaseEmailBackend):
    """Keeps a mail for the page."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> Any:
        """Keep what is to be sent; return how many that were."""
        for message in email_messages:
            mail = Mail(
                sent=timezone.now(),
                to=", ".join(message.recipients()),
                subject=str(message.subject),
                text=str(message.body),
                headers=tuple((name, str(value)) for name, value in message.extra_headers.items()),
            )
            cache.add(_LAST, 0, SECONDS)
            cache.set(f"outbox-{cache.incr(_LAST)}", mail, SECONDS)
        return len(email_messages)


def outbox() -> list[Mail]:
    """The last mails, the newest first."""
    last = cache.get(_LAST, 0)
    keys = [f"outbox-{number}" for number in range(last, max(last - KEPT, 0), -1)]
    found = cache.get_many(keys)
    return [found[key] for key in keys if key in found]
