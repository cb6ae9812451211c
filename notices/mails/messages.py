"""The mail of a notice, made at the moment when it is sent; and its sending."""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.conduct.allowances import What, spend
from accounts.conduct.restrictions import Barred, barred
from accounts.mails.outbox import mail, post
from accounts.models import Account, OutgoingMail
from accounts.people.preferences import preferences_of
from notices.domain.commands import MAILED_WITHIN
from notices.domain.wishes import want
from notices.kinds.registry import Limit, Words, kind_of
from notices.kinds.truth import is_true, rows_of
from notices.kinds.words import words_of
from notices.mails.unsubscribe import stop_url
from notices.models import Kind, Notice


def send(notice_id: UUID) -> bool:
    """Has the mail of a notice sent that waits for it; or drops it, if it is no longer true, wanted or unread, or if
    who brought it about, or gets it, has had as many as a day allows. The notice stays on the page.

    Safe to call twice, and at once: the row is held meanwhile.

    Returns:
        Whether a mail is on its way.
    """
    with transaction.atomic():
        rows = Notice.objects.select_for_update(skip_locked=True, of=("self",), no_key=True)
        notice = rows.select_related("player__account").filter(id=notice_id, mail=Notice.Mail.WAITING).first()
        if notice is None:
            return False
        wanted = mail_of(notice) is not None and _allowed(notice)
        notice.mail = Notice.Mail.SENT if wanted else Notice.Mail.NONE
        notice.save(update_fields=["mail"])
        if wanted:
            post("notice", site=settings.VEXILLUM_SITE, account=notice.player.account, about=notice.id)
    return wanted


@mail("notice", kept=MAILED_WITHIN)
def _mail(row: OutgoingMail) -> EmailMessage | None:
    """The mail of a notice as things are now."""
    notice = Notice.objects.select_related("player__account").filter(id=row.about or UUID(int=0)).first()
    return None if notice is None else mail_of(notice)


def mail_of(notice: Notice) -> EmailMessage | None:
    """The mail that a notice calls for now, or None: it is out of date, read, not wanted, too late by e-mail, or goes
    to no address.
    """
    account, kind = notice.player.account, Kind(notice.kind)
    address = None if account is None else _address(account)
    if account is None or address is None or notice.read is not None or not account.is_active:
        return None
    if barred(notice.player_id, Barred.BAN) is not None:
        return None  # what was decided goes by a mail of its own (`moderation.cases.mails`)
    row = rows_of([notice]).get(notice.id)
    if not want(notice.player_id, kind).mail or not is_true(notice, row):
        return None
    if row is not None and not kind_of(kind).subject.is_mailed(row):
        return None
    with translation.override(settings.LANGUAGE_CODE), timezone.override(_zone(account)):
        return _message(notice, kind, address)


def _allowed(notice: Notice) -> bool:
    """Whether the daily limits of its cause and its recipient allow a mail caused by somebody else.

    Side effects: counts it.
    """
    kind = kind_of(notice.kind)
    if kind.limit is Limit.NONE:
        return True
    sender = kind.subject.sender(notice)
    if sender is not None and not spend(sender, What.MAILS_TO, to=notice.player_id):
        return False
    if kind.limit is not Limit.UNASKED:
        return True
    return (sender is None or spend(sender, What.MAILS)) and spend(notice.player_id, What.MAILS_GOT)


def _subject(kind: Kind, words: Words) -> str:
    """The subject of a mail: words of ours alone. Names and titles are words of those whose doing it is told of."""
    return f"{kind.label}: {words.variant}" if words.variant else str(kind.label)


def _message(notice: Notice, kind: Kind, address: str) -> EmailMessage:
    (words,) = words_of([notice])
    stop = stop_url(notice.player_id, kind)
    context = {
        "words": words,
        "address": settings.VEXILLUM_SITE + words.url,
        "zone": timezone.get_current_timezone_name(),
        "kind": kind.label,
        "stop": stop,
        "settings": settings.VEXILLUM_SITE + reverse("notices:settings"),
    }
    return EmailMessage(
        subject=_subject(kind, words),
        body=render_to_string("notices/mail.txt", context).strip().replace("\n\n\n", "\n\n") + "\n",
        to=[address],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )


def _address(account: Account) -> str | None:
    proven = EmailAddress.objects.filter(user=account, verified=True, primary=True)
    address: str | None = proven.values_list("email", flat=True).first()
    return address


def _zone(account: Account) -> ZoneInfo:
    try:
        return ZoneInfo(preferences_of(account).time_zone)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
