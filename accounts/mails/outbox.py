"""Mail: how all of it is sent, and where it is shown in a demo, which sends none.

    post("reset", site=…, address=…)     # answers at once
    @mail("reset", kept=timedelta(days=1))
    def _reset(row): …                     # returns the message, made as it is sent

A page writes a row: to whom, and why. After the commit a task sends the mail. A sweep each minute sends what could not
be: while the mail server is away nobody waits for it, and while the broker is away the sweep finds the row. The mail is
made as it is sent. So its link is as fresh as possible and in no row or queue, and anything outdated by then
is not sent.

A mail is sent once, unless a process dies, or the server's answer is lost, between the sending and the row's removal.

In a demo the mails are in the cache for a day, so the web and the worker processes share them, and no database holds an
address for longer than its account.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from time import monotonic
from typing import Any, NamedTuple
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone, translation
from kombu.exceptions import OperationalError

from accounts.models import Account, OutgoingMail
from web.mails import site_host

log = logging.getLogger(__name__)

# -- sending --------------------------------------------------------------------------------------

MOST = 500  # mails of one sweep
COUNTED = 1000
FIRST, LONGEST = timedelta(minutes=2), timedelta(minutes=15)
"""How long after an attempt that fails, or dies, comes the next: more than sending can take; then twice as long each
time, up to the longest.
"""

REFUSED_LONGEST = timedelta(days=1)
"""The longest wait of a mail that the server refuses: an invalid address is not tried every few minutes."""

SWEEP_SECONDS = 30.0
"""Of one sweep. What else the worker does waits no longer for a server that is slow."""

SLOW = 5.0
"""Seconds that a mail may take. After a slower one mails are left to the sweep, as while the server is away."""

_SERVER_AWAY = {421, 452}  # it shuts down, or its disk is full (RFC 5321, 4.2.3)

_ID = "Message-ID"

_LATE = "mails-late"
_LATE_FOR = LONGEST + timedelta(minutes=5)
"""So long it is known that the server was away, if nobody tries it again."""

Maker = Callable[[OutgoingMail], "EmailMessage | None"]


class _MailKind(NamedTuple):
    make: Maker
    kept: timedelta


_KINDS: dict[str, _MailKind] = {}


def mail(kind: str, *, kept: timedelta) -> Callable[[Maker], Maker]:
    """Register what makes the mails of a kind.

    The function gets the row and returns the message, or None if there is nothing to send any more. It runs in a
    worker, at the moment of sending, without a request.

    Args:
        kind: a slug.
        kept: for how long it is tried; a mail that is older is dropped.
    """

    def register(make: Maker) -> Maker:
        _KINDS[kind] = _MailKind(make, kept)
        return make

    return register


def post(
    kind: str,
    *,
    site: str,
    account: Account | None = None,
    address: str = "",
    about: UUID | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Have a mail sent, once the transaction is committed.

    Side effects: writes a row, or renews the one of the same mail that waits already.

    Args:
        kind: a registered kind.
        site: the beginning of its links.
        account: its account; the row is deleted with it.
        address: where it goes, if the kind does not find that out itself.
        about: the id of its subject.
        details: what else it says, as a JSON value; no secrets.

    Raises:
        KeyError: there is no such kind.
    """
    _KINDS[kind]
    now = timezone.now()
    row = OutgoingMail(kind=kind, account=account, address=address, about=about, site=site, created=now, due=now)
    row.details = dict(details or {})
    OutgoingMail.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["kind", "account", "address", "about"],
        update_fields=["site", "details", "created", "due"],
    )
    # If there was a row already this id is none, and the sweep sends that one.
    _once_committed(lambda: _deliver_soon(row.pk))


def _once_committed(act: Callable[[], Any]) -> None:
    transaction.on_commit(act)


def _deliver_soon(row: UUID) -> None:
    """Tell a worker of a mail. If the broker is away the sweep will find the row."""
    try:
        deliver.apply_async((str(row),), retry=False)
    except (OperationalError, OSError) as error:
        log.warning("a mail waits for the sweep: %s", type(error).__name__)


def site_of(request: HttpRequest) -> str:
    """The beginning of the links in a mail: the service's own address, whatever host a request names."""
    mails = settings.VEXILLUM_SITE_IN_ALL_MAILS
    return settings.VEXILLUM_SITE if mails else f"{request.scheme}://{request.get_host()}"


@shared_task
def deliver(row: str) -> bool:
    """Send a mail that is due, or drop it if it is too old or has nothing to say. Safe to call twice, and at once. The
    message holds the id of the row alone.

    No transaction is open while the mail server is talked to. While that is away or slow, the sweep alone tries it.

    Returns:
        Whether it is off the table: sent, dropped, or not there (any more). False: it waits for another attempt.
    """
    if are_late():
        return False
    try:
        return _send(UUID(row))
    except (OSError, SMTPException) as error:
        # Its message has the address in it.
        log.warning("a mail could not be sent: %s", type(error).__name__)
    except Exception as error:
        log.error("a mail could not be made: %s", type(error).__name__)
    return False


