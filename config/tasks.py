"""Reports of errors on their way to the admins: one mail a kind and hour, the rest of it counted.

`config/error_reports.py` has the content. The counts are in the cache; no database is used.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from smtplib import SMTPException
from typing import Any

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web import heartbeats
from web.mails import send_to_staff

HOUR = 3600
KEPT = 24 * HOUR
_REPORTS = "reports"
_LOCK = "reports-lock"
_LOCK_SECONDS = 5


@shared_task(autoretry_for=(Exception,), retry_backoff=10, max_retries=5)
def take_report(kind: str, title: str, text: str, count: int, since: float) -> None:
    """Mail a report if none of its kind was mailed within the hour, else count it.

    Args:
        kind: what is counted together.
        title, text: the whole report.
        count: how often it happened.
        since: when first, in seconds of the epoch.
    """
    with _reports() as reports:
        before = reports.get(kind)
        if before is not None and time.time() - before["mailed"] < HOUR:
            result = before | {"count": before["count"] + count, "since": before["since"] or since, "text": text}
            reports[kind] = result
            return
        more, first = (0, 0.0) if before is None else (before["count"], before["since"])
        reports[kind] = {"mailed": time.time(), "count": 0, "since": 0.0, "title": title, "text": text}
    mail_report.delay(title, text, more + count - 1, first or since)


@shared_task
def come_through(queue: str = "celery") -> None:
    """Show that a message has come through a queue in time: those that are late are thrown away unread."""
    heartbeats.show(heartbeats.queue(queue))


@shared_task
def mail_the_rest() -> int:
    """Mail what was only counted, once its hour is over; return how many mails that are."""
    due: list[dict[str, Any]] = []
    with _reports() as reports:
        for kind, report in list(reports.items()):
            if time.time() - report["mailed"] < HOUR:
                continue
            del reports[kind]
            if report["count"]:
                due.append(report)
                reports[kind] = report | {"mailed": time.time(), "count": 0, "since": 0.0}
    for item in due:
        mail_report.delay(item["title"], item["text"], item["count"] - 1, item["since"])
    return len(due)


@contextmanager
def _reports() -> Iterator[dict[str, dict[str, Any]]]:
    """What is known of each kind; kept as it is left. One task at a time has it."""
    end = time.monotonic() + 2 * _LOCK_SECONDS
    while not cache.add(_LOCK, 1, timeout=_LOCK_SECONDS) and time.monotonic() < end:
        time.sleep(0.02)
    try:
        reports = cache.get(_REPORTS, {})
        yield reports
        cache.set(_REPORTS, reports, timeout=KEPT)
    finally:
        cache.delete(_LOCK)


@shared_task(autoretry_for=(OSError, SMTPException), retry_backoff=60, retry_backoff_max=3600, max_retries=12)
def mail_report(title: str, text: str, more: int, since: float) -> None:
    """Send one report.

    Args:
        title, text: of the mail.
        more: how many others there were.
        since: when the first of them was, in seconds of the epoch.
    """
    lines = [text]
    if more:
        at = datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%d %H:%M UTC")
        result = ngettext(
            "and %(number)d more of these since %(at)s", "and %(number)d more of these since %(at)s", more
        )
        lines += ["", result % {"number": more, "at": at}]
    subject = _("[Vexillum] %(title)s") % {"title": title.replace("\n", " ")[:150]}
    people = [address for _name, address in settings.ADMINS]
    send_to_staff(subject, "\n".join(lines) + "\n", people)