def deliver_waiting() -> int:
    """Send the mails that are due, the oldest first; return how many are off the table. If the server is away the rest
    waits for the next sweep, instead of trying the server's patience, and ours, for each; so it does after
    `SWEEP_SECONDS`.
    """
    now, done, began = timezone.now(), 0, monotonic()
    for row in list(OutgoingMail.objects.filter(due__lte=now).order_by("due").values_list("id", flat=True)[:MOST]):
        if monotonic() - began > SWEEP_SECONDS:
            break
        try:
            done += _send(row)
        except (OSError, SMTPException) as error:
            if not _is_of_one(error):
                log.warning("the mail server is away: %s", type(error).__name__)
                break
            log.warning("a mail could not be sent: %s", type(error).__name__)
        except Exception as error:  # one that cannot be made keeps no other
            log.error("a mail could not be made: %s", type(error).__name__)
    return done


def _is_of_one(error: Exception) -> bool:
    """Whether the server refuses one mail; else it takes none. It refuses the sender of one as that of all."""
    if isinstance(error, SMTPRecipientsRefused):
        return 421 not in {code for code, _words in error.recipients.values()}
    return isinstance(error, SMTPDataError) and error.smtp_code not in _SERVER_AWAY


def _send(row: UUID) -> bool:
    """As `deliver`, but raises what the mail server says."""
    claimed = _claim(row)
    if claimed is None:
        return True
    with translation.override(settings.LANGUAGE_CODE):
        message = _KINDS[claimed.kind].make(claimed)
    if message is not None:
        # The same each time, so that who gets it twice, because the server's answer was lost, can tell.
        message.extra_headers.setdefault(_ID, _message_id(claimed))
        try:
            _hand_over(message)
        except (OSError, SMTPException) as error:
            if _is_of_one(error):
                wait = min(FIRST * 2 ** min(claimed.attempts - 1, 10), REFUSED_LONGEST)
                OutgoingMail.objects.filter(pk=claimed.pk, due=claimed.due).update(due=timezone.now() + wait)
            raise
    # Who asked again meanwhile is sent another.
    OutgoingMail.objects.filter(pk=claimed.pk, created=claimed.created).delete()
    return True


def _message_id(row: OutgoingMail) -> str:
    return f"<{row.pk.hex}.{int(row.created.timestamp())}@{site_host()}>"


def _hand_over(message: EmailMessage) -> None:
    began = monotonic()
    try:
        message.send()
    except (OSError, SMTPException) as error:
        if not _is_of_one(error):
            cache.set(_LATE, True, _LATE_FOR.total_seconds())
        raise
    if monotonic() - began > SLOW:
        cache.set(_LATE, True, _LATE_FOR.total_seconds())
    elif are_late():
        cache.delete(_LATE)


def are_late() -> bool:
    """Whether the mail server was away or slow when it was last tried, so that mails wait."""
    return bool(cache.get(_LATE))


class TriedInVain(NamedTuple):
    """How many mails the server has not taken, at most `COUNTED`, and since when the oldest of them waits."""

    number: int
    since: datetime | None


def tried_in_vain() -> TriedInVain:
    """For operators: the waiting mails that were tried."""
    asked = OutgoingMail.objects.filter(attempts__gt=0).order_by("created").values_list("created", flat=True)
    moments = list(asked[:COUNTED])
    return TriedInVain(len(moments), moments[0] if moments else None)


def _claim(row: UUID) -> OutgoingMail | None:
    """Take a mail that is due, so that nobody else tries it for a while; None if there is none."""
    now = timezone.now()
    with transaction.atomic():
        rows = OutgoingMail.objects.select_for_update(skip_locked=True).filter(pk=row, due__lte=now)
        result = rows.first()
        if result is None:
            return None
        kind = _KINDS.get(result.kind)
        if kind is None or result.created + kind.kept <= now:
            result.delete()
            return None
        result.due = now + min(FIRST * 2 ** min(result.attempts, 10), LONGEST)
        result.attempts = min(result.attempts + 1, 1000)
        result.save(update_fields=["due", "attempts"])
    return result


# -- the demo -------------------------------------------------------------------------------------

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
        """Store mails to be sent; return their number."""
        for message in email_messages:
            mail = Mail(
                sent=timezone.now(),
                to=", ".join(message.recipients()),
                subject=str(message.subject),
                text=str(message.body),
                headers=tuple((name, str(value)) for name, value in message.extra_headers.items() if name != _ID),
            )
            cache.add(_LAST, 0, SECONDS)
            cache.set(f"outbox-{cache.incr(_LAST)}", mail, SECONDS)
        return len(email_messages)


def outbox() -> list[Mail]:
    """The last mails, the newest first."""
    last = cache.get(_LAST, 0)
    keys = [f"outbox-{number}" for number in range(last, max(last - KEPT, 0), -1)]
    many = cache.get_many(keys)
    return [many[key] for key in keys if key in many]
